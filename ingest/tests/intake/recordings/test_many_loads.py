"""What a recording says of the loads beside it is written once, however many they are."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from benchdb.models import Run, RunRecording, Setup
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.packed_once import packed_once
from ingest.tests.intake.recordings.test_directories import sar
from ingest.tests.intake.test_statements import statements
from ingest.tests.intake.zips import log, send, zipped

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def one_folder(loads: int, first: int) -> dict[str, bytes]:
    return {f"run{number}.log": log(number) for number in range(first, first + loads)} | {"sar.txt": sar(first % 7)}


def a_folder_each(loads: int, first: int) -> dict[str, bytes]:
    numbers = range(first, first + loads)
    folders = [
        {f"{n}/run.log": log(n), f"{n}/sar.txt": sar(0).replace(b"0.00", b"0.%02d" % (n % 100))} for n in numbers
    ]
    return {name: content for files in folders for name, content in files.items()}


def test_a_setup_is_packed_as_often_for_many_loads_as_for_few(client: Client) -> None:
    for files, base in ((one_folder, 0), (a_folder_each, 300)):
        written = []
        for first, loads in ((100, 3), (200, 12)):
            upload, before = send(client, "all.zip", zipped(files(loads, base + first))), rows_packed()
            parse_upload(upload)
            written.append(rows_packed() - before)
            assert RunRecording.objects.filter(run__file__upload=upload).count() == loads
            assert is_packed()
        assert written[1] <= written[0], (files.__name__, written)


def test_and_with_as_many_statements(client: Client) -> None:
    parse_upload(send(client, "first.zip", zipped(one_folder(2, 10))))
    counts = []
    for first, loads in ((100, 2), (200, 10)):
        upload = send(client, "all.zip", zipped(one_folder(loads, first)))
        with statements() as seen:
            parse_upload(upload)
        counts.append(len(seen))
    assert counts[0] == counts[1], counts
    assert Setup.objects.count() == 1, "those that nobody knew the machine of are gone"
    assert sorted(Run.objects.values_list("trial", flat=True)) == list(range(1, 15))


def test_what_was_begun_and_failed_leaves_nothing_that_waits(client: Client) -> None:
    parse_upload(send(client, "first.log", log(1)))
    with pytest.raises(IntegrityError), packed_once():
        Run.objects.update(trial=7, status=None)
    Run.objects.update(trial=8)
    assert is_packed()
    with packed_once():
        Run.objects.update(trial=9)
        assert not is_packed()
    assert is_packed()


def test_one_within_another_ends_with_that(client: Client) -> None:
    parse_upload(send(client, "first.log", log(1)))
    with packed_once():
        with packed_once():
            Run.objects.update(trial=7)
        assert not is_packed()
    assert is_packed()
    with packed_once():
        Run.objects.update(trial=8)
        with pytest.raises(IntegrityError), packed_once():
            Run.objects.update(trial=9, status=None)
    assert is_packed()
    Run.objects.update(trial=10)
    assert is_packed()


def rows_packed() -> int:
    """How many have been written until now of the table that holds a setup's runs."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'benchdb_setupruns'")
        return int(cursor.fetchone()[0])


def is_packed() -> bool:
    """Whether all is packed as it would be anew."""
    with connection.cursor() as cursor:
        for table in ("benchdb_setupruns", "benchdb_packedseries"):
            cursor.execute(
                f"(TABLE {table} EXCEPT TABLE {table}_rebuilt) UNION (TABLE {table}_rebuilt EXCEPT TABLE {table})"
            )
            if cursor.fetchone():
                return False
    return True
