"""Logs that break off, after a line or within a number: nothing raises, and no value is lost or changed in silence."""

from __future__ import annotations

import io
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.formats import formats
from ingest.formats.load.ab.parser import NO_PERCENTILES
from ingest.records import Problem, Record, RunRecord, TraceRecord
from ingest.tests.samples import LONGEST, logs_of_formats

pytestmark = [pytest.mark.thorough, pytest.mark.long]

MOST_CUTS = 120  #: of a log in each way, spread over its lines: nearly all of most
MOST_LOGS = 3  #: of a format, the shortest of each of its folders first
#: Fewer rows are a shorter test, a shorter list of functions: where they end, nothing says that more were to come.
OPEN_ENDED = (
    *("ab_requests", "gatling_requests", "hey_requests", "jtl", "k6_requests", "vegeta_requests"),
    *("opreport", "perf", "readprofile"),
)
#: What a report may end with, or not: nothing announces it.
OPTIONAL = {("rewrk", "requests_failed"), ("ab_percentiles", "latency_max")}
NUMBER = re.compile(rb"\d[\d.,]*\d")
Values = dict[tuple[str, ...], float]
Items = list[Record | Problem]


def chosen() -> dict[str, list[Path]]:
    """The shortest log of each folder, then others, up to MOST_LOGS of a format."""
    by_format = {}
    for name, logs in logs_of_formats().items():
        ranks: dict[Path, int] = defaultdict(int)
        ranked = []
        for log in sorted(logs, key=lambda log: log.stat().st_size):
            if log.stat().st_size <= LONGEST:
                ranked.append((ranks[log.parent], log.stat().st_size, log))
                ranks[log.parent] += 1
        by_format[name] = [log for _, _, log in sorted(ranked)[:MOST_LOGS]]
    return {name: logs for name, logs in by_format.items() if name != "sar_binary" and logs}


def is_report(name: str) -> bool:
    return ".load." in formats()[name].package


def read(name: str, content: bytes) -> Items:
    return list(formats()[name].parse(io.BytesIO(content)))


def values_of(items: Items) -> Values:
    """What runs and series say: those of a run by the line that it begins on, those of a series by their time."""
    values: Values = {}
    runs_at: dict[int, int] = defaultdict(int)
    for item in items:
        if isinstance(item, RunRecord):
            place = f"{item.line} {runs_at[item.line]}"
            runs_at[item.line] += 1
            values |= {(place, number.metric, number.item): number.value for number in item.measurements}
        elif isinstance(item, TraceRecord):
            keys = ((str(time), item.metric, item.item, str(item.facts.get("host"))) for time in item.times.tolist())
            values |= dict(zip(keys, item.values.tolist(), strict=True))
    return values


def runs_in(items: Items) -> int:
    return sum(isinstance(item, RunRecord) for item in items)


def of_complete_runs(items: Items) -> set[str]:
    """The lines that they begin on."""
    return {f"{item.line} " for item in items if isinstance(item, RunRecord) and item.status == "complete"}


def faults(name: str, whole: Items, part: Items) -> Iterator[str]:
    """What a log that breaks off changes, makes up or loses without a word."""
    if any(
        isinstance(item, Problem) or (isinstance(item, RunRecord) and NO_PERCENTILES in item.caveats) for item in part
    ):
        return
    printed, left = values_of(whole), values_of(part)
    for key, value in left.items():
        expected = printed.get(key)
        if expected is None or not (math.isclose(value, expected) or math.isnan(value)):
            yield f"{key} is {value}, not {expected}"
    complete = of_complete_runs(part)
    for key in printed.keys() - left.keys():
        if any(key[0].startswith(line) for line in complete) and (name, key[1]) not in OPTIONAL:
            yield f"{key} is lost"


def after_lines(content: bytes) -> list[bytes]:
    ends = [match.end() for match in re.finditer(rb"\n", content)][:-1]
    return [content[:end] for end in ends]


def within_numbers(content: bytes) -> list[bytes]:
    """Cut behind the first digit of the last number of a line, and before its last."""
    lines = list(re.finditer(rb"[^\n]+", content))
    numbers = [list(NUMBER.finditer(content, *line.span()))[-1:] for line in lines]
    return [content[:place] for number in numbers for match in number for place in (match.start() + 1, match.end() - 1)]


LOGS = [pytest.param(name, log, id=f"{name}/{log.name}") for name, logs in chosen().items() for log in logs]


@pytest.mark.parametrize(("name", "log"), LOGS)
def test_a_log_that_breaks_off_changes_and_loses_nothing_without_a_word(name: str, log: Path) -> None:
    content = log.read_bytes()
    whole = read(name, content)
    for cuts in (after_lines(content), within_numbers(content)):
        for part in cuts[:: len(cuts) // MOST_CUTS + 1]:
            items = read(name, part)
            assert runs_in(items) <= runs_in(whole), part[-80:]
            if name not in OPEN_ENDED:
                assert list(faults(name, whole, items)) == [], part[-80:]


#: Of several tests in a log, those whose beginning is cut may look like one whose commands were repeated.
REPORTS = [
    pytest.param(name, log, id=f"{name}/{log.name}")
    for name, logs in chosen().items()
    for log in logs
    if is_report(name)
]


@pytest.mark.parametrize(("name", "log"), REPORTS)
def test_a_report_without_its_beginning_loses_no_latency_and_no_rate_without_a_word(name: str, log: Path) -> None:
    content = log.read_bytes()
    whole = read(name, content)
    if runs_in(whole) != 1:
        return
    ends = [match.end() for match in re.finditer(rb"\n", content)][:-1]
    for end in ends[:: len(ends) // MOST_CUTS + 1]:
        items = read(name, content[end:])
        lost = results_of(whole) - results_of(items)
        is_told = any(
            isinstance(item, Problem) or (isinstance(item, RunRecord) and item.status != "complete") for item in items
        )
        assert is_told or not items or not lost, content[end:][:80]


def results_of(items: Items) -> set[tuple[str, str]]:
    """Which rates and latencies are told."""
    runs = [item for item in items if isinstance(item, RunRecord)]
    return {
        (number.metric, number.item)
        for run in runs
        for number in run.measurements
        if number.metric.startswith(("latency", "requests_per_second", "requests_completed"))
    }


@pytest.mark.parametrize("name", [name for name in logs_of_formats() if name != "sar_binary"])
def test_a_last_line_without_its_end_takes_nothing_without_a_word(name: str) -> None:
    """As editors and pages leave it: nearly every log that is pasted ends so."""
    for log in logs_of_formats()[name]:
        content = log.read_bytes()
        if len(content) > LONGEST or not content.endswith(b"\n"):
            continue
        items = read(name, content.rstrip(b"\n"))
        lost = values_of(read(name, content)).keys() - values_of(items).keys()
        assert not lost or any(isinstance(item, Problem) for item in items), log.name


WIDTHS = (40, 51, 60, 71, 80, 100, 120)
#: Words that lost their end are still words, and a name may be shorter than another: pidstat's commands, time zones.
WITH_EDGES = (
    *("ab", "httperf", "k6", "vegeta", "webbench_linux", "wrk"),
    *("iostat", "mpstat", "sadf_db", "sadf_ppc", "sar", "vmstat"),
)


@pytest.mark.parametrize("name", WITH_EDGES)
def test_the_edge_of_a_screen_changes_no_value_and_takes_none_without_a_word(name: str) -> None:
    for log in chosen()[name]:
        content = log.read_bytes()
        whole = read(name, content)
        for width in WIDTHS:
            part = b"\n".join(line[:width] for line in content.split(b"\n"))
            assert list(faults(name, whole, read(name, part))) == [], (log.name, width)
