"""What is said of an upload's files is said once, however often the upload is read."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Recording, Upload, UploadFile
from ingest.intake.uploads import retry_failed
from ingest.pipeline.linking.recordings_of_runs import tell_left_out
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

LETTER = {"letter.txt": b"Dear all,\n"}


def problems(upload: int) -> list[dict[str, Any]]:
    files = UploadFile.objects.filter(upload=upload)
    return [problem for file in files for problem in file.problems if file.name not in LETTER]


def sentences(upload: int) -> list[str]:
    return [problem["message"] for problem in problems(upload)]


def read_again(upload: int) -> None:
    retry_failed(upload)
    parse_upload(upload)
    assert Upload.objects.get(pk=upload).state == "stored"


def test_of_trials_that_two_folders_state(client: Client) -> None:
    files = {f"m/{folder}/run1.log": log(number) for number, folder in enumerate(("a", "b", "c"))}
    upload = send(client, {**files, **LETTER}, pattern="{machine}/*/run{trial}.log")["id"]
    [before] = sentences(upload)
    read_again(upload)
    assert sentences(upload) == [before]


@pytest.mark.parametrize("hosts", [("gen1", "gen2"), ("sunfire", "localhost")])
def test_of_hosts(client: Client, hosts: tuple[str, str]) -> None:
    upload = send(client, {**load(1, *hosts), **LETTER})["id"]
    before = Counter(sentences(upload))
    read_again(upload)
    assert Counter(sentences(upload)) == before
    assert before or "localhost" in hosts


def test_of_recordings_that_were_left_out(client: Client) -> None:
    """With the number of runs that there are now, and in the place of what was said before."""
    send(client, load(1, "sunfire"))
    recording = Recording.objects.get()
    for number in (2, 3):
        tell_left_out([recording], "left out of its folder", f"the {number} runs of its folder")
        tell_left_out([recording], "left out of its time", "the runs of its machine and time")
    noted = [message[:45] for message in sentences(recording.file.upload_id)]
    assert noted == ["This recording was not attached to the 3 runs", "This recording was not attached to the runs o"]
