"""Parsed items as bytes and back. Traces of one log share their facts and times: those are sent once."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.records import Measurement, RunRecord, TraceRecord

if TYPE_CHECKING:  # most logs have no series, and numpy is more than half of what a child imports
    import numpy as np


@dataclass(frozen=True, slots=True)
class Skipped:
    """Problems that were found and not kept."""

    count: int


@dataclass(frozen=True, slots=True)
class Done:
    """The file was read, or as much of it as can be. `refused`: why nothing of it can; `fault`: a bug of ours."""

    cpu_seconds: float = 0.0
    refused: str = ""
    limit: str = ""
    fault: str = ""
    is_last: bool = False  #: the child has ended
    is_killed: bool = False  #: from outside, by none of our limits


@dataclass(frozen=True, slots=True)
class Trace:
    """A TraceRecord without what it shares with those before it."""

    format: str
    record: TraceRecord  #: its facts are {}, its times None
    facts: int
    new_facts: Mapping[str, Any] | None
    new_times: np.ndarray | None


@dataclass(frozen=True, slots=True)
class Run:
    """A RunRecord whose numbers are plain tuples: a report is little but numbers."""

    format: str
    record: RunRecord
    numbers: tuple[tuple[str, float, int, str, str], ...]


class Sender:
    def __init__(self) -> None:
        self._facts: dict[int, tuple[int, object]] = {}  #: the mapping is kept, so that its id stays its own
        self._times: object = None

    def encoded(self, item: ParsedItem) -> bytes:
        match item.what:
            case RunRecord() as record:
                numbers = tuple((m.metric, m.value, m.line, m.item, m.printed) for m in record.measurements)
                return dumped(Run(item.format, replace(record, measurements=()), numbers))
            case TraceRecord() as record:
                return dumped(self._trace(item.format, record))
        return dumped(item)

    def _trace(self, format: str, record: TraceRecord) -> Trace:
        is_new = id(record.facts) not in self._facts
        number, _ = self._facts.setdefault(id(record.facts), (len(self._facts), record.facts))
        times = None if record.times is self._times else record.times
        self._times = record.times
        bare = replace(record, facts={}, times=cast("np.ndarray", None))
        return Trace(format, bare, number, dict(record.facts) if is_new else None, times)


class Receiver:
    def __init__(self) -> None:
        self._facts: dict[int, Mapping[str, Any]] = {}
        self._times: np.ndarray | None = None

    def decoded(self, content: bytes) -> ParsedItem | Skipped | Done:
        message = pickle.loads(content)
        match message:
            case Run(format, record, numbers):
                measurements = tuple(Measurement(*number) for number in numbers)
                return ParsedItem(format, replace(record, measurements=measurements))
            case Trace():
                return self._trace(message)
            case ParsedItem() | Skipped() | Done():
                return message
        raise TypeError(f"unknown message {type(message).__name__}")

    def _trace(self, trace: Trace) -> ParsedItem:
        facts = self._facts.setdefault(trace.facts, trace.new_facts or {})
        self._times = self._times if trace.new_times is None else trace.new_times
        return ParsedItem(trace.format, replace(trace.record, facts=facts, times=cast("np.ndarray", self._times)))


def dumped(message: object) -> bytes:
    return pickle.dumps(message, protocol=5)
