"""Where there is one side only, its ends are named, and what they are ends of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from benchdb.domain.dimensions import MISSING
from benchdb.questions.comparison.question import SPLIT_SIGN
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line

NOT_COMPARED = "There is only one side, so nothing is compared."


def of_loads(rates: Mapping[str, float]) -> str:
    """The headline of one zone, with a run at each concurrency."""
    runs = [seen(n, rate, concurrency=load) for n, (load, rate) in enumerate(rates.items())]
    return line(tabulate(QUESTION, runs).headline)


def test_places_say_of_what_they_are() -> None:
    ends = "Requests per second of global: from 1,000/s (concurrency 4) to 1,020/s (concurrency 1,024)."
    assert of_loads({"4": 1000.0, "16": 1010.0, "1024": 1020.0}) == f"{ends} {NOT_COMPARED}"


def test_a_place_that_nobody_recorded_is_no_end() -> None:
    words = of_loads({MISSING: 1000.0, "4": 1010.0, "16": 1020.0})
    assert words.startswith("Requests per second of global: from 1,010/s (concurrency 4) to 1,020/s (concurrency 16).")
    assert of_loads({MISSING: 1000.0, "16": 1020.0}) == ""
    assert of_loads({MISSING: 1000.0, "4": 1020.0, "16": 1020.0}) == ""


def test_equal_figures_have_no_ends() -> None:
    alike = "Requests per second of global: 1,000/s in each of 3 rows."
    assert of_loads({"4": 1000.0, "8": 1000.0, "16": 1000.0}) == f"{alike} {NOT_COMPARED}"


def test_figures_below_what_a_tool_prints_are_equal() -> None:
    question = replace(QUESTION, metrics=("latency_p50",))
    ab = [Observation(n, "latency_p50", 0.0, str(4 + n), "global", {"tool": "ab"}) for n in range(2)]
    words = line(tabulate(question, ab).headline)
    assert words == f"Latency, 50th percentile of global: below 1 ms in each of 2 rows. {NOT_COMPARED}"


def test_rows_that_are_split_name_both() -> None:
    both = [seen(n, 1000.0 + n, kernel=f"6.{n}") for n in range(2)]
    question = replace(QUESTION, split="kernel")
    rows = [replace(one, row=f"6.{n}{SPLIT_SIGN}{100 * (n + 1)}") for n, one in enumerate(both)]
    words = line(tabulate(question, rows).headline)
    assert "from 1,000/s (6.0, concurrency 100) to 1,001/s (6.1, concurrency 200)" in words
