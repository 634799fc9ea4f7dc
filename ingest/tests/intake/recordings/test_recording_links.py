"""A directory with loads and a recording: the runs know their machine, their window and what they cost."""

from __future__ import annotations

import io
import lzma
import shutil
import tarfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Recording, Run, RunRecording, Setup, Trace, WindowSummary
from benchdb.recordings.reboots import reboots_of
from benchdb.wording import sentences_of
from ingest.intake.activity import MOST_OPEN
from ingest.intake.uploads import correct_facts
from ingest.pipeline.parse_upload import parse_upload

NGINX = ROOT / "fixtures/occasions/nginx-ab"
FILES = ("benchdb.toml", "run1.log", "run2.log", "sar.txt")


pytestmark = pytest.mark.usefixtures("by_hand")


def send(client: Client, files: dict[str, bytes], **facts: str) -> dict[str, Any]:
    """Upload and parse by hand; the status."""
    sent = [SimpleUploadedFile(name, content) for name, content in files.items()]
    answer = client.post("/api/v1/uploads", {"file": sent, **facts}).json()
    parse_upload(answer["id"])
    return dict(client.get(answer["status_url"]).json())


def nginx(*names: str) -> dict[str, bytes]:
    """Of a host with a name that somebody chose."""
    return {name: (NGINX / name).read_bytes().replace(b"(vm)", b"(lab7)") for name in names}


@pytest.fixture
def status(client: Client, transactional_db: None) -> dict[str, Any]:
    return send(client, nginx(*FILES))


def test_the_recording_says_what_the_loads_cannot(status: dict[str, Any]) -> None:
    assert status["problems"] == []
    setup = Setup.objects.get()
    assert (str(setup.machine), str(setup.kernel), setup.cpus) == ("lab7", "Linux 6.18.44-fc-v669", 2)
    assert sorted(Run.objects.values_list("trial", flat=True)) == [1, 2]


def test_each_run_has_its_own_window(status: dict[str, Any]) -> None:
    first, second = RunRecording.objects.order_by("window_start")
    assert (first.how, first.side) == ("directory", "server")
    assert second.window_start - first.window_start == pytest.approx(14.32)  # type: ignore[operator]
    idle = WindowSummary.objects.get(attachment=first, trace__metric="cpu.idle")
    assert idle.samples == 8  # 13:39:57 to 13:40:05: the ramp-up's second, and parts of samples, are left out
    everything = Trace.objects.get(metric="cpu.idle", item="all").values
    assert idle.mean < everything.mean()


def test_a_run_knows_what_a_request_cost(status: dict[str, Any]) -> None:
    run = Run.objects.order_by("started_at").first()
    assert run is not None
    numbers = dict(run.measurements.filter(item="").values_list("metric", "value"))
    assert numbers["cpu_used"] == pytest.approx(numbers["cpu_user"] + numbers["cpu_system"])
    cost = 2 * numbers["cpu_used"] / numbers["requests_per_second"]
    assert numbers["cpu_time_per_request"] == pytest.approx(cost)
    assert 4096 < numbers["network_bytes_per_request"] < 6000  # a document of 4096 bytes, headers, TCP
    assert run.measurements.get(metric="cpu_used").line == 0
    assert run.limits == []


def test_other_work_before_the_load_is_named(client: Client, transactional_db: None) -> None:
    files = nginx(*FILES)
    for idle in (b"100.00", b"99.50", b"99.00"):
        files["sar.txt"] = files["sar.txt"].replace(b" " + idle, b" " + b"10.00".rjust(len(idle)))
    send(client, files)
    run = Run.objects.order_by("started_at").first()
    assert run is not None
    assert "were 90% busy before the load began" in sentences_of(run.limits)[0]


@pytest.mark.skipif(shutil.which("sadf") is None, reason="sysstat's sadf, which reads its binaries, is not installed")
def test_a_binary_recording_does_as_well_as_a_printed_one(client: Client, transactional_db: None) -> None:
    binary = lzma.decompress((ROOT / "fixtures/sysstat/12.6.1/sa.bin.xz").read_bytes())
    status = send(
        client,
        {"run1.log": nginx("run1.log")["run1.log"], "sa07": binary},
        started_at="2022-11-07T23:59:53Z",
        machine="lab7",
    )
    if not Recording.objects.exists():
        pytest.skip(f"this machine's sadf cannot read a recording of 12.6.1: {status['problems']}")
    run = Run.objects.get()
    assert run.setup.machine is not None
    assert run.measurements.filter(metric="cpu_time_per_request", line=0).exists()
    assert "<h2>During the load</h2>" in client.get(f"/runs/{run.pk}/").content.decode()


def test_what_a_log_says_itself_is_not_replaced(client: Client, transactional_db: None) -> None:
    table = b"tool,requests_per_second [1/s],cpu_used [%],started_at,duration [s]\nx,100,17,2026-11-21T13:39:55Z,10\n"
    send(client, {"table.csv": table, **nginx("sar.txt")})
    run = Run.objects.get()
    assert run.measurements.get(metric="cpu_used").value == pytest.approx(0.17)
    assert run.measurements.filter(metric="cpu_idle", line=0).exists()


def test_loads_without_a_time_share_no_means(client: Client, transactional_db: None) -> None:
    send(client, nginx("run1.log", "run2.log", "sar.txt"))
    assert RunRecording.objects.count() == 2
    assert WindowSummary.objects.count() == 0
    assert not Run.objects.filter(measurements__metric="cpu_used").exists()


def test_a_single_load_without_a_time_has_the_whole_recording(client: Client, transactional_db: None) -> None:
    send(client, nginx("run1.log", "sar.txt"))
    assert WindowSummary.objects.get(trace__metric="cpu.idle").samples == 34
    assert not Run.objects.filter(measurements__metric="cpu_used").exists(), "nobody knows when the load was"


def test_a_recording_that_comes_later_finds_its_runs(client: Client, transactional_db: None) -> None:
    send(client, nginx("run1.log"), machine="lab7", started_at="2026-11-21T13:39:55Z")
    send(client, nginx("run2.log"), machine="lab7", started_at="2026-11-22T13:39:55Z")
    send(client, nginx("sar.txt"))
    assert [attachment.how for attachment in RunRecording.objects.all()] == ["time"]
    assert RunRecording.objects.get().run.started_at.day == 21  # type: ignore[union-attr]


def test_a_run_that_comes_later_finds_its_recording(client: Client, transactional_db: None) -> None:
    send(client, nginx("sar.txt"))
    send(client, nginx("run1.log"), machine="lab7", started_at="2026-11-21T13:39:55Z")
    assert Run.objects.get().measurements.filter(metric="cpu_time_per_request").exists()


def test_the_recording_of_another_machine_is_the_clients(client: Client, transactional_db: None) -> None:
    files = {**nginx("run1.log"), "client.txt": nginx("sar.txt")["sar.txt"]}
    files["server.txt"] = files["client.txt"].replace(b"(lab7)", b"(web1)")
    send(client, files, machine="web1", started_at="2026-11-21T13:39:55Z")
    sides = dict(RunRecording.objects.values_list("recording__host", "side"))
    assert sides == {"web1": "server", "lab7": "client"}


def test_the_same_recording_twice_is_stored_once(client: Client, status: dict[str, Any]) -> None:
    traces = Trace.objects.count()
    again = send(client, nginx("sar.txt"))
    assert (Recording.objects.count(), Trace.objects.count()) == (1, traces)
    assert "already stored as sar.txt" in again["problems"][0]["message"]


def test_reading_an_upload_anew_ties_it_anew(client: Client, status: dict[str, Any]) -> None:
    client.post(f"/uploads/{status['id']}/", {"machine": "web1"})
    parse_upload(status["id"])
    assert Recording.objects.count() == 1
    assert {str(run.setup.machine) for run in Run.objects.active()} == {"web1"}
    assert Run.objects.active().filter(measurements__metric="cpu_used").count() == 2


def ambiguous() -> bytes:
    """A recording of 3 April or 4 March 2005, at the time of the loads."""
    return nginx("sar.txt")["sar.txt"].replace(b"2026-11-21", b"03/04/05")


def test_an_ambiguous_date_is_asked_once_and_remembered(client: Client, transactional_db: None) -> None:
    load = nginx("run1.log")
    send(client, load, machine="lab7", started_at="2005-04-03T13:39:55Z")
    status = send(client, {"sar.txt": ambiguous()})
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert "03/04/05" in page
    assert "3 April 2005" in page
    assert "4 March 2005" in page
    assert RunRecording.objects.count() == 0
    recording = Recording.objects.get()
    client.post(f"/recordings/{recording.pk}/", {"date_order": "dmy"})
    recording.refresh_from_db()
    assert recording.date_is_known
    assert RunRecording.objects.get().how == "time"
    send(client, {"later.txt": ambiguous().replace(b"03/04/05", b"05/04/05")})
    assert all(Recording.objects.values_list("date_is_known", flat=True))


def test_a_clock_in_another_zone_finds_its_runs_once_that_is_stated(client: Client, transactional_db: None) -> None:
    send(client, nginx("run1.log"), machine="lab7", started_at="2026-11-21T12:39:55Z")
    send(client, nginx("sar.txt"))
    assert RunRecording.objects.count() == 0
    client.post(f"/recordings/{Recording.objects.get().pk}/", {"timezone": "Europe/Berlin"})
    assert RunRecording.objects.count() == 1
    client.post(f"/recordings/{Recording.objects.get().pk}/", {"timezone": "Asia/Tokyo"})
    assert RunRecording.objects.count() == 0


def test_somebody_can_say_which_runs_a_recording_belongs_to(client: Client, transactional_db: None) -> None:
    status = send(client, nginx("run1.log"))
    send(client, nginx("sar.txt"))
    recording = Recording.objects.get()
    assert RunRecording.objects.count() == 0
    client.post(f"/recordings/{recording.pk}/", {"runs": str(status["runs"][0]["id"])})
    assert RunRecording.objects.get().how == "choice"
    page = client.post(f"/recordings/{recording.pk}/", {"runs": "17-x"}, follow=True).content.decode()
    assert "expected numbers such as 12, 14-16" in page
    assert RunRecording.objects.count() == 1


def test_what_is_stated_of_one_recording_leaves_the_machines_of_others_alone(
    client: Client, status: dict[str, Any]
) -> None:
    """Several machines may have one host name."""
    first = Recording.objects.get()
    send(client, {"sar.txt": ambiguous(), "x.log": nginx("run1.log")["run1.log"] + b"\n"}, machine="other")
    second = Recording.objects.exclude(pk=first.pk).get()
    client.post(f"/recordings/{second.pk}/", {"date_order": "dmy", "machine": "third", "runs": ""})
    assert [str(recording.machine) for recording in Recording.objects.order_by("pk")] == ["lab7", "third"]
    sides = set(RunRecording.objects.filter(recording=first).values_list("side", flat=True))
    assert sides == {"server"}
    assert Run.objects.filter(measurements__metric="cpu_used", measurements__line=0).distinct().count() == 2


def test_the_recording_that_is_corrected_is_tied_with_what_was_stated(client: Client, transactional_db: None) -> None:
    status = send(client, nginx("run1.log"), machine="web1", started_at="2026-11-21T13:39:55Z")
    send(client, nginx("sar.txt"))
    recording, run = Recording.objects.get(), status["runs"][0]["id"]
    client.post(f"/recordings/{recording.pk}/", {"machine": "web1", "runs": str(run)})
    attachment = RunRecording.objects.get()
    assert (attachment.side, attachment.recording.machine and attachment.recording.machine.name) == ("server", "web1")
    assert Run.objects.get().measurements.filter(metric="cpu_used").exists()


def packed(written: dict[str, float]) -> bytes:
    """The loads and their recording as a tar, the logs last written at these moments."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name in ("run1.log", "run2.log", "sar.txt"):
            content = (NGINX / name).read_bytes()
            header = tarfile.TarInfo(f"first/{name}")
            header.size, header.mtime = len(content), int(written.get(name, 0))
            archive.addfile(header, io.BytesIO(content))
    return out.getvalue()


def test_an_archive_knows_when_a_log_was_written(client: Client, transactional_db: None) -> None:
    start = datetime(2026, 11, 21, 13, 39, 55, tzinfo=UTC).timestamp()
    status = send(client, {"all.tgz": packed({"run1.log": start + 10, "run2.log": start + 24})})
    first, second = RunRecording.objects.order_by("window_start")
    assert (first.window_start, second.window_start) == (start, start + 14)
    run = Run.objects.get(file__name="first/run1.log")
    assert run.started_at is None
    assert run.measurements.filter(metric="cpu_time_per_request").exists()
    assert "is taken as the end of the load" in client.get(f"/runs/{run.pk}/").content.decode()
    assert "of these runs were made: no such time" not in client.get(f"/uploads/{status['id']}/").content.decode()


def test_the_time_of_a_file_that_was_copied_later_is_not_taken(client: Client, transactional_db: None) -> None:
    status = send(client, {"all.tgz": packed({"run1.log": 1_800_000_000.0})})
    assert set(RunRecording.objects.values_list("window_start", flat=True)) == {None}
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert "of these runs does not say when it was" in page


def test_many_recordings_are_one_line_with_their_count(client: Client, transactional_db: None) -> None:
    sar = nginx("sar.txt")["sar.txt"]
    for count in (MOST_OPEN, MOST_OPEN + 1):
        files = {f"sar{number}.txt": sar + b"\n" * (count * 10 + number) for number in range(count)}
        status = send(client, files, machine=f"lab{count}")
        page = " ".join(client.get(f"/uploads/{status['id']}/").content.decode().split())
        assert ("<h2>System activity</h2>" in page) == (count == MOST_OPEN)
        assert (f"System activity <span>· {count} recordings" in page) == (count > MOST_OPEN)


def test_a_recording_of_a_moment_of_the_load_says_nothing_of_it(client: Client, transactional_db: None) -> None:
    table = b"tool,requests_per_second [1/s],started_at,duration [s]\nx,100,2026-11-21T13:35:00Z,300\n"
    send(client, {"table.csv": table, **nginx("sar.txt")})
    run = Run.objects.get()
    assert WindowSummary.objects.filter(attachment__run=run).exists()
    assert not run.measurements.filter(metric="cpu_used").exists(), "five seconds of five minutes"
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert "too few to be shown as means" in " ".join(page.split())
    assert "too few samples inside it" in page


def test_the_cpus_of_the_recording_count_and_are_named(client: Client, transactional_db: None) -> None:
    send(client, nginx("run1.log", "sar.txt"), started_at="2026-11-21T13:39:55Z", cpus="8", machine="lab7")
    run = Run.objects.get()
    numbers = dict(run.measurements.filter(item="").values_list("metric", "value"))
    assert numbers["cpu_time_per_request"] == pytest.approx(2 * numbers["cpu_used"] / numbers["requests_per_second"])
    for page in (f"/runs/{run.pk}/", "/compare.txt?cols=cpus&rows=metric", "/cost.json?by=cpus", "/cost/?by=cpus"):
        assert "8 CPUs were stated, but 2 recorded" in client.get(page).content.decode(), page


def test_what_uptime_prints_beside_a_load_parts_its_machines_sittings(client: Client, transactional_db: None) -> None:
    uptime = (ROOT / "fixtures/logs/boot/procps-4.0.2/uptime_s.txt").read_bytes()
    sent = send(client, {**nginx("run1.log"), "uptime.txt": uptime}, machine="lab")
    assert sent["problems"] == []
    booted = datetime(2026, 11, 23, 14, 26, 53, tzinfo=UTC).timestamp()
    assert {name: times.tolist() for name, times in reboots_of(["lab"], None).items()} == {"lab": [booted]}


def test_a_recording_of_the_load_generator_says_nothing_of_the_server(client: Client, transactional_db: None) -> None:
    """Nor after facts of the upload were corrected, which are of the server."""
    toml = b'[facts]\nstarted_at = "2026-11-21T13:39:55Z"\nclient = "gen1"\n[files."*sar.txt"]\nside = "client"\n'
    status = send(client, {"benchdb.toml": toml, **nginx("run1.log", "sar.txt")})
    run, recording = Run.objects.get(), Recording.objects.get()
    assert (run.setup.machine, run.setup.kernel, run.setup.cpus) == (None, None, None)
    assert (str(recording.machine), run.attachments.get().side) == ("gen1", "client")
    assert not run.measurements.filter(metric="cpu_time_per_request").exists()
    correct_facts(status["id"], {"machine": "lab1"})
    parse_upload(status["id"])
    run, recording = Run.objects.get(retired_at=None), Recording.objects.get()
    assert (str(run.setup.machine), run.setup.kernel, run.setup.cpus) == ("lab1", None, None)
    assert (str(recording.machine), run.attachments.get().side) == ("gen1", "client")


def test_of_two_recordings_the_servers_is_known_by_its_side(client: Client, transactional_db: None) -> None:
    toml = b'[facts]\nmachine = "lab1"\n[files."gen.txt"]\nside = "client"\n'
    sar = nginx("sar.txt")["sar.txt"]
    files = {"sar.txt": sar.replace(b"(lab7)", b"(web1)"), "gen.txt": sar.replace(b"(lab7)", b"(gen1)")}
    send(client, {"benchdb.toml": toml, **nginx("run1.log"), **files})
    run = Run.objects.get()
    assert (str(run.setup.machine), run.setup.cpus) == ("lab1", 2)
    assert {(str(one.recording.machine), one.side) for one in run.attachments.all()} == {
        ("lab1", "server"),
        ("gen1", "client"),
    }


@pytest.mark.parametrize("stated", [{}, {"machine": "web8"}])
def test_a_recording_without_a_host_makes_none_the_clients(
    client: Client, transactional_db: None, stated: dict[str, str]
) -> None:
    """vmstat prints no host: with it beside sar both were the load generator's, and the machine was lost."""
    vmstat = sorted((ROOT / "fixtures/logs/vmstat").rglob("vmstat*.txt"))[0].read_bytes()
    status = send(client, nginx("run1.log", "sar.txt") | {"vmstat.txt": vmstat}, **stated)
    assert Recording.objects.count() == 2
    assert str(Setup.objects.get().machine) == stated.get("machine", "lab7")
    assert str(Setup.objects.get().kernel) == "Linux 6.18.44-fc-v669"
    sides = RunRecording.objects.filter(recording__format="sar").values_list("side", flat=True)
    assert set(sides) == {"server"}, status["problems"]
    assert not Recording.objects.filter(is_of_client=True).exists()
