"""One recording that was copied beside the loads of several folders belongs to the loads of each."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.test import Client

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Machine, Recording, Run, RunRecording, Upload
from ingest.pipeline.linking.known_recordings import note_loads
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def folders(*names: str, host: str = "sunfire") -> dict[str, bytes]:
    """Loads of their own, and in each folder the same recording."""
    same = load(1, host, folder="x")[f"x/{host}.sar"]
    loads = {f"{name}/run1.log": load(number, folder=name)[f"{name}/run1.log"] for number, name in enumerate(names)}
    return loads | {f"{name}/sar.txt": same for name in names}


def attached() -> dict[str, tuple[str, str]]:
    """File of a run -> the machine of its recording, and its side."""
    rows = RunRecording.objects.values_list("run__file__name", "recording__machine__name", "side")
    return {file: (machine, side) for file, machine, side in rows}


@pytest.mark.parametrize("in_parts", [False, True])
def test_it_belongs_to_the_runs_of_both(client: Client, in_parts: bool) -> None:
    files = folders("Sun Fire/c8", "Sun Fire/c16")
    if in_parts:
        for folder in ("Sun Fire/c8/", "Sun Fire/c16/"):
            send(client, {path: data for path, data in files.items() if path.startswith(folder)}, part_of="one")
    else:
        send(client, files, started_at="2026-11-21T13:39:55.694Z")
    assert Recording.objects.count() == 1
    server = ("Sun Fire", "server")
    assert attached() == {"Sun Fire/c8/run1.log": server, "Sun Fire/c16/run1.log": server}
    assert {str(run.setup.kernel) for run in Run.objects.with_setup()} == {"Linux 6.18.44-fc-v669"}
    if not in_parts:
        assert all(run.measurements.filter(metric="cpu_time_per_request").exists() for run in Run.objects.all())


@pytest.mark.parametrize("in_parts", [False, True])
def test_beside_loads_of_another_machine_it_says_nothing(client: Client, in_parts: bool) -> None:
    files = folders("A/c8", "B/c8")
    of_b = {path: data for path, data in files.items() if path.startswith("B/")}
    for part in ({path: files[path] for path in files.keys() - of_b}, of_b) if in_parts else (files,):
        send(client, part, part_of="one")
    send(client, {"B/c8/run2.log": of_b["B/c8/run1.log"] + b"\n"}, part_of="one")
    assert attached() == {"A/c8/run1.log": ("A", "server")}
    notices = Recording.objects.get().file.problems
    assert [one["message"] for one in notices if "beside loads of" in one["message"]] == [
        "Its bytes also lie beside loads of B, of which it says nothing: it belongs to the loads of A."
    ]


def test_that_of_a_load_generator_is_so_for_both(client: Client) -> None:
    Machine.objects.create(name="gen1")
    toml = b'pattern = "{machine}/c{concurrency}/run{trial}.log"\n[files."*/sar.txt"]\nside = "client"\n'
    send(client, {"benchdb.toml": toml, **folders("A/c8", "B/c8", host="gen1")}, pattern="")
    client_side = ("gen1", "client")
    assert attached() == {"A/c8/run1.log": client_side, "B/c8/run1.log": client_side}


def test_one_that_waits_for_an_answer_waits_in_both(client: Client) -> None:
    files = folders("Sun Fire/c8", "Sun Fire/c16", host="web1")
    other = load(7, "gen1", folder="Sun Fire/c8")["Sun Fire/c8/gen1.sar"]
    send(client, files | {"Sun Fire/c8/gen1.sar": other})
    assert attached() == {}


def test_loads_that_come_to_its_folder_with_a_later_part_have_it_too(client: Client) -> None:
    files = folders("A/c8", "B/c8")
    report = files["B/c8/run1.log"]
    facts = {"part_of": "one", "machine": "Sun Fire", "pattern": ""}
    for folder in ("A/", "B/"):
        send(client, {path: data for path, data in files.items() if path.startswith(folder)}, **facts)
    send(client, {"B/c8/run2.log": report + b"\n"}, **facts)
    server = ("Sun Fire", "server")
    assert attached() == dict.fromkeys(("A/c8/run1.log", "B/c8/run1.log", "B/c8/run2.log"), server)
    send(client, {"C/c8/run1.log": report + b"\n\n"}, **facts)
    assert "C/c8/run1.log" not in attached()


def of_other_folders(client: Client, files: dict[str, bytes]) -> list[str]:
    question = {"sha256": [sha256(data).hexdigest() for data in files.values()], "paths": [*files]}
    answer = client.post("/api/v1/logs", question, content_type="application/json").json()
    return [*answer["of_other_folders"]]


@pytest.mark.parametrize("facts", [{"pattern": ""}, {"pattern": "", "machine": "m"}, {}])
def test_one_that_is_sent_alone_lies_in_each_folder_from_then_on(client: Client, facts: dict[str, str]) -> None:
    files = folders("A/c8", "A/c16", "A/c32")
    first, *others = ({path: data} for path, data in files.items() if path.endswith("sar.txt"))
    send(client, {path: data for path, data in files.items() if path.endswith("run1.log")}, **facts)
    uploads = [send(client, first, **facts)["id"]]
    for copy in others:
        assert of_other_folders(client, copy) == [*copy]
        status = send(client, copy, **facts)
        assert [(file["name"], file["state"]) for file in status["files"]] == [(*copy, "known")]
        assert of_other_folders(client, copy) == []
        assert send(client, copy, **facts)["id"] == status["id"], "the same bytes in the same folder"
        uploads.append(status["id"])
    assert send(client, first, **facts)["id"] == uploads[0]
    assert len(set(uploads)) == 3


@pytest.mark.parametrize("withdrawn", [[0], [1], [0, 1]])
@pytest.mark.parametrize("are_one_part", [False, True])
def test_one_of_parts_that_were_withdrawn_meanwhile_belongs_to_both_once_they_are_back(
    client: Client, withdrawn: list[int], are_one_part: bool
) -> None:
    files = folders("Sun Fire/c8", "Sun Fire/c16")
    [load_of_copy] = [path for path in files if path.endswith("c16/run1.log")]
    copied = {"Sun Fire/c16/sar.txt": files.pop("Sun Fire/c16/sar.txt")}
    report = files.pop(load_of_copy)
    parts = ({**files, **copied},) if are_one_part else (files, copied)
    sent = [int(send(client, part, part_of="one")["id"]) for part in parts]
    gone = [upload for number, upload in enumerate(sent) if number in withdrawn]
    for upload in gone:
        withdraw(upload, "wrong disks", "ada")
    last = send(client, {load_of_copy: report}, part_of="one", started_at="2026-11-21T13:39:55.694Z")["id"]
    known = Run.objects.get(file__upload=last).measurements.filter(metric="cpu_used")
    assert known.exists() == (sent[0] not in gone)
    for upload in gone:
        restore(upload)
    assert attached()[load_of_copy] == ("Sun Fire", "server")
    assert known.exists()


def test_its_file_says_whether_it_belongs_to_the_loads_beside_it(client: Client) -> None:
    files = folders("A/c8", "A/c16", "B/c8")
    first = {path: files[path] for path in files if path.startswith("A/c8/")}
    send(client, first, part_of="one")
    status = send(client, {path: files[path] for path in files.keys() - first.keys()}, part_of="one")
    says = {one["file"]: one["message"] for one in status["problems"] if "already stored" in one["message"]}
    where = "The same bytes are already stored as A/c8/sar.txt in upload"
    assert says["A/c16/sar.txt"].startswith(where)
    assert says["A/c16/sar.txt"].endswith(". The recording belongs to 1 load of this folder, too.")
    assert says["B/c8/sar.txt"].endswith(". The recording belongs to none of the loads of this folder (1).")
    for _ in range(2):  # the worker was lost at the very end
        Upload.objects.filter(pk=status["id"]).update(state=Upload.State.PARSING, finished_at=None)
        parse_upload(status["id"])
        again = client.get(f"/api/v1/uploads/{status['id']}").json()["problems"]
        assert {one["file"]: one["message"] for one in again if one["file"] in says} == says
    alone = send(client, {"elsewhere/sar.txt": files["B/c8/sar.txt"]}, part_of="one")
    assert "belongs" not in alone["problems"][0]["message"]


def test_what_its_file_says_of_other_loads_than_before_stands_instead() -> None:
    note = {"message": "The same bytes are stored."}
    for loads in ("It belongs to 1 load.", "It belongs to 2 loads.", "It belongs to 2 loads."):
        note_loads(note, loads)
    assert note["message"] == "The same bytes are stored. It belongs to 2 loads."
