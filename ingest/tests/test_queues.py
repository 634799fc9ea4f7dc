"""Two kinds of workers, as `make run` and docker-compose.yml start them: what is small passes what is heavy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from benchdb.dev.pytest_plugin import wait_for
from benchdb.host import launch
from benchdb.host.paths import Paths
from benchdb.models import Upload
from ingest.tests.test_bundles import log, send, zipped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, transactional_db: None) -> Iterator[None]:
    """Both, on the tests' database."""
    url = settings.HERE.database_url.rpartition("/")[0] + f"/{settings.DATABASES['default']['NAME']}"
    monkeypatch.setenv("DATABASE_URL", url)
    here = Paths(tmp_path)
    here.logs.mkdir(parents=True)
    children = [launch.light_worker(here), launch.heavy_worker(here)]
    for child in children:
        wait_for(lambda child=child: "ready." in child.log.read_text(errors="replace"), child.last_words)  # type: ignore[misc]
    yield
    for child in children:
        child.stop(20)


def worst(seed: int) -> bytes:
    """35 KB that took hours once, and take a minute now: each member is asked about by every format."""
    return zipped({f"{n}.log": b"hello %d %d\n" % (seed, n) + b"\n" * 65_000 for n in range(200)})


def state(upload: int) -> str:
    return str(Upload.objects.get(pk=upload).state)


def test_a_small_log_is_stored_while_the_worst_bundles_are_read(workers: None, client: Client) -> None:
    bundles = [send(client, f"{seed}.zip", worst(seed)) for seed in (1, 2, 3)]
    wait_for(lambda: "parsing" in map(state, bundles))
    small = send(client, "small.log", log(1))
    wait_for(lambda: state(small) == "stored")
    assert not {"stored", "failed"} & set(map(state, bundles))
    for bundle in bundles:
        assert client.post(f"/uploads/{bundle}/cancel/").status_code == 302
    late = send(client, "late.zip", zipped({"x.log": log(2)}))
    wait_for(lambda: state(late) == "stored")  # the heavy worker has let go of what was given up
    assert [state(bundle) for bundle in bundles] == ["failed"] * 3
