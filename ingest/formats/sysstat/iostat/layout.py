"""What the columns of iostat are: its CPU report, its devices, NFS mounts. Names before 5.1.5 may be translated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from ingest.formats.sysstat.interval.columns import ITEM, PASSED, Cell, Layout, cell, columns
from ingest.formats.sysstat.kit.columns import ITEMS, NUMBER, lacks_end
from ingest.formats.sysstat.kit.words import column_aliases, spellings, summary_words, words

CPU = re.compile(r"\s*\S*?[:：]\s*(%\S+(?:\s+%\S+){2,20})\s*")
DEVICES = ("Device:", "Device", "Filesystem:", "Filesystem")
BASIC = ("tps", "{}_read/s", "{}_wrtn/s", "{}_read", "{}_wrtn")
FEW = 2  #: columns that any table might have
KILO = tuple(spelling for word in ("kB", "кБ") for spelling in spellings(word))


@cache
def device_words() -> frozenset[str]:
    return frozenset((*DEVICES, *(spelling for word in words()["iostat_device"] for spelling in spellings(word))))


@lru_cache(maxsize=1024)
def layout(line: str) -> Layout | None:
    """The layout of a header; None if the line is none of iostat's."""
    if line.lstrip().startswith(summary_words()):
        return None
    if match := CPU.fullmatch(line):
        return Layout(tuple(cell("iostat", column_aliases().get(name, name)) for name in match[1].split()))
    names = line.split()
    if len(names) < 2 or any(NUMBER.fullmatch(name) for name in names):
        return None
    if names[-1] in DEVICES and set(names[:-1]) & columns("iostat").keys():
        return Layout((*_cells(tuple(names[:-1])), ITEM))
    known = len(set(names[1:]) & columns("iostat").keys())
    is_by_colon = names[0][-1] in ":：" and names[1] not in ITEMS and (names[1] == "tps" or known > FEW)
    if (known and names[0] in device_words()) or is_by_colon:
        cells = (ITEM, *_cells(tuple(names[1:])))
        is_short = is_cut(names[1:])
        absent = (len(cells) - 1, len(cells)) if is_short else (0, 0)
        return Layout(cells, absent=absent, is_cut=is_short or lacks_end(names))
    return None


def _cells(names: tuple[str, ...]) -> tuple[Cell, ...]:
    is_translated = len(names) == len(BASIC) and names[0] == "tps" and not set(names[1:]) & columns("iostat").keys()
    if is_translated:
        unit = "kB" if names[1].startswith(KILO) else "Blk"
        names = tuple(name.format(unit) for name in BASIC)
    cells = tuple(cell("iostat", name) for name in names)
    return (*cells[:-1], PASSED) if is_cut(names) else cells


def is_cut(names: Sequence[str]) -> bool:
    """Whether the last name is the beginning of another one: the edge of a screen took the rest, of the rows too."""
    known = columns("iostat")
    return names[-1] not in known and any(name.startswith(names[-1]) for name in known)
