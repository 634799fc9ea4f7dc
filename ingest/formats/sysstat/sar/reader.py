"""The lines of a log -> reports. Rows are only counted off here, and read by their section, many at once.

Nearly all lines are rows, found by their first and last bytes without looking at each. All others (headers, averages,
restarts, comments, banners) are looked at one by one, in order.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.kit.banner import Banner, banner
from ingest.formats.sysstat.kit.cleaning import begins_part, is_remark
from ingest.formats.sysstat.kit.clock import MARKERS, ZONE, Clock, time_tokens
from ingest.formats.sysstat.kit.columns import CUT_HEADER, Layout, is_foreign, is_header, is_name, layout
from ingest.formats.sysstat.kit.headless import tell_timed
from ingest.formats.sysstat.kit.numbers import Mask
from ingest.formats.sysstat.kit.pieces import Lines, Text
from ingest.formats.sysstat.kit.report import Report
from ingest.formats.sysstat.kit.sections import DAY, HALF_DAY, MOST_ITEMS, Section
from ingest.formats.sysstat.kit.words import COMMENT, RESTART, cells_of, restart_words, summary_words, text_of
from ingest.formats.sysstat.sar.signs import OTHER_SYSTEMS

IOSTAT = re.compile(r"(?:avg-cpu:|Device:?\s|procs\s)")
UNKNOWN_SUMMARY = re.compile(r"[^\W\d]\S*[:：]")
TIME_CELL = 11  #: bytes of `%-11s`, which nearly every locale's time fits in
SHORTEST_ROW = 12
LAST_BYTES = 5  #: of a row are digits, blanks or points; the name of a last column has another byte among them

_NUMERIC = np.zeros(256, dtype=bool)
_NUMERIC[list(b"0123456789., ")] = True
_FIRST = np.zeros(256, dtype=bool)
_FIRST[list(b"0123456789 ")] = True
NOWHERE = -1


def rows_of(text: Text) -> Mask:
    """Which lines can only be rows. A comment may end as a row does."""
    may_be_rows: Mask = text.lengths >= SHORTEST_ROW
    if not may_be_rows.any():
        return may_be_rows
    may_be_rows &= _FIRST[text.buffer[text.starts]]
    ends = text.starts + text.lengths
    for place in range(1, LAST_BYTES + 1):
        may_be_rows &= _NUMERIC[text.buffer[ends - place]]
    may_be_rows[text.lines_with(COMMENT.encode(), letter=1)] = False
    return may_be_rows


def on_from(last: float, seconds: float) -> float:
    """The first time of day `seconds` after `last`; a small step back is no new day."""
    day, before = divmod(last, DAY)
    return (day + (seconds - before < -HALF_DAY)) * DAY + seconds


class Reader:
    """Reads a log piece by piece."""

    def __init__(self) -> None:
        self.clock = Clock().seconds
        self.problems = Problems()
        self.reports: list[Report] = []
        self.is_refused = False
        self._here: Report | None = None
        self._by_key: dict[tuple[object, ...], Report] = {}
        self._sections: list[Section] = []
        self._open: dict[tuple[tuple[str, ...], int], int] = {}  #: since the last banner or restart
        self._current = NOWHERE  #: of _sections
        self._day = 0.0  #: seconds from the report's first midnight to the banner's
        self._base: float | None = None  #: where the sections since the last banner or restart begin
        self._headers: dict[bytes, int] = {}  #: what stands after the time -> the open section
        self._summaries: set[bytes] = set()
        self._marks: list[tuple[int, int]] = []  #: (line, section from there on)
        self._has_seen = False
        self._has_lost_times = False  #: then nobody knows how many midnights have passed

    @property
    def has_results(self) -> bool:
        """Whether there was anything of sar's."""
        return bool(self._sections) or any(report.restarts for report in self.reports)

    def feed(self, text: Text) -> None:
        """Read one piece."""
        if self.is_refused:
            return
        self._rows = rows_of(text)
        self._done, self._marks = 0, [(0, self._current)]
        for index in np.flatnonzero(~self._rows & (text.lengths > 0)).tolist():
            raw = text.line(index)
            number = self._headers.get(raw[TIME_CELL:])
            if number is not None and not math.isnan(seconds := self.clock(raw[:TIME_CELL])):
                self._again(number, seconds, text, index)
            else:
                self._special(raw, text, index)
            if self.is_refused:
                return
        self._convert(text, len(text.starts))

    def _convert(self, text: Text, end: int) -> None:
        """Read the rows from where that was last done up to line `end`."""
        lines = np.flatnonzero(self._rows[self._done : end]) + self._done
        if len(lines):
            since, sections = (np.array(marks, dtype=np.int64) for marks in zip(*self._marks, strict=True))
            owners = sections[np.searchsorted(since, lines, side="right") - 1]
            self._give(text, lines, owners)
        self._done, self._marks = end, [(end, self._current)]

    def _give(self, text: Text, lines: Lines, owners: Lines) -> None:
        """Each section its rows."""
        order = np.argsort(owners, kind="stable")
        owners = owners[order]
        bounds = [0, *(np.flatnonzero(np.diff(owners)) + 1).tolist(), len(owners)]
        for start, stop in pairwise(bounds):
            number = int(owners[start])
            if number == NOWHERE:
                tell_timed(text, lines[order[start:stop]].tolist(), self.problems)
                continue
            section = self._sections[number]
            for line, expected in section.add(text, lines[order[start:stop]], self.clock):
                self.problems.add(text.first_line + line, expected, text_of(text.line(line)[:200]))
            if len(section.items.names) > MOST_ITEMS:
                self.problems.add_once(
                    section.line, f"more than {MOST_ITEMS} items under this header: not all were read"
                )

    def _special(self, raw: bytes, text: Text, index: int) -> None:
        """Look at a line that may be anything."""
        if self._is_odd_row(raw):
            self._rows[index] = True
            return
        first = raw.split(None, 1)[:1]
        if not first or first[0] in self._summaries:
            self._end(index, is_summary=bool(first))
            return
        line = text_of(raw)
        if line.lstrip().startswith(summary_words()):
            self._summaries.add(first[0])
            self._end(index, is_summary=True)
            return
        if not self._has_seen:
            self._has_seen = True
            self._refuse_others(line, text.first_line + index)
        if line.startswith("Linux ") and (heading := banner(line)):
            self._convert(text, index)
            self._begin(heading, text.first_line + index)
            return
        tokens = cells_of(raw)
        count = time_tokens(tokens, is_name)
        if count:
            self._timed(tokens, count, raw, text, index)
        else:
            self._untimed(tokens, line, text, index)

    def _end(self, index: int, *, is_summary: bool) -> None:
        """Below averages sar prints a header: rows without one are not of the section above, whose header was cut."""
        if is_summary and self._current != NOWHERE:
            self._turn(NOWHERE, index)

    def _is_odd_row(self, raw: bytes) -> bool:
        """Whether this is a row that ends with no digit: with an item's name, a unit, N/A."""
        if self._current == NOWHERE:
            return False
        section, cells = self._sections[self._current], raw.split()
        first, count = section.time_tokens, len(cells)
        if count != section.cells and not (count > section.cells and section.layout.items_last):
            return False
        value = first + section.layout.items_first
        if value >= count:  # the header broke off
            return False
        is_comment = cells[first] + b" " == COMMENT.encode()
        is_number = cells[value][:1].isdigit()
        return is_number and not is_comment and not math.isnan(self.clock(b" ".join(cells[:first])))

    def _refuse_others(self, line: str, number: int) -> None:
        system = OTHER_SYSTEMS.get(line.split(maxsplit=1)[0] if line.strip() else "")
        if system:
            self.problems.add(
                number,
                f"This is sar of {system}. Expected sar of Linux (sysstat): its first line begins 'Linux'.",
                line,
            )
            self.is_refused = True

    def _begin(self, heading: Banner, line: int) -> None:
        """A report begins: another machine's, or another day of the same."""
        report = self._by_key.get(heading.key)
        if report is None:
            report = self._by_key[heading.key] = Report(heading, line)
            if heading.printed and heading.printed.is_ambiguous and not any(c.isdigit() for c in heading.printed.text):
                self.problems.add(line, f"expected a date in this line, found {heading.printed.text[:40]!r}")
            self.reports.append(report)
        self._here = report
        day = heading.printed.day if heading.printed else None
        self._day = (day - report.day).days * DAY if day and report.day else 0.0
        self._base, self._open, self._headers, self._current = None, {}, {}, NOWHERE
        self._has_lost_times = False
        self._marks[-1] = (self._marks[-1][0], NOWHERE)

    @property
    def _report(self) -> Report:
        """The report that is being read; one that nothing is known of where there was no banner."""
        if self._here is None:
            self._here = Report(Banner({}), 1)
            self.reports.append(self._here)
        return self._here

    def _moment(self, seconds: float) -> float:
        """A time of day that stands outside of rows, as seconds since the report's first midnight."""
        if self._current != NOWHERE:
            return on_from(self._sections[self._current].last, seconds)
        return self._day + seconds if self._base is None else on_from(self._base, seconds)

    def _timed(self, tokens: list[str], count: int, raw: bytes, text: Text, index: int) -> None:
        """A line that begins with a time: restart, comment, header or an odd row."""
        *cell, rest = (*raw.split(None, count), b"")[: count + 1]
        seconds, content = self.clock(b" ".join(cell)), text_of(rest).strip()
        if math.isnan(seconds):
            self._rows[index] = True
        elif content.startswith(COMMENT):
            self._convert(text, index)
            self._report.comments[self._moment(seconds), content.removeprefix(COMMENT).strip()] = None
        elif content in restart_words() or RESTART.fullmatch(content):
            self._restart(seconds, content, text, index)
        elif is_header(tokens[count:]):
            self._new_header(tuple(tokens[count:]), count, seconds, raw, text, index)
        else:
            self._rows[index] = True

    def _restart(self, seconds: float, rest: str, text: Text, index: int) -> None:
        self._convert(text, index)
        if self._has_lost_times:
            return
        moment = self._moment(seconds)
        match = RESTART.fullmatch(rest)
        cpus = float(match["cpus"]) if match and match["cpus"] else 1.0
        self._report.restarts.setdefault(moment, (cpus, text.first_line + index))
        self._base, self._open, self._headers = moment, {}, {}
        self._turn(NOWHERE, index)

    def _new_header(
        self, names: tuple[str, ...], count: int, seconds: float, raw: bytes, text: Text, index: int
    ) -> None:
        """A header that was not seen before, or whose time is longer than most."""
        if is_foreign(names):
            self._turn(NOWHERE, index)
            return
        self._zone(raw, count)
        self._header(layout(names), count, seconds, raw, text, index)
        if len(raw[:TIME_CELL].split()) == count and raw[TIME_CELL : TIME_CELL + 1] == b" ":
            self._headers[raw[TIME_CELL:]] = self._current

    def _zone(self, raw: bytes, count: int) -> None:
        """Remember the zone that a few locales print after AM or PM."""
        cell = cells_of(raw)[:count]
        if count >= 2 and cell[-1] not in MARKERS and ZONE.fullmatch(cell[-1]):
            self._report.zone = self._report.zone or cell[-1].replace("+0000", "UTC")

    def _header(self, layout: Layout, count: int, seconds: float, raw: bytes, text: Text, index: int) -> None:
        """The rows after this line are its section's. Its time counts only where the section begins."""
        number = self._open.get((layout.names, count))
        if number is None:
            last = self._day + seconds if self._base is None else on_from(self._base, seconds)
            self._base = last if self._base is None else self._base
            section = Section(layout, count, raw, text.first_line + index, last)
            if layout.is_cut:
                self.problems.add_once(section.line, CUT_HEADER, text_of(raw))
            if self._here is None:
                self.problems.add(section.line, "no banner stands before this: host, kernel and date are not known")
            number = self._open[layout.names, count] = len(self._sections)
            self._sections.append(section)
            self._report.sections.append(section)
        self._again(number, seconds, text, index)

    def _again(self, number: int, seconds: float, text: Text, index: int) -> None:
        """A header again: before the next samples, with the last one's time, or from the beginning for other items, as
        4.0 has all processors first and each one later.
        """
        section = self._sections[number]
        if seconds == section.begin % DAY and number != self._current:
            self._convert(text, index)
            if seconds != section.last % DAY:
                section.last = section.begin
        self._turn(number, index)

    def _turn(self, section: int, index: int) -> None:
        self._current = section
        self._marks.append((index, section))

    def _untimed(self, tokens: list[str], line: str, text: Text, index: int) -> None:
        """A line that begins with no time."""
        raw = text.line(index)
        if IOSTAT.match(line) or is_foreign(tokens) or begins_part(raw):
            self._turn(NOWHERE, index)
        elif is_remark(raw):
            return
        elif is_header(tokens):
            self.problems.add_once(
                text.first_line + index,
                "expected a time before the names of the columns: this sar lost its times, as old releases do in some "
                "languages; rows without a time are not read",
                line,
            )
            self._has_lost_times = True
            self._turn(NOWHERE, index)
        elif self._current != NOWHERE and UNKNOWN_SUMMARY.fullmatch(tokens[0]):
            self.problems.add_once(
                text.first_line + index, f"{tokens[0][:40]!r} was taken for 'Average:', which is no sample"
            )
        elif self._current != NOWHERE:
            self._rows[index] = True
