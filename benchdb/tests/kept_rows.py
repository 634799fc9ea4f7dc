"""Rows that many tests begin with, made once and put back by COPY: what a command stored, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import connection, transaction

OWNED = """
    SELECT counter.relname, owner.relname, attname FROM pg_class counter
    JOIN pg_depend ON objid = counter.oid AND deptype IN ('a', 'i')
    JOIN pg_class owner ON owner.oid = refobjid
    JOIN pg_attribute ON attrelid = owner.oid AND attnum = refobjsubid
    WHERE counter.relkind = 'S' AND counter.relnamespace = 'public'::regnamespace
"""  #: each sequence with the table and the column that it numbers
VERSIONS = "benchdb_dataversion"  #: only ever grows: what was kept in memory under a number is never asked for again
Rows = dict[str, bytes]  #: per table what COPY says, in binary


@dataclass
class KeptRows:
    """What `make` stores in a database without runs. Where a test stored rows of its own before, it is made anew."""

    make: Callable[[], None]
    before: dict[str, int] = field(default_factory=dict)  #: rows of each table that is changed, before it is
    after: Rows = field(default_factory=dict)

    def put(self) -> None:
        if not self.after:
            self.keep()
        elif counts(list(self.after)) == self.before:
            put_back(self.after)
        else:
            self.make()

    def keep(self) -> None:
        names = [name for name in tables_with_rows() if name != VERSIONS]
        begun, was = counts(names), rows_of(names)
        self.make()
        now = rows_of(names)
        if any(begun[name] for name in ("benchdb_upload", "benchdb_setup")):
            return  # somebody was there before
        self.after = {name: rows for name, rows in now.items() if rows != was[name]}
        self.before = {name: begun[name] for name in self.after}


def tables_with_rows() -> list[str]:
    """Partitions, not what they are parts of."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        return [name for (name,) in cursor.fetchall()]


def counts(tables: list[str]) -> dict[str, int]:
    parts = " UNION ALL ".join(f"SELECT '{table}', count(*) FROM \"{table}\"" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(parts)
        return dict(cursor.fetchall())


def rows_of(tables: list[str]) -> Rows:
    return {table: b"".join(copied(table)) for table in tables}


def copied(table: str) -> list[bytes]:
    with connection.cursor() as cursor, cursor.copy(f'COPY "{table}" TO STDOUT (FORMAT binary)') as copy:
        return [bytes(part) for part in copy]


@transaction.atomic
def put_back(rows: Rows) -> None:
    """Without triggers: what these derive is among the rows."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table, binary in rows.items():
            cursor.execute(f'DELETE FROM "{table}"')
            with cursor.copy(f'COPY "{table}" FROM STDIN (FORMAT binary)') as copy:
                copy.write(binary)
        cursor.execute(f"UPDATE {VERSIONS} SET changes = changes + 1 WHERE shard = 0")
        cursor.execute("SET LOCAL session_replication_role = origin")
    number_on()


def number_on() -> None:
    """New rows are numbered behind those that are there: a restored back-up may have set the sequences back."""
    with connection.cursor() as cursor:
        cursor.execute(OWNED)
        for counter, table, column in cursor.fetchall():
            cursor.execute(
                f"""SELECT setval('"{counter}"', highest) FROM (SELECT max("{column}") highest FROM "{table}") kept,
                "{counter}" WHERE highest > last_value"""
            )
