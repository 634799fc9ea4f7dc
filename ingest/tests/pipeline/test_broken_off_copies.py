"""Whatever line a report broke off at, what is left of it is known as its copy, whichever of both comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchdb.models import Run, Setup, UploadFile
from ingest.pipeline.rows.alike import Copy
from ingest.pipeline.rows.copies import BROKEN_OFF, FIGURES, SURE, Copies, proving_figures
from ingest.records import RunRecord
from ingest.tests.formats.test_cut_logs import chosen, is_report, read
from ingest.tests.samples import LONGEST, logs_of_formats

REPORTS = [name for name in chosen() if is_report(name)]
SETUP = Setup()


def runs_of(name: str, content: bytes) -> list[RunRecord]:
    return [item for item in read(name, content) if isinstance(item, RunRecord)]


def cuts(name: str) -> Iterator[tuple[RunRecord, RunRecord]]:
    """(what is left of a run, the whole of it), cut at lines all over its log, where enough of it is left."""
    for log in chosen()[name]:
        content = log.read_bytes()
        lines, whole = content.splitlines(keepends=True), runs_of(name, content)
        for end in range(1, len(lines), max(1, len(lines) // 40)) if len(whole) == 1 else ():
            left = runs_of(name, b"".join(lines[:end]))
            if len(left) == 1 and is_provable(left[0], whole[0]):
                yield left[0], whole[0]


def is_provable(left: RunRecord, whole: RunRecord) -> bool:
    """Whether its figures are as printed in the whole, and enough above the line that it ends with."""
    last = max((one.line for one in left.measurements), default=0)
    digits = [digits for _, digits in proving_figures([one for one in left.measurements if one.line < last]).items()]
    in_whole = {(one.metric, one.item, one.value) for one in whole.measurements}
    all_said = all((one.metric, one.item, one.value) in in_whole for one in left.measurements if 0 < one.line < last)
    says_less = sum(one.line > 0 for one in left.measurements) < sum(one.line > 0 for one in whole.measurements)
    return all_said and says_less and len(digits) >= FIGURES and sum(digits) >= SURE


def held(*records: RunRecord) -> list[Copy]:
    """What is said of the first and of the second, when they are stored one after the other."""
    copies, every = Copies({}), list[Copy]()
    for number, record in enumerate(records, 1):
        run = Run(setup=SETUP, file=UploadFile(pk=number, name=f"{number}.log"), line=record.line, status=record.status)
        one = copies.held(run, record, is_decided=False)
        every += [*([one.copy] if one.copy else []), *(copy for _, copy in one.replaced)]
    return every


@pytest.mark.parametrize("name", REPORTS)
def test_what_is_left_of_a_report_is_its_copy(name: str) -> None:
    for left, whole in cuts(name):
        for order in ((left, whole), (whole, left)):
            (copy,) = held(*order)
            assert copy.excludes
            assert (copy.of.kind, copy.line) == (f"{BROKEN_OFF} elsewhere", left.line)


def test_most_tools_have_such_reports() -> None:
    assert len([name for name in REPORTS if next(cuts(name), None)]) >= 8


def told_apart(name: str) -> list[RunRecord]:
    """The runs of all logs of a format that have figures of their own, each once."""
    logs = [log for log in logs_of_formats()[name] if log.stat().st_size <= LONGEST]
    every = [record for log in logs for record in runs_of(name, log.read_bytes())]
    by_figures = {tuple(proving_figures(record.measurements)): record for record in every}
    return [record for figures, record in by_figures.items() if figures]


@pytest.mark.parametrize("name", sorted({*REPORTS} - {"gatling"}))  # whose logs are two files of one test
def test_runs_of_different_logs_are_no_copies(name: str) -> None:
    assert held(*told_apart(name)) == []


def test_the_formats_with_the_most_reports_have_runs_to_tell_apart() -> None:
    several = {name: len(told_apart(name)) for name in REPORTS}
    assert several["ab"] >= 80
    assert several["webbench_linux"] >= 4
    assert sum(number >= 2 for number in several.values()) >= 15


def test_two_files_of_one_test_are_a_copy() -> None:
    """Of gatling, of which the docs say: not both."""
    log = next(log for log in chosen()["gatling"] if log.name == "global_stats.json")
    (one,), (whole,) = (runs_of("gatling", log.with_name(name).read_bytes()) for name in (log.name, "stats.json"))
    (copy,) = held(one, whole)
    assert copy.excludes
