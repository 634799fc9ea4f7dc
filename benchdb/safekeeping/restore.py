"""A backup's file -> the database as it was, brought to this release. Nothing is touched before the file is proven."""

from __future__ import annotations

import hashlib
import json
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Set
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile

from benchdb.safekeeping.backup import (
    DUMP,
    FORM,
    MANIFEST,
    PIECE,
    BadBackup,
    Manifest,
    Server,
    counted,
    last_words,
    program,
)

EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner"
OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def proven(file: Path, known: Set[tuple[str, str]]) -> Manifest:
    """The manifest of a whole backup whose migrations this release knows. BadBackup for any other."""
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = manifest_of(json.loads(archive.read(MANIFEST)))
            digest = hashlib.sha256()
            with archive.open(DUMP) as dump:
                while piece := dump.read(PIECE):
                    digest.update(piece)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise BadBackup(f"{file} is not a complete backup: {error}") from error
    if digest.hexdigest() != manifest.sha256:
        raise BadBackup(f"{file} is damaged: its dump is not the one that was written")
    if strange := [f"{app}.{name}" for app, name in manifest.migrations if (app, name) not in known]:
        raise BadBackup(
            f"{file} was made by benchdb {manifest.version}, whose database this release does not know"
            f" ({', '.join(strange[:3])}); restore it with that release or a newer one"
        )
    return manifest


def manifest_of(document: dict[str, object]) -> Manifest:
    if document.get("form") != FORM:
        raise ValueError(f"its form is {document.get('form')!r}, expected {FORM}")
    manifest = Manifest(**document)  # type: ignore[arg-type]
    pairs = [(app, name) for app, name in manifest.migrations]
    return replace(manifest, migrations=pairs, rows=dict(manifest.rows))


def is_in_use(server: Server) -> bool:
    """Whether somebody's uploads or accounts are in the database."""
    with server.connect() as connection:
        tables = set(counted(connection))
        holders = [table for table in ("benchdb_upload", "auth_user") if table in tables]
        return any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in holders)


def restore(server: Server, file: Path, manifest: Manifest, migrate: Callable[[], None]) -> None:
    """Replace what is there. BadBackup where it could not be put back: then the database is empty or as it was."""
    with server.connect() as connection:
        connection.execute(OTHERS)  # they would hold locks, and see tables vanish
        connection.execute(EMPTY)
    load(server, file)
    with server.connect() as connection:
        if differing := different(manifest.rows, counted(connection)):
            raise BadBackup(f"these tables came back with other numbers of rows: {', '.join(differing)}")
    migrate()


def load(server: Server, file: Path) -> None:
    command = [program("pg_restore"), f"--dbname={server.name}", "--no-owner", "--no-privileges"]
    command += ["--single-transaction", "--exit-on-error"]
    with (
        zipfile.ZipFile(file) as archive,
        archive.open(DUMP) as dump,
        TemporaryFile() as errors,
        subprocess.Popen(
            command, env=server.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors
        ) as child,
    ):
        assert child.stdin
        try:
            while piece := dump.read(PIECE):
                child.stdin.write(piece)
            child.stdin.close()
        except BrokenPipeError:  # it ended; its words say why
            pass
        words = last_words(child, errors)
    if child.returncode:
        raise BadBackup(f"pg_restore failed: {words}")


def different(before: dict[str, int], now: dict[str, int]) -> Iterable[str]:
    return [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
