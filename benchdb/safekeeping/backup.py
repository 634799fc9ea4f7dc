"""The database -> one file: PostgreSQL's own dump, and a manifest with its hash, its rows and its release.

The file is a zip: `database.dump` (pg_dump's custom format, which holds the raw logs too), `elsewhere.json` (the
addresses of pieces of raw logs that it does not hold), then `manifest.json`. All of it is one moment's state, though
the site goes on meanwhile.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from benchdb import __version__
from benchdb.host.embedded import postgres_folder

FORM = 1  #: of the file
DUMP, ELSEWHERE, MANIFEST = "database.dump", "elsewhere.json", "manifest.json"
PIECE = 2**20  #: bytes
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
#: libpq's name of a parameter -> the environment variable that says it.
VARIABLES = {row.keyword.decode(): row.envvar.decode() for row in Conninfo.get_defaults() if row.envvar}
LOGS_ELSEWHERE = ("benchdb", "0056_logs_elsewhere")  #: since which a piece of a raw log may be outside of the database
ADDRESSES = "SELECT elsewhere FROM benchdb_logchunk WHERE elsewhere <> '' ORDER BY elsewhere"
MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY id"


class BadBackup(RuntimeError):
    """It cannot be made or taken; the message says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    form: int
    version: str  #: of benchdb
    made_at: str  #: ISO 8601, UTC
    sha256: str  #: of the dump
    migrations: list[tuple[str, str]]  #: (app, name), as they were applied
    rows: dict[str, int]  #: table -> how many
    reading: str = ""  #: the site's READING, which is not in the database; "" where an older release did not note it


@dataclass(frozen=True, slots=True)
class Server:
    """A database, and how programs of PostgreSQL reach it."""

    name: str
    parameters: dict[str, str]  #: as libpq names them: host, port, user, password, and what DATABASE_URL says of TLS

    @classmethod
    def of(cls, settings: dict[str, Any]) -> Server:
        """From an entry of Django's DATABASES, whose OPTIONS are libpq's where libpq knows them."""
        keys = ("HOST", "PORT", "USER", "PASSWORD")
        own = {key.lower(): str(settings[key]) for key in keys if settings.get(key)}
        options = settings.get("OPTIONS", {}).items()
        return cls(str(settings["NAME"]), {**own, **{name: str(value) for name, value in options if name in VARIABLES}})

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(make_conninfo(dbname=self.name, **self.parameters))

    @property
    def environment(self) -> dict[str, str]:
        """Not in the command's words, which every account of the machine can read."""
        own = {VARIABLES[name]: value for name, value in self.parameters.items()}
        return {**os.environ, **own, "PGDATABASE": self.name}


def program(name: str) -> str:
    """pg_dump or pg_restore: the embedded server's, else this machine's."""
    try:
        own = postgres_folder() / "bin" / name
    except RuntimeError:
        own = Path(name)
    if path := shutil.which(own) or shutil.which(name):
        return path
    raise BadBackup(f"{name} is not on this machine; it comes with PostgreSQL's client programs")


def backup(server: Server, file: Path, now: datetime, reading: str) -> Manifest:
    """Write `file` as a whole or not at all."""
    with unfinished_beside(file) as unfinished, snapshot(server) as (connection, name):
        rows = counted(connection)
        migrations = [(str(app), str(word)) for app, word in connection.execute(MIGRATIONS).fetchall()]
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with zipfile.ZipFile(raw, "w") as archive:
                sha256 = dump(server, name, archive)
                moment = now.astimezone(UTC).isoformat()
                manifest = Manifest(FORM, __version__, moment, sha256, migrations, rows, reading)
                archive.writestr(ELSEWHERE, json.dumps(addresses(connection, migrations)), zipfile.ZIP_DEFLATED)
                archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(file)
    return manifest


@contextmanager
def unfinished_beside(file: Path) -> Iterator[Path]:
    """What is written before it takes `file`'s place; gone where that does not come about."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def snapshot(server: Server) -> Iterator[tuple[psycopg.Connection[Any], str]]:
    """A connection that sees one moment, and the moment's name for others."""
    with server.connect() as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (name,) = connection.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
        yield connection, str(name)


def addresses(connection: psycopg.Connection[Any], migrations: Sequence[tuple[str, str]]) -> list[str]:
    """Of the pieces of raw logs that are outside of the database. One of an older release has none."""
    rows = connection.execute(ADDRESSES).fetchall() if LOGS_ELSEWHERE in migrations else []
    return [str(address) for (address,) in rows]


def counted(connection: psycopg.Connection[Any]) -> dict[str, int]:
    """Table -> its rows."""
    rows = {}
    for (table,) in connection.execute(TABLES).fetchall():
        query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
        (rows[str(table)],) = connection.execute(query).fetchone() or (0,)
    return rows


def last_words(child: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    """All that it printed until it ended."""
    child.wait()
    errors.seek(0)
    return errors.read().decode(errors="replace").strip()


def dump(server: Server, snapshot: str, archive: zipfile.ZipFile) -> str:
    """The dump as a member of the archive; its SHA-256."""
    command = [program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    digest = hashlib.sha256()
    with (
        TemporaryFile() as errors,  # of a pipe it would wait until somebody reads there
        subprocess.Popen(command, env=server.environment, stdout=subprocess.PIPE, stderr=errors) as child,
        archive.open(DUMP, "w", force_zip64=True) as member,
    ):
        assert child.stdout
        while piece := child.stdout.read(PIECE):
            digest.update(piece)
            member.write(piece)
        words = last_words(child, errors)
    if child.returncode:
        raise BadBackup(f"pg_dump failed: {words}")
    return digest.hexdigest()
