"""A name that was given up or merged leads to what it is called today: in questions, filters, searches and links."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.inventory import edit, merge, merges, undo
from benchdb.models import AcceptanceRule, FormerName, Kernel, Machine, Permalink, Run, Server, Study
from benchdb.models.inventory import Named
from benchdb.questions.permalinks.drift import drift
from benchdb.wording import sentences
from frontend.tests.constructed import runs, setup
from frontend.tests.inventory.test_corrections import real_setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
SENTENCE = "Machine web8.LAB is called web8 now."


@pytest.fixture
def web8() -> Machine:
    """What web8.lab was merged into."""
    for machine, concurrency, rate in (("web8", 10, 100.0), ("web8.lab", 10, 110.0), ("web8.lab", 20, 200.0)):
        runs(real_setup(machine, concurrency), {RATE: [rate]})
    right, wrong = Machine.objects.get(name="web8"), Machine.objects.get(name="web8.lab")
    merge(wrong, right)
    return right


def text(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


@pytest.mark.parametrize("path", ["/compare/", "/history/", "/scaling/", "/compare.txt", "/history.txt", "/compare.md"])
def test_a_question_of_a_merged_name_is_answered_and_says_so(client: Client, web8: Machine, path: str) -> None:
    more = "&x=concurrency" if path == "/scaling/" else ""
    there = text(client, f"{path}?machine=web8.LAB{more}")
    assert there.count(SENTENCE) == 1
    assert "No runs answer" not in there
    assert SENTENCE not in text(client, f"{path}?machine=web8")


@pytest.mark.parametrize("path", ["/compare", "/history", "/scaling"])
def test_programs_get_the_same_runs_as_under_todays_name(client: Client, web8: Machine, path: str) -> None:
    old, new = (client.get(f"/api/v1{path}", {"machine": name}).json() for name in ("web8.LAB", "web8"))
    assert SENTENCE in old["caveats"]
    assert {**old, "caveats": []} == {**new, "caveats": []}


def test_a_former_address_leads_on_for_programs_too(client: Client, web8: Machine) -> None:
    today = client.get("/api/v1/machines/web8").json()
    assert client.get("/api/v1/machines/web8-lab").json() == today
    for model, kind in ((Kernel, "kernels"), (Server, "servers")):
        one = model.objects.create(name="nginx 1.18")
        edit(one, {"name": "nginx 1.18.0"})
        assert client.get(f"/api/v1/{kind}/nginx-1-18").json()["name"] == "nginx 1.18.0"
        assert client.get(f"/api/v1/{kind}/never").status_code == 404


@pytest.mark.parametrize("query", ["machine=web8.LAB", "q=machine:web8.LAB", "q=web8.LAB", "q=machine:x,web8.LAB"])
def test_the_list_of_runs_leads_on(client: Client, web8: Machine, query: str) -> None:
    page = text(client, f"/runs/?{query}")
    assert "3 runs match" in page
    assert SENTENCE in page


@pytest.mark.parametrize("name", ["web8.lab", "web8", "rack [8]"])
def test_a_name_with_signs_of_patterns_is_found(client: Client, web8: Machine, name: str) -> None:
    """`[8]` is one of a set of letters in a pattern: under its former names and its own the machine was not found."""
    edit(web8, {"name": "rack [8]"})
    assert "3 runs match" in text(client, f'/runs/?q=machine:"{name}"')


def test_a_renamed_kernel_is_found_as_filter_and_as_baseline(client: Client) -> None:
    for kernel, rate in (("Linux 5.10", 100.0), ("Linux 6.1", 120.0)):
        made = real_setup("web8", 10)
        made.kernel = Kernel.named(kernel)
        made.fingerprint = kernel
        made.save()
        runs(made, {RATE: [rate, rate + 1, rate + 2, rate + 3]})
    edit(Kernel.objects.get(name="Linux 6.1"), {"name": "Linux 6.1.0-test"})
    answer = client.get("/compare.json", {"cols": "kernel", "baseline": "Linux 6.1"}).json()
    assert answer["baseline"] == "Linux 6.1.0-test"
    assert "Kernel Linux 6.1 is called Linux 6.1.0-test now." in answer["caveats"]
    assert client.get("/cost.json", {"by": "kernel", "baseline": "Linux 6.1"}).status_code == 200


def test_what_is_frozen_keeps_its_bytes_and_says_what_is_called_otherwise(client: Client) -> None:
    runs(real_setup("web8", 10), {RATE: [100.0, 101.0]})
    client.post("/compare/freeze/", {"query": "machine=web8"})
    link = Permalink.objects.get()
    before = client.get(f"/p/{link.pk}.json").content
    edit(Machine.objects.get(), {"name": "web9"})
    assert client.get(f"/p/{link.pk}.json").content == before
    assert sentences(drift(link)) == ("Machine web8 is called web9 now.",)
    client.post("/compare/freeze/", {"query": "machine=web8"})
    assert Permalink.objects.exclude(pk=link.pk).get().query == "machine=web9"


def test_a_name_that_is_given_anew_leads_nowhere(client: Client, web8: Machine) -> None:
    other = Machine.objects.create(name="web9")
    edit(other, {"name": "Web8.lab"})
    assert Machine.named("web8.lab") == other
    assert not FormerName.called("machine", "web8.lab").exists()
    assert SENTENCE not in text(client, "/compare/?machine=web8.LAB")


def test_a_merge_is_undone_into_the_row_that_has_the_name_by_now(web8: Machine) -> None:
    other = Machine.objects.create(name="web9")
    edit(other, {"name": "web8.lab"})
    (entry,) = merges(web8)
    assert undo(entry, web8) == other
    assert Run.objects.filter(setup__machine=other).count() == 2
    assert merges(web8) == []


def test_the_leading_ends_with_the_merge(client: Client, web8: Machine) -> None:
    (entry,) = merges(web8)
    again = undo(entry, web8)
    assert Machine.named("WEB8.lab") == again
    assert not FormerName.objects.exists()
    assert "2 runs match" in text(client, "/runs/?machine=web8.lab")


def test_a_merged_name_is_not_what_its_row_was_called_itself(admin_client: Client, web8: Machine) -> None:
    page = text(admin_client, "/machines/web8/")
    assert "web8.lab was merged into this" in page
    assert "(2 runs)" in page
    assert "This was called" not in page


def test_merges_of_merges_are_undone_in_any_order(web8: Machine) -> None:
    rack, number = Machine.objects.create(name="rack 3"), web8.pk
    first = merges(web8)[0]
    merge(web8, rack)
    assert Machine.named("web8.lab") == rack
    assert [entry.before["name"] for entry in merges(rack)] == ["web8", "web8.lab"]
    lab = undo(first, rack)
    assert Run.objects.filter(setup__machine=lab).count() == 2
    back = undo(merges(rack)[0], rack)
    assert (back.pk, Run.objects.filter(setup__machine=back).count()) == (number, 1)


def test_a_merge_beneath_an_undone_one_can_be_undone(web8: Machine) -> None:
    rack = Machine.objects.create(name="rack 3")
    merge(web8, rack)
    back = undo(merges(rack)[0], rack)
    assert Machine.named("web8.lab") == back
    lab = undo(merges(back)[0], back)
    assert Run.objects.filter(setup__machine=lab).count() == 2


def test_merges_that_were_recorded_in_the_audit_log_alone_lead_on(web8: Machine) -> None:
    remember_merges = import_module("benchdb.migrations.0071_merged_names").remember_merges
    gone = Machine.objects.create(name="gone")
    merge(gone, web8)
    undo(merges(web8)[0], web8)
    merge(web8, rack := Machine.objects.create(name="rack 3"))
    FormerName.objects.all().delete()
    remember_merges(apps, None)
    assert [Machine.named(name) for name in ("web8.lab", "web8")] == [rack, rack]
    assert Machine.named("gone") == Machine.objects.get(name="gone")
    remember_merges(apps, None)
    assert FormerName.objects.count() == 2


def test_a_rule_of_a_renamed_machine_holds_for_it(client: Client) -> None:
    for kernel, rate in (("Linux 5.10", 100.0), ("Linux 6.1", 120.0)):
        made = real_setup("web8", 10)
        made.kernel, made.zone, made.fingerprint = Kernel.named(kernel), kernel, kernel
        made.save()
        runs(made, {RATE: [rate, rate + 1, rate + 2, rate + 3]})
    rule = {"dimension": "kernel", "extent": "any", "same": "", "reason": "the same patches", "only": "machine=web8"}
    AcceptanceRule.objects.create(**rule, made_at=timezone.now())
    edit(Machine.objects.get(), {"name": "web9"})
    answer = client.get("/compare.json", {"cols": "zone", "machine": "web9"}).json()
    assert any("Accepted by rule" in one for one in answer["caveats"])


def test_a_filter_that_no_run_matches_is_named(client: Client, web8: Machine) -> None:
    sentence = "No run has the machine nobody."
    assert sentence in text(client, "/compare/?machine=nobody")
    assert sentence in client.get("/history.json?machine=nobody").json()["caveats"]
    assert sentence in client.get("/compare.json?machine=nobody&machine=web8").json()["caveats"]
    assert "No run has" not in text(client, "/compare/?machine=web8&concurrency=10")


def test_a_permalinks_check_names_what_was_corrected(client: Client) -> None:
    made = runs(real_setup("web8", 10), {RATE: [100.0, 101.0, 102.0, 103.0]})
    client.post("/compare/freeze/", {"query": "cols=zone"})
    correct_runs([run.pk for run in made[:2]], {"kernel": "Linux 6.2"}, "ada")
    assert "its runs now differ in kernel" in sentences(drift(Permalink.objects.get()))


def test_a_filter_of_a_former_name_stands_beside_its_runs(client: Client, web8: Machine) -> None:
    page = text(client, "/runs/filters/?machine=web8.LAB")
    assert re.search(r'value="web8"[^>]* checked', page)
    assert "web8.LAB" not in page


@pytest.mark.parametrize("kind", [Machine, Kernel, Server])
def test_the_admin_renames_nothing_and_says_where_it_is_done(admin_client: Client, kind: type[Named]) -> None:
    """A name that was changed there led nowhere: links and watches broke, the next upload made a second row."""
    row, word = kind._default_manager.create(name="web 8"), str(kind._meta.model_name)
    address = f"/admin/benchdb/{word}/{row.pk}/change/"
    assert admin_client.post(address, {"name": "web9", "slug": "web9", "notes": "in the cellar"}).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.slug, row.notes) == ("web 8", "web-8", "in the cellar")
    assert f'<a href="/{word}s/web-8/">Rename it on its page' in text(admin_client, address)
    assert admin_client.post(f"/admin/benchdb/{word}/add/", {"name": "web9"}).status_code == 302
    assert kind.called("web9").exists()


def test_the_admin_leaves_a_studys_address(admin_client: Client) -> None:
    study = Study.objects.create(slug="nightly", title="Nightly")
    form = {"title": "Every night", "slug": "every-night", "position": "1"}
    assert admin_client.post(f"/admin/benchdb/study/{study.pk}/change/", form).status_code == 302
    study.refresh_from_db()
    assert (study.slug, study.title) == ("nightly", "Every night")


@pytest.mark.parametrize(
    "path",
    ["/compare/?cols=kernel&machine=", "/compare.txt?cols=kernel&machine=", "/history/?machine=", "/runs/?machine="],
)
def test_a_name_in_other_letters_is_the_same_name(client: Client, web8: Machine, path: str) -> None:
    there = text(client, f"{path}WEB8")
    assert "Machine WEB8 is kept as web8: the case of letters makes no difference." in there
    assert "is kept as" not in text(client, f"{path}web8")


def test_programs_get_the_same_runs_by_a_name_in_other_letters(client: Client, web8: Machine) -> None:
    other, kept = (client.get(f"/api/v1/{path}").json() for path in ("runs?machine=WEB8", "runs?machine=web8"))
    assert [run["id"] for run in other["runs"]] == [run["id"] for run in kept["runs"]] != []


def test_a_baseline_in_other_letters_is_the_same_one(client: Client) -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.6.0"):
        runs(setup(kernel, 10, machine="web9"), {RATE: [100.0, 101.0, 102.0]})
    there = client.get("/api/v1/compare?machine=web9&cols=kernel&baseline=linux+6.6.0").json()
    assert there["baseline"] == "Linux 6.6.0", there
