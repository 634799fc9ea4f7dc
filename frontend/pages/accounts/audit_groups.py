"""Entries of the audit log -> days, in each the stretches of one person, in each what they did. Pure.

The same thing done often, one after the other, is one line that opens: forty runs excluded are no wall of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, NamedTuple

from benchdb.domain.units import shown
from benchdb.models import AuditEntry
from benchdb.wording.grammar import first_few

#: Addresses and numbers of rows, which say nothing to a reader.
OF_MERGES = ("slug", "into", "row", "counting", "former_names")
#: Likewise, what stands in an entry's own line or link, and what older releases noted of the looks at a watch.
OF_ROWS = ("user", "owner", "setup", "file", "site", "as_of", "created_at", "attempts", "next_at")
#: Rows whose class is no word.
NAMES = {
    "acceptancerule": "rule",
    "machinenote": "note of a machine",
    "runcorrection": "correction",
    "savedquestion": "saved question",
}
MANY = 4  #: entries of a kind in a row that stand open


class Change(NamedTuple):
    """One field of an entry."""

    name: str
    before: str  #: "" where only what it is now is said
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """One entry."""

    entry: AuditEntry
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class Deeds:
    """Entries of one kind in a row."""

    action: str
    lines: list[Line]

    @property
    def is_folded(self) -> bool:
        return len(self.lines) > MANY

    @property
    def subjects(self) -> str:
        """Those of the newest, each once."""
        named = list(dict.fromkeys(line.entry.subject for line in self.lines))
        return ", ".join(first_few(named, 3))

    @property
    def since(self) -> datetime:
        """The newest stands first."""
        return self.lines[-1].entry.happened_at


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one person did without another between."""

    who: str
    via: str  #: a token
    deeds: list[Deeds]


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    stretches: list[Stretch]


def days(entries: Sequence[AuditEntry]) -> list[Day]:
    """In their order."""
    return [
        Day(day, [stretch(*key, list(some)) for key, some in groupby(of_day, lambda entry: (entry.who, entry.via))])
        for day, of_day in groupby(entries, lambda entry: entry.happened_at.astimezone(UTC).date())
    ]


def stretch(who: str, via: str, entries: Sequence[AuditEntry]) -> Stretch:
    by_kind = groupby(entries, lambda entry: entry.action)
    return Stretch(
        who, via, [Deeds(written(action), [Line(entry, changes(entry)) for entry in some]) for action, some in by_kind]
    )


def written(action: str) -> str:
    """`run.excluded` -> `run excluded`, `machinenote.made` -> `note of a machine made`"""
    of, _, did = action.partition(".")
    return f"{NAMES.get(of, of)} {did}".replace("_", " ").strip()


def changes(entry: AuditEntry) -> list[Change]:
    """What became other. Of a merge, what moved: that its row is gone and where it went stands in its name. Of what is
    new, all that is said of it."""
    is_merge = entry.action.endswith(".merged")
    hidden = OF_MERGES if is_merge else OF_ROWS
    names = [name for name in dict.fromkeys((*entry.before, *entry.after)) if name not in hidden]
    changed = [change_of(name, entry.before.get(name), entry.after.get(name), is_merge) for name in names]
    if entry.before:
        return [one for one in changed if not (is_merge and one.before == one.after)]
    return [Change(name, "", after) for name, _, after in changed if after not in ("–", "no")]


def change_of(name: str, before: Any, after: Any, is_merge: bool) -> Change:
    """`notes`: as the log keeps it, with blanks."""
    if is_merge and isinstance(before, list):
        return Change(f"{name.replace('_', ' ')} moved", "", text(before, name))
    return Change(name.replace("_", " "), text(before, name), text(after, name))


def text(value: Any, name: str = "") -> str:
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "least" and isinstance(value, int | float):
        return shown(float(value), "fraction")
    if name == "memory_bytes" and isinstance(value, int):
        return shown(float(value), "B")
    if isinstance(value, list) and all(isinstance(one, int) for one in value):
        return f"{len(value):,} ({', '.join(ranges(value))})"
    if isinstance(value, dict):
        return "; ".join(f"{key}={text(one)}" for key, one in value.items())
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def ranges(numbers: Sequence[int]) -> Iterator[str]:
    """91 92 93 97 -> `91–93`, `97`."""
    for _, some in groupby(enumerate(sorted(numbers)), lambda place: place[1] - place[0]):
        row = [number for _, number in some]
        yield str(row[0]) if len(row) == 1 else f"{row[0]}–{row[-1]}"
