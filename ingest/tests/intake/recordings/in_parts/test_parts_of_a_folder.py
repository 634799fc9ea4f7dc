"""One folder that is sent in several uploads: what lies beside what, and what is there twice, is asked of all of it."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.exclusions import exclude, include
from benchdb.curation.uploads import restore, withdraw
from benchdb.domain.caveats import of_row
from benchdb.models import Recording, Run, RunRecording, Setup, Upload, UploadFile
from benchdb.models.runs import ACTIVE
from benchdb.recordings.derivation import derive
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.test_beside_stated_loads import load, messages, send, sides
from ingest.tests.intake.zips import GLOBAL, log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

LOADS, SAR = ("Sun Fire/c8/run1.log", "Sun Fire/c8/run2.log"), "Sun Fire/c8/sunfire.sar"


def parts() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Two loads, and what was recorded beside them."""
    files = load(1, "sunfire")
    first = files["Sun Fire/c8/run1.log"]
    return {LOADS[0]: first, LOADS[1]: first + b"\n"}, {SAR: files[SAR]}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_recording_belongs_to_the_loads_that_came_with_another_part(client: Client, order: tuple[int, int]) -> None:
    for number in order:
        send(client, parts()[number], part_of="one")
    assert sides() == {"sunfire.sar": ("Sun Fire", "server")}
    assert RunRecording.objects.count() == 2
    assert {str(setup.kernel) for setup in Setup.objects.filter(runs__in=Run.objects.active())} == {
        "Linux 6.18.44-fc-v669"
    }


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("machine", ["Sun Fire", ""])
def test_what_is_withdrawn_meanwhile_belongs_to_what_came_later(
    client: Client, order: tuple[int, int], machine: str
) -> None:
    facts = {} if machine else {"pattern": ""}
    first, later = (parts()[number] for number in order)
    withdrawn = send(client, first, part_of="one", **facts)["id"]
    withdraw(withdrawn, "wrong disks", "ada")
    send(client, later, part_of="one", **facts)
    assert not Run.objects.active().filter(measurements__metric="cpu_used").exists()
    restore(withdrawn)
    assert RunRecording.objects.filter(run__in=Run.objects.active(), side="server").count() == 2
    assert {str(row.recording.machine) for row in RunRecording.objects.all()} == {machine or "sunfire"}


def test_of_other_folders_it_knows_nothing(client: Client) -> None:
    loads, recording = parts()
    for name in ("", "another"):
        send(client, loads, part_of=name)
        loads = {path: content + b"\n" for path, content in loads.items()}
    send(client, recording, part_of="one")
    assert not RunRecording.objects.exists()
    send(client, {"Sun Fire/c16/run1.log": loads[LOADS[0]] + b"\n\n"}, part_of="one")
    assert not RunRecording.objects.exists(), "it lies in another folder of the same import"


def test_a_second_host_in_a_later_part_is_asked_for_as_in_the_same(client: Client) -> None:
    loads, recording = parts()
    send(client, loads | recording, part_of="one")
    assert RunRecording.objects.count() == 2
    other = {"Sun Fire/c8/gen1.sar": load(2, "gen1")["Sun Fire/c8/gen1.sar"]}
    status = send(client, other, part_of="one")
    assert not RunRecording.objects.exists()
    assert "the hosts gen1 and sunfire were recorded beside the load" in messages(status)
    client.post(f"/recordings/{Recording.objects.get(host='gen1').pk}/", {"machine": "generator"})
    assert sides() == {"gen1.sar": ("generator", "client"), "sunfire.sar": ("Sun Fire", "server")}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_copies_in_another_part_count_once(client: Client, order: tuple[int, int]) -> None:
    both = ({"all.log": log(1) + GLOBAL + log(2)}, {"run1.log": log(1), "run2.log": log(2), "run3.log": log(3)})
    for number in order:
        send(client, both[number], part_of="one", machine="m", pattern="")
    assert Run.objects.count() == 6
    assert Run.objects.filter(ACTIVE).count() == 4
    last = Upload.objects.latest("pk")
    excluded = Run.objects.exclude(excluded_at=None)
    assert {run.file.upload for run in excluded} == {last}
    assert all("The same numbers as the report at line" in run.excluded_because for run in excluded)
    named = UploadFile.objects.filter(upload=last, problems__0__has_key="of_copy")
    assert {file.name for file in named} == {run.file.name for run in excluded}


def test_of_copies_in_two_parts_the_one_of_which_more_is_known_counts(client: Client) -> None:
    send(client, {"all.log": GLOBAL + log(1)}, part_of="one")
    send(client, {"Sun Fire/c8/run1.log": log(1)}, part_of="one")
    assert sorted(Run.objects.filter(ACTIVE).values_list("file__name", flat=True)) == [
        "Sun Fire/c8/run1.log",
        "all.log",
    ]


def test_without_a_name_in_common_both_count(client: Client) -> None:
    for number, name in enumerate(("one", "two")):
        send(client, {"all.log": GLOBAL + b"\n" * number + log(number + 1)}, part_of=name, machine="m", pattern="")
    send(client, {"three.log": GLOBAL}, machine="m", pattern="")
    assert Run.objects.filter(ACTIVE).count() == Run.objects.count() == 5


def test_the_name_is_no_fact(client: Client) -> None:
    status = send(client, {"run1.log": log(1)}, part_of="import-7f3", machine="m", pattern="")
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert ("· 1 fact<" in page, "import-7f3" in page) == (True, False)
    client.post(f"/uploads/{status['id']}/", {"machine": "other"})
    parse_upload(status["id"])
    assert Upload.objects.get().facts == {"machine": "other", "import": "import-7f3"}, "it stays a part of its folder"
    assert Upload.objects.get().stated == {"machine": "other"}


def test_a_name_that_cannot_be_is_refused(client: Client) -> None:
    answer = client.put("/u/run.log", log(1), headers={"Benchdb-Import": "two words"})
    assert (answer.status_code, "Benchdb-Import: expected" in answer.content.decode()) == (400, True)


def test_a_recording_leaves_other_loads_when_the_one_it_is_named_after_comes(client: Client) -> None:
    files = load(1, "sunfire")
    report = files["Sun Fire/c8/run1.log"]
    send(client, {LOADS[0]: report, "Sun Fire/c8/run2-sar.txt": files[SAR]}, part_of="one")
    assert RunRecording.objects.get().run.file.name == LOADS[0], "it may be of all"
    send(client, {LOADS[1]: report + b"\n"}, part_of="one")
    assert RunRecording.objects.get().run.file.name == LOADS[1]


def test_several_recordings_leave_other_loads_at_once(client: Client) -> None:
    files, stated = load(1, "sunfire"), {"started_at": "2026-11-21T13:39:55.694Z", "cpus": "2"}
    report, recorded = files["Sun Fire/c8/run1.log"], files[SAR]
    beside = {"Sun Fire/c8/run2-sar.txt": recorded, "Sun Fire/c8/run2-more.txt": recorded + b"\n"}
    whole = {"Sun Fire/c8/whole.sar": recorded + b"\n\n"}
    send(client, {LOADS[0]: report, **beside, **whole}, part_of="one", **stated)
    assert RunRecording.objects.count() == 3
    send(client, {LOADS[1]: report + b"\n"}, part_of="one", **stated)
    of_run = {run.file.name: run for run in Run.objects.all()}
    assert [of_run[name].attachments.count() for name in LOADS] == [1, 3]
    assert all(run.measurements.filter(metric="cpu_used").count() == 1 for run in of_run.values())


def test_a_run_that_is_given_twice_is_computed_once(client: Client) -> None:
    send(client, parts()[0] | parts()[1], part_of="one", started_at="2026-11-21T13:39:55.694Z")
    runs = list(Run.objects.with_setup())
    derive([*runs, *runs])
    assert [run.measurements.filter(metric="cpu_used").count() for run in runs] == [1, 1]


TOML = b"""[files."slow/*"]
notes = "slow"
[files."never/*"]
zone = "a"
[machines."M2"]
cpu_count = 4
"""


def test_what_a_benchdb_toml_says_of_a_later_part_is_no_notice_on_an_earlier_one(client: Client) -> None:
    first = send(client, {"benchdb.toml": TOML, "M1/c8/run1.log": log(1)}, part_of="one")
    assert [one["line"] for one in first["problems"] if one["file"] == "benchdb.toml"] == [1, 3, 5]
    send(client, {"benchdb.toml": TOML, "slow/M2/c8/run1.log": log(2)}, part_of="one")
    for upload in Upload.objects.all():
        problems = client.get(f"/api/v1/uploads/{upload.pk}").json()["problems"]
        assert [one["line"] for one in problems if one["file"] == "benchdb.toml"] == [3]
    send(client, {"M2/c8/run2.log": log(3)}, part_of="one")
    assert UploadFile.objects.filter(name="benchdb.toml", problems__0__line=3).count() == 2, "it said nothing of it"


def kinds(run: Run) -> list[str]:
    return [of_row(one).kind for one in run.caveats]


def test_a_copy_counts_while_its_original_is_withdrawn(client: Client) -> None:
    reports = {"a/run1.log": log(1), "a/run2.log": log(2)}
    copies = {f"b/{path}": content.replace(b"\n", b"\r\n") for path, content in reports.items()}
    third = {f"c/{path}": content.replace(b"\n", b"\r\n\n") for path, content in reports.items()}
    for part in (reports, copies, third):
        send(client, part, part_of="one", machine="m", pattern="")
    first, second, _ = Upload.objects.order_by("pk")
    stored = list(Run.objects.order_by("pk"))
    assert [run.file.upload for run in stored if not run.excluded_at] == [first, first]
    before = {run.pk: (run.caveats, run.excluded_because) for run in stored}
    exclude(Run.objects.get(file__name="a/run2.log"), "the network was saturated")

    def counting() -> list[str]:
        return sorted(Run.objects.filter(ACTIVE).values_list("file__name", flat=True))

    withdraw(first.pk, "another machine's", "ada")
    assert counting() == ["b/a/run1.log"], "one of the copies, and none of what somebody excluded"
    instead = Run.objects.get(file__name="b/a/run1.log")
    assert kinds(instead)[-1] == "copy that counts"
    assert "A copy of the report at line 1 of a/run1.log, which was withdrawn" in client.get(
        f"/runs/{instead.pk}/"
    ).content.decode().replace("&#x27;", "'")
    withdraw(second.pk, "this one, too", "ada")
    assert counting() == ["c/a/run1.log"]
    restore(second.pk)
    assert counting() == ["b/a/run1.log"]
    restore(first.pk)
    assert counting() == ["a/run1.log"]
    include(Run.objects.get(file__name="a/run2.log"))
    assert {run.pk: (run.caveats, run.excluded_because) for run in Run.objects.all()} == before


def test_what_somebody_included_stays_so_when_the_original_is_back(client: Client) -> None:
    for part in ({"a.log": log(1)}, {"b.log": log(1).replace(b"\n", b"\r\n")}):
        send(client, part, part_of="one", machine="m", pattern="")
    include(Run.objects.get(file__name="b.log"))
    first = Upload.objects.earliest("pk").pk
    withdraw(first, "another machine's", "ada")
    restore(first)
    assert Run.objects.filter(ACTIVE).count() == 2
