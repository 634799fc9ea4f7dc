"""Where a sentence about single cells holds."""

from dataclasses import replace

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.tests.comparison.observed import QUESTION, seen
from frontend.answers.comparison.caveats import of_cells


def test_a_row_that_is_a_number_says_of_what_it_is_one() -> None:
    """“Sittings needed: over 1,000 per side, taking turns (8, Linux 6.6.0)”."""
    runs = [replace(seen(n, 100.0, zone="web" if n > 3 else "global"), failed=0.2) for n in range(6)]
    assert [text for text in of_cells(tabulate(QUESTION, runs)) if "20%" in text] == [
        "20% of the requests failed (concurrency 100, global; concurrency 100, web)."
    ]
