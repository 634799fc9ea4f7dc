"""Files with the very same bytes in one upload: the one of which most is stated gives the run, whatever their names."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Run, UploadFile
from ingest.pipeline import ingestion, store
from ingest.tests.intake.zips import log, read, send, states, zipped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("by_hand")]

PATTERN = "{machine}/{kernel}/c{concurrency}/run{trial}.log"
RUN = "boxA/6.1/c100/run1.log"
VMSTAT = b"""procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000  10000  50000    0    0     0     0  100  200 50 10 40  0  0
 1  0      0 100000  10000  50000    0    0     0     0  100  200 50 10 40  0  0
"""


@pytest.mark.parametrize("copy", ["boxA/6.1/c100/run1 (copy).log", "zzz.log", "a.log"])
@pytest.mark.parametrize("is_large", [False, True])
def test_the_copy_that_says_less_is_known_and_contradicts_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, copy: str, is_large: bool
) -> None:
    if is_large:  # as one whose files are asked for a batch at a time, one in each
        monkeypatch.setattr(ingestion, "FEW", 0)
        monkeypatch.setattr(store, "BATCH_FILES", 1)
    files = {"benchdb.toml": b'[facts]\nserver = "nginx 1.22.1"\n', copy: log(1), RUN: log(1)}
    upload = send(client, "all.zip", zipped(files), pattern=PATTERN)
    status = read(client, upload)
    run = Run.objects.get()
    assert (run.file.name, run.trial, str(run.setup.machine), str(run.setup.kernel)) == (RUN, 1, "boxA", "6.1")
    assert (states(upload)[copy], status["not_applied"]) == ("known", 0)


def test_a_fact_that_is_stated_later_is_told_and_changes_nothing(client: Client) -> None:
    read(client, send(client, "a.log", log(1)))
    status = read(client, send(client, "b.log", log(1), machine="boxA"))
    assert status["not_applied"] == 1
    assert "machine boxA (stored: not recorded)" in UploadFile.objects.get(name="b.log").problems[0]["message"]


def test_of_a_recording_no_server_and_no_setting_is_asked(client: Client) -> None:
    facts = b'[facts]\nmachine = "boxA"\nserver = "nginx 1.22.1"\n[facts.tuning]\nbuild = "7"\n'
    files = {"benchdb.toml": facts, "run1.log": log(1), "vmstat.txt": VMSTAT}
    read(client, send(client, "one.zip", zipped(files)))
    status = read(client, send(client, "two.zip", zipped({**files, "run2.log": log(2)})))
    assert status["not_applied"] == 0


def test_only_what_was_not_read_needs_somebody(client: Client) -> None:
    """No pattern is meant for recordings, and a log that none matches counts."""
    files = {RUN: log(1), "boxA/6.1/c100/other.log": log(2), "boxA/6.1/c100/vmstat.txt": VMSTAT, "broken": b"no log"}
    upload = send(client, "all.zip", zipped(files), pattern=PATTERN)
    read(client, upload)
    page = " ".join(client.get(f"/uploads/{upload}/").content.decode().split())
    assert "1 <small>file is not a log </small>" in page
    assert "1 file matches no pattern and counts without what it states." in page
    assert UploadFile.objects.get(name__endswith="vmstat.txt").problems == []


FAILED = ["Made in 2007.", "12", ""]
TIMES = ["2026-11-24T00:03:41Z", "2026-11-24T00:03:41+01:00", "Tue Nov 24 00:03:41 UTC 2026", "1764000221"]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        *((time, "note") for time in TIMES),
        *((text, "failed") for text in FAILED),
    ],
)
def test_a_lone_time_beside_a_log_is_a_note(client: Client, text: str, state: str) -> None:
    upload = send(client, "all.zip", zipped({"run1.log": log(1), "start.txt": f"{text}\n".encode() if text else b""}))
    read(client, upload)
    assert states(upload)["start.txt"] == state
