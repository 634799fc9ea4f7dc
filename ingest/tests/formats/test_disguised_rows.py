"""Rows of requests, of samples and of profiles: no disguise takes a value without a word, or makes one up."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ingest.formats import formats
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.records import Problem, TraceRecord
from ingest.tests.disguises import DISGUISES, PASTES
from ingest.tests.formats.test_disguises import items_of, runs, values
from ingest.tests.goldens import LOGS, all_logs

pytestmark = [pytest.mark.thorough, pytest.mark.long]

LONGEST = 20_000  #: bytes of a sample
MOST = 2  #: samples of a format, the shortest ones
LONGEST_QUOTE = 1000  #: characters; a whole document on one line is one

#: What is done to a value behind its label; rows have none.
OF_LABELS = ("values as code", "values in bold")
#: Two rows on one line are no row: which of a CSV's cells is whose cannot be told. What grep puts before a row may be
#: part of its name: iostat's devices have colons. In columns, a name of two words is two.
UNTOLD = ("joined", "column -t", "grep", "grep -n", "grep -Hn", *OF_LABELS)
ROW_DISGUISES = {name: disguise for name, disguise in DISGUISES.items() if name not in UNTOLD} | {
    "CI": lambda text: re.sub(r"^(?=.)", "[2026-11-21T01:02:03.123Z] ", text, flags=re.MULTILINE),
}
Value = tuple[str, str, float]


def samples() -> list[Path]:
    by_format = defaultdict(list)
    for log in sorted(all_logs(), key=lambda log: log.stat().st_size):
        by_format[log.relative_to(LOGS).parts[0]].append(log)
    names = [name for name in by_format if ".load." not in formats()[name].package and name != "sar_binary"]
    return [log for name in names for log in by_format[name][:MOST] if log.stat().st_size <= LONGEST]


def readings(items: list[ParsedItem]) -> set[Value]:
    """Every value of every series, and of every run."""
    traces = [item.what for item in items if isinstance(item.what, TraceRecord)]
    samples = {
        (trace.metric.removeprefix("since_boot:"), trace.item, float(value))
        for trace in traces
        for value in trace.values[~np.isnan(trace.values)]
    }
    return samples | values(items)


@cache
def text_of(log: Path) -> str:
    return log.read_bytes().decode("utf-8-sig", "replace")


@cache
def as_printed(log: Path) -> list[ParsedItem]:
    return items_of(text_of(log))


@pytest.mark.parametrize("log", samples(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_no_disguise_takes_a_value_without_a_word_or_makes_one_up(log: Path) -> None:
    printed = as_printed(log)
    faults = []
    for name, disguise in ROW_DISGUISES.items():
        dressed = items_of(disguise(text_of(log)))
        if added := readings(dressed) - readings(printed):
            faults.append(f"{name} makes up {sorted(added)[:3]}")
        if len(runs(dressed)) > len(runs(printed)):
            faults.append(f"{name} makes runs up")
        lost = readings(printed) - readings(dressed)
        if lost and not any(isinstance(item.what, Problem) for item in dressed):
            faults.append(f"{name} loses {len(lost)} values, such as {sorted(lost)[:3]}")
    assert faults == []


#: One REQUEST line is a whole log of Gatling's, as far as its own tests go.
QUOTABLE = [log for log in samples() if log.relative_to(LOGS).parts[0] != "gatling_requests"]


@pytest.mark.parametrize("log", QUOTABLE, ids=lambda log: log.relative_to(LOGS).as_posix())
def test_a_line_that_is_quoted_in_a_text_makes_no_run_and_no_series(log: Path) -> None:
    lines = [line for line in text_of(log).split("\n") if line.strip() and len(line) < LONGEST_QUOTE]
    middle = len(lines) // 2
    for line in [*lines[:3], *lines[middle : middle + 2]]:
        letter = f"Dear all,\n\nplease look at this one:\n\n> {line}\n\nI wonder. It says\n{line}\nin our log.\n"
        items = items_of(letter)
        assert not runs(items)
        assert not [item for item in items if isinstance(item.what, TraceRecord)]


#: What is counted and added up is less then, which a problem says.
CUT = (
    *("dots for the middle", "snipped", "a hundred columns", "decimal commas"),
    *("a mailer's lines", "cut with dots", "pages of a printer", "thousands in groups"),
)
SHORT = 6000  #: bytes
#: Of each format the shortest log.
SHORTEST = {
    log.relative_to(LOGS).parts[0]: log
    for log in sorted(all_logs(), key=lambda log: -log.stat().st_size)
    if log.stat().st_size <= SHORT and log.relative_to(LOGS).parts[0] != "sar_binary"
}


@pytest.mark.parametrize("log", SHORTEST.values(), ids=SHORTEST)
def test_nothing_of_what_is_pasted_is_lost_without_a_word_or_made_up(log: Path) -> None:
    printed, faults = readings(as_printed(log)), []
    for name, paste in PASTES.items():
        items = items_of(paste(text_of(log)))
        has_problem = any(isinstance(item.what, Problem) for item in items)
        if (added := readings(items) - printed) and not (name in CUT and has_problem):
            faults.append(f"{name} makes up {sorted(added)[:3]}")
        if (lost := printed - readings(items)) and not has_problem:
            faults.append(f"{name} loses {len(lost)} values, such as {sorted(lost)[:3]}")
        if len(runs(items)) > len(runs(as_printed(log))):
            faults.append(f"{name} makes runs up")
    assert faults == []
