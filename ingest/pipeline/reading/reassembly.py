"""Puts reports together whose lines stand between those of other programs, or says that a result is lost."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from operator import attrgetter

from ingest.formats import HEAD_SIZE, formats, printed_by_tools
from ingest.formats.kit.claims import clean
from ingest.formats.kit.pasted.own_lines import lines_of, results_in
from ingest.formats.kit.report_scanner import Page
from ingest.pipeline.reading.parsed_items import ParsedItem, measured_lines
from ingest.records import Measurement, Problem, RunRecord

MIXED = "Another program wrote between the lines of this report: it was put together from those that its tool prints."
LOST = (
    "A result of {} stands here, but no report of it can be read: expected its lines right below each other, and none "
    "of another program between them."
)
BEHIND = 2  #: lines behind the last number of a report
LONGEST = 60  #: lines of a report


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first lines of a log as load tools printed them, and the results that stand in them."""

    lines: Sequence[str]
    numbers: Sequence[int]  #: of the lines, in the log
    results: Mapping[str, Sequence[int]]  #: format -> the numbers of the lines they stand on
    is_all: bool  #: the log has no more, and had none that somebody left out


def beginning(head: bytes, is_whole: bool) -> Beginning:
    """What is known of a log by its head. Of one that is not whole no lines are taken together."""
    text, is_all = clean(head), is_whole and len(head) < HEAD_SIZE
    if not (places := results_in(text, printed_by_tools())):
        return Beginning((), (), {}, is_all)
    page, results = Page(text), dict[str, list[int]]()
    for place, tool in sorted((place, tool) for tool, starts in places.items() for place in starts):
        page.go(place)
        results.setdefault(tool, []).append(page.line)
    numbers, lines = zip(*Page(text).lines(), strict=True)
    return Beginning(lines, numbers, results, is_all)


def put_together(items: Iterable[ParsedItem], log: Beginning, names: Set[str]) -> Iterator[ParsedItem]:
    """What was read, with whole runs for pieces of their reports; a problem for each result that is in none.

    `names` are those of the formats that read the log. Of a single one only pieces are looked at.
    """
    is_alone = len(log.results.keys() | names) == 1
    if not log.is_all:
        yield from items if is_alone else with_problems(items, log)
        return
    left = parsed = list(items)
    for tool, results in log.results.items():
        own = [item for item in parsed if item.format == tool]
        lost = lost_results(results, own)
        has_trouble = lost or any(isinstance(item.what, Problem) for item in own)
        if not (is_in_pieces(own, results) if is_alone else has_trouble):
            continue
        runs, lines = runs_among_others(log, tool)
        if len(runs) >= max(1, len(whole(own))) and not lost_results(results, runs):
            left = [
                item for item in left if not (item.format == tool and item.line) and not is_about(item, lines)
            ] + runs
        elif lost and lines is None:
            left = [item for item in left if item.format != tool or not is_begun(item, lost)]
    yield from left if is_alone else sorted(with_problems(left, log), key=attrgetter("line"))


def is_in_pieces(own: Sequence[ParsedItem], results: Sequence[int]) -> bool:
    """Whether there are beginnings besides a run for each result: a report may go on behind another program's lines."""
    count = sum(isinstance(item.what, RunRecord) for item in own)
    return len(results) < count > len(whole(own))


def whole(own: Iterable[ParsedItem]) -> list[RunRecord]:
    """The runs that have their end."""
    return [item.what for item in own if isinstance(item.what, RunRecord) and item.what.status != "aborted"]


def with_problems(items: Iterable[ParsedItem], log: Beginning) -> Iterator[ParsedItem]:
    """What was read, and then a problem for each result of which nothing is said."""
    last, near = log.numbers[-1], list[ParsedItem]()
    for item in items:
        yield item
        if item.format in log.results and item.line <= last:
            near.append(item)
    for tool, results in log.results.items():
        own = [item for item in near if item.format == tool]
        known = [item.line for item in own if isinstance(item.what, Problem)]
        for line in lost_results(results, own):
            if not any(abs(line - other) < LONGEST for other in known):
                yield ParsedItem(tool, Problem(line, LOST.format(formats()[tool].title)))


def is_about(item: ParsedItem, lines: Set[int] | None) -> bool:
    """Whether this is a format's trouble with one of these lines of another's."""
    return isinstance(item.what, Problem) and lines is not None and item.line in lines


def is_begun(item: ParsedItem, lost: Iterable[int]) -> bool:
    """Whether this is the beginning of a report of which the result is lost."""
    is_aborted = isinstance(item.what, RunRecord) and item.what.status == "aborted"
    return is_aborted and any(abs(line - item.line) < LONGEST for line in lost)


def lost_results(results: Iterable[int], own: Sequence[ParsedItem]) -> list[int]:
    """Those that stand in no report."""
    reports = [report_lines(item.what) for item in own if isinstance(item.what, RunRecord)]
    return [line for line in results if not any(line in lines for lines in reports)]


def report_lines(run: RunRecord) -> range:
    """Where a report stands; nowhere if it breaks off. One without a reply has hardly a number."""
    last = max((number.line for number in run.measurements), default=run.line)
    if run.status != "aborted":
        return range(run.line, last + BEHIND + 1)
    return range(run.line, run.line + LONGEST) if run.measurements and "reason" in run.facts else range(0)


def all_lost(log: Beginning) -> Iterator[Problem]:
    """The results of a log that no format knows, in their order."""
    lost = ((line, tool) for tool, lines in log.results.items() for line in lines)
    return (Problem(line, LOST.format(formats()[tool].title)) for line, tool in sorted(lost))


def runs_among_others(log: Beginning, tool: str) -> tuple[list[ParsedItem], Set[int] | None]:
    """The tool's runs, read from its lines alone, and these; no runs if one is not whole.

    None where a line may be another tool's as well.
    """
    tools = {name: printed_by_tools()[name] for name in log.results}
    if not (log.is_all and tools[tool].lines):
        return [], set()
    places = lines_of(tool, tools, log.lines)
    if places is None:
        return [], None
    numbers = [log.numbers[place] for place in places]
    text = "".join(f"{log.lines[place]}\n" for place in places) + "\n"
    parsed = list(formats()[tool].parse(io.BytesIO(text.encode())))
    runs = [run for run in parsed if isinstance(run, RunRecord) and run.status != "aborted"]
    if len(runs) < len(parsed):
        return [], set()
    return [ParsedItem(tool, as_in_log(run, numbers, log)) for run in runs], set(numbers)


def as_in_log(run: RunRecord, numbers: Sequence[int], log: Beginning) -> RunRecord:
    """The run with the numbers that its lines have in the log."""
    measured = tuple(
        Measurement(one.metric, one.value, one.line and numbers[one.line - 1], one.item, one.printed)
        for one in run.measurements
    )
    moved = replace(run, line=numbers[run.line - 1], measurements=measured)
    lines, own = range(moved.line, max(measured_lines([ParsedItem("", moved)]), default=0)), set(numbers)
    between = (number for number, text in zip(log.numbers, log.lines, strict=True) if text.strip())
    is_mixed = any(number in lines and number not in own for number in between)
    return replace(moved, caveats=(*run.caveats, MIXED)) if is_mixed else moved
