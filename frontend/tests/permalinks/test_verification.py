"""The nightly verification, by a real worker."""

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.process import Process
from benchdb.models import Event, Permalink, Run
from benchdb.questions.permalinks.drift import verify
from benchdb.tasks import verify_permalinks
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import START, dated


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
    event = Event.objects.get(kind="permalink.drifted")
    assert event.path == f"/p/{drifted.pk}/"
    verify_permalinks.apply()
    wait_for(lambda: Permalink.objects.get(pk=drifted.pk).verified_at > drifted.verified_at, worker.last_words)
    assert Event.objects.count() == 1, "what was told is not told again every night"


@pytest.mark.django_db
def test_the_verdict_that_a_correction_changed_is_named_first_and_its_runs_are_not_gone(client: Client) -> None:
    """The load tool of the newer kernel was corrected: the same numbers, of which nobody knows what moved them now."""
    rates = [1000.0, 1004, 998, 1002, 1001, 997, 1003, 999, 880, 884, 878, 882, 881, 877, 883, 879]
    older = runs(setup("Linux 6.1.0", 10, machine="lab", tool_version="2.3"), {"requests_per_second": rates[:8]})
    newer = runs(setup("Linux 6.2.0", 10, machine="lab", tool_version="2.3"), {"requests_per_second": rates[8:]})
    dated([*older, *newer], START)
    frozen = client.post("/history/freeze/", {"query": "machine=lab&x=kernel"})["Location"]
    corrected = setup("Linux 6.2.0", 10, machine="lab", tool_version="2.4")
    Run.objects.filter(pk__in=[run.pk for run in newer]).update(setup=corrected)
    (link,) = Permalink.objects.all()
    first, *rest = verify(link, timezone.now())
    assert first.endswith("(worse, now not comparable)")
    assert rest[0] == "its runs now differ in load tool's version"
    assert not any("no runs" in one for one in (first, *rest))
    assert client.get(f"{frozen}?check=now").status_code == 200


@pytest.mark.django_db
def test_a_level_that_begins_elsewhere_has_its_runs(client: Client) -> None:
    rates = [1000.0, 1004, 998, 1002, 1001, 997, 1003, 999, 880, 884, 878, 882, 881, 877, 883, 879]
    made = dated(runs(setup("Linux 6.1.0", 10, machine="lab"), {"requests_per_second": rates}), START)
    client.post("/history/freeze/", {"query": "machine=lab"})
    Run.objects.filter(pk=made[0].pk).update(excluded_at=timezone.now(), excluded_because="wireless")
    differences = verify(Permalink.objects.get(), timezone.now())
    assert any("was excluded" in one for one in differences)
    (level,) = (one for one in differences if "evel from" in one)
    assert ", now level from " in level
    assert not any("no runs" in one for one in differences), "the run that was excluded is named as that"
