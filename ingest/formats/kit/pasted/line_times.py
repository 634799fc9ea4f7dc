"""The times that CI systems, containers and loggers put before a log's lines -> the start of a run whose log has none.

A tool that writes into a pipe prints most of its report at once, when it is done: lines of one moment say when the run
ended, and it began its duration before. So a run without a duration has no start by this. A time without its year
(syslog, `ts`) or without its day (Jenkins) says nothing: no line of a log tells which it is, and where it is known when
its file was written, that says by itself when the load ended. One without a zone is kept without.
"""

from __future__ import annotations

import io
import re
from array import array
from bisect import bisect_left
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO, NamedTuple

from benchdb.domain.text.zones import is_zone, seconds_ahead
from ingest.records import RunRecord

LONGEST_LINE = 1 << 20  #: bytes
LOOKED_AT = 64 << 10  #: bytes that show whether lines have times
SLACK = timedelta(seconds=1)  #: most times are printed in whole seconds
ISO = rb"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d| (?:[A-Z]{3,5}|[+-]\d\d)(?= ))?"
#: What may stand before a time: quotes, a job's and a step's name (`gh run view --log`), a pod, a service, a weekday.
BEFORE = (
    rb"[ \t]{0,20}(?:> ?){0,5}(?:[^\t\n]{1,100}\t[^\t\n]{1,100}\t|\[pod/[^\]\n]{1,300}\] |"
    rb"[A-Za-z0-9][\w.-]{0,60}[-_]\d{1,3} {1,40}\| |[A-Z][a-z]{2} )?(?:\xef\xbb\xbf)?"
)
PRINTED = rb"\[?(?:[A-Z][a-z]{2}, )?(?P<iso>" + ISO + rb")(?=[\] \t\r\n]|\Z)|(?P<epoch>\d{10}\.\d{3,9})[ \t]"
DOCKER = rb'\{"log":[^\n]{0,4000}?"time": ?"(?P<docker>' + ISO + rb')"'
JOURNAL = rb'\{[^\n]{0,4000}?"__REALTIME_TIMESTAMP" ?: ?"(?P<micro>\d{16})"'
TIME = re.compile(rb"^(?:" + BEFORE + rb"(?:" + PRINTED + rb")|" + DOCKER + rb"|" + JOURNAL + rb")", re.MULTILINE)
PARTS = re.compile(rb"(\d{4}).(\d\d).(\d\d).(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(.*)")
START_SOURCE = "start_source"  #: the fact that says where the start comes from
FIRST = "the time before line {}, the first of its report"
LAST = "the time before line {}, the last of its report, less the duration"
WITHOUT_ZONE = ", which names no zone and is taken as UTC"
MOST_LINES = 1_000_000  #: whose times are kept, in 17 MB: a file of more is of requests, whose rows say when they were
LONGEST = 366 * 86400.0  #: seconds that a load may have taken


def moment(line: bytes) -> datetime | None:
    """The time that a line begins with; without a zone where none is printed."""
    match = TIME.match(line)
    if match is None:
        return None
    try:
        if epoch := match["epoch"] or match["micro"]:
            return datetime.fromtimestamp(float(epoch) / (1 if b"." in epoch else 1e6), UTC)
        return of_parts(match["iso"] or match["docker"])
    except (ValueError, OverflowError):
        return None


def of_parts(text: bytes) -> datetime | None:
    """None where its zone means several. ValueError where it cannot be."""
    match = PARTS.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    shown = datetime(year, month, day, hour, minute, second, int((match[7] or b"0").ljust(6, b"0")[:6]), UTC)
    zone = "UTC" if match[8] == b"Z" else match[8].strip().decode()
    if not is_zone(zone):  # a level may stand there: INFO
        return shown.replace(tzinfo=None)
    ahead = seconds_ahead(zone)
    return None if ahead is None else shown - timedelta(seconds=ahead)


def has_times(head: bytes) -> bool:
    return TIME.search(head) is not None


class Stamped(NamedTuple):
    """A line's number, and when it was printed."""

    line: int
    moment: datetime


class Timed(io.RawIOBase):
    """A stream of lines, of which it keeps when those that have been read were printed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._ready, self._line = stream, b"", 0
        self._is_begun = True  #: a line begins at the next byte
        self._lines, self._moments, self._zoned = array("Q"), array("d"), array("b")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        lines, gathered = [self._ready], len(self._ready)
        while gathered < len(buffer) and (line := self._stream.readline(LONGEST_LINE)):
            if self._is_begun:
                self._line += 1
                self._note(line)
            self._is_begun = line.endswith(b"\n")
            lines.append(line)
            gathered += len(line)
        self._ready = b"".join(lines)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _note(self, line: bytes) -> None:
        if len(self._lines) < MOST_LINES and (printed := moment(line)):
            self._lines.append(self._line)
            self._moments.append(printed.replace(tzinfo=UTC).timestamp())
            self._zoned.append(printed.tzinfo is not None)

    def of_line(self, first: int, last: int) -> Stamped | None:
        """The first line with a time among those."""
        place = bisect_left(self._lines, first)
        if place == len(self._lines) or self._lines[place] > last:
            return None
        shown = datetime.fromtimestamp(self._moments[place], UTC)
        return Stamped(self._lines[place], shown if self._zoned[place] else shown.replace(tzinfo=None))


def with_start(run: RunRecord, times: Timed) -> RunRecord:
    """The run with its start and where that comes from, if its own report says nothing of it."""
    if run.is_kept_beside or "started_at" in run.facts:
        return run
    last = max((number.line for number in run.measurements), default=0)
    duration = next((number.value for number in run.measurements if number.metric == "duration" and not number.item), 0)
    began, ended = times.of_line(run.line, last), times.of_line(last, last)
    if began is None or ended is None or not 0 < duration < LONGEST:
        return run
    facts = start(began, ended, timedelta(seconds=duration))
    return replace(run, facts={**run.facts, **facts}) if facts else run


def start(began: Stamped, ended: Stamped, duration: timedelta) -> dict[str, str]:
    """By the first line of a report where its lines are as far apart as the load took, else by its last one."""
    if (began.moment.tzinfo is None) != (ended.moment.tzinfo is None) or ended.moment < began.moment:
        return {}
    is_as_printed = ended.moment - began.moment + SLACK >= duration
    moment, source = (began.moment, FIRST) if is_as_printed else (ended.moment - duration, LAST)
    zone = "" if moment.tzinfo else WITHOUT_ZONE
    line = began.line if is_as_printed else ended.line
    return {"started_at": moment.isoformat(), START_SOURCE: source.format(line) + zone}
