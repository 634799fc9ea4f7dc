"""Recordings beside loads of which the path says the machine are of it, unless something speaks against that."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.domain.setups.hosts import is_named
from benchdb.host.paths import ROOT
from benchdb.models import Machine, Recording, Run, RunRecording, Setup
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.test_machines_of_hosts import messages, recorded_load
from ingest.tests.intake.recordings.test_recording_links import nginx

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

PATTERN = "{machine}/c{concurrency}/run{trial}.log"
VMSTAT = (ROOT / "fixtures/logs/vmstat/4.0.2/vmstat_t.txt").read_bytes()
SERVER, CLIENT = "server", "client"


def send(client: Client, files: dict[str, bytes], part_of: str = "", **facts: str) -> dict[str, Any]:
    """Files by their paths, read by hand; the status."""
    sent = [SimpleUploadedFile(f"{number}.log", content) for number, content in enumerate(files.values())]
    form = {"file": sent, "paths": json.dumps([*files]), "pattern": PATTERN, **facts}
    headers = {"Benchdb-Import": part_of} if part_of else {}
    answer = client.post("/api/v1/uploads", form, headers=headers).json()
    parse_upload(answer["id"])
    return dict(client.get(answer["status_url"]).json())


def load(number: int, *hosts: str, folder: str = "Sun Fire/c8", **header: bytes) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in recorded_load(number, *hosts, **header).items()}


def sides() -> dict[str, tuple[str, str]]:
    """File of a recording -> its machine, and its side of the newest run that it belongs to."""
    rows = RunRecording.objects.order_by("run_id").values_list(
        "recording__file__name", "recording__machine__name", "side"
    )
    return {file.rpartition("/")[2]: (machine, side) for file, machine, side in rows}


@pytest.mark.parametrize(
    ("machine", "host"), [("Sun Fire", "sunfire"), ("db-host.example.org", "db-host"), ("lab7", "lab7"), ("X", "vm")]
)
def test_a_recording_is_of_the_machine_that_a_pattern_states_of_the_loads_beside_it(
    client: Client, machine: str, host: str
) -> None:
    status = send(client, load(1, host, folder=f"{machine}/c8"), cpus="4", started_at="2026-11-21T13:39:55.694Z")
    assert sides() == {f"{host}.sar": (machine, SERVER)}
    assert [str(one) for one in Machine.objects.all()] == [machine], "and none of the host's name was made"
    assert status["problems"] == []
    setup = Setup.objects.get()
    assert (str(setup.kernel), setup.cpus) == ("Linux 6.18.44-fc-v669", 4)
    run = Run.objects.get()
    assert run.measurements.filter(metric="cpu_time_per_request").exists(), "what it cost is known"
    assert "4 CPUs were stated, but 2 recorded" in client.get(f"/runs/{run.pk}/").content.decode()


def test_so_is_one_that_names_no_host(client: Client) -> None:
    send(client, {**load(1), "Sun Fire/c8/vmstat.txt": VMSTAT})
    assert sides() == {"vmstat.txt": ("Sun Fire", SERVER)}
    send(client, {**load(2, "gen1", "Sun-Fire"), "Sun Fire/c8/vmstat.txt": VMSTAT + b"\n"})
    assert sides()["vmstat.txt"] == ("Sun Fire", SERVER)


@pytest.mark.parametrize("kernel", ["vanilla", "rt 6.1", "Debian Linux 6.1"])
def test_so_is_one_beside_loads_whose_kernel_is_called_by_a_label(client: Client, kernel: str) -> None:
    """Which is the name of no operating system."""
    send(client, load(1, "vm", folder="Sun Fire/c8"), kernel=kernel)
    assert sides() == {"vm.sar": ("Sun Fire", SERVER)}


def test_so_is_one_beside_loads_of_which_a_section_of_files_states_it(client: Client) -> None:
    toml = b'[files."*/run*.log"]\nmachine = "Box A"\n'
    send(client, {"benchdb.toml": toml, **load(1, "web1")}, pattern="")
    assert sides() == {"web1.sar": ("Box A", SERVER)}


def test_one_that_is_named_after_a_load_is_of_its_machine(client: Client) -> None:
    logs, (sar,) = nginx("run1.log", "run2.log"), nginx("sar.txt").values()
    flat = {"A-run1.log": logs["run1.log"], "B-run2.log": logs["run2.log"], "A-run1.sar": sar}
    send(client, {**flat, "B-run2-sar.txt": sar.replace(b"lab7", b"b7")}, pattern="{machine}-run{trial}.log")
    assert sides() == {"A-run1.sar": ("A", SERVER), "B-run2-sar.txt": ("B", SERVER)}


def test_beside_loads_of_several_machines_it_is_asked(client: Client) -> None:
    logs, (sar,) = nginx("run1.log", "run2.log"), nginx("sar.txt").values()
    flat = {"A-run1.log": logs["run1.log"], "B-run2.log": logs["run2.log"]}
    status = send(client, {**flat, "day.txt": sar, "vmstat.txt": VMSTAT}, pattern="{machine}-run{trial}.log")
    assert sides() == {}
    assert "It was recorded beside loads of A and B. Say of which machine it is" in messages(status)
    client.post(f"/recordings/{Recording.objects.get(host='lab7').pk}/", {"machine": "A"})
    both = RunRecording.objects.filter(recording__host="lab7").values_list("run__setup__machine__name", "side")
    assert dict(both) == {"A": SERVER, "B": CLIENT}


def test_two_hosts_wait_for_an_answer(client: Client) -> None:
    status = send(client, load(1, "web1", "gen1"))
    assert sides() == {}
    assert "Sun Fire was stated, and the hosts gen1 and web1 were recorded beside the load" in messages(status)


def test_of_each_of_the_hosts_it_is_asked(client: Client) -> None:
    status = send(client, load(1, "web1", "gen1"))
    asking = [one["file"].rpartition("/")[2] for one in status["problems"] if "Say which of them" in one["message"]]
    assert sorted(asking) == ["gen1.sar", "web1.sar"]
    logs, (sar,) = nginx("run1.log", "run2.log"), nginx("sar.txt").values()
    flat = {"A-run1.log": logs["run1.log"] + b"\n\n", "B-run2.log": logs["run2.log"] + b"\n\n"}
    both = {f"{host}.txt": sar.replace(b"(lab7)", f"({host})".encode()) for host in ("aye", "bee")}
    status = send(client, {**flat, **both}, pattern="{machine}-run{trial}.log")
    assert sum("It was recorded beside loads of A and B" in one["message"] for one in status["problems"]) == 2


def test_a_host_that_is_known_as_another_machine_is_asked(client: Client) -> None:
    send(client, load(1, "gen1", folder="generator/c8"))
    status = send(client, load(2, "gen1"))
    assert sides() == {"gen1.sar": ("generator", SERVER)}, "of the first load alone"
    assert "gen1 was recorded beside loads of Sun Fire, and earlier recordings of that host are of gen" in messages(
        status
    )
    client.post(f"/recordings/{Recording.objects.latest('pk').pk}/", {"machine": "generator"})
    assert sides() == {"gen1.sar": ("generator", CLIENT)}
    status = send(client, load(3, "gen1"))
    assert sides() == {"gen1.sar": ("generator", CLIENT)}
    assert "as was said before of a recording of the host gen1" in messages(status)


def test_what_was_taken_for_the_servers_because_it_lay_alone_is_no_evidence(client: Client) -> None:
    send(client, load(1, "gen1"))
    assert sides() == {"gen1.sar": ("Sun Fire", SERVER)}, "nothing speaks against it"
    status = send(client, load(2, "web1", "gen1"))
    assert RunRecording.objects.count() == 1
    assert "Sun Fire was stated, and the hosts gen1 and web1 were recorded beside the load" in messages(status)
    client.post(f"/recordings/{Recording.objects.get(host='web1').pk}/", {"machine": "Sun Fire"})
    assert sides()["web1.sar"] == ("Sun Fire", SERVER)


def test_nor_is_it_in_the_same_upload(client: Client) -> None:
    send(client, {**load(1, "gen1"), **load(2, "web1", "gen1", folder="Sun Fire/c9")})
    attached = RunRecording.objects.values_list("recording__file__name", "side")
    assert list(attached) == [("Sun Fire/c8/gen1.sar", SERVER)]


def test_an_answer_to_it_is_evidence(client: Client) -> None:
    send(client, load(1, "web1"))
    recording = Recording.objects.get()
    client.post(f"/recordings/{recording.pk}/", {"machine": "Sun Fire"})
    send(client, load(2, "web1", "gen1"))
    assert sides() == {"web1.sar": ("Sun Fire", SERVER), "gen1.sar": ("gen1", CLIENT)}


@pytest.mark.parametrize(("side", "expected"), [("server", ("Sun Fire", SERVER)), ("client", ("generator", CLIENT))])
def test_a_stated_side_answers_it(client: Client, side: str, expected: tuple[str, str]) -> None:
    send(client, load(1, "gen1", folder="generator/c8"))
    toml = f'pattern = "{PATTERN}"\n[files."*.sar"]\nside = "{side}"\n'.encode()
    status = send(client, {"benchdb.toml": toml, **load(2, "gen1")}, pattern="")
    assert RunRecording.objects.get(run=Run.objects.latest("pk")).side == expected[1]
    assert str(Recording.objects.latest("pk").machine) == expected[0]
    assert "Say which" not in messages(status)


def test_what_a_recording_prints_may_contradict_the_loads(client: Client) -> None:
    send(client, load(1, "web1"))
    status = send(client, load(2, "web2", processor=b"_aarch64_"))
    assert Run.objects.count() == 2
    assert RunRecording.objects.count() == 1
    assert "beside loads of Sun Fire; but this one says ARM, and others of that machine x86" in messages(status)


@pytest.mark.parametrize(
    ("host", "machine", "is_so"),
    [("db-host", "db-host.example.org", True), ("DB-host.lan", "db-host", True), ("db", "db-host.lan", False)],
)
def test_a_name_with_its_domain_is_the_name(host: str, machine: str, is_so: bool) -> None:
    assert is_named(host, machine) is is_so
    assert not is_named("linux", "Linux 5.10")


def test_what_an_earlier_release_took_for_the_load_generators_is_put_right_when_it_is_read_again(
    client: Client,
) -> None:
    status = send(client, load(1, "sunfire"))
    Recording.objects.update(machine=Machine.named("sunfire"))
    client.post(f"/uploads/{status['id']}/", {"pattern": PATTERN, "zone": "global"})
    parse_upload(status["id"])
    assert RunRecording.objects.get(run=Run.objects.active().get()).side == SERVER
    assert str(Recording.objects.get().machine) == "Sun Fire"
