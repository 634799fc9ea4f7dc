"""A row of `sadf -d -h` -> its sections' parts. How often a section is repeated is nowhere said.

Every way to cut the row that fits its number of cells is tried; an item's cell must look like one, processors count up.
A row that more than one way fits is not read.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.formats.sysstat.sadf.lines import NUMBER
from ingest.formats.sysstat.sadf_db.sections import Section

MOST_TRIED = 20_000
NUMBERED = frozenset(("CPU", "INTR", "TTY", "FAN", "TEMP", "IN", "BUS", "BAT"))

Part = tuple[Section, list[bytes]]


class NoReading(ValueError):
    """A row that cannot be cut in one way only."""


def split(sections: Sequence[Section], cells: list[bytes]) -> list[Part]:
    """The parts of a row. NoReading if none or several ways are possible."""
    if any(section.is_open for section in sections):
        raise NoReading("interrupts per processor in a line of several sections cannot be told apart")
    search = Search(sections, cells)
    search.try_from(0, 0, [])
    if len(search.readings) != 1:
        raise NoReading("expected a row that can be cut into the sections of its header in one way")
    return search.readings[0]


class Search:
    def __init__(self, sections: Sequence[Section], cells: list[bytes]) -> None:
        self.sections, self.cells = sections, cells
        self.fixed = [sum(s.cells for s in sections[n:] if not s.is_repeated) for n in range(len(sections) + 1)]
        self.readings: list[list[Part]] = []
        self.tried = 0

    def try_from(self, number: int, place: int, parts: list[Part]) -> None:
        """Cut the cells from `place` on into the sections from `number` on."""
        self.tried += 1
        left = len(self.cells) - place
        if len(self.readings) > 1 or self.tried > MOST_TRIED or left < self.fixed[number]:
            return
        if number == len(self.sections):
            if not left:
                self.readings.append(parts)
            return
        section = self.sections[number]
        if not section.is_repeated:
            part = self.cells[place : place + section.cells]
            self.try_from(number + 1, place + section.cells, [*parts, (section, part)])
            return
        taken = list[Part]()
        while place + section.cells <= len(self.cells):
            part = self.cells[place : place + section.cells]
            if not follows(section, taken[-1][1][0] if taken else b"", part):
                break
            taken.append((section, part))
            place += section.cells
            self.try_from(number + 1, place, [*parts, *taken])
        if not taken:
            self.try_from(number + 1, place, parts)


def follows(section: Section, before: bytes, part: list[bytes]) -> bool:
    """Whether `part` can be the item after `before`."""
    item = part[0]
    values = enumerate(part[section.item_cells :], section.item_cells)
    if any((place in section.texts) == bool(NUMBER.fullmatch(cell)) for place, cell in values):
        return False
    if section.kind not in NUMBERED:
        return not NUMBER.fullmatch(item)
    if not item.lstrip(b"-").isdigit() or len(item) > 6:
        return False
    if section.kind == "BUS" and item == before:  # several devices on one bus
        return True
    return not before or int(before) < int(item) <= max(int(before), 0) + (10**6 if section.kind == "INTR" else 4096)
