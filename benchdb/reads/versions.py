"""How often what pages show has changed: a number that grows with every committed change, and never else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import connection

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Version:
    """The state of the data that a reader sees."""

    changes: int
    transaction: str  #: the reader's own, if it has written: what it sees may yet be undone; else ""


def data_version() -> Version:
    """Of runs, setups, studies, tags, uploads, recordings and permalinks."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT benchdb_data_version(%s), coalesce(pg_current_xact_id_if_assigned()::text, '')", ["data"]
        )
        return Version(*cursor.fetchone())


class UntilChanged(Generic[Made]):
    """What is made of the data alone, the same for every reader: made anew by who asks first after a change."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self._kept: tuple[Version, Made] | None = None

    def __call__(self) -> Made:
        version, kept = data_version(), self._kept
        if kept is None or kept[0] != version:
            # Read before it is made: what changes meanwhile is another version.
            kept = self._kept = version, self._make()
        return kept[1]
