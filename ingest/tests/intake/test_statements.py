"""What storing a log costs is what is asked of the database for it: counted, so that it stays little."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from benchdb.models import Measurement, Run, Upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.queues import weight
from ingest.pipeline.rows.batch import AT_ONCE, copy_measurements
from ingest.pipeline.tasks import parse
from ingest.records import Measurement as Number
from ingest.records import RunRecord
from ingest.tests.intake.zips import log, send, zipped

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_else_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "queue", "by-hand", raising=False)
    monkeypatch.setattr(parse, "_exec_options", None)


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is asked of the database inside; transactions are not counted, savepoints are."""
    seen: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


def test_a_log_that_arrives_takes_few_statements(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight, "weight_of", None)  # who has received it has weighed it: nobody looks at it again
    send(client, "first.log", log(1))
    with statements() as seen:
        upload = send(client, "second.log", log(2))
    assert len(seen) <= 7, seen
    assert Upload.objects.get(pk=upload).state == "queued"


def test_a_log_that_is_stored_takes_few_statements(client: Client) -> None:
    parse_upload(send(client, "first.log", log(1)))  # its machine, kernel and setup are known from now on
    upload = send(client, "second.log", log(2))
    with statements() as seen:
        parse_upload(upload, is_quick=True)
    assert len(seen) <= 19, seen
    assert Run.objects.count() == 2


def test_a_bundle_takes_as_many_statements_for_ten_logs_as_for_two(client: Client) -> None:
    parse_upload(send(client, "first.log", log(1)))
    counts = []
    for first, logs in ((10, 2), (20, 10)):
        upload = send(client, f"{logs}.zip", zipped({f"{n}.log": log(n) for n in range(first, first + logs)}))
        with statements() as seen:
            parse_upload(upload)
        counts.append(len(seen))
    assert counts[0] == counts[1], counts


def test_the_rows_of_many_runs_are_checked_by_an_index(client: Client) -> None:
    """A foreign key's check has one plan for a session's life: made for a table of one page, it reads all of it."""
    parse_upload(send(client, "first.log", log(1)))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE benchdb_run")  # as autovacuum does, sooner or later
    parse_upload(send(client, "second.log", log(2)))
    before = rows_read_in_order("benchdb_run")
    parse_upload(send(client, "many.log", b"\n".join(log(number) for number in range(10, 10 + AT_ONCE))))
    assert Run.objects.count() == 2 + AT_ONCE
    assert rows_read_in_order("benchdb_run") - before < 20 * AT_ONCE


def rows_read_in_order(table: str) -> int:
    """Rows that plans without an index have read until now, of the sessions that are idle."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = %s", [table])
        return int(cursor.fetchone()[0])


def test_what_a_tool_names_may_hold_what_copy_takes_for_an_escape(client: Client) -> None:
    """An item and what is printed are written as text, with a backslash and all."""
    parse_upload(send(client, "first.log", log(1)))
    odd = Number("status.count", 1.5, 3, "a\\tb\tc", "\\.")
    copy_measurements([(Run.objects.get(), RunRecord("ab", "2.3", {}, (odd,)))])
    written = Measurement.objects.get(metric="status.count")
    assert (written.item, written.printed, written.value, written.line) == ("a\\tb\\tc", "\\.", 1.5, 3)
