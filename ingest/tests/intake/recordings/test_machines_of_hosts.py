"""Which machine a recording is of, where nobody states it: as its host is known, never in silence."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.domain.setups.hosts import is_default
from benchdb.models import Host, Machine, Recording, Run, RunRecording
from ingest.tests.intake.recordings.test_recording_links import nginx, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]


def recorded_load(number: int, *hosts: str, **header: bytes) -> dict[str, bytes]:
    """A load of its own, with figures of its own, and a recording of each host."""
    log, sar = (content for content in nginx("run1.log", "sar.txt").values())
    for old, new in header.items():
        sar = sar.replace({"kernel": b"Linux 6.18.44-fc-v669", "cpus": b"2 CPU", "processor": b"_x86_64_"}[old], new)
    recordings = {f"{host}.sar": sar.replace(b"(lab7)", f"({host})".encode()) for host in hosts}
    log = log.replace(b"1621764605 bytes", b"%d bytes" % (1621764605 + number))
    ends = b"\n" * number
    return {"run1.log": log + ends} | {name: content + ends for name, content in recordings.items()}


def machine() -> str:
    """Of the newest run."""
    return str(Run.objects.with_setup().order_by("pk").last().setup.machine)  # type: ignore[union-attr]


def messages(status: dict[str, Any]) -> str:
    return " ".join(problem["message"] for problem in status["problems"])


@pytest.mark.parametrize(
    "host", ["localhost.localdomain", "vm", "(none)", "debian12", "ip-10-0-3-7.ec2.internal", "0123456789ab"]
)
def test_a_name_that_nobody_chose_is_default(host: str) -> None:
    assert is_default(host)
    assert not is_default("web1")
    assert not is_default("debian.example.org")


def test_a_default_name_leads_to_no_machine_and_that_is_said(client: Client) -> None:
    send(client, recorded_load(1, "localhost.localdomain"), machine="Box A")
    status = send(client, recorded_load(2, "localhost.localdomain"))
    assert (machine(), str(Run.objects.with_setup().latest("pk").setup.kernel)) == ("None", "Linux 6.18.44-fc-v669")
    assert "localhost.localdomain is a name that many hosts have: state the machine" in messages(status)
    assert "Needs you" in client.get(f"/uploads/{status['id']}/").content.decode()


def test_a_machine_that_is_taken_from_a_host_name_is_said(client: Client) -> None:
    first = send(client, recorded_load(1, "web1"), machine="Box A")
    assert first["problems"] == []
    status = send(client, recorded_load(2, "web1", kernel=b"Linux 7.0.1"))
    assert machine() == "Box A", "a kernel may be another one later"
    assert f"it is taken to be Box A, as in upload {first['id']} for a recording of the same host" in messages(status)
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert ("it is taken to be Box A" in page, "Needs you" in page) == (True, False)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"processor": b"_aarch64_"}, "this one says ARM, and others of that machine x86"),
        ({"cpus": b"64 CPU"}, "this one says 64 CPUs, and that machine has 4"),
    ],
)
def test_what_a_recording_says_of_itself_contradicts_its_host_name(
    client: Client, header: dict[str, bytes], words: str
) -> None:
    send(client, recorded_load(1, "web1"), machine="Box A")
    Machine.objects.update(cpu_count=4)
    status = send(client, recorded_load(2, "web1", **header))
    assert machine() == "None"
    assert words in messages(status)


def test_a_host_of_several_machines_stands_for_none_until_somebody_answers(client: Client) -> None:
    for number, name in enumerate(("one", "two")):
        send(client, recorded_load(number, "web1"), machine=name)
    status = send(client, recorded_load(3, "web1"))
    assert machine() == "None"
    assert "recordings of the host web1 are of several, one and two" in messages(status)
    client.post(f"/recordings/{Recording.objects.latest('pk').pk}/", {"machine": "two"})
    status = send(client, recorded_load(4, "web1"))
    assert machine() == "two"
    assert "as was said before of a recording of the host web1" in messages(status)


def test_what_an_earlier_release_kept_of_an_upload_is_no_answer(client: Client) -> None:
    for number, name in enumerate(("one", "two")):
        send(client, recorded_load(number, "vm"), machine=name)
    Host.objects.create(name="vm", machine=Machine.objects.get(name="two"))
    send(client, recorded_load(3, "vm"))
    assert machine() == "None"


def sides() -> dict[str, tuple[str, str]]:
    rows = RunRecording.objects.values_list("recording__host", "recording__machine__name", "side")
    return {host: (name, side) for host, name, side in rows}


def test_of_two_hosts_beside_a_stated_machine_somebody_says_which_it_is(client: Client) -> None:
    status = send(client, recorded_load(1, "web1", "gen1"), machine="box")
    assert sides() == {}
    assert "box was stated, and the hosts gen1 and web1 were recorded beside the load" in messages(status)
    recording = Recording.objects.get(host="web1")
    client.post(f"/recordings/{recording.pk}/", {"machine": "box"})
    assert sides() == {"web1": ("box", "server"), "gen1": ("gen1", "client")}
    send(client, recorded_load(2, "web1", "gen1"), machine="box")
    last = RunRecording.objects.filter(run=Run.objects.latest("pk"))
    assert dict(last.values_list("recording__host", "side")) == {"web1": "server", "gen1": "client"}


def test_of_two_hosts_the_one_that_is_left_is_the_stated_machine(client: Client) -> None:
    send(client, recorded_load(1, "gen1"), machine="generator")
    status = send(client, recorded_load(2, "web1", "gen1"), machine="box")
    last = RunRecording.objects.filter(run=Run.objects.latest("pk"))
    assert dict(last.values_list("recording__host", "side")) == {"web1": "server", "gen1": "client"}
    assert "web1 is taken to be box, which was stated" in messages(status)
    assert not Machine.objects.filter(name="web1").exists()


def test_a_stated_side_says_which_host_it_is(client: Client) -> None:
    toml = b'[facts]\nmachine = "box"\n[files."web1.sar"]\nside = "server"\n'
    status = send(client, recorded_load(1, "web1", "gen1") | {"benchdb.toml": toml})
    assert sides() == {"web1": ("box", "server"), "gen1": ("gen1", "client")}
    assert status["problems"] == []


@pytest.mark.parametrize(
    ("host", "name"), [("hfour.example.org", "hfour"), ("hfour", "hfour.example.org"), ("HFOUR.lan", "hfour")]
)
def test_a_host_with_its_domain_is_the_machine_without_and_makes_none(client: Client, host: str, name: str) -> None:
    Machine.objects.create(name=name)
    status = send(client, recorded_load(1, host))
    assert machine() == name
    assert [str(one) for one in Machine.objects.all()] == [name]
    assert status["problems"] == []


@pytest.mark.parametrize("others", [["hfour.a.org", "hfour.b.org"], ["hfourteen"], ["hfour.example.org"]])
def test_several_such_machines_or_another_domain_are_not_taken(client: Client, others: list[str]) -> None:
    for one in others:
        Machine.objects.create(name=one)
    host = "hfour.lan" if len(others) == 1 and "." in others[0] else "hfour"
    send(client, recorded_load(1, host))
    assert machine() == host
