"""When the samples of vmstat, mpstat and prstat were taken: these tools print no time unless they are asked to.

Times come, in this order, from the time that each sample has (`-T d`, `-T u`, `-d`, a `date` before it); from the one
before the run and the interval of an echoed command; from the interval alone (seconds since the run began); else they
are the samples' numbers. The facts `clock` and `times_are` say which.
"""

from __future__ import annotations

import math
import re
from array import array
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import LOCAL
from ingest.formats.kit.samples.dates import MONTH_NAMES
from ingest.formats.solaris.series import Floats
from ingest.records import Fact

EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - printed times name no zone
EPOCH_SECONDS = re.compile(r"\d{9,10}")
DATE = re.compile(
    r"(?:[A-Z][a-z]{2}) (?P<month>[A-Z][a-z]{2}) +(?P<day>\d{1,2}) (?P<time>\d\d:\d\d:\d\d) "
    r"(?:(?P<zone>[A-Z][A-Za-z0-9+-]{1,9}) )?(?P<year>\d{4})"
)
LONG_DATE = re.compile(  # en_US: Tuesday, April 19, 2011 09:15:31 PM JST
    r"[A-Z][a-z]{2,8},? (?P<month>[A-Z][a-z]{2,8}) +(?P<day>\d{1,2}), (?P<year>\d{4}) (?P<time>\d\d:\d\d:\d\d) "
    r"(?P<half>[AP]M)(?: (?P<zone>[A-Z][A-Za-z0-9+-]{1,9}))?"
)
ISO = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)[T ](?P<time>\d\d:\d\d:\d\d)(?: ?(?P<zone>[A-Z]{2,5}))?:?"
)
MONTHS = {name: number for number, name in enumerate(MONTH_NAMES[0].title().split(), 1)}
UTC = ("UTC", "GMT")


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment as printed: seconds since the epoch, and the zone it names. "" = none named, it is taken as UTC."""

    seconds: float
    zone: str = ""


def stamp(text: str) -> Stamp | None:
    """What `text` says as a moment, None where it says none."""
    text = text.strip()
    if not 9 <= len(text) <= 60:
        return None
    if EPOCH_SECONDS.fullmatch(text):
        return Stamp(float(text), "UTC")
    match = DATE.fullmatch(text) or LONG_DATE.fullmatch(text) or ISO.fullmatch(text)
    if not match:
        return None
    hours, minutes, seconds = (int(part) for part in match["time"].split(":"))
    if match.re is LONG_DATE:
        hours = hours % 12 + 12 * (match["half"] == "PM")
    month = int(match["month"]) if match.re is ISO else MONTHS.get(match["month"][:3], 0)
    try:
        moment = datetime(int(match["year"]), month, int(match["day"]), hours, minutes, min(seconds, 59))  # noqa: DTZ001
    except ValueError:
        return None
    return Stamp((moment - EPOCH).total_seconds(), match["zone"] or "")


@dataclass(slots=True, eq=False)
class Clock:
    """The samples of one run of a tool, those that are left out included."""

    interval: float = math.nan  #: seconds
    began: float = math.nan  #: the first stamp
    zone: str = ""
    stamps: array[float] = field(default_factory=lambda: array("d"))  #: of each sample; NaN = none of its own
    _waiting: float = math.nan

    def stamped(self, moment: Stamp) -> None:
        """The next sample has this stamp."""
        self._waiting = moment.seconds
        if math.isnan(self.began):
            self.began, self.zone = moment.seconds, moment.zone

    def next(self) -> int:
        """The number of the sample that begins here."""
        self.stamps.append(self._waiting)
        self._waiting = math.nan
        return len(self.stamps) - 1

    @property
    def has_all_stamps(self) -> bool:
        """Whether each sample has its own; one sample alone must have it too."""
        return len(self.stamps) > 0 and not any(math.isnan(stamp) for stamp in self.stamps)

    def times(self) -> Floats:
        """Of each sample, in the unit that `facts` tells."""
        if self.has_all_stamps:
            return np.array(self.stamps)
        numbers = np.arange(len(self.stamps), dtype=np.float64)
        if math.isnan(self.interval):
            return numbers
        start = 0.0 if math.isnan(self.began) else self.began
        return start + numbers * self.interval

    def facts(self) -> dict[str, Fact]:
        known: dict[str, Fact] = {} if math.isnan(self.interval) else {"interval": self.interval}
        if self.has_all_stamps or not (math.isnan(self.interval) or math.isnan(self.began)):
            zone = "UTC" if self.zone in UTC else f"local, {printable(self.zone)}" if self.zone else LOCAL
            return known | {"times_are": "seconds since the epoch", "clock": zone, "date_is_ambiguous": False}
        if not math.isnan(self.began):
            known["began"] = self.began
        times_are = "sample numbers" if math.isnan(self.interval) else "seconds since the run began"
        return known | {"times_are": times_are, "clock": "none", "date_is_ambiguous": True}
