"""The nightly verification, by a real worker."""

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.process import Process
from benchdb.models import Announcement, Permalink, Run
from benchdb.tasks import verify_permalinks
from frontend.tests.constructed import runs, setup


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_the_worker_verifies_every_permalink_and_records_what_changed(client: Client, worker: Process) -> None:
    fast, slow = (runs(setup(kernel, 10), {"requests_per_second": [5.0, 6.0]}) for kernel in ("Linux 6.1", "Linux 6.2"))
    for query in ("machine=built", f"run={slow[0].pk}&rows=trial"):
        assert client.post("/compare/freeze/", {"query": query}).status_code == 302
    Run.objects.filter(pk=fast[0].pk).update(excluded_at=timezone.now(), excluded_because="wireless")
    verify_permalinks.delay()
    wait_for(lambda: not Permalink.objects.filter(verified_at=None).exists(), worker.last_words)
    same, drifted = sorted(Permalink.objects.all(), key=lambda link: link.drifted_at is not None)
    assert (same.drift, same.drifted_at) == ([], None)
    assert drifted.drifted_at == drifted.verified_at
    assert any(f"run {fast[0].pk} was excluded" in text and "wireless" in text for text in drifted.drift)
    document = Announcement.objects.get(kind="permalink.drifted")
    assert document.path == f"/p/{drifted.pk}/"
    verify_permalinks.apply()
    wait_for(lambda: Permalink.objects.get(pk=drifted.pk).verified_at > drifted.verified_at, worker.last_words)
    assert Announcement.objects.count() == 1, "what was told is not told again every night"
