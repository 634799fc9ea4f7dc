"""`manage.py` and SQL on a database beside the tests' own; the fixture `elsewhere` makes it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg

from benchdb.host.paths import ROOT


def manage(database: str, *words: str | Path, **variables: str) -> tuple[int, str]:
    """(exit status, all that it says) of manage.py on another database."""
    command = [sys.executable, "manage.py", *map(str, words)]
    there = {**os.environ, "DATABASE_URL": database, **variables}
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def rows_of(database: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database) as there:
        return there.execute(query).fetchall()
