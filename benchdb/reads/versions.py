"""How often what pages show has changed: a number that grows with every committed change, and never else."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection


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
