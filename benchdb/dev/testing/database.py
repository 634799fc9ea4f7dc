"""The tests' database, emptied between those that commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
import pytest

from benchdb.dev.testing.waiting import wait_for
from benchdb.dev.testing.worker import nothing_is_left_to_do

#: Made by `migrate`, and changed by nothing: to make them anew takes longer than to empty all other tables.
KEPT = ("django_content_type", "auth_permission")
SMALL = 8 << 20  #: bytes of a table that DELETE empties sooner than TRUNCATE
#: What is kept in memory under a number is never asked for again. Triggers would count it, but DELETE runs without.
COUNT_CHANGE = "UPDATE benchdb_dataversion SET changes = changes + 1 WHERE shard = 0"


def keep_what_migrate_made() -> None:
    """Content types and permissions outlive the tests that commit. A test that restores a back-up or an older database
    leaves too few."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.contenttypes.management import create_contenttypes
    from django.contrib.contenttypes.models import ContentType
    from django.db.models.signals import post_migrate

    def make_where_gone(**_: object) -> None:
        ContentType.objects.clear_cache()
        made = set(ContentType.objects.values_list("app_label", "model"))
        whole = made >= {(model._meta.app_label, model._meta.model_name) for model in apps.get_models()}
        for app in () if whole else apps.get_app_configs():
            create_contenttypes(app, verbosity=0)
            create_permissions(app, verbosity=0)

    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.connect(make_where_gone, sender=apps.get_app_config("contenttypes"), weak=False)


def empty_by_rows() -> None:
    """A test leaves few rows in few tables. TRUNCATE makes new files for every table and index, and stands in the way
    of whoever still reads."""
    from django.db import connection

    truncate: Callable[..., list[str]] = connection.ops.sql_flush

    def statements(style: Any, tables: Sequence[str], **options: Any) -> list[str]:
        emptied = [table for table in tables if table not in KEPT]
        sizes = bytes_of_filled(emptied)
        if not may_leave_triggers_out() or max(sizes.values(), default=0) > SMALL:
            return truncate(style, emptied, **options)
        deletes = [f'DELETE FROM "{table}"' for table in sizes]
        return ["SET LOCAL session_replication_role = replica", *deletes, COUNT_CHANGE] if deletes else []

    connection.ops.sql_flush = statements


def bytes_of_filled(tables: Sequence[str]) -> dict[str, int]:
    """The size of each table that has rows."""
    from django.db import connection

    size = "SELECT '{0}', pg_table_size('\"{0}\"') WHERE EXISTS (SELECT FROM \"{0}\")"
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(size.format(table) for table in tables))
        return dict(cursor.fetchall())


def make_passwords_cheap() -> None:
    """The site's own hasher, at a thousandth of the quarter of a second that it takes on purpose."""
    from django.contrib.auth.hashers import ScryptPasswordHasher

    ScryptPasswordHasher.work_factor = 2**4


def may_leave_triggers_out() -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def wait_for_others(item: pytest.Item) -> None:
    """What a task or a thread of the live server writes after this would be another test's."""
    names = getattr(item, "fixturenames", ())
    commits = any(mark.kwargs.get("transaction") for mark in item.iter_markers("django_db"))
    if commits or "transactional_db" in names:
        nothing_is_left_to_do()
    if "live_server" in names:
        wait_for(nobody_is_answered)


def nobody_is_answered() -> bool:
    """Whether no thread of the live server is still in the middle of a question to the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend' AND state <> 'idle'"
        )
        return cursor.fetchone() == (0,)


def waits_for_a_lock(other: psycopg.Connection) -> bool:
    """Whether somebody waits for what another has locked: for `other`, where it alone holds something."""
    waiting = other.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    return bool(waiting and waiting[0])
