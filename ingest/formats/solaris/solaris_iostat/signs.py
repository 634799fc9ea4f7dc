"""How a log of this format is recognised: two lines of a header, or one. No regular expression: time stays linear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.solaris.columns import Column, sections

LONGEST = 2000  #: characters of a header
DEVICES = ("device", "disk")
TERMINAL, PROCESSORS = "tty", "cpu"
DISKS = (*(("kps", "tps", "serv"), ("Mps", "tps", "serv")), ("rps", "wps", "util"))
OF_TERMINAL = ("tin", "tout")
OF_PROCESSORS = tuple(("us", "sy", third, "id") for third in ("wt", "dt", "st"))
GROUPS = (*DISKS, OF_TERMINAL, *OF_PROCESSORS)
OF_EXTENDED = ("r/s", "w/s", "wait", "actv", "%w", "%b")
OF_ERRORS = ("s/w", "h/w", "trn", "tot")
SIGNS = {OF_EXTENDED[0], OF_ERRORS[0], *(group[0] for group in GROUPS)}  #: one of them is in every header

Place = tuple[Column, str]  #: a column and its item


@dataclass(frozen=True, slots=True)
class Wide:
    """A header of two lines: each row is a sample."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A header of one line: each row is a device."""

    columns: tuple[Column, ...]
    beside: tuple[Place, ...]  #: of terminals and processors, behind the first device only
    is_device_last: bool


def sniff(head: bytes) -> bool:
    """Whether a header of Solaris' iostat stands in `head`. Linux writes `Device`, others have other columns."""
    before, text = list[str](), head_text(head)
    if SIGNS.isdisjoint(text.replace(",", " ").split()):
        return False
    for line in text.split("\n"):
        words = words_of(line)
        if header_of(before, words):
            return True
        before = words
    return False


def words_of(line: str) -> list[str]:
    """The words of a line that may be a header's; what quotes it is none."""
    if len(line) > LONGEST:
        return []
    words = line.replace(",", " ").split()
    first = next((place for place, word in enumerate(words) if word not in (">", "|")), 0)
    return words[first:]


def header_of(before: Sequence[str], words: Sequence[str]) -> Wide | Table | None:
    """What the columns under `words` are; `before`: the words of the line above."""
    if not words or words[0] not in known() or not all(word in known() for word in words):
        return None
    return table_of(words) or wide_of(before, words)


@cache
def known() -> dict[str, Column]:
    columns = {column.name: column for column in sections("iostat")[""]}
    return {**columns, "Mps": Column("Mps", "disk.kb", "B/s", 2**20), "device": columns["disk"]}


def table_of(words: Sequence[str]) -> Table | None:
    """`device r/s w/s …` with terminals and processors behind, or `r/s w/s … device`."""
    place = next((place for place, word in enumerate(words) if word in DEVICES), None)
    if place is None:
        return None
    names = words[1:] if place == 0 else words[:place]
    beside = [place for place, name in enumerate(names) if name in (OF_TERMINAL[0], OF_PROCESSORS[0][0])]
    own, others = (names[: beside[0]], names[beside[0] :]) if beside else (names, ())
    groups = list(groups_of(others))
    if not (set(OF_EXTENDED) <= set(own) or tuple(own) == OF_ERRORS) or None in groups or len(set(own)) < len(own):
        return None
    if place and (place != len(words) - 1 or others):
        return None
    places = [(column, item_of(column)) for group in groups for column in group or ()]
    return Table(tuple(known()[name] for name in own), tuple(places), is_device_last=place > 0)


def wide_of(before: Sequence[str], words: Sequence[str]) -> Wide | None:
    """`tin tout kps tps serv us sy wt id` under `tty sd0 cpu`."""
    groups, names, places = list(groups_of(words)), list(before), list[Place]()
    if len(groups) != len(names) or not names:
        return None
    for group, name in zip(groups, names, strict=True):
        if group is None:
            return None
        title = {"tin": TERMINAL, "us": PROCESSORS}.get(group[0].name, "")
        if title and name != title:
            return None
        places += [(column, item_of(column) if title else name) for column in group]
    return Wide(tuple(places))


def groups_of(words: Sequence[str]) -> Iterator[tuple[Column, ...] | None]:
    """The columns that stand together; None where words are no such group."""
    place = 0
    while place < len(words):
        names = next((group for group in GROUPS if tuple(words[place : place + len(group)]) == group), None)
        yield tuple(known()[name] for name in names) if names else None
        place += len(names) if names else len(words)


def item_of(column: Column) -> str:
    """Of what is about the whole machine."""
    return "all" if column.metric.startswith("cpu.") else ""
