"""The audit log's entries of merges -> those that stand, and where each leads today. Pure.

A merge stands until it is undone: the row that it led to may be merged itself, and come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchdb.domain.versions import folded

MERGED, PARTED = "merged", "parted"


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry says; those of one kind of row, in their order."""

    pk: int
    word: str  #: MERGED or PARTED
    subject: str  #: the name of what was merged, or is there again
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(slots=True)
class LastingMerge:
    """A merge that nobody undid."""

    entry: Entry
    way: list[tuple[int, str]] = field(default_factory=list)  #: (row, its name then) that it led to, the last one today
    by: list[int] = field(default_factory=list)  #: the merges that made it lead further

    @property
    def row(self) -> int:
        """Where it leads today."""
        return self.way[-1][0]

    def leads_to(self, entry: Entry) -> bool:
        """Whether it leads to what another entry merged. Older entries do not have the number of that row."""
        row, name = self.way[-1]
        return (
            row == entry.before["row"] if "row" in entry.before else folded(name) == folded(str(entry.before["name"]))
        )


def lasting_merges(entries: Iterable[Entry]) -> list[LastingMerge]:
    """The oldest first."""
    merges: dict[int, LastingMerge] = {}
    for entry in entries:
        if entry.word == MERGED:
            note_merge(merges, entry)
        elif (undone := undone_by(merges, entry)) is not None:
            note_undone(merges, undone, entry)
    return list(merges.values())


def note_merge(merges: dict[int, LastingMerge], entry: Entry) -> None:
    step = (int(entry.after["into"]), str(entry.after["name"]))
    for one in merges.values():
        if one.leads_to(entry):
            one.way.append(step)
            one.by.append(entry.pk)
    merges[entry.pk] = LastingMerge(entry, [step])


def undone_by(merges: Mapping[int, LastingMerge], entry: Entry) -> int | None:
    """Which merge it undid. Older entries say the names alone."""
    if "entry" in entry.after:
        return int(entry.after["entry"]) if entry.after["entry"] in merges else None
    names = (folded(entry.subject), folded(str(entry.after.get("from", ""))))
    same = (pk for pk, one in merges.items() if (folded(one.entry.subject), folded(one.way[-1][1])) == names)
    return max(same, default=None)


def note_undone(merges: dict[int, LastingMerge], undone: int, entry: Entry) -> None:
    """What led on by it leads to the row that is there again."""
    del merges[undone]
    for one in merges.values():
        if undone in one.by:
            place = one.by.index(undone)
            del one.by[place:], one.way[place + 1 :]
            one.way[-1] = (int(entry.after.get("row", one.row)), one.way[-1][1])
