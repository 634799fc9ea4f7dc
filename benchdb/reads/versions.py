"""How often what pages show has changed: a number that grows with every committed change, and never else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar, TypeVarTuple

from cachetools import LRUCache
from django.db import connection

Made = TypeVar("Made")
Key = TypeVarTuple("Key")
STATE = "benchdb_data_version('data'), coalesce(pg_current_xact_id_if_assigned()::text, '')"
WATCHES = "(SELECT coalesce(concat_ws(' ', max(looked_at), max(id), nullif(count(*), 0)), '') FROM benchdb_watch)"
MOST_KEPT = 200  #: of one kind


@dataclass(frozen=True, slots=True)
class Version:
    """The state of the data that a reader sees."""

    changes: int
    transaction: str  #: the reader's own, if it has written: what it sees may yet be undone; else ""


SEEN: ContextVar[list[Version] | None] = ContextVar("SEEN", default=None)  #: what this reader was told, once it was


@contextmanager
def one_version() -> Iterator[None]:
    """For a page that changes nothing: whoever asks for the version inside is told what the first was told."""
    token = SEEN.set([])
    try:
        yield
    finally:
        SEEN.reset(token)


def data_version() -> Version:
    """Of runs, setups, studies, tags, uploads, recordings and permalinks."""
    seen = SEEN.get()
    if seen:
        return seen[0]
    return told_to_reader(Version(*row_of(f"SELECT {STATE}")))


def version_beside_watches() -> tuple[Version, str]:
    """The same; and a text that is another one once a watch was made, checked or removed, "" where there is none."""
    *state, watches = row_of(f"SELECT {STATE}, {WATCHES}")
    return told_to_reader(Version(*state)), watches


def row_of(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


def told_to_reader(version: Version) -> Version:
    """What the reader was told first, where there is one."""
    seen = SEEN.get()
    if seen is None:
        return version
    if not seen:
        seen.append(version)
    return seen[0]


class UntilChanged(Generic[*Key, Made]):
    """What is made of the data alone, the same for every reader: made anew by who asks first after a change."""

    def __init__(self, make: Callable[[*Key], Made], most: int = MOST_KEPT) -> None:
        self._make, self._most, self._lock = make, most, Lock()
        self._version: Version | None = None
        self._kept = LRUCache[tuple[*Key], Made](most)

    def kept(self, *key: *Key) -> Made | None:
        """What was made of the data as it is now; None where nobody asked yet: nothing is made."""
        now = data_version()
        with self._lock:
            return self._kept.get(key) if self._version == now else None

    def __call__(self, *key: *Key) -> Made:
        now = data_version()  # read before anything is made: what changes meanwhile is another version
        with self._lock:
            if self._version != now:
                self._version, self._kept = now, LRUCache(self._most)
            kept = self._kept
            if (known := kept.get(key)) is not None:
                return known
        made = self._make(*key)
        with self._lock:
            kept[key] = made
        return made
