"""A printed date with a time (`iostat -t`, `vmstat -t`, JSON, `date` before a row) -> a moment.

Source: `%x %X` of glibc 2.36 in 44 locales, ISO 8601, seconds since 1970, and what `date` prints in English.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from ingest.formats.kit.samples.clocks import EPOCH as EPOCH_DAY
from ingest.formats.kit.samples.dates import MONTHS, Printed, printed_date
from ingest.formats.sysstat.kit.clock import plain_time, read_time, time_tokens
from ingest.formats.sysstat.kit.columns import is_name

ISO = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?(?:\s*([A-Z]{2,5}))?:?")
EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?:?")
OF_DATE = re.compile(
    r"(?:[A-Z][a-z]{2}\s+)?([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d\d:\d\d:\d\d(?:\s[AP]M)?)(?:\s+([A-Z]{2,5}))?\s+(\d{4}):?"
)
MOST_KNOWN = 10_000


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was. Without `absolute` the day is not certain, or not printed at all."""

    seconds: float  #: since midnight; NaN = this is no time
    printed: Printed | None = None  #: the day
    absolute: float = math.nan  #: since 1970, where the zone is known too
    zone: str = ""

    @property
    def is_one(self) -> bool:
        return not math.isnan(self.seconds) or not math.isnan(self.absolute)


NONE = Moment(math.nan)


def moment(text: str) -> Moment:
    """`11/07/22 11:59:57 AM`, `2022年11月07日 11時59分57秒`, `2022-11-07T11:59:57+0000`, `1667822397` ..."""
    text = text.strip()
    if EPOCH.fullmatch(text):
        return Moment(math.nan, None, float(text.rstrip(":")))
    if match := ISO.fullmatch(text):
        return _iso(match)
    if match := OF_DATE.fullmatch(text):
        day = printed_date(f"{match[5]}-{MONTHS.get(match[1].lower(), 0):02}-{int(match[2]):02}")
        return Moment(read_time(match[3]), day, zone=match[4] or "")
    return _local(text.split())


def _iso(match: re.Match[str]) -> Moment:
    seconds = plain_time(match[2].encode()) if match[2].isascii() else read_time(match[2])
    day, midnight = _day_in_zone(match[1], match[3] or "")
    if not math.isnan(midnight + seconds):
        return Moment(seconds, day, midnight + seconds)
    return Moment(seconds, day, zone=match[4] or "")


@lru_cache(maxsize=4096)
def _day_in_zone(text: str, zone: str) -> tuple[Printed, float]:
    """A day, and its midnight since 1970; NaN without a zone (`Z`, `+0130`, `-01:30`), or where one is none."""
    day = printed_date(text)
    digits = zone[1:].replace(":", "") if zone != "Z" else "0000"
    if not digits or not day.day or int(digits[:2]) > 23 or int(digits[2:]) > 59:
        return day, math.nan
    ahead = int(digits[:2]) * 3600.0 + int(digits[2:]) * 60
    return day, (day.day - EPOCH_DAY).days * 86400.0 - (-ahead if zone[0] == "-" else ahead)


def _local(tokens: list[str]) -> Moment:
    """A date and a time in the order that nearly every locale has, or a time alone."""
    for start in range(min(len(tokens), 6)):
        count = time_tokens(tokens[start:], is_name)
        if not count or start + count != len(tokens):
            continue
        cell = tokens[start:]
        seconds = read_time(" ".join(cell))
        if not math.isnan(seconds):
            zone = cell[-1] if count > 1 and cell[-1].isascii() and cell[-1].isupper() and len(cell[-1]) > 2 else ""
            return Moment(seconds, printed_date(" ".join(tokens[:start])) if start else None, zone=zone)
    return NONE


class Moments(dict[bytes, Moment]):
    """Cell -> moment; each distinct one is read once."""

    def __missing__(self, cell: bytes) -> Moment:
        from_text = moment(cell.decode("utf-8", "benchdb-latin1"))
        if len(self) < MOST_KNOWN:
            self[cell] = from_text
        return from_text
