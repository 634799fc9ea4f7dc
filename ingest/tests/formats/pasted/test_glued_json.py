"""Reports in JSON of which one begins on the line where another ends, as `cat a.json b.json` leaves them: `}{`."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ingest.formats import formats
from ingest.pipeline.identify import read
from ingest.records import RunRecord
from ingest.tests.goldens import LOGS, all_logs

LONGEST = 30_000  #: bytes of a log
AGAIN = ("plow", "plow")  #: plow's second report may be a later one of the same run


def json_of(text: str) -> dict[str, Any] | None:
    try:
        parsed = json.loads(text)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


def reports() -> Iterator[tuple[str, str]]:
    """(tool, one report that is JSON and nothing else), the first of each load tool."""
    seen = set[str]()
    for log in all_logs():
        tool = log.relative_to(LOGS).parts[0]
        if tool in seen or not formats()[tool].is_of_load or log.stat().st_size > LONGEST:
            continue
        text = log.read_text("utf-8", "replace").strip()
        if json_of(text):
            seen.add(tool)
            yield tool, text


REPORTS = dict(reports())
PAIRS = [pair for pair in product(REPORTS, repeat=2) if pair != AGAIN]


def runs_of(log: str) -> list[tuple[str, str]]:
    """(tool, numbers without their lines) of each run."""
    runs = [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]
    return sorted(
        (run.tool, str([(number.metric, number.item, number.value) for number in run.measurements])) for run in runs
    )


def on_one_line(text: str) -> str:
    return json.dumps(json.loads(text))


def test_these_are_the_tools_that_print_json() -> None:
    assert {"autocannon", "bombardier", "fortio", "gatling", "k6", "plow", "rewrk", "siege"} <= set(REPORTS)


@pytest.mark.parametrize("between", ["", " "])
def test_glued_reports_are_read_as_those_on_lines_of_their_own(between: str) -> None:
    for one, other in PAIRS:
        runs = runs_of(f"{REPORTS[one]}{between}{REPORTS[other]}\n")
        assert len(runs) == 2, (one, other)
        assert runs == runs_of(f"{REPORTS[one]}\n{REPORTS[other]}\n"), (one, other)


def test_reports_that_share_their_only_line_are_read_too() -> None:
    for one, other in PAIRS:
        first, second = on_one_line(REPORTS[one]), on_one_line(REPORTS[other])
        assert runs_of(f"{first}{second}\n") == runs_of(f"{first}\n{second}\n"), (one, other)


def test_the_second_report_begins_on_the_line_where_the_first_ends() -> None:
    first, second = REPORTS["fortio"], REPORTS["gatling"]
    items = [item.what for item in read(io.BytesIO(f"{first}{second}\n".encode()))]
    assert [item.line for item in items] == [1, first.count("\n") + 1]
    (alone,) = read(io.BytesIO(second.encode()))
    assert isinstance(items[1], RunRecord)
    assert isinstance(alone.what, RunRecord)
    offset = {
        number.line - own.line for number, own in zip(items[1].measurements, alone.what.measurements, strict=True)
    }
    assert offset == {first.count("\n")}
