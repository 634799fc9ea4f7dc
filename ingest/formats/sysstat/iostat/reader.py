"""The lines of iostat -> reports. Rows have no time of their own: it stands above the sample (`-t`), or nowhere.

A sample begins at its time, or where a header comes that the sample before has had already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.columns import Layout
from ingest.formats.sysstat.interval.moments import NONE, Moment, Moments
from ingest.formats.sysstat.interval.report import MOST_RUNS, NO_ROOM, Report, traces_of
from ingest.formats.sysstat.interval.rows import among, byte
from ingest.formats.sysstat.iostat.layout import layout
from ingest.formats.sysstat.iostat.run import Run
from ingest.formats.sysstat.kit.banner import Banner, banner
from ingest.formats.sysstat.kit.cleaning import begins_part, is_remark
from ingest.formats.sysstat.kit.columns import CUT_HEADER
from ingest.formats.sysstat.kit.numbers import BLANK, Mask
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.kit.words import text_of
from ingest.records import Problem, Record

WORD_BEFORE_TIME = re.compile(rb"[^\d:]{1,40}(?::|\xef\xbc\x9a)\s+")
LONGEST_TIME = 100  #: bytes
SHORTEST_ROW = 30  #: bytes; a name alone on its line is shorter
NUMERAL = among(b"0123456789-")
LAST = among(b"0123456789%BkMGTP")  #: what a number ends with, --human's too
NO_BANNER = "no banner stands before this: host, kernel and date are not known; its first report may be since boot"


def rows_of(text: Text) -> Mask:
    """Which lines can only be rows: they follow another line, and begin with a name and end with a number, or begin
    with a number and end with a name. Headers have names at both ends, times numbers.
    """
    follows = np.concatenate((np.zeros(1, dtype=bool), text.lengths[:-1] > 0)) & (text.lengths >= SHORTEST_ROW)
    may_be_banner = (byte(text, 0) == ord("L")) & (byte(text, 1) == ord("i"))  # which may follow a collector's line
    named_first = ~NUMERAL[byte(text, 0)] & LAST[byte(text, -1)] & ~may_be_banner
    candidates = np.flatnonzero(follows & ~named_first & (byte(text, 0) == BLANK))
    room = candidates[text.starts[candidates] + SHORTEST_ROW <= len(text.buffer)]
    named_last = np.zeros(len(text.starts), dtype=bool)
    if len(room):
        heads = np.lib.stride_tricks.sliding_window_view(text.buffer, SHORTEST_ROW)[text.starts[room]]
        first = heads[np.arange(len(room)), (heads != BLANK).argmax(axis=1)]
        named_last[room] = NUMERAL[first]
    return follows & (named_first | named_last)


class Reader:
    """Reads a log piece by piece."""

    def __init__(self) -> None:
        self.problems = Problems()
        self._runs: list[Run] = []
        self._layouts: dict[bytes, Layout] = {}
        self._moments = Moments()
        self._blanks = 0  #: lines at the end of the last piece

    def feed(self, text: Text) -> None:
        """Read one piece."""
        self._rows, self._done = rows_of(text), 0
        if self._runs and self._runs[-1].has_name:
            self._rest_of_row(text, 0)
        filled = np.flatnonzero(text.lengths > 0)
        gaps = np.diff(filled, prepend=-1 - self._blanks) - 1  #: blank lines before each that is none
        chosen = ~self._rows[filled]
        for index, blanks in zip(filled[chosen].tolist(), gaps[chosen].tolist(), strict=True):
            raw = text.line(index)
            if raw in self._layouts and self._runs:
                self._runs[-1].header(raw, self._layouts[raw], index, text.first_line + index, blanks)
            else:
                self._special(raw, text, index, blanks)
        self._blanks = len(text.starts) - 1 - int(filled[-1]) if len(filled) else self._blanks + len(text.starts)
        self._read(text, len(text.starts))

    def _rest_of_row(self, text: Text, index: int) -> None:
        """The numbers of a device whose name stands alone on the line before."""
        if index < len(text.starts):
            self._rows[index] = False
            is_cut = text.is_cut and index == len(text.starts) - 1
            self._runs[-1].in_two_lines(text.line(index), text.first_line + index, is_cut, self.problems)

    def _read(self, text: Text, end: int) -> None:
        """Read the rows from where that was last done up to line `end`."""
        if self._runs:
            lines = np.flatnonzero(self._rows[self._done : end]) + self._done
            self._runs[-1].read(text, lines, self.problems)
        self._done = end

    def _special(self, raw: bytes, text: Text, index: int, blanks: int) -> None:
        """Look at a line that may be anything."""
        self._rows[index] = False
        line, number = text_of(raw), text.first_line + index
        if line.startswith("Linux ") and (printed := banner(line)):
            self._read(text, index)
            if len(self._runs) < MOST_RUNS:
                self._runs.append(Run(Report("iostat", printed, number)))
            else:
                self._runs[-1].turns.turn(index, None)
                self.problems.add_once(number, f"more than {MOST_RUNS} runs in one file: the rest was not read")
            return
        columns, when = layout(line), self._moment(raw)
        if (columns or when.is_one) and not self._runs:
            self.problems.add(number, NO_BANNER)
            self._runs.append(Run(Report("iostat", Banner({}), 1)))
        if not self._runs:
            return
        run = self._runs[-1]
        if when.is_one:
            run.moment(when, index, blanks)
        elif columns:
            self._layouts[raw] = columns
            if columns.is_cut:
                self.problems.add_once(number, CUT_HEADER, line)
            run.header(raw, columns, index, number, blanks)
        elif begins_part(raw):
            run.leave(index)
        elif is_remark(raw):
            return
        elif blanks and run.has_rows_above:
            run.leave(index)
        elif run.is_name(raw):
            self._rest_of_row(text, index + 1)
        else:
            self._rows[index] = run.turns.table is not None

    def _moment(self, raw: bytes) -> Moment:
        """The time that a sample begins with: alone on its line, or after a word."""
        if len(raw) > LONGEST_TIME:
            return NONE
        return self._moments[WORD_BEFORE_TIME.sub(b"", raw.strip(), count=1)]

    def results(self) -> Iterator[Record | Problem]:
        """All that was read."""
        reports = [run.finished() for run in self._runs]
        for report in reports:
            tables = report.since_boot + report.tables
            is_iostats = bool(tables) or len(reports) == 1  # else another tool's banner
            if is_iostats and not any(table.has_rows for table in tables):
                self.problems.add(report.line, "no rows of iostat stand below this line: nothing was measured")
            if not report.has_room:
                self.problems.add_once(report.line, NO_ROOM)
        yield from traces_of(reports)
        yield from self.problems.all()
