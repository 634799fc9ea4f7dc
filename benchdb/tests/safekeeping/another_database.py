"""`manage.py` and SQL on a database beside the tests' own; the fixture `elsewhere` makes it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg

from benchdb.host.paths import ROOT

#: What `manage.py migrate benchdb …` did before an empty database was made in one step: to any migration, and back.
TO = """
import sys
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
executor.loader.replace_migrations = False
executor.loader.build_graph()
others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != "benchdb"]
executor.migrate([*others, ("benchdb", executor.loader.get_migration_by_prefix("benchdb", sys.argv[1]).name)])
"""


def migrate(database: str, to: str = "") -> None:
    """Take a database to the migration whose name begins so, forwards or backwards, by every one between; without a
    name, to today as a site's own is taken."""
    command = [sys.executable, "-c", TO, to] if to else [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    there = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "benchdb.settings"}
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def manage(database: str, *words: str | Path, **variables: str) -> tuple[int, str]:
    """(exit status, all that it says) of manage.py on another database."""
    command = [sys.executable, "manage.py", *map(str, words)]
    there = {**os.environ, "DATABASE_URL": database, **variables}
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def rows_of(database: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database) as there:
        return there.execute(query).fetchall()
