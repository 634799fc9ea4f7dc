"""Whatever a report wears, no value of it is lost without a word, and none is made up."""

from __future__ import annotations

import io
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from ingest.formats import formats
from ingest.pipeline.identify import read
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.records import Problem, RunRecord
from ingest.tests.disguises import DISGUISES, HARMLESS
from ingest.tests.goldens import LOGS, all_logs

pytestmark = [pytest.mark.thorough, pytest.mark.long]

LONGEST = 40_000  #: bytes of a sample: longer ones repeat themselves
MOST = 5  #: samples of a format, one of each version first


def samples() -> list[Path]:
    """The shortest log of each folder, then the next ones, up to MOST of a format."""
    folders = defaultdict(list)
    for log in sorted(all_logs(), key=lambda log: log.stat().st_size):
        if log.stat().st_size <= LONGEST:
            folders[log.parent].append(log)
    ranked = sorted((rank, log) for logs in folders.values() for rank, log in enumerate(logs))
    by_format = defaultdict(list)
    for _, log in ranked:
        by_format[log.relative_to(LOGS).parts[0]].append(log)
    return [log for name, logs in by_format.items() if is_report(name) for log in logs[:MOST]]


def is_report(name: str) -> bool:
    """Rows of requests, of samples and of profiles are files that no one pastes with bullets."""
    return ".load." in formats()[name].package and name != "ab_percentiles"


Value = tuple[str, str, float]


def items_of(content: str) -> list[ParsedItem]:
    """What is said of a file; a Problem where nothing can be read of it."""
    try:
        return list(read(io.BytesIO(content.encode())))
    except Unreadable as error:
        return [ParsedItem("", Problem(0, str(error)))]


def runs(items: list[ParsedItem]) -> list[RunRecord]:
    return [item.what for item in items if isinstance(item.what, RunRecord)]


def values(items: list[ParsedItem]) -> set[Value]:
    return {(number.metric, number.item, number.value) for run in runs(items) for number in run.measurements}


@cache
def text_of(log: Path) -> str:
    return log.read_bytes().decode("utf-8-sig", "replace")


@cache
def as_printed(log: Path) -> list[ParsedItem]:
    return items_of(text_of(log))


@pytest.mark.parametrize("log", samples(), ids=lambda log: log.relative_to(LOGS).as_posix())
def test_no_disguise_takes_a_value_without_a_word_or_makes_one_up(log: Path) -> None:
    printed = as_printed(log)
    for name, disguise in DISGUISES.items():
        dressed = items_of(disguise(text_of(log)))
        assert values(dressed) <= values(printed), f"{name} makes values up"
        assert len(runs(dressed)) <= len(runs(printed)), f"{name} makes runs up"
        lost = values(printed) - values(dressed)
        assert not lost or any(isinstance(item.what, Problem) for item in dressed), f"{name} loses {lost}"


FEWEST = 8  #: lines, from which it can be told what they share
LONG = [log for log in samples() if len([line for line in text_of(log).split("\n") if line.strip()]) >= FEWEST]


@pytest.mark.parametrize("log", LONG, ids=lambda log: log.relative_to(LOGS).as_posix())
def test_what_stands_before_every_line_alike_takes_nothing(log: Path) -> None:
    lost = {name: values(as_printed(log)) - values(items_of(dress(text_of(log)))) for name, dress in HARMLESS.items()}
    assert {name: sorted(some)[:2] for name, some in lost.items() if some} == {}
