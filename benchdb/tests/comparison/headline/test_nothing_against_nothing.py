"""A metric that is 0 on both sides takes no room in a headline."""

from dataclasses import replace

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line


def test_nothing_against_nothing_is_not_told() -> None:
    """“Requests failed (the runs cannot tell in any of 1 rows)” of 0 against 0."""
    rates = [seen(n, (200 if n > 5 else 100) + n, zone="web" if n > 5 else "global") for n in range(12)]
    counts = [replace(one, metric="requests_failed", value=0.0) for one in rates]
    question = replace(QUESTION, metrics=("requests_per_second", "requests_failed"))
    words = line(tabulate(question, [*rates, *counts]).headline)
    assert "Requests per second" in words
    assert "Requests failed" not in words
    some = [replace(one, value=float(one.run)) for one in counts]
    assert "Requests failed" in line(tabulate(question, [*rates, *some]).headline)
