"""The zone that a line of `date` names, for recordings of the same file that print their times without one.

`date; sar -u 1 60` in any language: `Di 24. Nov 12:20:33 JST 2026`. The line is of the recording's clock where its time
is that of the first sample or of the last: `date -u`, or the day before, says nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from benchdb.domain.text.zones import is_zone
from ingest.formats.kit.samples.clocks import LOCAL
from ingest.records import Fact, Problem, Record, TraceRecord

DATE = re.compile(
    r"[ \t]*(?=.{0,60}\d{4})(?:[^\s:]{1,16}[ \t]+){2,6}(\d\d):(\d\d):(\d\d)(?:[ \t]+([AP])M)?"
    r"[ \t]+([A-Z]{3,5}|[+-]\d\d(?::?\d\d)?)(?:[ \t]+\d{4})?[ \t\r]*"
)
LONGEST = 80  #: characters of such a line
DAY, NEAR = 86400.0, 600.0  #: seconds; zones are a quarter of an hour apart at least


class DateLine(NamedTuple):
    """What one says."""

    seconds: float  #: since midnight
    zone: str

    def is_of(self, record: TraceRecord) -> bool:
        """Whether the recording began or ended when `date` was called, by the same clock."""
        ends = (record.times[0], record.times[-1]) if len(record.times) else ()
        return any(abs((float(end) - self.seconds + DAY / 2) % DAY - DAY / 2) <= NEAR for end in ends)


def date_lines(head: str) -> list[DateLine]:
    matches = (DATE.fullmatch(line) for line in head.split("\n") if len(line) <= LONGEST and ":" in line)
    return [date_line(match) for match in matches if match and is_zone(match[5])]


def date_line(match: re.Match[str]) -> DateLine:
    hours, minutes, seconds = (int(match[place]) for place in (1, 2, 3))
    hours = hours % 12 + 12 * (match[4] == "P") if match[4] else hours
    return DateLine(3600.0 * hours + 60 * minutes + seconds, match[5])


class Zones:
    """Gives recordings without a zone that of the lines in a head; those that share their facts share the new ones."""

    def __init__(self, head: str) -> None:
        self._lines = date_lines(head)
        self._facts: dict[int, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = {}  #: by id; the old ones stay alive

    def zoned(self, what: Record | Problem) -> Record | Problem:
        if not isinstance(what, TraceRecord) or what.facts.get("clock") != LOCAL:
            return what
        if id(what.facts) not in self._facts:
            self._facts[id(what.facts)] = (what.facts, self._with_zone(what))
        return replace(what, facts=self._facts[id(what.facts)][1])

    def _with_zone(self, record: TraceRecord) -> Mapping[str, Fact]:
        """As it was where no line is of it, or they name several."""
        zones = {line.zone for line in self._lines if line.is_of(record)}
        if len(zones) != 1:
            return record.facts
        (zone,) = zones
        return {**record.facts, "clock": "UTC" if zone in ("UTC", "GMT") else f"local, {zone}"}


def in_zones(records: Iterable[Record | Problem], head: str) -> Iterator[Record | Problem]:
    """Records with the zones of the lines in a log's head."""
    return map(Zones(head).zoned, records)
