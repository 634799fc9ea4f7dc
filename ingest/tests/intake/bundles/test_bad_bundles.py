"""A `benchdb.toml` that cannot be read: it is named, and only the files that it is about are not read."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import UploadFile
from ingest.intake.uploads import retry_failed
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import GLOBAL, log, read, send, states, zipped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("by_hand")]

BAD = b'[facts]\nmachine = "m"\ncpus = "four"\n'
FAULT = "bad/benchdb.toml, line 3: cpus: expected a whole number above 0, found 'four'"
TREE = {
    "good/benchdb.toml": b"[facts]\ncpus = 4\n",
    "good/run.log": log(1),
    "bad/benchdb.toml": BAD,
    "bad/run.log": log(2),
    "bad/deep/benchdb.toml": b"[facts]\ncpus = 8\n",
    "bad/deep/run.log": log(3),
    "badly/run.log": log(4),
}


def test_only_the_files_below_a_bad_benchdb_toml_are_not_read(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped(TREE)))
    assert (status["state"], status["error"]) == ("stored", "")
    assert states(status["id"]) == {
        "all.zip": "unpacked",
        "good/benchdb.toml": "facts",
        "good/run.log": "stored",
        "bad/benchdb.toml": "failed",
        "bad/run.log": "failed",
        "bad/deep/benchdb.toml": "facts",
        "bad/deep/run.log": "failed",
        "badly/run.log": "stored",
    }
    messages = {problem["file"]: problem["message"] for problem in status["problems"]}
    assert messages["bad/benchdb.toml"] == FAULT
    assert messages["bad/run.log"] == messages["bad/deep/run.log"] == f"It was not read. {FAULT}"


def test_an_upload_of_which_nothing_is_left_fails_with_the_path(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped({"bad/benchdb.toml": BAD, "bad/run.log": GLOBAL})))
    assert (status["state"], status["error"]) == ("failed", FAULT)


def test_a_study_that_cannot_be_is_told_with_its_path(client: Client) -> None:
    study = b"[study]\nslug = 'A B'\ntitle = 'x'\n"
    status = read(client, send(client, "s.zip", zipped({"s/benchdb.toml": study, "s/run.log": GLOBAL})))
    assert status["error"].startswith("s/benchdb.toml: a study needs a slug of small letters")


def test_what_was_not_read_for_its_facts_is_refused_again_and_the_rest_stays(client: Client) -> None:
    upload = send(client, "all.zip", zipped(TREE))
    before = read(client, upload)
    retry_failed(upload)
    parse_upload(upload)
    assert states(upload) == {file["name"]: file["state"] for file in before["files"]}
    assert client.get(f"/api/v1/uploads/{upload}").json()["state"] == "stored"


def test_a_log_that_was_not_read_for_its_facts_is_not_called_known(client: Client) -> None:
    upload = send(client, "all.zip", zipped(TREE))
    read(client, upload)
    digests = dict(UploadFile.objects.filter(upload=upload).values_list("name", "log"))
    question = {"sha256": [digests["good/run.log"], digests["bad/run.log"]]}
    known = client.post("/api/v1/logs", question, "application/json").json()["known"]
    assert list(known) == [digests["good/run.log"]]


def test_a_question_with_a_bad_benchdb_toml_is_told_its_path(client: Client) -> None:
    question = {"sha256": ["0" * 64], "paths": ["bad/run.log"], "tomls": {"bad": BAD.decode()}}
    answer = client.post("/api/v1/logs", question, "application/json")
    assert (answer.status_code, answer.json()["detail"]) == (400, FAULT)
