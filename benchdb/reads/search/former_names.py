"""Names of machines, kernels and servers in filters: what those that were given up, merged or written in other letters
are called today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchdb.domain.versions import folded
from benchdb.reads.conditions import Where
from benchdb.reads.packed.binary import fetched
from benchdb.reads.versions import UntilChanged

LED = ("machine", "kernel", "server")  #: dimensions whose names lead on
#: A name that something has today leads nowhere.
NAMES = " UNION ALL ".join(
    f"SELECT '{kind}', former.name, today.name FROM benchdb_formername former "
    f"JOIN benchdb_{kind} today ON today.id = former.\"row\" WHERE former.kind = '{kind}' "
    f"AND NOT EXISTS (SELECT FROM benchdb_{kind} taken WHERE lower(taken.name) = lower(former.name))"
    for kind in LED
)
#: Whatever the case, the database keeps one of a name.
TODAY = " UNION ALL ".join(f"SELECT '{kind}', name FROM benchdb_{kind}" for kind in LED)


@dataclass(frozen=True, slots=True)
class Led:
    """A name that was asked for, and what has it today."""

    dimension: str
    was: str
    now: str

    @property
    def is_spelling(self) -> bool:
        """Whether it is the same name in other letters."""
        return folded(self.was) == folded(self.now)


def _former_names() -> Mapping[tuple[str, str], str]:
    today = _spellings()
    names = {(kind, folded(was)): now for kind, was, now in fetched(NAMES, [])}
    return {name: now for name, now in names.items() if name not in today}


def _spellings() -> Mapping[tuple[str, str], str]:
    """Each name also as it stands: older versions may have kept one in both of Unicode's forms."""
    rows = fetched(TODAY, [])
    by_name = {(kind, folded(name)): name for kind, name in sorted(rows, key=lambda row: -len(row[1]))}
    return by_name | {(kind, name): name for kind, name in rows}


former_names = UntilChanged(_former_names)
spellings = UntilChanged(_spellings)


def of_today(key: str, value: str) -> str:
    """What a dimension's value is called today."""
    if key not in LED:
        return value
    if (today := spellings()).get((key, value)) == value:
        return value
    name = (key, folded(value))
    return former_names().get(name) or today.get(name, value)


def where_of_today(where: Where) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The filters with the names of today."""
    return tuple(
        (key, tuple(sorted({of_today(key, value) for value in values})) if key in LED else tuple(values))
        for key, values in where
    )


def led(pairs: Sequence[tuple[str, str]]) -> tuple[Led, ...]:
    """Those of some (dimension, value) that lead on, each once."""
    names = (Led(key, value, of_today(key, value)) for key, value in dict.fromkeys(pairs) if key in LED)
    return tuple(one for one in names if one.now != one.was)
