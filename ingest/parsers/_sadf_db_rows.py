"""The lines of `sadf -d` -> rows."""

from __future__ import annotations

import math
import re
from array import array

from ingest.parsers._sadf_lines import Lines, numbers_of
from ingest.parsers._sadf_repeated import NoReading, split
from ingest.parsers._sadf_sections import Section, item_of, section, sections_of
from ingest.parsers._sar_columns import is_name
from ingest.parsers._sar_words import text_of
from ingest.parsers._sysstat_store import Rows

SEPARATOR = b";"
HEADER = re.compile(r"#\s?hostname;interval;timestamp[;,](.*)")
FIRST = 3  #: cells of a row before its values: host, interval, time
MOST_NAMES = 4096  #: of a header
GLUED = re.compile(r"(?<=/s)(?=[a-z%])")
SHARE = re.compile(rb"\d{1,3}[.,]\d\d")
ROUNDING = 0.011
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
        self._has_names = False
        self._is_quick = False
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
        if cells[1] == b"-1" and self.mark(time, raw.split(SEPARATOR, FIRST)[FIRST], line):
            return
        try:
            if is_cut and decimals(raw) != decimals(self._last):
                raise ValueError
            self._row(time, values, line)
            self._last = raw
        except ValueError as error:
            told = "this row is cut off" if is_cut else str(error) or "expected numbers as under the names"
            self.problems.add_once(line, told) if told is NO_NAMES else self.refuse(line, told, raw)

    def _quickly(self, cells: list[bytes]) -> bool:
        """Keep a row that is like nearly all: of a known item of the only section. False if it is anything else."""
        found = self._sections[0]
        if len(cells) != FIRST + found.cells or cells[0] != self.host:
            return False
        rows = found.rows.get(cells[FIRST] if found.item_cells else b"")
        time = self.times[cells[2]]
        if rows is None or math.isnan(time):
            return False
        first = FIRST + found.item_cells
        try:
            rows.values.extend(array("d", map(float, cells[first:])))
        except ValueError:
            return False
        rows.times.append(time)
        return True

    def _header(self, raw: bytes, line: int) -> None:
        match = HEADER.fullmatch(text_of(raw))
        if not match:
            self.refuse(line, "expected '# hostname;interval;timestamp;' and the names of columns", raw)
            return
        self._has_names = True
        names = unglued(re.split("[;,]", match[1])[:MOST_NAMES])
        key = (self.host, match[1])
        if key not in self._known:
            self._known[key] = sections_of(names)
        self._sections = self._known[key]
        only = self._sections[0] if len(self._sections) == 1 else None
        self._is_quick = only is not None and only.item_cells < 2 and not only.is_repeated

    def _row(self, time: float, cells: list[bytes], line: int) -> None:
        if not self._has_names:
            self._sections = [self._processors_of(cells)]
        if len(self._sections) == 1 and not self._sections[0].is_repeated:
            self._part(self._sections[0], time, cells, line)
            return
        try:
            parts = split(self._sections, cells)
        except NoReading as error:
            raise ValueError(str(error)) from error
        for each, part in parts:
            self._part(each, time, part, line)

    def _part(self, found: Section, time: float, cells: list[bytes], line: int) -> None:
        """One item's values."""
        if found.is_open:
            found = found.of(len(cells))
            self._sections = [found]
        first = found.item_cells
        if found.kind == "TTY" and len(cells) == 2 * len(found.columns):
            cells = [cells[0], *cells[1::2]]
        if len(cells) != found.cells:
            raise ValueError(f"expected {found.cells} values as under the names, found {len(cells)}")
        key = SEPARATOR.join(cells[:first])
        rows = found.rows.get(key)
        put(rows or self._rows(found, key, line), time, numbers_of(cells[first:]))

    def _rows(self, found: Section, key: bytes, line: int) -> Rows:
        item = item_of(found.kind, [text_of(cell) for cell in key.split(SEPARATOR)]) if found.item_cells else ""
        rows = self.report.store.new(item, found.columns, line)
        if not self.report.store.is_full:
            found.rows[key] = rows
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


def unglued(names: list[str]) -> tuple[str, ...]:
    """The names of a header; 8.1.8 forgets the semicolon in `onbsol6/sinbad6/s`."""
    found = list[str]()
    for name in names:
        parts = GLUED.split(name)
        found += parts if len(parts) > 1 and all(is_name(part) for part in parts) else [name]
    return tuple(found)


def are_shares(cells: list[bytes]) -> bool:
    """Whether these are all shares of a processor's time: they make 100 % within their rounding."""
    if not all(SHARE.fullmatch(cell) for cell in cells):
        return False
    return abs(sum(numbers_of(cells)) - 100) < ROUNDING * len(cells)


def decimals(raw: bytes) -> bytes:
    """The places of a line's last number: a line that lost its end has fewer."""
    return re.sub(rb"\d", b"0", raw[max(raw.rfind(b"."), raw.rfind(b","), raw.rfind(SEPARATOR)) :])
