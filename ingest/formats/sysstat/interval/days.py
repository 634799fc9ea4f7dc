"""Printed moments -> seconds that count on from the first day's midnight."""

from __future__ import annotations

import math
from datetime import date

from ingest.formats.sysstat.interval.moments import Moment
from ingest.formats.sysstat.interval.report import Report
from ingest.formats.sysstat.kit.sections import DAY, HALF_DAY


class Days:
    """Counts the days of one report, and tells it what its first moment says of day and zone."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self._last, self._day = math.nan, 0.0
        self._text = ""
        self._first: date | None = None

    def seconds(self, moment: Moment) -> float:
        """NaN where a sample's moment is none."""
        if not math.isnan(moment.absolute):
            self.report.is_utc = True
            return moment.absolute
        self.report.zone = self.report.zone or moment.zone
        printed = moment.printed
        if printed and self.report.first is None:
            self.report.first, self._first, self._text = printed, printed.day, printed.text
        if printed and printed.day and self._first:
            return (printed.day - self._first).days * DAY + moment.seconds
        has_fallen = moment.seconds - self._last < -HALF_DAY
        is_next = bool(printed and printed.text != self._text)
        self._day += DAY * (has_fallen or is_next)
        self._last, self._text = moment.seconds, printed.text if printed else self._text
        return self._day + moment.seconds
