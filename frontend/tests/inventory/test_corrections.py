"""A machine is edited, renamed and merged by editors; a merge is undone, and everything is in the audit log."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from benchdb.models import AuditEntry, Machine, Permalink, Run, Setup
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def misspelled() -> tuple[Machine, Machine]:
    """One machine under two names, with a setup that is the same on both and one that is not."""
    for machine, concurrency, rate in (("web8", 10, 100.0), ("web8.lab", 10, 110.0), ("web8.lab", 20, 200.0)):
        runs(real_setup(machine, concurrency), {RATE: [rate]})
    return Machine.objects.get(name="web8"), Machine.objects.get(name="web8.lab")


def real_setup(machine: str, concurrency: int) -> Setup:
    """As the pipeline makes it: known by the fingerprint of its values."""
    from benchdb.domain.fingerprints import SETUP_FIELDS, fingerprint

    made = setup("Linux 6.1.0", concurrency, machine=machine)
    made.fingerprint = fingerprint({name: getattr(made, name) for name in SETUP_FIELDS})
    made.save()
    return made


def rates(client: Client, machine: str) -> list[float]:
    answer = b"".join(client.get("/runs.json", {"machine": machine}))  # streamed
    return sorted(run[RATE] for run in json.loads(answer)["runs"])


def test_a_merge_moves_every_run_and_is_undone(admin_client: Client) -> None:
    right, wrong = misspelled()
    admin_client.post("/compare/freeze/", {"query": "machine=web8.lab"})
    link = Permalink.objects.get()
    frozen = admin_client.get(f"/p/{link.pk}.json").content
    admin_client.post(f"/machines/{wrong.slug}/correct/", {"do": "merge", "into": "web8"})
    assert rates(admin_client, "web8") == [100.0, 110.0, 200.0]
    assert Run.objects.filter(setup__concurrency=10).values("setup").distinct().count() == 1
    assert admin_client.get(f"/machines/{wrong.slug}/")["Location"] == f"/machines/{right.slug}/"
    assert admin_client.get(f"/p/{link.pk}.json").content == frozen
    entry = AuditEntry.objects.get(action="machine.merged")
    assert "web8.lab was merged into this by admin" in admin_client.get(f"/machines/{right.slug}/").content.decode()
    admin_client.post(f"/machines/{right.slug}/correct/", {"do": "undo", "entry": entry.pk})
    assert (rates(admin_client, "web8"), rates(admin_client, "web8.lab")) == ([100.0], [110.0, 200.0])


def test_a_name_and_facts_are_edited_and_recorded(admin_client: Client) -> None:
    right, _ = misspelled()
    form = {"do": "edit", "name": "web9", "cpu_count": "4", "memory_bytes": "", "cpu_model": "Xeon", "notes": "rack 4"}
    page = admin_client.post(f"/machines/{right.slug}/correct/", form, follow=True).content.decode()
    assert "rack 4" in page
    assert rates(admin_client, "web9") == [100.0]
    assert AuditEntry.objects.filter(subject__contains="web9").exists()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "edit", "name": "WEB8.lab"}, "There is already one called web8.lab"),
        ({"do": "edit", "name": "web8", "cpu_count": "many"}, "expected a whole number"),
        ({"do": "merge", "into": "web8"}, "name another one"),
        ({"do": "merge", "into": "web99"}, "there is no machine called"),
    ],
)
def test_what_cannot_be_changes_nothing(admin_client: Client, form: dict[str, str], words: str) -> None:
    right, _ = misspelled()
    page = admin_client.post(f"/machines/{right.slug}/correct/", form, follow=True).content.decode()
    assert words in page
    assert Machine.objects.count() == 2


def test_only_editors_have_the_forms() -> None:
    right, _ = misspelled()
    assert "correct/" not in Client().get(f"/machines/{right.slug}/").content.decode()
