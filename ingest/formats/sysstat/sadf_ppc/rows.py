"""The lines of `sadf -p` -> rows, one value each."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.cleaning import is_remark
from ingest.formats.sysstat.kit.columns import (
    CPU_COLUMN,
    INTERRUPT_COLUMN,
    LONGEST_METRIC,
    Column,
    Known,
    known_columns,
)
from ingest.formats.sysstat.kit.words import text_of
from ingest.formats.sysstat.sadf.lines import Lines, number_of
from ingest.formats.sysstat.sadf.store import Rows, item_name

SEPARATOR = b"\t"
CELLS = 6
NO_ITEM = "-"
MOST_STEPS = 200_000  #: that are remembered
ITEM_FORMS = {  #: kind -> its items as sadf -p writes them; the group is sar's name
    "CPU": re.compile(r"(all)|cpu(\d{1,6})"),
    "INTR": re.compile(r"(sum|all)|i?0*(\d{1,6})|([A-Z]{3,4})"),
    "TTY": re.compile(r"ttyS(\d{1,6})"),
    "FAN": re.compile(r"fan(\d{1,6})"),
    "TEMP": re.compile(r"temp(\d{1,6})"),
    "IN": re.compile(r"in(\d{1,6})"),
    "BAT": re.compile(r"(?:bat|BAT)(\d{1,6})"),
    "BUS": re.compile(r"bus(\d{1,6})"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """What is known after a line: of which section the next one may be."""

    item: str
    sections: frozenset[str]


START = Place("", frozenset())


class PpcLines(Lines):
    """Reads lines of one value."""

    def __init__(self) -> None:
        super().__init__()
        self._place = START
        self._steps: dict[tuple[Place, bytes, bytes, bytes], tuple[Place, Rows]] = {}
        self._rows: dict[tuple[bytes, str, Column], Rows] = {}

    def line(self, raw: bytes, line: int, is_cut: bool) -> None:
        cells = raw.split(SEPARATOR)
        if len(cells) == 1 and is_remark(raw):
            return
        time = self.times[cells[2]] if len(cells) > 3 else math.nan
        if math.isnan(time):
            self.refuse(line, "expected host, interval, time, item, name and value with tabs between", raw)
            return
        if cells[0] != self.host:
            self.belongs_to(cells[0], time, line)
        if cells[1] == b"-1" and self.mark(time, SEPARATOR.join(cells[3:]), line):
            self._place = START
            return
        if len(cells) != CELLS or (is_cut and not re.search(rb"[.,]\d\d$", raw)):
            self.refuse(line, "this line is cut off" if is_cut else "expected an item, a name and a value", raw)
            return
        try:
            value = number_of(cells[5].strip())
        except ValueError:
            if not is_text(cells[4]):
                self.refuse(line, "expected a number as the last cell", raw)
            return
        step = self._steps.get((self._place, cells[0], cells[3], cells[4])) or self._step(cells, line)
        self._place, rows = step
        rows.times.append(time)
        rows.values.append(value)

    def _step(self, cells: list[bytes], line: int) -> tuple[Place, Rows]:
        """Find out what a line is that was not seen after another like the last one."""
        item, name = text_of(cells[3]).strip(), text_of(cells[4])
        known = candidates(item, name)
        sections = frozenset(candidate.section for candidate in known)
        if item == self._place.item and self._place.sections & sections:
            sections &= self._place.sections
        elif not sections and item == self._place.item:
            sections = self._place.sections
        place = Place(item, sections)
        known_name = next((candidate for candidate in known if candidate.section in sections), None)
        key = (cells[0], *sar_names(item, name, known_name))
        rows = self._rows.get(key)
        if rows is None:
            rows = self.report.store.new(key[1], [key[2]], line)
            if not self.report.store.is_full:
                self._rows[key] = rows
        if len(self._steps) >= MOST_STEPS:
            self._steps.clear()
        self._steps[self._place, cells[0], cells[3], cells[4]] = place, rows
        return place, rows


@lru_cache(maxsize=65536)
def candidates(item: str, name: str) -> tuple[Known, ...]:
    """What `name` may be of an item that looks like this one."""
    if CPU_COLUMN.fullmatch(name):
        name = "CPUn"
    elif INTERRUPT_COLUMN.fullmatch(name):
        name = "iNNN/s"
    return tuple(known for known in known_columns().get(name, ()) if kind_of(item, known) is not None)


def kind_of(item: str, known: Known) -> str | None:
    """Which kind of item it is; None if it is none of the column's."""
    if item == NO_ITEM:
        return None if known.items else ""
    kinds = sorted(known.items - {"DEVICE"})  # which of a sensor stands on a line of its own
    return next((kind for kind in kinds if kind not in ITEM_FORMS or ITEM_FORMS[kind].fullmatch(item)), None)


def sar_names(item: str, name: str, known: Known | None) -> tuple[str, Column]:
    """The item and the column as sar's text has them."""
    if known is None:
        return item_name("" if item == NO_ITEM else item), Column(printable(f"raw:{name}")[:LONGEST_METRIC])
    kind = kind_of(item, known) or ""
    match = ITEM_FORMS[kind].fullmatch(item) if kind in ITEM_FORMS else None
    name_in_sar = next(group for group in match.groups() if group is not None) if match else item
    column = known.column
    if number := CPU_COLUMN.fullmatch(name):
        column = Column(f"irq.per_s{{cpu={int(number[1])}}}", "1/s")
    elif number := INTERRUPT_COLUMN.fullmatch(name):
        column = Column(f"irq.per_s{{intr={int(number[1])}}}", "1/s")
    return item_name("" if item == NO_ITEM else name_in_sar), column


@lru_cache(maxsize=4096)
def is_text(name: bytes) -> bool:
    """Whether a column of this name holds words."""
    known = known_columns().get(text_of(name), ())
    return name == b"DEVICE" or (bool(known) and all(candidate.column.is_text for candidate in known))
