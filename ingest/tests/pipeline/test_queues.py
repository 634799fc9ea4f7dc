"""Three kinds of workers, as `make run` and docker-compose.yml start them: what is small passes what is heavy.

Thorough, as it keeps all three at the worst work for long. What is passed on from which queue is held by
test_pass_on.py.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from benchdb.dev.testing.waiting import wait_for
from benchdb.host import launch
from benchdb.host.paths import ROOT, Paths
from benchdb.host.process import Process
from benchdb.models import Upload
from ingest.tests.intake.zips import log, send, zipped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker, pytest.mark.thorough]


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, transactional_db: None) -> Iterator[list[Process]]:
    """On the tests' database; the first is the one of small uploads."""
    url = settings.HERE.database_url.rpartition("/")[0] + f"/{settings.DATABASES['default']['NAME']}"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("LIGHT_CPU_SECONDS", "1")
    here = Paths(tmp_path)
    here.logs.mkdir(parents=True)
    children = [launch.light_worker(here), launch.heavy_worker(here), launch.small_worker(here)]
    for child in children:
        wait_for(lambda child=child: "ready." in child.log.read_text(errors="replace"), child.last_words)  # type: ignore[misc]
    yield children
    for child in children:
        child.stop(20)


def worst(seed: int) -> bytes:
    """35 KB that took hours once, and take a minute now: each member is asked about by every format."""
    return zipped({f"{n}.log": b"hello %d %d\n" % (seed, n) + b"\n" * 65_000 for n in range(200)})


def costly(seed: int) -> bytes:
    """Small, and 5 s of CPU: what each request took, a few of them in each of many reports."""
    requests = (ROOT / "fixtures/logs/ab_requests/2.4.71-debian12/short-n12-c3.tsv").read_bytes()
    return requests * (3 * 2**20 // len(requests)) + b"\n" * seed


def state(upload: int) -> str:
    return str(Upload.objects.get(pk=upload).state)


def the_smallest_have_a_place(worker: Process, client: Client) -> None:
    """Whatever holds those who read small uploads: here they stand still, so that they cannot be done with it."""
    os.killpg(worker.process.pid, signal.SIGSTOP)
    larger = send(client, "larger.log", log(3) + b" " * 20_000)
    for small in [send(client, f"{number}.log", log(number)) for number in (4, 5)]:
        wait_for(lambda small=small: state(small) == "stored")  # type: ignore[misc]
    assert state(larger) == "queued"
    os.killpg(worker.process.pid, signal.SIGCONT)
    wait_for(lambda: state(larger) == "stored")


def test_a_small_log_is_stored_while_the_worst_bundles_are_read(workers: list[Process], client: Client) -> None:
    bundles = [send(client, f"{seed}.zip", worst(seed)) for seed in (1, 2, 3)]
    wait_for(lambda: "parsing" in map(state, bundles))
    slow = [send(client, f"{seed}.log", costly(seed)) for seed in (1, 2)]  # as many as read small uploads at once
    small = send(client, "small.log", log(1))
    wait_for(lambda: state(small) == "stored")
    assert not {"stored", "failed"} & set(map(state, bundles + slow))
    the_smallest_have_a_place(workers[0], client)
    wait_for(lambda: Upload.objects.filter(takes_long=True).count() == len(slow))
    page = client.get(f"/uploads/{slow[0]}/").content.decode()
    assert "queued with the large uploads" in " ".join(page.split())
    assert client.get(f"/api/v1/uploads/{slow[0]}?brief=true").json()["takes_long"]
    for bundle in bundles + slow:
        assert client.post(f"/uploads/{bundle}/cancel/").status_code == 302
    late = send(client, "late.zip", zipped({"x.log": log(2)}))
    wait_for(lambda: state(late) == "stored")  # the heavy worker has let go of what was given up
    assert [state(bundle) for bundle in bundles + slow] == ["failed"] * 5
