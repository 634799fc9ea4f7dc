"""When a machine booted -> one TraceRecord, whose times are those of its boots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from math import isnan
from typing import BinaryIO

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.kit.samples.clocks import EPOCH, LOCAL
from ingest.formats.sysstat.boot.signs import SINCE, UNAME, UP
from ingest.formats.sysstat.interval.moments import Moment, moment
from ingest.formats.sysstat.kit.clock import NOT_A_TIME, plain_time
from ingest.formats.sysstat.kit.sections import DAY
from ingest.records import Fact, Parsed, Problem, TraceRecord

RESTART = "restart"  #: as sar's is called
NO_DAY = "{} prints no day: expected the output of `date` above it, or `uptime -s` or `who -b` instead."
NO_MOMENT = "{} is no time of day, or of no day: expected one such as 2026-11-22 14:26:53."
SAME = 90.0  #: seconds by which two prints of one boot may differ, in whole minutes of time up


class Boots:
    """What a log has said so far."""

    def __init__(self) -> None:
        self.times: list[float] = []  #: seconds since 1970, each boot once
        self.line = 0  #: of the first
        self.undated: tuple[int, str] | None = None
        self.impossible: tuple[int, str] | None = None
        self.facts: dict[str, Fact] = {"tool": "uptime", "date_is_ambiguous": False, "clock": LOCAL}
        self._day: date | None = None

    def read(self, number: int, text: str) -> None:
        if match := SINCE.fullmatch(text):
            self.of_since(number, match[1])
        elif match := UP.fullmatch(text):
            self.of_uptime(number, match)
        elif match := UNAME.fullmatch(text):
            self.facts |= {"host": printable(match["host"]), "kernel": printable(f"Linux {match['release']}")}
        elif (when := moment(text)).printed:
            self.of_date(when)

    def of_since(self, number: int, printed: str) -> None:
        try:
            time = midnight(date.fromisoformat(printed[:10])) + plain_time(f"{printed[11:]}:00".encode()[:8])
        except ValueError:
            time = NOT_A_TIME
        self.add(number, time, printed)

    def of_date(self, when: Moment) -> None:
        self._day = when.printed.day if when.printed else None
        if when.zone in ("UTC", "GMT"):
            self.facts["clock"] = "UTC"

    def of_uptime(self, number: int, match: re.Match[str]) -> None:
        if self._day is None:
            self.undated = self.undated or (number, "top" if match["top"] else "uptime")
            return
        minutes = 60 * int(match["hours"] or match["whole"] or 0) + int(match["minutes"] or match["only"] or 0)
        up = DAY * int(match["days"] or 0) + 60 * minutes
        self.add(number, midnight(self._day) + plain_time(match["clock"].encode()) - up, match["clock"])

    def add(self, number: int, time: float, printed: str) -> None:
        if isnan(time):
            self.impossible = self.impossible or (number, printed)
        elif all(abs(time - known) > SAME for known in self.times):
            self.times.append(time)
            self.line = self.line or number

    def results(self) -> Iterator[TraceRecord | Problem]:
        if self.times:
            times = np.array(sorted(self.times))
            yield TraceRecord(RESTART, "", times, np.ones(len(times)), self.facts, self.line, "count")
        elif self.undated:
            yield Problem(self.undated[0], NO_DAY.format(self.undated[1]))
        if self.impossible:
            yield Problem(self.impossible[0], NO_MOMENT.format(self.impossible[1]))


def midnight(day: date) -> float:
    """Seconds since 1970."""
    return (day - EPOCH).days * DAY


def parse(stream: BinaryIO) -> Parsed:
    """The boots of one machine."""
    broken, boots = list[Exception](), Boots()
    for number, text, _ in lines_until_broken(stream, broken):
        boots.read(number, text.strip()[:500])
    yield from boots.results()
    if broken:
        raise broken[0]
