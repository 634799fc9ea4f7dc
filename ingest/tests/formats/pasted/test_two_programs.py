"""Two load tools that wrote to one terminal, line by line: each run's numbers are read, or its loss is a problem."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest

import pytest

from ingest.formats import formats, printed_by_tools
from ingest.formats.kit.claims import clean
from ingest.formats.kit.pasted.own_lines import own_line, results_in
from ingest.pipeline.identify import read
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.reading.reassembly import LOST, MIXED
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.records import Problem, RunRecord
from ingest.tests.goldens import LOGS, all_logs

LONGEST = 6000  #: bytes of a log
FILES = {"ab_percentiles", "locust"}  #: a tool writes these tables into files of their own
Numbers = set[tuple[str, str, float]]


def items_of(log: str) -> list[ParsedItem]:
    return list(read(io.BytesIO(log.encode())))


def numbers_of(what: RunRecord | Problem) -> Numbers:
    numbers = what.measurements if isinstance(what, RunRecord) else ()
    return {(number.metric, number.item, number.value) for number in numbers}


def whole_texts() -> Iterator[tuple[str, str]]:
    """(tool, a log of one whole run), no JSON."""
    for log in all_logs():
        tool = log.relative_to(LOGS).parts[0]
        if not formats()[tool].is_of_load or log.stat().st_size > LONGEST:
            continue
        text = log.read_text("utf-8", "replace")
        if not text.lstrip().startswith(("{", "[", "<")):
            items = items_of(text)
            if len(items) == 1 and isinstance(items[0].what, RunRecord) and items[0].what.status == "complete":
                yield tool, text


def reports() -> dict[str, list[str]]:
    by_tool = dict[str, list[str]]()
    for tool, text in whole_texts():
        by_tool.setdefault(tool, []).append(text)
    return by_tool


REPORTS = reports()
PRINTED = sorted(REPORTS.keys() - FILES)


def line_by_line(*logs: str) -> str:
    rows = zip_longest(*(log.splitlines() for log in logs))
    return "".join(f"{line}\n" for row in rows for line in row if line is not None)


def in_stretches(one: str, other: str) -> str:
    """Three lines of the one, two of the other: as buffers are written."""
    lines, others = one.splitlines(keepends=True), other.splitlines(keepends=True)
    count = max(len(lines) // 3, len(others) // 2) + 1
    return "".join("".join(lines[3 * n : 3 * n + 3] + others[2 * n : 2 * n + 2]) for n in range(count))


@cache
def own_items(log: str, tool: str) -> list[RunRecord | Problem]:
    try:
        items = items_of(log)
    except Unreadable as fault:
        return [Problem(1, str(fault))] if "A result of" in str(fault) else []
    return [item.what for item in items if item.format == tool and isinstance(item.what, RunRecord | Problem)]


def fault_of(tool: str, report: str, mixed: str) -> str:
    """What is wrong, if not all numbers of the report are read from the mixed log, nor a problem is; else nothing."""
    own, (alone,) = own_items(mixed, tool), own_items(report, tool)
    assert isinstance(alone, RunRecord)
    numbers, wanted = {number for what in own for number in numbers_of(what)}, numbers_of(alone)
    if numbers - wanted:
        return f"numbers that are not its own: {sorted(numbers - wanted)}"
    has_problem = any(isinstance(what, Problem) for what in own)
    return "" if numbers == wanted or has_problem else f"{len(numbers)} of {len(wanted)} numbers, and no problem"


@pytest.mark.parametrize("one", PRINTED)
def test_no_number_is_lost_in_silence_and_none_is_of_the_other(one: str) -> None:
    for place, other in enumerate(PRINTED):
        if one != other:
            first, second = (REPORTS[tool][place % len(REPORTS[tool])] for tool in (one, other))
            mixed = line_by_line(first, second) if one < other else in_stretches(first, second)
            assert fault_of(one, first, mixed) == "", (one, other)
            assert fault_of(other, second, mixed) == "", (one, other)


@pytest.mark.parametrize("tool", ["autocannon", "bombardier", "hey", "oha", "plow", "rewrk", "vegeta"])
def test_a_report_between_the_lines_of_ab_is_put_together(tool: str) -> None:
    (alone,) = items_of(REPORTS[tool][0])
    mixed = line_by_line(REPORTS["ab"][0], REPORTS[tool][0])
    runs = {item.format: item.what for item in items_of(mixed)}
    assert isinstance(alone.what, RunRecord)
    run = runs[tool]
    assert isinstance(run, RunRecord)
    assert (run.status, numbers_of(run)) == ("complete", numbers_of(alone.what))
    assert run.caveats == (*alone.what.caveats, MIXED)
    lines = mixed.splitlines()
    assert {lines[number.line - 1] for number in run.measurements} == {
        REPORTS[tool][0].splitlines()[number.line - 1] for number in alone.what.measurements
    }


def test_reports_behind_each_other_are_read_as_ever() -> None:
    tools = sorted(REPORTS)
    for one, other in zip(tools, [*tools[1:], tools[0]], strict=True):
        items = items_of(f"{REPORTS[one][0]}\n{REPORTS[other][0]}")
        runs = {item.format: numbers_of(item.what) for item in items if isinstance(item.what, RunRecord)}
        for tool in (one, other):
            (alone,) = items_of(REPORTS[tool][0])
            assert isinstance(alone.what, RunRecord)
            assert runs[tool] == numbers_of(alone.what), (one, other)
        assert all(MIXED not in item.what.caveats for item in items if isinstance(item.what, RunRecord))


@pytest.mark.parametrize("name", ["1.x/stdout-mixed-status.log", "1.x/stdout-summary.log"])
@pytest.mark.parametrize("other", ["request {} done", "GET /index.html 200 {}"])
def test_pieces_of_a_summary_between_the_lines_of_any_program_are_one_run(name: str, other: str) -> None:
    summary = (LOGS / "k6" / name).read_text("utf-8")
    lines = "\n".join(map(other.format, range(60)))
    (alone,) = own_items(summary, "k6")
    for mixed in (line_by_line(lines, summary), line_by_line(summary, lines)):
        (run,) = [what for what in own_items(mixed, "k6") if isinstance(what, RunRecord)]
        assert (run.status, numbers_of(run)) == ("complete", numbers_of(alone))


def test_rows_of_siege_log_stay_beside_a_report_and_one_that_broke_off() -> None:
    row = "2026-11-21 01:02:03,  1452,  1.99,  0,  0.01,  729.65,  0.01,  4.96,  1452,  0\n"
    report = REPORTS["siege"][0]
    cut = "".join(report.splitlines(keepends=True)[:3])
    rows = [what for what in own_items(row + row + cut + report, "siege") if isinstance(what, RunRecord)]
    assert [run.status for run in rows].count("complete") == 3


def test_lines_that_may_be_of_either_tool_are_of_none() -> None:
    items = items_of(line_by_line(REPORTS["hey"][0], REPORTS["oha"][0]))
    assert [item.what for item in items if isinstance(item.what, RunRecord)] == []
    assert {item.format for item in items if isinstance(item.what, Problem)} == {"hey", "oha"}


def test_a_result_without_its_report_says_where_it_stands_and_what_was_expected() -> None:
    hey = REPORTS["hey"][0]
    rest = hey[hey.index("Latency distribution") :]
    lost = LOST.format("hey")
    (_, problem) = items_of(f"{REPORTS['ab'][0]}\n{rest}")
    assert (problem.format, problem.line) == ("hey", REPORTS["ab"][0].count("\n") + 2)
    assert isinstance(problem.what, Problem)
    assert problem.what.message == lost
    with pytest.raises(Unreadable, match="Line 1: A result of hey stands here"):
        read(io.BytesIO(rest.encode()))


def test_a_report_that_breaks_off_before_another_is_as_it_was() -> None:
    cut = "".join(REPORTS["wrk"][0].splitlines(keepends=True)[:4])
    items = items_of(f"{cut}{REPORTS['hey'][0]}")
    runs = {item.format: item.what.status for item in items if isinstance(item.what, RunRecord)}
    assert runs == {"wrk": "aborted", "hey": "complete"}


@pytest.mark.parametrize("tool", [tool for tool, own in printed_by_tools().items() if own.lines])
def test_a_report_is_all_there_in_the_lines_of_its_tool(tool: str) -> None:
    whole_line = own_line(tool, printed_by_tools()[tool])
    for report in REPORTS[tool]:
        text = clean(report.encode())
        own = "".join(f"{line}\n" for line in text.split("\n") if whole_line.fullmatch(line))
        assert list(map(numbers_of, own_items(own, tool))) == list(map(numbers_of, own_items(report, tool)))
        assert set(results_in(text, printed_by_tools())) == {tool}
