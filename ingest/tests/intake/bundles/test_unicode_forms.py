"""A name in either of Unicode's normal forms is one: files of a Macintosh have the one, keyboards write the other."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.curation.inventory import edit
from benchdb.curation.uploads import move
from benchdb.models import Kernel, Machine, Run, Server, Setup, Upload
from ingest.tests.intake.zips import log, read, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

C = unicodedata.normalize("NFC", "Köln Büro")
D = unicodedata.normalize("NFD", C)
NAMED = {"machine": Machine, "kernel": Kernel, "server": Server}


def sent(client: Client, number: int, **facts: str) -> int:
    upload = send(client, f"{number}.log", log(number), **facts)
    assert read(client, upload)["state"] == "stored"
    return upload


def total(client: Client, **query: str) -> int:
    return int(client.get("/runs/", query).context["total"])


def test_whatever_is_stated_is_kept_in_one_form(client: Client) -> None:
    facts = {"machine": D, "kernel": f"Linux 6.1 {D}", "server": f"nginx {D}", "zone": D, "tuning": f"{D}={D}"}
    sent(client, 1, **facts)
    sent(client, 2, **{name: unicodedata.normalize("NFC", fact) for name, fact in facts.items()})
    setup = Setup.objects.get()
    assert (str(setup.machine), setup.zone, setup.tuning) == (C, C, {C: C})
    assert [str(model.objects.get()) for model in NAMED.values()] == [C, f"Linux 6.1 {C}", f"nginx {C}"]
    assert [total(client, machine=form) for form in (C, D)] == [2, 2]
    assert [total(client, zone=form) for form in (C, D)] == [2, 2]


def test_so_is_a_name_in_a_path(client: Client) -> None:
    for number, form in enumerate((C, D)):
        sent(client, number, paths=f'["{form}/run1.log"]', pattern="{machine}/run{trial}.log")
    assert str(Machine.objects.get()) == C


@pytest.mark.parametrize("kind", NAMED)
def test_one_that_an_older_version_kept_otherwise_is_joined(client: Client, kind: str) -> None:
    model: Any = NAMED[kind]
    old = model.objects.create(name=D)
    sent(client, 1, **{kind: C})
    assert model.objects.get() == old
    assert model.objects.get().name == D, "and keeps its name, which frozen answers have"
    assert [total(client, **{kind: form}) for form in (C, D)] == [1, 1]
    assert [client.get(f"/compare.json?{kind}={form}&cols=tool").status_code for form in (C, D)] == [200, 200]


def test_two_that_an_older_version_kept_are_each_found(client: Client) -> None:
    for number, form in enumerate((D, C)):
        Machine.objects.create(name=form)
        sent(client, number, machine="x")
        setup = Run.objects.latest("pk").setup
        Setup.objects.filter(pk=setup.pk).update(machine=Machine.objects.get(name=form), fingerprint=form)
        Machine.objects.get(name="x").delete()
    assert [total(client, machine=form) for form in (C, D)] == [1, 1]
    for one in Machine.objects.all():
        edit(one, {"name": one.name, "notes": "noted"})
    assert sorted(Machine.objects.values_list("name", "notes")) == sorted([(C, "noted"), (D, "noted")])


def test_zones_of_older_versions_are_found(client: Client) -> None:
    sent(client, 1, zone="x")
    setup = Setup.objects.get()
    Setup.objects.filter(pk=setup.pk).update(zone=D)
    assert [total(client, zone=form) for form in (C, D)] == [1, 1]


def test_so_are_machines_that_are_typed(client: Client) -> None:
    upload = sent(client, 1, machine=C)
    move(upload, D)
    assert Machine.objects.get().name == C
    assert Upload.objects.get().facts["machine"] == C
    assert edit(Machine.objects.get(), {"name": f"{D} 2"}).name == f"{C} 2"


def test_a_dry_run_says_it_as_well(client: Client) -> None:
    form = {"file": SimpleUploadedFile("a.log", log(1)), "machine": D, "dry_run": "true"}
    [run] = client.post("/api/v1/uploads", form).json()["runs"]
    assert run["setup"]["machine"] == C


def test_the_same_bytes_under_the_other_form_are_known(client: Client) -> None:
    sent(client, 1, machine=C)
    form = {"file": SimpleUploadedFile("1.log", log(1)), "machine": D}
    assert client.post("/api/v1/uploads", form).status_code == 200, "the same files with the same facts"
    assert Run.objects.count() == 1
