"""Whatever is done to runs, by whatever door, the packed series are what a rebuild gives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F, QuerySet
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from benchdb.curation.exclusions import exclude, include
from benchdb.curation.tags import tag, untag
from benchdb.dev.testing.waiting import HANGS
from benchdb.models import Measurement, PackedSeries, Run, Setup, SetupRuns, UploadFile
from benchdb.models.runs import RunQuerySet
from benchdb.reads.packed.proof import rebuild_all, wrong_setups
from frontend.tests.constructed import runs, setup

MOMENT = datetime(2024, 5, 6, 7, 8, 9, 123457, tzinfo=UTC)
STORES = ("store", "store unmeasured")


def moment_of(index: int) -> datetime | None:
    return MOMENT + timedelta(microseconds=index) if index % 2 else None


def files_of(chosen: RunQuerySet) -> QuerySet[UploadFile]:
    return UploadFile.objects.filter(runs__in=chosen)


def store(setups: list[Setup], index: int, *, measured: bool = True) -> None:
    metrics = {"latency_mean": [0.1, 0.2 + index]} | ({} if index % 2 else {"duration": [3.0, 4.0]})
    runs(setups[index % len(setups)], metrics if measured else {"": []})


def measure(chosen: RunQuerySet, index: int) -> None:
    numbers = [Measurement(run=run, metric="bytes_body", item=str(index), value=index) for run in chosen]
    Measurement.objects.bulk_create(numbers, ignore_conflicts=True)


#: name -> what it does to the chosen runs, in one statement where the product does so
CHANGES: dict[str, Callable[[RunQuerySet, int], object]] = {
    "retire": lambda chosen, _: chosen.update(retired_at=MOMENT),
    "exclude": lambda chosen, _: [exclude(run, "for a test") for run in chosen.filter(excluded_at=None)],
    "include": lambda chosen, _: [include(run) for run in chosen],
    "status": lambda chosen, index: chosen.update(status="aborted" if index % 2 else "complete"),
    "provenance": lambda chosen, index: chosen.update(provenance="published" if index % 2 else "measured"),
    "trial": lambda chosen, index: chosen.update(trial=index if index % 2 else None),
    "start": lambda chosen, index: chosen.update(started_at=moment_of(index)),
    "move": lambda chosen, index: chosen.update(setup=Setup.objects.order_by("pk")[index % Setup.objects.count()]),
    "notes": lambda chosen, _: chosen.update(notes="read"),
    "measure": measure,
    "correct": lambda chosen, index: Measurement.objects.filter(run__in=chosen).update(value=index),
    "unmeasure": lambda chosen, _: Measurement.objects.filter(run__in=chosen, metric="duration").delete(),
    "delete": lambda chosen, _: chosen.delete(),
    "rename": lambda chosen, index: files_of(chosen).update(name=f"folder{index % 2}/{index}.log"),
    "unpack": lambda chosen, _: files_of(chosen).update(archive=UploadFile.objects.order_by("-pk")[0]),
    "other file": lambda chosen, _: chosen.update(file=UploadFile.objects.order_by("pk")[0], ordinal=F("pk") + 1000),
    "tag": lambda chosen, index: [tag(run, f"t{index % 2}") for run in chosen],
    "untag": lambda chosen, index: [untag(run, f"t{index % 2}") for run in chosen],
}


def change(name: str, setups: list[Setup], index: int) -> None:
    """One of CHANGES, made to the runs that `index` chooses; or two runs more."""
    if name in STORES:
        store(setups, index, measured=name == "store")
    elif ids := list(Run.objects.order_by("pk").values_list("pk", flat=True)):
        CHANGES[name](Run.objects.filter(pk__in=ids[index % len(ids) :: 3]), index)


class AnySequence(TestCase):
    @settings(deadline=None, max_examples=25)
    @given(st.lists(st.tuples(st.sampled_from([*STORES, *CHANGES]), st.integers(0, 11)), max_size=12))
    def test_leaves_what_a_rebuild_gives(self, changes: list[tuple[str, int]]) -> None:
        setups = [setup("Linux 2.4", concurrency) for concurrency in (1, 2, 3)]
        for name, index in [("store", 0), ("store", 1), *changes]:
            change(name, setups, index)
        assert list(wrong_setups()) == []


@pytest.mark.django_db
def test_the_arrays_hold_the_active_runs_in_their_order() -> None:
    made = runs(setup("Linux 2.4", 1), {"latency_mean": [0.5, 0.25, 0.125]})
    Run.objects.filter(pk=made[0].pk).update(trial=None, started_at=MOMENT)
    exclude(made[1], "for a test")
    series, whole = PackedSeries.objects.get(), SetupRuns.objects.get()
    assert np.frombuffer(series.runs, ">i8").tolist() == [made[0].pk, made[2].pk]
    assert np.frombuffer(series.values, ">f8").tolist() == [0.5, 0.125]
    assert np.frombuffer(series.trials, ">i4").tolist() == [2**31 - 1, 3]
    assert np.frombuffer(whole.started, ">i8").tolist() == [int(MOMENT.timestamp()) * 10**6 + 123457, -(2**63)]
    assert (series.count, whole.count) == (2, 2)


@pytest.mark.django_db
def test_what_runs_came_in_is_the_same_for_those_of_one_folder() -> None:
    made = runs(setup("Linux 2.4", 1), {"latency_mean": [0.5] * 4})
    first = made[0].file
    for run, name in zip(made, ("a/1.log", "a/2.log", "b/1.log", "a/1.log"), strict=True):
        upload = made[3].file.upload if run == made[3] else first.upload
        UploadFile.objects.filter(pk=run.file_id).update(name=name, upload=upload, position=run.pk)
    bundles = np.frombuffer(SetupRuns.objects.get().bundles, ">i8").tolist()
    assert bundles[0] == bundles[1]
    assert len(set(bundles)) == 3
    assert list(wrong_setups()) == []


@pytest.mark.django_db
def test_rows_that_say_nothing_about_numbers_leave_the_arrays_alone() -> None:
    runs(setup("Linux 2.4", 1), {"latency_mean": [0.5]})
    before = versions()
    Run.objects.update(notes="read", limits=["the network"])
    assert versions() == before


def versions() -> list[Any]:
    """Which physical row each packed row is: another after every write."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT ctid::text, xmin::text FROM benchdb_setupruns")
        return cursor.fetchall()


@pytest.mark.django_db
def test_fsck_names_what_is_wrong_and_mends_it() -> None:
    made_on = setup("Linux 2.4", 1)
    runs(made_on, {"latency_mean": [0.5]})
    call_command("fsck", "series", "censuses", stdout=StringIO())
    PackedSeries.objects.update(values=b"\0" * 8)
    printed = StringIO()
    with pytest.raises(CommandError, match="1 faults"):
        call_command("fsck", "series", stdout=printed)
    assert f"setup {made_on.pk}: its packed series are not what its runs say" in printed.getvalue()
    call_command("fsck", "series", mend=True, stdout=StringIO())
    assert list(wrong_setups()) == []


@pytest.mark.django_db
def test_the_arrays_are_kept_as_they_are() -> None:
    """Each run writes its setup's anew: with 38 metrics of 870 runs PostgreSQL took 41 ms of CPU for one, 7 without."""
    storage = """SELECT DISTINCT attstorage FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
              WHERE relname ~ '^benchdb_(packedseries_[0-9]+|setupruns)$' AND atttypid = 'bytea'::regtype"""
    with connection.cursor() as cursor:
        cursor.execute(storage)
        assert cursor.fetchall() == [("e",)]


@pytest.mark.django_db
def test_all_can_be_built_anew() -> None:
    runs(setup("Linux 2.4", 1), {"latency_mean": [0.5], "duration": [1.0]})
    PackedSeries.objects.all().delete()
    SetupRuns.objects.all().delete()
    rebuild_all()
    assert (SetupRuns.objects.count(), PackedSeries.objects.count()) == (1, 2)
    assert list(wrong_setups()) == []


@pytest.mark.django_db(transaction=True)
def test_two_that_store_to_one_setup_wait_for_one_another() -> None:
    """The second sees what the first has stored."""
    made_on, stored, overtaken = setup("Linux 2.4", 1), threading.Event(), threading.Event()
    first = runs(made_on, {"latency_mean": [0.0]})[0]

    def store(ordinal: int) -> None:
        run = Run.objects.create(setup=made_on, file_id=first.file_id, ordinal=ordinal, format="ab", parser_version="1")
        Measurement.objects.create(run=run, metric="latency_mean", value=ordinal)

    def overtake() -> None:
        stored.wait(HANGS)
        store(3)  # waits for the setup
        connection.close()
        overtaken.set()

    other = threading.Thread(target=overtake)
    other.start()
    with transaction.atomic():
        store(2)
        stored.set()
        assert not overtaken.wait(0.2)
    other.join(30)
    assert list(wrong_setups()) == []
    assert np.frombuffer(PackedSeries.objects.get().values, ">f8").tolist() == [0.0, 2.0, 3.0]


@pytest.mark.django_db
def test_a_run_with_an_earlier_id_is_put_in_its_place() -> None:
    made_on = setup("Linux 2.4", 1)
    made = runs(made_on, {"latency_mean": [1.0, 2.0]})
    file, early = made[0].file, made[0].pk
    made[0].delete()
    Run.objects.create(pk=early, setup=made_on, file=file, ordinal=1, format="ab", parser_version="1")
    Measurement.objects.create(run_id=early, metric="latency_mean", value=1.0)
    assert np.frombuffer(PackedSeries.objects.get().values, ">f8").tolist() == [1.0, 2.0]
    assert list(wrong_setups()) == []
