"""The founding studies that are put back are those that were loaded."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from benchdb.models import Machine, Run
from benchdb.reads.versions import data_version
from benchdb.tests.kept_rows import KeptRows, counts, tables_with_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> list[str]:
    return []


@pytest.fixture
def founding(made: list[str]) -> KeptRows:
    def load() -> None:
        made.append("loadstudies")
        call_command("loadstudies", verbosity=0)

    return KeptRows(load)


def test_what_is_put_back_is_what_was_made(founding: KeptRows, made: list[str], client: Client) -> None:
    seen, tables = [], [name for name in tables_with_rows() if "dataversion" not in name]
    for _ in range(2):
        with transaction.atomic():
            founding.put()
            answer = client.get("/compare.json?study=zones&cols=zone")
            seen.append((counts(tables), data_version().changes, answer.status_code, answer.content))
            call_command("fsck", verbosity=0)
            transaction.set_rollback(True)
    (first, before, *one), (second, after, *other) = seen
    assert made == ["loadstudies"]
    assert (first, one) == (second, other)
    assert min(before, after) > data_version().changes, "what is kept in memory is kept under these"
    assert not Run.objects.exists()


def test_new_rows_are_numbered_behind_those_put_back(founding: KeptRows) -> None:
    with transaction.atomic():
        founding.put()
        transaction.set_rollback(True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('benchdb_machine_id_seq', 1)")
    founding.put()
    highest = max(Machine.objects.values_list("id", flat=True))
    assert Machine.objects.create(name="mine").pk > highest


def test_beside_rows_of_a_test_all_is_made_anew(founding: KeptRows, made: list[str]) -> None:
    with transaction.atomic():
        founding.put()
        transaction.set_rollback(True)
    Machine.objects.create(name="mine")
    founding.put()
    assert made == ["loadstudies"] * 2
    assert Machine.objects.filter(name="mine").exists()
