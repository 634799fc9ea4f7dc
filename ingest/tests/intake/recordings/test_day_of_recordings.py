"""A date that can be read in two ways is read as what lies beside the recording allows."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Host, Recording, Run, RunRecording
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.recordings.test_recording_links import ambiguous, nginx, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

APRIL, MARCH = "2005-04-03", "2005-03-04"  #: both are 03/04/05
LOAD_BEGAN = "T13:39:55Z"  #: the recording is of that time


def days() -> list[str]:
    """Of all recordings; "" where nobody knows."""
    rows = Recording.objects.order_by("pk")
    return [f"{datetime.fromtimestamp(one.start, UTC):%Y-%m-%d}" if one.date_is_known else "" for one in rows]


def archived(files: Mapping[str, bytes], **written: tuple[int, ...]) -> bytes:
    """A zip; `written`: when the files of a beginning were, else 1980, which is no time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            moment = next((time for start, time in written.items() if name.startswith(start)), (1980, 1, 1, 0, 0, 0))
            info = zipfile.ZipInfo(name, moment)  # type: ignore[arg-type]
            info.extra = extended(moment)
            archive.writestr(info, content)
    return packed.getvalue()


def extended(moment: tuple[int, ...]) -> bytes:
    """The extra field that knows UTC (Info-ZIP's 0x5455); nothing for 1980."""
    if moment[0] == 1980:
        return b""
    seconds = int(datetime(*moment, tzinfo=UTC).timestamp())  # type: ignore[arg-type, misc]
    return b"UT\x05\x00\x01" + seconds.to_bytes(4, "little")


@pytest.mark.parametrize("day", [APRIL, MARCH])
def test_a_run_that_began_on_one_of_its_days_says_which(client: Client, day: str) -> None:
    send(client, {**nginx("run1.log"), "sar.txt": ambiguous()}, machine="lab7", started_at=day + LOAD_BEGAN)
    assert days() == [day]
    assert RunRecording.objects.get().window_start is not None
    assert Run.objects.get().measurements.filter(metric="cpu_time_per_request").exists()


def test_the_clock_of_another_zone_is_a_day_off(client: Client) -> None:
    send(client, {**nginx("run1.log"), "sar.txt": ambiguous()}, machine="lab7", started_at="2005-04-04T01:39:55Z")
    assert days() == [APRIL]


def test_a_beginning_that_is_stated_later_says_which(client: Client) -> None:
    status = send(client, {**nginx("run1.log"), "sar.txt": ambiguous()}, machine="lab7")
    assert days() == [""]
    client.post(f"/uploads/{status['id']}/", {"machine": "lab7", "started_at": MARCH + LOAD_BEGAN})
    parse_upload(status["id"])
    assert days() == [MARCH]
    assert Run.objects.active().filter(measurements__metric="cpu_time_per_request").count() == 1


@pytest.mark.parametrize("day", ["2005-06-01", "2006-03-04"])
def test_a_run_of_another_day_says_nothing(client: Client, day: str) -> None:
    send(client, {**nginx("run1.log"), "sar.txt": ambiguous()}, machine="lab7", started_at=day + LOAD_BEGAN)
    assert days() == [""]


def test_runs_of_both_days_say_nothing(client: Client) -> None:
    table = b"tool,requests_per_second [1/s],started_at\n"
    table += b"".join(f"x,{n},{day}{LOAD_BEGAN}\n".encode() for n, day in enumerate((APRIL, MARCH), 100))
    send(client, {"runs.csv": table, "sar.txt": ambiguous()})
    assert days() == [""]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ((2005, 4, 3, 13, 40, 40), APRIL),
        ((2005, 3, 4, 20, 0, 0), MARCH),
        ((2005, 3, 20, 0, 0, 0), MARCH),  # before the other one
        ((2005, 6, 1, 0, 0, 0), ""),
        ((1980, 1, 1, 0, 0, 0), ""),
    ],
)
def test_a_file_of_an_archive_was_written_when_it_was_recorded(
    client: Client, written: tuple[int, ...], day: str
) -> None:
    sent = archived({"a/run1.log": nginx("run1.log")["run1.log"], "a/sar.txt": ambiguous()}, **{"a/sar": written})
    send(client, {"all.zip": sent}, machine="lab7")
    assert days() == [day]


def test_what_contradicts_itself_says_nothing(client: Client) -> None:
    sent = {"a/run1.log": nginx("run1.log")["run1.log"], "a/sar.txt": ambiguous()}
    packed = archived(sent, **{"a/sar": (2005, 3, 4, 13, 41, 0)})
    send(client, {"all.zip": packed}, machine="lab7", started_at=APRIL + LOAD_BEGAN)
    assert days() == [""]


def test_a_recording_beside_it_says_the_day(client: Client) -> None:
    dated = nginx("sar.txt")["sar.txt"].replace(b"2026-11-21", b"2005-04-03").replace(b"(lab7)", b"(web1)")
    send(client, {**nginx("run1.log"), "client.txt": dated, "server.txt": ambiguous()})
    assert days() == [APRIL, APRIL]


def test_each_folder_is_by_itself(client: Client) -> None:
    log = nginx("run1.log")["run1.log"]
    facts = (f"[facts]\nstarted_at = {day}{LOAD_BEGAN}\n".encode() for day in (APRIL, MARCH))
    files = {"a/benchdb.toml": next(facts), "a/run.log": log, "a/sar.txt": ambiguous()}
    other = {"b/benchdb.toml": next(facts), "b/run.log": log + b"\n", "b/sar.txt": ambiguous() + b"\n"}
    send(client, {"all.zip": archived(files | other)}, machine="lab7")
    assert sorted(days()) == [MARCH, APRIL]


def test_somebody_can_say_that_it_is_the_other_day(client: Client) -> None:
    status: dict[str, Any] = send(
        client, {**nginx("run1.log"), "sar.txt": ambiguous()}, machine="lab7", started_at=APRIL + LOAD_BEGAN
    )
    page = " ".join(client.get(f"/uploads/{status['id']}/").content.decode().split())
    assert "03/04/05" in page
    assert "3 April 2005 is taken" in page
    recording = Recording.objects.get()
    client.post(f"/recordings/{recording.pk}/", {"date_order": "", "machine": "lab7"})
    assert (days(), Host.objects.get().date_order) == ([APRIL], "")
    client.post(f"/recordings/{recording.pk}/", {"date_order": "mdy"})
    assert days() == [MARCH]
    page = " ".join(client.get(f"/uploads/{status['id']}/").content.decode().split())
    assert "is taken" not in page
    client.post(f"/recordings/{recording.pk}/", {"date_order": "dmy"})
    assert days() == [APRIL], "what was said can be said otherwise"
    assert Run.objects.get().measurements.filter(metric="cpu_time_per_request").exists()
