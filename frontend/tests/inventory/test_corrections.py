"""A machine is edited, renamed and merged by editors; a merge is undone, and everything is in the audit log."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from benchdb.models import AuditEntry, FormerName, Kernel, Machine, Permalink, Recording, Run, Setup, UploadFile
from benchdb.recordings.machines import machine_of
from frontend.tests.constructed import runs, setup
from frontend.tests.recorded_runs import make_recording

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"


def misspelled() -> tuple[Machine, Machine]:
    """One machine under two names, with a setup that is the same on both and one that is not."""
    for machine, concurrency, rate in (("web8", 10, 100.0), ("web8.lab", 10, 110.0), ("web8.lab", 20, 200.0)):
        runs(real_setup(machine, concurrency), {RATE: [rate]})
    return Machine.objects.get(name="web8"), Machine.objects.get(name="web8.lab")


def real_setup(machine: str, concurrency: int) -> Setup:
    """As the pipeline makes it: known by the fingerprint of its values."""
    from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint

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
    page = " ".join(admin_client.get(f"/machines/{right.slug}/").content.decode().split())
    assert "web8.lab was merged into this by admin" in page
    assert "(2 runs)" in page
    admin_client.post(f"/machines/{right.slug}/correct/", {"do": "undo", "entry": entry.pk})
    assert (rates(admin_client, "web8"), rates(admin_client, "web8.lab")) == ([100.0], [110.0, 200.0])


def test_of_two_who_undo_a_merge_each_is_told_what_happened(admin_client: Client) -> None:
    right, wrong = misspelled()
    page = f"/machines/{right.slug}/correct/"
    admin_client.post(f"/machines/{wrong.slug}/correct/", {"do": "merge", "into": "web8"})
    undo = {"do": "undo", "entry": AuditEntry.objects.get(action="machine.merged").pk}
    first, second = (admin_client.post(page, undo, follow=True).content.decode() for _ in range(2))
    assert "web8.lab is back, with 2 runs." in first
    assert "Nothing was changed: admin has undone that merge already." in second
    assert "Nothing was changed" in admin_client.post(page, {"do": "undo", "entry": "x"}, follow=True).content.decode()


def test_what_a_merged_machine_was_called_leads_to_the_other_from_then_on(admin_client: Client) -> None:
    right, wrong = misspelled()
    file = UploadFile.objects.latest("pk")
    Recording.objects.create(file=file, host="sut-7", machine=wrong, tool="sar", format="sar", start=0.0, end=1.0)

    def machine(host: str) -> Machine | None:
        return machine_of(host, {}, [0]).machine

    assert machine("sut-7") == wrong
    admin_client.post(f"/machines/{wrong.slug}/correct/", {"do": "merge", "into": "web8"})
    assert [machine(host) for host in ("sut-7", "web8.lab")] == [right, right], "the next recordings"
    assert not Machine.objects.filter(name="web8.lab").exists()
    entry = AuditEntry.objects.get(action="machine.merged")
    admin_client.post(f"/machines/{right.slug}/correct/", {"do": "undo", "entry": entry.pk})
    again = Machine.objects.get(name="web8.lab")
    assert [machine(host) for host in ("sut-7", "web8.lab", "web8")] == [again, again, right]


def test_an_edit_leaves_the_address_while_the_name_makes_the_same(admin_client: Client) -> None:
    first, second = (Machine.objects.create(name=name) for name in ("a b", "a-b"))
    first.delete()
    admin_client.post(f"/machines/{second.slug}/correct/", {"do": "edit", "name": "A-b", "notes": "rack 4"})
    kept = Machine.objects.get()
    assert (kept.name, kept.notes, kept.slug) == ("A-b", "rack 4", "a-b-2")


def test_a_name_and_facts_are_edited_and_recorded(admin_client: Client) -> None:
    right, _ = misspelled()
    form = {"do": "edit", "name": "web9", "cpu_count": "4", "memory_bytes": "", "cpu_model": "Xeon", "notes": "rack 4"}
    page = admin_client.post(f"/machines/{right.slug}/correct/", form, follow=True).content.decode()
    assert "rack 4" in page
    assert rates(admin_client, "web9") == [100.0]
    assert AuditEntry.objects.filter(subject__contains="web9").exists()


def test_a_renamed_machines_old_name_and_address_lead_on(admin_client: Client) -> None:
    right, _ = misspelled()
    admin_client.post("/machines/web8/correct/", {"do": "edit", "name": "Prüfstand 1 / Köln"})
    right.refresh_from_db()
    assert admin_client.get("/machines/web8/")["Location"] == f"/machines/{right.slug}/"
    assert Machine.named("WEB8") == right
    page = admin_client.get(f"/machines/{right.slug}/").content.decode()
    assert "This was called web8 until" in page
    admin_client.post(f"/machines/{right.slug}/correct/", {"do": "edit", "name": "web8"})
    assert Machine.named("Prüfstand 1 / Köln") == right, "said under the name that was taken back"
    assert admin_client.get("/machines/web8/").status_code == 200
    assert [str(former) for former in FormerName.objects.all()] == ["Prüfstand 1 / Köln"]


def test_former_names_go_where_a_merge_goes_and_come_back_with_it(admin_client: Client) -> None:
    right, wrong = misspelled()
    admin_client.post(f"/machines/{wrong.slug}/correct/", {"do": "edit", "name": "lab1"})
    admin_client.post("/machines/lab1/correct/", {"do": "merge", "into": "web8"})
    assert Machine.named("web8.lab") == right
    entry = AuditEntry.objects.get(action="machine.merged")
    admin_client.post("/machines/web8/correct/", {"do": "undo", "entry": entry.pk})
    assert str(Machine.named("web8.lab")) == "lab1"


def test_a_former_name_is_free_for_another_one(admin_client: Client) -> None:
    right, wrong = misspelled()
    admin_client.post("/machines/web8/correct/", {"do": "edit", "name": "web9"})
    admin_client.post(f"/machines/{wrong.slug}/correct/", {"do": "edit", "name": "web8"})
    assert Machine.named("web8") == wrong
    assert admin_client.get("/machines/web8/").status_code == 200
    assert Machine.named("web8.lab") == wrong
    assert Machine.objects.get(pk=right.pk).name == "web9"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "edit", "name": "WEB8.lab"}, "Nothing was changed: There is already one called web8.lab.</"),
        ({"do": "edit", "name": " "}, "Nothing was changed: name: This field cannot be blank.</"),
        ({"do": "edit", "name": "web8", "cpu_count": "many"}, "expected a whole number"),
        ({"do": "merge", "into": "web8"}, "choose another one"),
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


def test_what_has_no_runs_any_more_stands_apart(client: Client) -> None:
    misspelled()
    Kernel.objects.create(name="kernel-6.1")
    first, _, rest = client.get("/kernels/").content.decode().partition("Without runs")
    assert ("Linux 6.1.0" in first, "kernel-6.1" in first, "kernel-6.1" in rest) == (True, False, True)
    assert "Without runs" not in client.get("/machines/").content.decode()
    assert "kernel-6.1" in client.get("/kernels/?q=6.1").content.decode()


def test_a_host_that_only_recordings_name_is_called_so(client: Client) -> None:
    """It was “as after a correction” where nobody had corrected anything."""
    misspelled()
    make_recording(Machine.objects.create(name="loadgen"), 10)
    _, _, rest = " ".join(client.get("/machines/").content.decode().split()).partition("Without runs")
    assert "A host that only recordings name, or a name that no run counts under now" in rest
    assert '">loadgen</a> <span class="q small">host of recordings</span>' in rest


def test_a_known_fact_is_corrected_where_it_stands_and_undone(admin_client: Client, client: Client) -> None:
    runs(setup("Linux 6.1.0", 10, machine="web8"), {RATE: [100.0]})
    machine = Machine.objects.get(name="web8")
    Machine.objects.filter(pk=machine.pk).update(memory_bytes=1 << 30)
    address = f"/machines/{machine.slug}/"
    page = " ".join(admin_client.get(address).content.decode().split())
    known = page.partition("Known about it")[2].partition("</aside>")[0]
    assert known.count('<details class="in-place">') == 3
    assert 'name="cpu_model" value=""' in known
    assert "in-place" not in Client().get(address).content.decode(), "who may not edit has the facts alone"
    page = admin_client.post(f"{address}correct/", {"do": "edit", "cpu_model": "Xeon"}, follow=True).content.decode()
    assert "Changed on web8: CPU." in page
    machine.refresh_from_db()
    assert (machine.cpu_model, machine.memory_bytes) == ("Xeon", 1 << 30), "nothing else was touched"
    assert AuditEntry.objects.filter(action="machine.changed").exists()
    message = page.partition('role="status"')[2].partition("</form>")[0]
    assert 'name="cpu_model" value=""' in message
    assert 'value="edit"' in message
    admin_client.post(f"{address}correct/", {"do": "edit", "cpu_model": ""}, follow=True)
    machine.refresh_from_db()
    assert machine.cpu_model == ""
    again = admin_client.post(f"{address}correct/", {"do": "edit", "cpu_model": ""}, follow=True).content.decode()
    assert "Changed on" not in again, "of nothing there is no message"


@pytest.mark.parametrize(("typed", "stands"), [("512 MB", "512 MiB"), ("1.5g", "1.5 GiB"), ("2147483648", "2 GiB")])
def test_memory_is_typed_as_people_say_it_and_stands_in_its_unit(admin_client: Client, typed: str, stands: str) -> None:
    runs(setup("Linux 6.1.0", 10, machine="web8"), {RATE: [100.0]})
    Machine.objects.filter(name="web8").update(memory_bytes=16_321_548_288)
    page = admin_client.get("/machines/web8/").content.decode()
    assert page.count('value="15939012 KiB"') == 2, "exact, whatever is typed beside it"
    page = admin_client.post("/machines/web8/correct/", {"do": "edit", "memory_bytes": typed}, follow=True)
    assert page.content.decode().count(f'value="{stands}"') == 2
    undo = {"do": "edit", "memory_bytes": "15939012 KiB"}
    admin_client.post("/machines/web8/correct/", undo)
    assert Machine.objects.get(name="web8").memory_bytes == 16_321_548_288


@pytest.mark.parametrize("typed", ["512", "much", "-2 GiB", "1,5 GiB", "2 GX", "9999999999 TiB"])
def test_memory_that_is_no_amount_says_how_to_type_it(admin_client: Client, typed: str) -> None:
    Machine.objects.create(name="web8", memory_bytes=2**30)
    page = admin_client.post("/machines/web8/correct/", {"do": "edit", "memory_bytes": typed}, follow=True)
    sentence = f"Nothing was changed: Memory: expected an amount such as 512 MB or 2 GiB, found “{typed}”."
    assert sentence in page.content.decode()
    assert Machine.objects.get().memory_bytes == 2**30
