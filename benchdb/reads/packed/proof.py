"""Whether the packed arrays are what the rows would give, and building them anew where they are not."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection, transaction

AT_ONCE = 1000  #: setups compared in one statement
NEXT = "SELECT array_agg(id) FROM (SELECT id FROM benchdb_setup WHERE id > %s ORDER BY id LIMIT %s) AS following"
#: table -> what makes a row of it, and what it holds
TABLES = {
    "setupruns": (
        ("setup_id", "status", "provenance"),
        ("count", "runs", "trials", "started", "stored", "newest", "bundles"),
    ),
    "packedseries": (
        ("setup_id", "metric", "item", "status", "provenance"),
        ("count", "runs", "trials", "values", "lowest", "highest"),
    ),
    "labelledruns": (("setup_id", "kind", "label", "status", "provenance"), ("count",)),
}


def wrong_setups() -> Iterator[int]:
    """The setups whose arrays are not what a rebuild gives; none, where all is well."""
    for setups in _some_setups():
        with connection.cursor() as cursor:
            cursor.execute(" UNION ".join(map(_differing, TABLES)), {"setups": setups})
            yield from sorted(setup for (setup,) in cursor.fetchall())


def _some_setups() -> Iterator[list[int]]:
    last = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(NEXT, [last, AT_ONCE])
            setups = cursor.fetchone()[0]
        if not setups:
            return
        yield setups
        last = max(setups)


def _differing(table: str) -> str:
    """SQL for the setups with a row that is missing, too many, or another."""
    keys, columns = TABLES[table]
    kept, rebuilt = (", ".join(f"{side}.{column}" for column in columns) for side in ("kept", "rebuilt"))
    return (
        f"SELECT setup_id FROM (SELECT * FROM benchdb_{table} WHERE setup_id = ANY(%(setups)s)) AS kept "
        f"FULL JOIN (SELECT * FROM benchdb_{table}_rebuilt WHERE setup_id = ANY(%(setups)s)) AS rebuilt "
        f"USING ({', '.join(keys)}) WHERE ({kept}) IS DISTINCT FROM ({rebuilt})"
    )


def rebuild(setups: list[int]) -> None:
    """Build the arrays of these setups from their rows."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT benchdb_pack_setups(%s)", [setups])


def rebuild_all() -> None:
    """Build all arrays from the rows, some setups at a time: the site goes on while it runs."""
    for setups in _some_setups():
        rebuild(setups)
