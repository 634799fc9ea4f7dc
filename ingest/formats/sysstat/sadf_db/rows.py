"""The lines of `sadf -d` -> rows."""

from __future__ import annotations

import math
import re
from array import array
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from ingest.formats.sysstat.kit.columns import CUT_HEADER, NOT_READ, is_name
from ingest.formats.sysstat.kit.numbers import Floats
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sadf.lines import Lines, numbers_of
from ingest.formats.sysstat.sadf.store import Rows
from ingest.formats.sysstat.sadf_db.online import OnlineCpus
from ingest.formats.sysstat.sadf_db.row_splitter import NoReading, split
from ingest.formats.sysstat.sadf_db.sections import FIRST, SEPARATOR, Section, item_of, section, sections_of

HEADER = re.compile(r"#\s?hostname;interval;timestamp[;,](.*)")
if TYPE_CHECKING:
    import polars as pl

    from ingest.formats.sysstat.sadf_db.table import Codes, Table

UNKNOWN_PROCESSORS = (
    "this row has another number of processors than the first, and no row of the same time names them: "
    "only the sum over all of them is kept"
)
COUNTED_PROCESSORS = (
    "the processors of this row were counted from 0, for no row above names them, but one further down has a higher "
    "number: some may have been offline, and the interrupts be those of others. Expected the rows of CPU first"
)
NO_NUMBER = b"nan"
FEWEST = 64  #: lines that are read at once
MOST_NAMES = 4096  #: of a header
GLUED = re.compile(r"(?<=/s)(?=[a-z%])")
SHARE = re.compile(rb"\d{1,3}[.,]\d\d")
ROUNDING = 0.011
LAST_DECIMALS = re.compile(rb"[.,]\d+\Z")
#: Without names: the processors of 4.0, 4.1 to 6.0, and later, by their numbers of values.
HEADERLESS = {
    4: ("CPU", "%user", "%nice", "%system", "%idle"),
    5: ("CPU", "%user", "%nice", "%system", "%iowait", "%idle"),
    6: ("CPU", "%user", "%nice", "%system", "%iowait", "%steal", "%idle"),
}
NO_NAMES = (
    "no line of names stands before this, as in releases before 8.1: only processors are read; "
    "export it with `sar -h` (4.0 to 5.0) or `sadf -p`, which name each value"
)


class DbLines(Lines):
    """Reads lines of cells."""

    def __init__(self) -> None:
        super().__init__()
        self._sections: list[Section] = []
        self._known: dict[tuple[bytes, str], list[Section]] = {}
        self._last = b""
        self._names = ""  #: of the latest header
        self._is_quick = False
        self._moments: pl.Series | None = None  #: the latest that were read at once
        self._seconds: Floats = np.empty(0)  #: of these
        self._online: OnlineCpus | None = None  #: as far as is known under this header
        self._counted: dict[bytes, tuple[int, int]] = {}  #: host -> (processors that no row named, line)
        self._by_processors: dict[tuple[int, ...], Section] = {}
        self._of_cpus: dict[bytes, dict[int, list[Rows]]] = defaultdict(lambda: defaultdict(list))
        self._processors: dict[tuple[bytes, int], Section] = {}

    def line(self, raw: bytes, line: int, is_cut: bool) -> None:
        if raw.startswith(b"#"):
            self._header(raw, line)
            return
        cells = raw.split(SEPARATOR)
        if self._is_quick and not is_cut and self._quickly(cells):
            self._last = raw
            return
        time = self.times[cells[2]] if len(cells) > FIRST else math.nan
        if math.isnan(time):
            self.refuse(line, "expected host;interval;time;values", raw)
            return
        if cells[0] != self.host:
            self.belongs_to(cells[0], time, line)
        values = cells[FIRST:]
        if cells[1] == b"-1" and not is_cut and self.mark(time, raw.split(SEPARATOR, FIRST)[FIRST], line):
            return
        try:
            if is_cut and not has_last_decimals(raw, self._last):
                raise ValueError
            self._row(time, values, line)
            self._last = raw
        except ValueError as error:
            message = "this row is cut off" if is_cut else str(error) or "expected numbers as under the names"
            self.problems.add_once(line, message) if message is NO_NAMES else self.refuse(line, message, raw)

    def alike(self, text: Text, begin: int, end: int) -> bool:
        """Rows of the only section, column by column."""
        section = self._sections[0] if len(self._sections) == 1 else None
        if section is None or not section.is_table or not self.host:
            return False
        if end - begin < FEWEST:
            return False
        from ingest.formats.sysstat.sadf_db.table import are_samples_of, table_of  # Polars: short logs do not wait

        if not are_samples_of(self.host, text, begin, end):
            return False
        content = text.content[int(text.starts[begin]) : text.end(end - 1)]
        table = table_of(section, content, end - begin)
        if table is None:
            return False
        times = self._times_of(table)
        if np.isnan(times).any():
            return False
        tables = []
        for item, place in table.items:
            rows = section.rows.get(item)
            tables.append(rows or self._rows(section, item, text.first_line + begin + place))
        keep(tables, table.codes, times, table.values)
        self._last = text.line(end - 1)
        return True

    def _times_of(self, table: Table) -> Floats:
        """Seconds of each row; rows of one moment stand together."""
        if self._moments is None or not self._moments.equals(table.moments):  # sections mostly have the same
            self._moments = table.moments
            self._seconds = np.array([self.times[moment.encode()] for moment in table.moments.to_list()])
        return np.repeat(self._seconds, table.rows_of_moments)

    def _quickly(self, cells: list[bytes]) -> bool:
        """Keep a row that is like nearly all: of a known item of the only section. False if it is anything else."""
        section = self._sections[0]
        if len(cells) != FIRST + section.cells or cells[0] != self.host:
            return False
        rows = section.rows.get(cells[FIRST] if section.item_cells else b"")
        time = self.times[cells[2]]
        if rows is None or math.isnan(time):
            return False
        first = FIRST + section.item_cells
        try:
            rows.values.extend(array("d", map(float, cells[first:])))
        except ValueError:
            return False
        rows.times.append(time)
        return True

    def _header(self, raw: bytes, line: int) -> None:
        match = HEADER.fullmatch(text_of(raw))
        if not match and SEPARATOR not in raw:
            return  # of whoever collected the log
        if not match:
            self.refuse(line, "expected '# hostname;interval;timestamp;' and the names of columns", raw)
            return
        self._names = match[1]
        self._begin_sections()
        if any(NOT_READ in section.columns for section in self._sections):
            self.problems.add_once(line, CUT_HEADER, text_of(raw[:200]))

    def belongs_to(self, host: bytes, time: float, line: int) -> None:
        super().belongs_to(host, time, line)
        if self._names:
            self._begin_sections()

    def _begin_sections(self) -> None:
        """Rows of the present host follow under the present names."""
        self._online, self._by_processors = None, {}
        key = (self.host, self._names)
        if key not in self._known:
            self._known[key] = sections_of(unglued(re.split("[;,]", self._names.rstrip())[:MOST_NAMES]))
        self._sections = self._known[key]
        only = self._sections[0] if len(self._sections) == 1 else None
        self._is_quick = only is not None and only.item_cells < 2 and not only.is_repeated

    def _row(self, time: float, cells: list[bytes], line: int) -> None:
        if not self._names:
            self._sections = [self._processors_of(cells)]
        if len(self._sections) == 1 and not self._sections[0].is_repeated:
            self._part(self._sections[0], time, cells, line)
            return
        try:
            parts = split(self._sections, cells)
        except NoReading as error:
            raise ValueError(str(error)) from error
        for part_section, part in parts:
            self._part(part_section, time, part, line)

    def _part(self, section: Section, time: float, cells: list[bytes], line: int) -> None:
        """One item's values."""
        if section.is_open:
            section, cells = self._of_processors(section, time, cells, line)
        first = section.item_cells
        if section.kind == "TTY" and len(cells) == 2 * len(section.columns):
            cells = [cells[0], *cells[1::2]]
        if len(cells) != section.cells:
            raise ValueError(f"expected {section.cells} values as under the names, found {len(cells)}")
        for place in section.texts:
            cells[place] = NO_NUMBER
        key = SEPARATOR.join(cells[:first])
        rows = section.rows.get(key)
        put(rows or self._rows(section, key, line), time, numbers_of(cells[first:]))

    def _of_processors(
        self, section: Section, time: float, cells: list[bytes], line: int
    ) -> tuple[Section, list[bytes]]:
        """The section of a row of `INTR;CPU*`, which names no processor, and the cells of it that are known."""
        count = len(cells) - 2
        if self._online is None:
            self._online = OnlineCpus(self._times_of_processors())
        cpus = self._online.at_time(time, count)
        if cpus is None:
            self.problems.add_once(line, UNKNOWN_PROCESSORS)
            cpus, cells = (), cells[:2]
        elif not self._of_cpus[self.host]:
            self._counted.setdefault(self.host, (count, line))
        if cpus not in self._by_processors:
            self._by_processors[cpus] = section.of(cpus)
        if not self._online.varies:
            self._sections = [self._by_processors[cpus]]
        return self._by_processors[cpus], cells

    def _times_of_processors(self) -> dict[int, Floats]:
        """When each processor was online, as the rows that name it say."""
        store = self.report.store
        return {
            number: np.unique(np.concatenate([store.times(rows) for rows in tables]))
            for number, tables in self._of_cpus[self.host].items()
        }

    def _rows(self, section: Section, key: bytes, line: int) -> Rows:
        item = item_of(section.kind, [text_of(cell) for cell in key.split(SEPARATOR)]) if section.item_cells else ""
        rows = self.report.store.new(item, section.columns, line)
        if section.kind == "CPU" and key.isdigit():
            number = int(key[:9])
            self._of_cpus[self.host][number].append(rows)
            count, counted_on = self._counted.get(self.host, (number + 1, 0))
            if number >= count:
                self.problems.add_once(counted_on, COUNTED_PROCESSORS)
        if not self.report.store.is_full:
            section.rows[key] = rows
        return rows

    def _processors_of(self, cells: list[bytes]) -> Section:
        """The section of a row that no names stand before, if it can be no other."""
        names = HEADERLESS.get(len(cells) - 1)
        if names is None or not re.fullmatch(rb"-1|\d{1,5}", cells[0]) or not are_shares(cells[1:]):
            raise ValueError(NO_NAMES)
        key = (self.host, len(cells))
        return self._processors.setdefault(key, section(names))


def put(rows: Rows, time: float, values: array[float]) -> None:
    rows.values.extend(values)
    rows.times.append(time)


def keep(tables: list[Rows], codes: Codes, times: Floats, values: Floats) -> None:
    """Rows of several items, in order; `codes`: which of `tables` each belongs to; `values`: (rows, columns)."""
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(tables)), side="right")
    for rows, chosen in zip(tables, np.split(order, ends[:-1]), strict=True):
        rows.times.frombytes(times[chosen].tobytes())
        rows.values.frombytes(values[chosen].tobytes())


def unglued(names: list[str]) -> tuple[str, ...]:
    """The names of a header; 8.1.8 forgets the semicolon in `onbsol6/sinbad6/s`."""
    separate = list[str]()
    for name in names:
        parts = GLUED.split(name)
        separate += parts if len(parts) > 1 and all(is_name(part) for part in parts) else [name]
    return tuple(separate)


def are_shares(cells: list[bytes]) -> bool:
    """Whether these are all shares of a processor's time: they make 100 % within their rounding."""
    if not all(SHARE.fullmatch(cell) for cell in cells):
        return False
    return abs(sum(numbers_of(cells)) - 100) < ROUNDING * len(cells)


def has_last_decimals(raw: bytes, before: bytes) -> bool:
    """Whether a line ends with as many decimals as the one before: one that lost its end has fewer, or none."""
    decimals, others = (LAST_DECIMALS.search(line) for line in (raw, before))
    return decimals is not None and others is not None and len(decimals[0]) == len(others[0])
