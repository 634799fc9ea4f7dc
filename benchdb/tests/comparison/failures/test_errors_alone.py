"""Runs that answered nothing but errors, beside others of their side that served."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchdb.cli.gating.cells import judged
from benchdb.cli.gating.gate import Gate
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import FASTER, QUESTION, seen
from benchdb.wording import line
from frontend.answers.comparison.data import as_dict


def with_errors_alone(zone: str, level: float, size: str = "") -> list[Observation]:
    """Eight runs of each side; two of `zone` answered nothing but errors, thrice as fast."""
    made = []
    for place in range(8):
        for first, own, rate in ((0, "global", 100.0), (20, "web", level)):
            fails = own == zone and place in (2, 5)
            one = seen(first + place, 300.0 if fails else rate + place % 3, zone=own)
            sized = {"document_bytes": "153" if fails else "4096"} if size else {}
            made.append(replace(one, failed=float(fails), conditions={**one.conditions, **sized}))
    return made


@pytest.mark.parametrize(
    ("zone", "level", "verdict"),
    [
        ("web", 100.0, "not comparable"), ("web", 120.0, "not comparable"), ("web", 80.0, "worse"),
        ("global", 120.0, "better"), ("global", 80.0, "not comparable"), ("global", 100.0, "not comparable"),
    ],
)  # fmt: skip
def test_runs_that_answered_errors_alone_are_in_no_figure_and_excuse_nobody(
    zone: str, level: float, verdict: str
) -> None:
    answer = tabulate(QUESTION, with_errors_alone(zone, level))
    cells = answer.rows[0].cells
    assert {name: (one.n, one.high < 200) for name, one in cells.items() if one.high} == {
        name: (6 if name == zone else 8, True) for name in ("global", "web")
    }
    assert cells["web"].verdict == verdict
    assert cells[zone].failed == 0.25
    assert f"2 of 8 runs of {zone} answered nothing but errors and are in no figure." in line(answer.headline)
    assert len(answer.runs) == 16, "a permalink keeps them"


def test_the_page_of_such_errors_is_no_other_document() -> None:
    answer = tabulate(QUESTION, with_errors_alone("web", 100.0, "sized"))
    assert not answer.conflicts
    assert "25% of the requests of web failed" in line(answer.headline)


def test_a_side_of_errors_alone_keeps_its_runs() -> None:
    answer = tabulate(QUESTION, [replace(one, failed=float(one.run >= 20)) for one in FASTER])
    assert answer.rows[0].cells["web"].n == 5
    assert "in no figure" not in line(answer.headline)


@pytest.mark.parametrize(
    ("runs", "failing", "verdict"),
    [
        ((10, 10), {"web": 9}, "not comparable"), ((3, 10), {"web": 7}, "not comparable"),
        ((10, 10), {"global": 9}, "not comparable"), ((10, 10), {"global": 9, "web": 9}, "too few runs"),
        ((3, 3), {}, "too few runs"),
    ],
)  # fmt: skip
def test_runs_are_not_too_few_where_the_others_answered_errors_alone(
    runs: tuple[int, int], failing: dict[str, int], verdict: str
) -> None:
    """A gate that lets too few runs pass let a build pass of which nine runs of ten answered nothing but errors."""
    made = [
        replace(seen(first + n, level + n % 5, zone=own), failed=float(n < failing.get(own, 0)))
        for first, own, level, count in ((0, "global", 100.0, runs[0]), (20, "web", 50.0, runs[1]))
        for n in range(count)
    ]  # fmt: skip
    answer = tabulate(QUESTION, made)
    assert answer.rows[0].cells["web"].verdict == verdict
    (cell,) = judged(json.loads(json.dumps(as_dict(answer), default=list)))
    gate = Gate(excused=frozenset({"too-few-runs"}))
    assert gate.status([cell]) == (3 if verdict == "not comparable" else 0)


@pytest.mark.parametrize("sides", [2, 4])
def test_runs_of_errors_alone_are_in_the_counts_of_failures(sides: int) -> None:
    """They were “in no figure” beside a row of failed requests in which they stood."""
    zones = ("global", "web", "mail", "file")[:sides]
    every = [
        replace(one, run=100 * place + one.run, column=zone, conditions={**one.conditions, "zone": zone})
        for place, zone in enumerate(zones)
        for one in with_errors_alone("web", 100.0)
        if one.column == "web"
    ]
    made = [replace(one, row=one.metric) for one in every]
    counts = [replace(one, row="requests_failed", metric="requests_failed", value=1000.0 * one.failed) for one in made]
    answer = tabulate(
        replace(QUESTION, rows="metric", metrics=("requests_per_second", "requests_failed")), made + counts
    )
    assert "in no figure but counts of failures and replies." in line(answer.headline)
    assert [one["runs"] for one in as_dict(answer)["errors_alone"]] == [2] * sides
