"""What people state of their logs: refused where it cannot be, corrected later, and never dropped in silence."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.models import Log, Run, Setup, Upload
from ingest.intake import existing_logs
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.rows.existing import fewest
from ingest.tests.intake.doors import GLOBAL, NON_GLOBAL, send

pytestmark = pytest.mark.usefixtures("by_hand")


@pytest.mark.django_db(transaction=True)
def test_a_misspelt_field_is_refused(client: Client) -> None:
    answer = send(client, GLOBAL, machne="x")
    assert answer.status_code == 400
    assert "machne: unknown field" in answer.json()["detail"]


@pytest.mark.django_db(transaction=True)
def test_a_field_with_two_values_is_refused_at_every_door(client: Client) -> None:
    form, query = {"file": GLOBAL.open("rb"), "machine": ["aaa", "bbb"]}, "machine=aaa&machine=bbb"
    api, put = client.post("/api/v1/uploads", form), client.put(f"/u/x.log?{query}", GLOBAL.read_bytes())
    both = client.post("/api/v1/uploads?machine=bbb", {"file": GLOBAL.open("rb"), "machine": "aaa"})
    page = client.post("/uploads/", {**form, "file": GLOBAL.open("rb")})
    assert [answer.status_code for answer in (api, put, both, page)] == [400] * 4
    fault = "machine: expected one value, found 'aaa', 'bbb'"
    assert [answer.json()["detail"] for answer in (api, put, both)] == [fault] * 3
    assert "xpected one value, found &#x27;aaa&#x27;, &#x27;bbb&#x27;" in page.content.decode(), "beside its field"
    assert not Upload.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_field_that_is_said_twice_alike_is_said_once(client: Client) -> None:
    assert client.put("/u/x.log?machine=aaa&machine=aaa", GLOBAL.read_bytes()).status_code == 202
    assert Upload.objects.get().facts == {"machine": "aaa"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-13-45"])
def test_a_time_beyond_all_calendars_is_refused(client: Client, moment: str) -> None:
    assert send(client, GLOBAL, started_at=moment).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_value_that_no_column_holds_loses_nothing_else(client: Client) -> None:
    text = GLOBAL.read_text()
    odd = text.replace("Concurrency Level: 100", "Concurrency Level: 9999999999").replace("/index.html", "/a\0b")
    logs = [SimpleUploadedFile("odd.log", odd.encode()), SimpleUploadedFile("plain.log", text.encode())]
    upload = send(client, *logs).json()
    parse_upload(upload["id"])
    assert client.get(upload["status_url"]).json()["state"] == "stored"
    assert sorted(Setup.objects.values_list("concurrency", flat=True), key=str) == [100, None]


COMPARISON = "slug='mine'\ntitle='t'\n[[study.comparison]]\ntitle='c'\n"
TABLE = "slug='mine'\ntitle='t'\n[[study.table]]\ntitle='c'\ncolumns=[]\nrows=[]\n"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("section", "fault"),
    [
        (
            "slug='mine'\ntitle='t'\n[[study.comparison]]\ntitle='c'\nquery='metric=bogus'",
            "“bogus” is not a metric",
        ),
        (f"{COMPARISON}query=''\npage='guess'", "page is compare or scaling or history"),
        (f"{COMPARISON}query='x=zone'\npage='scaling'", "“zone” is not an axis of scaling"),
        ("slug='mine'\ntitle='t'\n[[study.comparison]]\nquery='cols=zone'", "a title (the first needs one)"),
        (f"{COMPARISON}query=''\nanswer=6", "expected a query, text"),
        (f"{COMPARISON}query=''\n[[study.comparison]]\nquery='metric=bogus'", "study.comparison 'c': “bogus”"),
        (f"{TABLE}provenance='guessed'", "provenance is measured or published"),
        ("slug='a/b c'\ntitle='t'", "a study needs a slug"),
        ("title='t'", "a study needs a slug"),
        ("slug='mine'\ntitle='t'\nposition='first'", "study.position"),
    ],
)
def test_a_study_that_cannot_be_shown_is_refused(client: Client, section: str, fault: str) -> None:
    toml = SimpleUploadedFile("benchdb.toml", f"[study]\n{section}\n".encode())
    upload = send(client, toml, GLOBAL).json()
    parse_upload(upload["id"])
    assert fault in client.get(upload["status_url"]).json()["error"]
    assert client.get("/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_nobody_takes_the_place_of_anothers_study(client: Client) -> None:
    mine = b"[study]\nslug='mine'\ntitle='Mine'\n"
    for log, title in ((GLOBAL, mine), (NON_GLOBAL, mine.replace(b"Mine", b"Hijacked"))):
        parse_upload(send(client, SimpleUploadedFile("benchdb.toml", title), log).json()["id"])
    assert "there is a study 'mine' already" in Upload.objects.get(state="failed").error


@pytest.mark.django_db(transaction=True)
def test_wrong_facts_are_corrected_and_the_old_reading_is_kept(client: Client) -> None:
    upload = send(client, GLOBAL, machine="wrong", tuning="KeepAlive=On").json()["id"]
    parse_upload(upload)
    client.post(f"/uploads/{upload}/", {"machine": "Sun Fire V125", "tuning": "KeepAlive=Off"})
    parse_upload(upload)
    old, new = Run.objects.order_by("pk")
    assert (old.retired_at is not None, new.retired_at) == (True, None)
    assert (str(new.setup.machine), new.setup.tuning) == ("Sun Fire V125", {"KeepAlive": "Off"})
    assert client.get("/runs/").context["total"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_path_that_says_nothing_takes_nothing_from_its_log(client: Client) -> None:
    upload = send(client, GLOBAL, pattern="{machine}/c{concurrency}/run{trial}.log").json()["id"]
    parse_upload(upload)
    page = client.get(f"/uploads/{upload}/").content.decode()
    assert "does not match the pattern" in page
    assert "What the paths do not say" in page
    assert "1 file matches no pattern and counts without what it states." in " ".join(page.split())
    assert "Needs you" not in page
    assert "Not read to its end" not in page
    assert "not fully read" not in page
    assert "could not be read" not in page
    (problem,) = client.get(f"/api/v1/uploads/{upload}").json()["problems"]
    assert "does not match the pattern" in problem["message"]


@pytest.mark.django_db(transaction=True)
def test_other_facts_of_known_bytes_are_told_and_kept_on_purpose(client: Client) -> None:
    first = send(client, GLOBAL, machine="first").json()["id"]
    parse_upload(first)
    form = {"file": SimpleUploadedFile("again.log", GLOBAL.read_bytes()), "machine": "second"}
    address = client.post("/uploads/", form).headers["Location"]
    second = Upload.objects.latest("pk").pk
    parse_upload(second)
    page = client.get(address).content.decode()
    assert "machine second (stored: first)" in page
    assert "could not be read" not in page
    client.post(address, {"machine": "second", "own_runs": "true"})
    parse_upload(second)
    assert [str(run.setup.machine) for run in Run.objects.active().order_by("pk")] == ["first", "second"]
    assert [len(client.get(f"/api/v1/uploads/{pk}").json()["runs"]) for pk in (first, second)] == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_own_runs_are_stored_once_and_only_of_other_facts(client: Client) -> None:
    parse_upload(send(client, GLOBAL, machine="first").json()["id"])
    for machine in ("first", "second", "second"):
        sent = client.put(f"/u/again.log?machine={machine}&own_runs=true", GLOBAL.read_bytes()).json()
        parse_upload(sent["id"])
        assert client.get(sent["status_url"]).json()["not_applied"] == 0
    assert Run.objects.active().count() == 2


@pytest.mark.django_db
def test_a_path_that_a_pattern_reads_is_a_statement_of_its_own() -> None:
    facts = {"pattern": "{machine}/run{trial}.log", "own_runs": True}
    for machine in ("first", "second", "third", "third"):
        stored = create_upload([IncomingFile(f"{machine}/run1.log", [GLOBAL.read_bytes()])], facts)
        parse_upload(stored.upload.pk)
    assert [str(run.setup.machine) for run in Run.objects.order_by("pk")] == ["first", "second", "third"]


@pytest.mark.django_db(transaction=True)
def test_strangers_hold_facts_against_few_runs(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    parse_upload(send(client, GLOBAL, NON_GLOBAL, machine="first").json()["id"])
    question = {"sha256": list(Log.objects.values_list("sha256", flat=True)), "facts": {"machine": "second"}}

    def answered(browser: Client, **fields: object) -> tuple[int, str]:
        answer = browser.post("/api/v1/logs", {**question, **fields}, content_type="application/json")
        return answer.status_code, answer.content.decode()

    assert answered(Client())[0] == 200
    monkeypatch.setattr(existing_logs, "MOST_RUNS", 1)
    status, body = answered(Client())
    assert (status, "more than 1 runs" in body) == (403, True)
    assert answered(Client(), facts={})[0] == 200, "which of the bytes are here is one query"
    assert answered(client)[0] == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("runs", "text"), [(10, 10**6), (10**6, 40)])
@pytest.mark.parametrize("statement", [{"facts": {"machine": "second"}}, {"tomls": {"": '[facts]\nzone = "z"\n'}}])
def test_each_path_counts_whatever_its_bytes(
    client: Client, monkeypatch: pytest.MonkeyPatch, runs: int, text: int, statement: dict[str, Any]
) -> None:
    """One digest under many paths is as much work as many digests."""
    parse_upload(send(client, GLOBAL, machine="first").json()["id"])
    digest = Log.objects.get().sha256
    monkeypatch.setattr(existing_logs, "MOST_RUNS", runs)
    monkeypatch.setattr(existing_logs, "MOST_TEXT", text)

    def answered(browser: Client, paths: int) -> int:
        question = {"sha256": [digest] * paths, "paths": [f"{number}.log" for number in range(paths)], **statement}
        return browser.post("/api/v1/logs", question, content_type="application/json").status_code

    assert (answered(Client(), 1), answered(Client(), 11), answered(client, 11)) == (200, 403, 200)


@pytest.mark.django_db(transaction=True)
def test_what_names_are_called_today_is_asked_once(client: Client) -> None:
    parse_upload(send(client, GLOBAL, NON_GLOBAL, machine="first").json()["id"])
    digests = list(Log.objects.values_list("sha256", flat=True)) * 20
    facts = {"machine": "second", "kernel": "6.1", "server": "nginx 1"}
    question = {"sha256": digests, "paths": [f"{number}.log" for number in range(40)], "facts": facts}
    with CaptureQueriesContext(connection) as queries:
        answer = client.post("/api/v1/logs", question, content_type="application/json").json()
    assert len(answer["not_applied"]) == 40
    assert len([query for query in queries if "benchdb_data_version" in query["sql"]]) <= 1


def test_behind_a_run_that_facts_hold_for_none_is_asked() -> None:
    every = iter([["a", "b"], ["c"], [], ["d"]])
    assert (fewest(every), list(every)) == ([], [["d"]])
    assert (fewest([["a", "b"], ["c"], ["d"]]), fewest([])) == (["c"], [])


@pytest.mark.django_db(transaction=True)
def test_an_upload_counts_what_is_new_apart_from_what_was_here(client: Client) -> None:
    parse_upload(send(client, GLOBAL).json()["id"])
    upload = send(client, GLOBAL, NON_GLOBAL).json()["id"]
    parse_upload(upload)
    page = " ".join(client.get(f"/uploads/{upload}/").content.decode().split())
    assert "1 new run and 1 that was here already from 2 files" in page
    assert "<small>new run, 1 from before</small>" in page
