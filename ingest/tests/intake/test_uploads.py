"""Logs through every door, against the real database and a real worker."""

import hashlib
import io
import json
import weakref
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.models import Kernel, Log, LogChunk, Measurement, Run, Setup, Trace, Upload, UploadFile
from benchdb.models.logs import Chunk
from ingest.intake import api
from ingest.pipeline import attempts
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.tasks import requeue_unfinished
from ingest.tests.intake.doors import FACTS, GLOBAL, NON_GLOBAL, finished, send

OWN = b"http://testserver/api/v1/uploads"
pytestmark = pytest.mark.usefixtures("by_hand")


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_two_logs_become_two_comparable_runs(client: Client, worker: Process) -> None:
    sent = [send(client, log, zone=log.stem, **FACTS) for log in (GLOBAL, NON_GLOBAL)]
    assert [answer.status_code for answer in sent] == [202, 202]
    status = [finished(client, answer) for answer in sent]
    assert [len(answer["runs"]) for answer in status] == [1, 1]
    assert [answer["problems"] for answer in status] == [[], []]
    assert [answer["compare_url"] for answer in status] == [None, None], "one run is compared with nothing"
    runs = [answer["runs"][0]["id"] for answer in status]
    answer = client.get(f"/compare.json?cols=zone&run={runs[0]}&run={runs[1]}").json()
    cells = {cell["column"]: cell for cell in answer["rows"][0]["cells"]}
    assert (cells["global"]["value"], cells["non-global"]["value"]) == (390.24, 380.95)
    assert round(100 * cells["non-global"]["change"], 1) == -2.4
    assert answer["also_differs"] == []


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_the_compare_url_shows_just_these_runs(client: Client, worker: Process) -> None:
    status = finished(client, send(client, GLOBAL, NON_GLOBAL, **FACTS))
    answer = client.get(status["compare_url"].replace("/compare/", "/compare.json"))
    assert sorted(answer.json()["runs"]) == sorted(run["id"] for run in status["runs"])
    assert client.get(status["compare_url"]).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_same_bytes_twice_are_one_upload(client: Client) -> None:
    first, second = send(client, GLOBAL), send(client, SimpleUploadedFile("copy.log", GLOBAL.read_bytes()))
    assert (first.status_code, second.status_code) == (202, 200)
    assert first.json()["id"] == second.json()["id"]
    assert (Upload.objects.count(), Log.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_parsing_twice_stores_once(client: Client) -> None:
    upload = send(client, GLOBAL).json()["id"]
    for _ in range(2):
        parse_upload(upload)
    assert Run.objects.count() == 1
    before = Measurement.objects.count()
    Upload.objects.update(state=Upload.State.QUEUED)
    parse_upload(upload)
    assert (Run.objects.count(), Measurement.objects.count()) == (1, before)


@pytest.mark.django_db(transaction=True)
def test_a_file_that_came_before_in_another_upload_is_not_stored_again(client: Client) -> None:
    parse_upload(send(client, GLOBAL, machine="web8").json()["id"])
    second = send(client, GLOBAL, NON_GLOBAL, machine="elsewhere").json()
    parse_upload(second["id"])
    status = client.get(second["status_url"]).json()
    assert Run.objects.count() == 2
    assert len(status["runs"]) == 2
    sentence = status["problems"][0]["message"]
    assert "already stored as global.log" in sentence
    assert "of web8" in sentence, "whoever says another machine learns whose it is"
    assert "machine elsewhere (stored: web8)" in sentence
    assert status["not_applied"] == 1


@pytest.mark.django_db(transaction=True)
def test_files_of_one_load_on_one_setup_are_its_trials(client: Client) -> None:
    text = GLOBAL.read_text()
    logs = [SimpleUploadedFile(f"{n}.log", text.replace("390.24", f"{390 + n}.24").encode()) for n in range(3)]
    parse_upload(send(client, *logs, **FACTS).json()["id"])
    assert Setup.objects.count() == 1
    assert sorted(Run.objects.values_list("trial", flat=True)) == [1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_names_are_made_where_new_and_found_where_known(client: Client) -> None:
    parse_upload(send(client, GLOBAL, kernel="Linux 2.4.18-smp", server="Apache/2.0.58 (Unix)").json()["id"])
    parse_upload(send(client, NON_GLOBAL, kernel=" linux  2.4.18-SMP ").json()["id"])
    kernel = Kernel.objects.get()
    assert (kernel.os, kernel.series, kernel.flavour) == ("Linux", "2.4", "smp")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.log", b"", "The file is empty"),
        ("shot.png", b"\x89PNG\r\n\x1a\n", "This is a PNG picture"),
        ("zeros", bytes(200 * 2**20), "Its byte 1 is NUL"),
        ("letter.txt", b"Dear all,\n", "Not a log we know. It begins"),
    ],
)
def test_what_is_no_log_fails_with_a_reason_and_keeps_its_bytes(
    client: Client, name: str, content: bytes, message: str
) -> None:
    answer = send(client, SimpleUploadedFile(name, content))
    assert answer.status_code == 202
    parse_upload(answer.json()["id"])
    status = client.get(answer.json()["status_url"]).json()
    assert status["state"] == "failed"
    assert message in status["error"]
    assert Log.objects.get().size == len(content)


@pytest.mark.django_db(transaction=True)
def test_half_a_log_is_an_aborted_run_with_a_problem(client: Client) -> None:
    half = GLOBAL.read_bytes()[:600]
    answer = send(client, SimpleUploadedFile("half.log", half))
    parse_upload(answer.json()["id"])
    status = client.get(answer.json()["status_url"]).json()
    assert [run["status"] for run in status["runs"]] == ["aborted"]
    assert status["problems"][0]["file"] == "half.log"
    assert status["problems"][0]["line"] > 0


@pytest.mark.django_db(transaction=True)
def test_a_failed_upload_is_tried_again_when_its_bytes_come_again(client: Client) -> None:
    first = send(client, SimpleUploadedFile("letter.txt", b"Dear all,\n"))
    parse_upload(first.json()["id"])
    again = send(client, SimpleUploadedFile("letter.txt", b"Dear all,\n"), machine="m")
    assert again.status_code == 202
    assert Upload.objects.get().facts == {"machine": "m"}


@pytest.mark.django_db(transaction=True)
def test_a_bad_field_stores_nothing_and_says_which(client: Client) -> None:
    answer = send(client, GLOBAL, cpus="four")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("cpus: expected a whole number above 0, found 'four'")
    assert Log.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_curl_can_put_a_file(client: Client) -> None:
    path = "/u/runs/global.log?machine=Sun+Fire+V125&zone=global"
    answer = client.put(path, GLOBAL.read_bytes(), content_type="application/octet-stream")
    assert answer.status_code == 202
    assert answer.json()["files"][0]["name"] == "runs/global.log"
    assert Upload.objects.get().facts == {"machine": "Sun Fire V125", "zone": "global"}


@pytest.mark.django_db(transaction=True)
def test_nobody_without_the_sites_token_may_upload_wherever_from(client: Client) -> None:
    here = Client().post("/api/v1/uploads", {"file": io.BytesIO(b"x")}, REMOTE_ADDR="127.0.0.1")
    proxied = Client().post("/api/v1/uploads", {"file": io.BytesIO(b"x")}, HTTP_VIA="1.1 proxy")
    forged = client.post("/api/v1/uploads", {"file": io.BytesIO(b"x")}, HTTP_ORIGIN="http://elsewhere.example")
    assert [answer.status_code for answer in (here, proxied, forged)] == [403, 403, 403]
    assert Upload.objects.count() == 0


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_upload_whose_worker_died_is_picked_up_again(client: Client, worker: Process) -> None:
    upload = send(client, NON_GLOBAL)
    finished(client, upload)
    Run.objects.all().delete()
    UploadFile.objects.update(state=UploadFile.State.QUEUED)
    Upload.objects.update(state=Upload.State.PARSING, finished_at=None)
    requeue_unfinished()
    assert finished(client, upload)["state"] == "stored"
    assert Run.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_log_that_brings_workers_down_is_given_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "database_began_lately", lambda: False)
    upload = send(client, GLOBAL).json()["id"]
    Upload.objects.update(attempts=5)
    parse_upload(upload)
    assert Upload.objects.get().error.startswith("Given up after 5 attempts")
    assert known(client) == []


@pytest.mark.django_db(transaction=True)
def test_a_log_at_which_a_worker_fails_is_sent_again(client: Client) -> None:
    """For a fault of ours; each import sends it once."""
    upload = send(client, GLOBAL).json()["id"]
    Upload.objects.update(attempts=2)
    assert attempts.give_up(upload, "Reading it failed inside benchdb (KeyError: 'x'). The bytes are kept.")
    assert known(client) == []
    parse_upload(upload)
    assert Upload.objects.get().state == "failed"
    assert known(client) == []


def known(client: Client) -> list[dict[str, Any]]:
    """What the site says of the log to a program that asks before it sends."""
    question = {"sha256": [hashlib.sha256(GLOBAL.read_bytes()).hexdigest()]}
    answer = client.post("/api/v1/logs", json.dumps(question), content_type="application/json")
    return list(answer.json()["known"])


@pytest.mark.django_db(transaction=True)
def test_an_upload_that_brings_workers_down_behind_its_files_is_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are read, and what links them ends each worker: no file is left that could be set aside."""
    monkeypatch.setattr(attempts, "database_began_lately", lambda: False)
    upload = send(client, GLOBAL).json()["id"]
    parse_upload(upload)
    Upload.objects.update(state=Upload.State.PARSING, finished_at=None, attempts=5)
    parse_upload(upload)
    ended = Upload.objects.get()
    assert (ended.state, ended.is_finished) == ("failed", True)
    assert "Given up after 5 attempts" in ended.error
    assert Run.objects.active().count() == 1
    requeue_unfinished()
    assert Upload.objects.get().attempts == 6


@pytest.mark.django_db(transaction=True)
def test_no_log_is_given_up_because_the_database_went_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OperationalError("could not extend file: No space left on device")

    upload = send(client, GLOBAL).json()["id"]
    monkeypatch.setattr(attempts, "database_began_lately", lambda: False)
    with monkeypatch.context() as patched:
        patched.setattr("ingest.pipeline.parse_upload.STEPS", (full,))
        for _ in range(7):
            with pytest.raises(OperationalError):
                parse_upload(upload)
    assert Upload.objects.get().attempts == 0
    Upload.objects.update(attempts=5)
    monkeypatch.setattr(attempts, "database_began_lately", lambda: True)
    parse_upload(upload)
    assert Upload.objects.get().state == "stored"


@pytest.mark.django_db(transaction=True)
def test_the_raw_log_comes_back_byte_for_byte(client: Client) -> None:
    parse_upload(send(client, GLOBAL).json()["id"])
    answer = client.get(f"/runs/{Run.objects.get().pk}/log")
    assert b"".join(answer.streaming_content) == GLOBAL.read_bytes()  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_a_large_log_is_kept_in_pieces_and_one_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    content, alive, most = bytes(range(256)) * 40_000, list[weakref.ref[LogChunk]](), list[int]()
    inner = LogChunk.of

    def of(piece: Chunk) -> LogChunk:
        alive.append(weakref.ref(row := inner(piece)))
        most.append(sum(other() is not None for other in alive))
        return row

    monkeypatch.setattr(LogChunk, "of", of)
    log = Log.of([content[:7], content[7:5_000_000], content[5_000_000:]])
    assert log.chunks.count() == 3
    assert max(most) <= 2  # the one before is let go when the next takes its place
    with log.open() as stream:
        assert stream.read() == content


@pytest.mark.django_db
def test_the_api_describes_itself(client: Client) -> None:
    document = json.loads(client.get("/api/v1/openapi.json").content)
    wanted = {"/api/v1/uploads", "/api/v1/uploads/{upload_id}", "/api/v1/logs", "/api/v1/runs", "/u/{name}"}
    assert wanted <= set(document["paths"])
    assert b"http" not in client.get("/api/v1/docs").content.replace(b"http://www.w3.org", b"").replace(OWN, b"")


@pytest.mark.django_db(transaction=True)
def test_what_sysstat_recorded_is_kept(client: Client) -> None:
    log = min((ROOT / "fixtures/logs/sar").rglob("*.txt"), key=lambda path: path.stat().st_size)
    upload = send(client, SimpleUploadedFile("sar.txt", log.read_bytes())).json()
    parse_upload(upload["id"])
    assert client.get(upload["status_url"]).json()["state"] == "stored"
    trace = Trace.objects.first()
    assert trace
    assert len(trace.timeline.times) == len(trace.values) > 0


@pytest.mark.django_db
def test_profiles_are_compared_by_function(client: Client) -> None:
    log = ROOT / "fixtures/logs/readprofile/util-linux/two_kernels.txt"
    answer = send(client, log, machine="Compaq ProLiant").json()
    parse_upload(answer["id"])
    status = client.get(answer["status_url"]).json()
    document = client.get(status["compare_url"].replace("/compare/", "/compare.json")).json()
    assert [run["tool"] for run in status["runs"]] == ["readprofile", "readprofile"]
    assert {row["metric"] for row in document["rows"]} == {"function_share"}
    assert "tcp_sendmsg" in {row["row"] for row in document["rows"]}


@pytest.mark.django_db
def test_the_zones_of_prstat_are_stored_as_series(client: Client) -> None:
    answer = send(client, ROOT / "fixtures/logs/prstat/10/prstat_Z_command.txt").json()
    parse_upload(answer["id"])
    zones = Trace.objects.filter(metric="zone.cpu").order_by("item")
    assert [(zone.item, len(zone.values)) for zone in zones] == [("db-zone", 2), ("global", 3), ("web1", 3)]


@pytest.mark.django_db
def test_a_run_that_was_excluded_is_still_found_on_its_upload(client: Client) -> None:
    upload = send(client, GLOBAL).json()
    parse_upload(upload["id"])
    Run.objects.update(excluded_at=timezone.now(), excluded_because="wireless LAN")
    page = client.get(f"/uploads/{upload['id']}/").content.decode()
    assert "Excluded" in page
    assert "wireless LAN" in page
    status = client.get(f"/api/v1/uploads/{upload['id']}").json()
    assert (status["runs"], [run["id"] for run in status["excluded"]]) == ([], [Run.objects.get().pk])


@pytest.mark.django_db
def test_every_excluded_run_is_on_a_page_of_the_status(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = send(client, GLOBAL, NON_GLOBAL).json()["status_url"]
    parse_upload(Upload.objects.get().pk)
    first, second = Run.objects.order_by("pk")
    Run.objects.update(excluded_at=timezone.now(), excluded_because="wireless LAN")
    monkeypatch.setattr(api, "PAGE", 1)
    page = client.get(address).json()
    following = client.get(page["next"]).json()
    assert [[run["id"] for run in one["excluded"]] for one in (page, following)] == [[first.pk], [second.pk]]
    assert following["next"] is None


@pytest.mark.django_db
def test_the_upload_page_of_an_unclaimed_site_says_how_to_claim_it() -> None:
    page = Client().get("/uploads/").content.decode()
    assert "Nobody has an account here yet. Open one of the links" in page
    assert "Log in to upload" not in page
