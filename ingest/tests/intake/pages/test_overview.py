"""What the page of an upload says of files that are no logs, of logs that break off, and of a run that came alone."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.models import Run
from frontend.tests.constructed import runs, setup
from ingest.intake.overview import measured
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import GLOBAL, send

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]
LOG = GLOBAL.read_bytes()
NOTE = b"# Second day\n\nAs the first, with the new fan.\n"


def page_of(client: Client, *files: tuple[str, bytes], **facts: str) -> str:
    upload = send(client, *(SimpleUploadedFile(name, content) for name, content in files), **facts).json()["id"]
    parse_upload(upload)
    return " ".join(client.get(f"/uploads/{upload}/").content.decode().split())


def test_a_file_that_is_no_log_is_counted_and_named_in_the_words_of_the_preview(client: Client) -> None:
    page = page_of(client, ("run.log", LOG), ("notes.md", NOTE))
    assert "<dt>Not logs</dt> <dd> 1 <small>file, kept beside the logs</small>" in page
    assert 'Not a log, kept beside the logs: <span class="mono">notes.md</span>' in page
    assert '<span class="state file-note">not a log</span>' in page


def test_a_log_that_breaks_off_is_marked_at_its_run_which_counts_by_what_was_printed(client: Client) -> None:
    cut = LOG[: LOG.index(b"Time per request:") + 17].replace(b"390.24", b"377.10")
    page = page_of(client, ("whole.log", LOG), ("cut.log", cut))
    assert page.count('<span class="tag care">log incomplete</span>') == 1
    row = page[page.index('#L1">cut.log') :]
    assert "log incomplete" in row[: row.index("</tr>")]
    assert set(Run.objects.values_list("status", flat=True)) == {"complete"}, "ab prints its rate at the end of all"


def test_a_run_that_came_alone_is_set_against_what_is_here(client: Client) -> None:
    assert "What you can ask now" not in page_of(client, ("first.log", LOG), kernel="Linux 6.1", machine="web1")
    other = LOG.replace(b"390.24", b"377.10")
    page = page_of(client, ("second.log", other), kernel="Linux 6.6", machine="web1")
    assert "What you can ask now" in page
    assert "Another kernel</a>" in page


def test_the_last_run_that_is_shown_is_not_taken_for_one_whose_log_breaks_off_further_down(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.intake.views.MOST_SHOWN", 2)
    cut = LOG[: LOG.index(b"Time per request:") + 17]
    page = page_of(client, ("all.log", LOG + LOG.replace(b"390.24", b"377.10") + cut.replace(b"390.24", b"361.20")))
    assert Run.objects.count() == 3
    assert page.count("all.log</a>") >= 2
    assert "log incomplete" not in page
    monkeypatch.undo()
    assert client.get(f"/uploads/{Run.objects.all()[0].file.upload_id}/").content.count(b"log incomplete") == 1


def nightly(number: int, kernel: str, rate: float) -> bytes:
    log = re.sub(rb"Requests per second: +[0-9.]+", b"Requests per second:    %.2f" % rate, LOG)
    return log.replace(b"Document Path:", b"X-Night: %d\nDocument Path:" % number)


def test_the_first_line_says_what_the_upload_changed_as_home_does(client: Client) -> None:
    """Home said “▼ −10%, Kernel …” and the page of that upload nothing; it analyses no history itself."""
    for kernel, level in (("Linux 6.1", 390.0), ("Linux 6.6", 350.0)):
        logs = [(f"{night}.log", nightly(night, kernel, level + night % 4)) for night in range(12)]
        months = {"Linux 6.1": "05", "Linux 6.6": "06"}
        for night, (name, content) in enumerate(logs):
            started = f"2026-{months[kernel]}-{night + 1:02}T02:00:00Z"
            page = page_of(client, (name, content), kernel=kernel, machine="web1", started_at=started)
    last = Run.objects.latest("pk").file.upload_id
    later = f'hx-get="/history/upload/{last}/"'
    assert later in page
    first = Run.objects.filter(setup__kernel__name="Linux 6.6").earliest("pk").file.upload_id
    news = client.get(f"/history/upload/{first}/", headers={"HX-Request": "true"}).content.decode()
    assert "▼ −10%, Kernel Linux 6.1 → Linux 6.6" in news
    assert 'class="worse" href="/history/?machine=web1"' in " ".join(news.split())
    again = " ".join(client.get(f"/uploads/{first}/").content.decode().split())
    assert " ".join(news.split()) in again, "what was found stands in the page at once"
    assert client.get(f"/history/upload/{first}/")["Location"] == "/history/?machine=web1"
    assert '<a class="btn main" href="/compare/?' in again


def test_files_that_are_no_logs_are_not_to_be_read_again(client: Client) -> None:
    page = page_of(client, ("run.log", LOG), ("a.bin", b"ls -l\n"), ("b.bin", b"cd /tmp\n"), machine="web1")
    assert "files are not logs" in page
    assert "Retry" not in page


def test_a_time_that_ab_prints_as_0_is_below_1_ms_and_a_duration_is_no_result() -> None:
    made = setup("Linux 6.1", 8)
    (fast,) = runs(made, {"latency_p50": [0.0]})
    (short,) = runs(made, {"duration": [0.0055]})
    values = [one.value for one in measured(list(Run.objects.filter(pk__in=[fast.pk, short.pk]).with_setup()), ())]
    assert sorted(values) == ["below 1 ms", "–"]
