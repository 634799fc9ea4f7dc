"""An empty database is made in one step, and is what the migrations make that every older database went through."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings

from benchdb.host.paths import ROOT
from benchdb.tests.safekeeping.another_database import manage, migrate, rows_of

pytestmark = [pytest.mark.thorough, pytest.mark.long]

FOLDER = ROOT / "benchdb/migrations"
NAMES = ("made_in_one_step", "made_in_all_steps")
#: Names that PostgreSQL and Django make of the names that tables and columns had when they were made.
MADE_UP = r"benchdb_(kepttwin|tie|permalinkexp|runrecording|sentkey)\w*_(pkey|[0-9a-f]{8}\w*)"
WHAT_THERE_IS = {
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage, a.attidentity,
               pg_get_expr(d.adbin, d.adrelid)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0
          AND NOT a.attisdropped""",
    "tables": """
        SELECT relname, relkind, reloptions, relispartition, pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid)
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')""",
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype <> 'n'""",
    "functions": "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "views": "SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'",
    "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "extensions": "SELECT extname FROM pg_extension",
    "versions": "SELECT topic, shard FROM benchdb_dataversion",
    "kinds": "SELECT app_label, model FROM django_content_type",
    "permissions": """
        SELECT t.model, p.codename FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id""",
    "migrations": "SELECT app, name FROM django_migrations WHERE name <> '0000_as_of_0079'",
}


@pytest.fixture(scope="module")
def databases(django_db_setup: None) -> Iterator[list[str]]:
    """The addresses of the two, empty."""
    server = settings.HERE.database_url.rpartition("/")[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        for name in NAMES:
            admin.execute(f"DROP DATABASE IF EXISTS {name}")
            admin.execute(f"CREATE DATABASE {name}")
        yield [f"{server}/{name}" for name in NAMES]
        for name in NAMES:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_one_step_makes_what_all_steps_make(databases: list[str]) -> None:
    one, all_steps = databases
    status, printed = manage(one, "migrate", "--verbosity=2")
    assert status == 0, printed
    newer = [path for path in FOLDER.glob("0*.py") if path.name >= "0080"]
    assert printed.count("Applying benchdb.") == 1 + len(newer), printed
    migrate(all_steps, "0079")
    migrate(all_steps)  # content types and permissions; notes that all steps are the one
    for name, query in WHAT_THERE_IS.items():
        assert as_lines(one, query) == as_lines(all_steps, query), name
    for database in databases:
        assert manage(database, "migrate", "--check") == (0, "")


def as_lines(database: str, query: str) -> list[str]:
    return sorted(re.sub(MADE_UP, "made up", repr(row)) for row in rows_of(database, query))
