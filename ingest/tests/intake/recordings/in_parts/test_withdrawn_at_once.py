"""Parts of one folder that are withdrawn or restored while another one ends, or is withdrawn itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Thread

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from benchdb.curation.corrections.run_corrections import setup_with
from benchdb.curation.exclusions import KINDS, WITHDRAWN
from benchdb.curation.uploads import restore, withdraw
from benchdb.dev.testing.waiting import HANGS, wait_for
from benchdb.domain.caveats import of_row
from benchdb.models import Measurement, Run, Upload
from benchdb.models.runs import ACTIVE
from benchdb.safekeeping.integrity import CHECKS, broken_copies, broken_rows
from ingest.pipeline.attempts import begin, finish
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.link import link
from ingest.pipeline.outcomes import check_wanted
from ingest.pipeline.parse_upload import STEPS
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

FACTS = {"machine": "m", "pattern": ""}
COPY, OTHER_COPY = log(1).replace(b"\n", b"\r\n"), log(1) + b"\n"
WAITS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


def part(client: Client, name: str, content: bytes) -> int:
    return int(send(client, {name: content}, part_of="one", **FACTS)["id"])


def queued(client: Client, files: dict[str, bytes], part_of: str, **facts: str) -> int:
    sent = [SimpleUploadedFile(f"{number}.log", content) for number, content in enumerate(files.values())]
    form = {"file": sent, "paths": json.dumps([*files]), "pattern": "", **facts}
    headers = {"Benchdb-Import": part_of} if part_of else {}
    return int(client.post("/api/v1/uploads", form, headers=headers).json()["id"])


def read(upload: int) -> Ingestion:
    """As far as it is read by itself."""
    ingestion = begin(upload)
    assert ingestion
    for step in STEPS:
        step(ingestion)
    return ingestion


@contextmanager
def ending(ingestion: Ingestion) -> Iterator[None]:
    """Inside, it has seen what the other parts are, and has not ended."""
    with transaction.atomic():
        check_wanted(ingestion.upload, lock=True)
        link(ingestion)
        yield
        finish(ingestion.upload, "")


def end(ingestion: Ingestion) -> None:
    with ending(ingestion):
        pass


def counting() -> list[str]:
    return sorted(Run.objects.filter(ACTIVE).values_list("file__name", flat=True))


class Change(Thread):
    """What somebody else does meanwhile; `join` raises what went wrong."""

    def __init__(self, do: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self._do, self._fault = do, list[Exception]()

    def run(self) -> None:
        try:
            self._do()
        except Exception as error:  # noqa: BLE001 - it is raised where the test is
            self._fault.append(error)
        finally:
            connection.close()

    def join(self, timeout: float | None = None) -> None:
        super().join(HANGS if timeout is None else timeout)
        assert not self.is_alive()
        for fault in self._fault:
            raise fault


def at_once(*changes: Callable[[], object], beside: Sequence[Change] = ()) -> list[Change]:
    """They have begun, and are done or wait for a lock; so do those that began before (`beside`)."""
    threads = [Change(do) for do in changes]
    for thread in threads:
        thread.start()
    every = [*beside, *threads]
    wait_for(lambda: sum(thread.is_alive() for thread in every) <= waiting(), lambda: f"{waiting()} wait")
    return every


def waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITS)
        return int(cursor.fetchone()[0])


def join(threads: Sequence[Change]) -> None:
    for thread in threads:
        thread.join()


def faults() -> list[str]:
    return [*broken_rows(), *broken_copies()]


@pytest.mark.parametrize("ends_first", [True, False])
def test_an_original_is_withdrawn_while_its_copy_ends(client: Client, ends_first: bool) -> None:
    first, copy = part(client, "a.log", log(1)), read(queued(client, {"b.log": COPY}, "one", machine="m"))
    with ending(copy) if ends_first else transaction.atomic():
        if ends_first:
            threads = at_once(lambda: withdraw(first, "another machine's", "ada"))
        else:
            withdraw(first, "another machine's", "ada")
            threads = at_once(lambda: end(copy))
    join(threads)
    assert counting() == ["b.log"]
    assert faults() == []


@pytest.mark.parametrize("ends_first", [True, False])
def test_an_original_is_restored_while_its_copy_ends(client: Client, ends_first: bool) -> None:
    first = part(client, "a.log", log(1))
    withdraw(first, "another machine's", "ada")
    copy = read(queued(client, {"b.log": COPY}, "one", machine="m"))
    with ending(copy) if ends_first else transaction.atomic():
        if ends_first:
            threads = at_once(lambda: restore(first))
        else:
            restore(first)
            threads = at_once(lambda: end(copy))
    join(threads)
    assert counting() == ["a.log"]
    assert faults() == []


def test_an_original_and_its_copy_are_withdrawn_at_once(client: Client) -> None:
    first, second = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    part(client, "c.log", OTHER_COPY)
    with transaction.atomic():
        withdraw(first, "another machine's", "ada")
        threads = at_once(lambda: withdraw(second, "another machine's", "ada"))
    join(threads)
    assert counting() == ["c.log"]
    assert faults() == []


@pytest.mark.parametrize("part_of", ["one", ""])
def test_a_recording_is_withdrawn_while_the_loads_beside_it_end(client: Client, part_of: str) -> None:
    """Also where they lie in no folder, and the recording is theirs by its machine and its time."""
    files = load(1, "web1")
    [(sar, recording)] = [(name, content) for name, content in files.items() if "sar" in name]
    recorded = int(send(client, {sar: recording}, part_of=part_of, **FACTS)["id"])
    loads = {name: content for name, content in files.items() if name != sar}
    with ending(read(queued(client, loads, part_of, machine="m", started_at="2026-11-21T13:39:55Z"))):
        assert Measurement.objects.filter(metric="cpu_time_per_request").exists()
        threads = at_once(lambda: withdraw(recorded, "another machine's", "ada"))
    join(threads)
    assert Upload.objects.get(pk=recorded).withdrawn_at
    assert not Measurement.objects.filter(metric="cpu_time_per_request").exists()


def test_fsck_names_what_counts_beside_its_copy_or_not_at_all(client: Client) -> None:
    """As races of older releases left it."""
    first, second = part(client, "a.log", log(1)), part(client, "b.log", COPY)
    withdraw(first, "another machine's", "ada")
    original, copy = (Run.objects.get(file__upload=upload) for upload in (first, second))
    write(original)
    assert faults() == [
        f"run {original.pk}: it counts, and its upload is withdrawn",
        f"run {copy.pk}: what it is a copy of counts as well",
    ]
    restore(first)
    Upload.objects.filter(pk=first).update(withdrawn_at=timezone.now())
    write(original, since=timezone.now(), because=f"{WITHDRAWN}: another machine's")
    assert faults() == [f"run {copy.pk}: what it is a copy of is withdrawn, and nothing counts"]


def test_fsck_names_a_report_that_counts_twice_and_nothing_calls_a_copy(client: Client) -> None:
    """As older releases left those beside which a recording of another load knew the kernel; of what is said to be
    another run, or a copy that counts, it says nothing."""
    send(client, {"a.log": log(1)}, part_of="one", **FACTS, kernel="6.1")
    part(client, "b.log", COPY)
    send(client, {"c.log": OTHER_COPY}, part_of="one", **FACTS, kernel="6.2")
    original, copy, _ = Run.objects.order_by("pk")
    write(copy)
    assert [*CHECKS["copies"]()] == []
    filled = setup_with(copy.setup, {"kernel": "Linux 6.1", "cpus": 2})
    caveats = [one for one in copy.caveats if of_row(one).kind not in KINDS]
    Run.objects.filter(pk=copy.pk).update(caveats=caveats, setup=filled)
    assert [*CHECKS["copies"]()] == [
        f"run {copy.pk}: it has the report of run {original.pk}, and both count; exclude one of them on its page"
    ]


def write(run: Run, since: datetime | None = None, because: str = "") -> None:
    Run.objects.filter(pk=run.pk).update(excluded_at=since, excluded_because=because)
