"""Bundles and folders in a real Chromium: progress that moves, a summary, a retry, paths that are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from benchdb.dev.testing.waiting import wait_for, wait_until
from benchdb.host.process import Process
from benchdb.models import Log, Run, Setup, Upload, UploadFile
from ingest.tests.intake.zips import log, zipped

pytestmark = [pytest.mark.browser, pytest.mark.worker, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 800}


@pytest.fixture
def page(chromium: Any, live_server: Any, site_token: str) -> Iterator[Any]:
    """A page on a phone that may upload; closed before the database is, since it keeps some connections open."""
    context = chromium.new_context(viewport=PHONE)
    opened = context.new_page()
    opened.goto(f"{live_server.url}/open/{site_token}/")
    yield opened
    context.close()


def test_a_zip_of_hundreds_shows_how_far_it_is_and_ends_with_a_summary(
    live_server: Any, page: Any, worker: Process, tmp_path: Path
) -> None:
    files = {f"global/run{n + 1}.log": log(n) for n in range(300)} | {"letter": b"Made in 2007.\n"}
    (tmp_path / "logs.zip").write_bytes(zipped(files))
    (late,) = Log.of_each([log(290)])
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    page.set_input_files("input[name=file]", str(tmp_path / "logs.zip"))
    page.fill("input[name=pattern]", "{zone}/run{trial}.log")
    with transaction.atomic():
        Log.objects.select_for_update(no_key=True).get(pk=late.pk)  # the worker waits for us before it is done
        page.get_by_role("button", name="Upload", exact=True).click()
        page.wait_for_url("**/uploads/*/")
        wait_until(page, "() => { const bar = document.querySelector('progress'); return bar && bar.value > 0; }")
        bar = page.locator("progress")
        assert 0 < int(bar.get_attribute("value")) < int(bar.get_attribute("max")) == 301
        assert re.search(r"\d+ of 301 files", page.locator(".bar").inner_text())
        assert page.get_by_text("What you can ask now").count() == 0
    page.wait_for_selector(".state.stored >> nth=0")
    page.wait_for_selector("text=What you can ask now")
    assert "300 runs from 301 files" in page.locator("#upload").inner_text()
    assert "1\nfile is not a log" in page.locator(".kpis").inner_text().replace(" file", "\nfile")
    page.locator("#files > summary").click()
    assert page.locator(".chips").inner_text().split("\n")[:2] == ["1 not read", "300 stored"]
    assert page.locator("#files .scroll").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    line = page.locator("#files tr", has_text="run1.log").first
    name, size = line.locator("th").bounding_box(), line.locator("td", has_text="KiB").bounding_box()
    assert name["y"] + name["height"] <= size["y"], "what became of a file stands beneath its name"
    assert size["x"] + size["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("link", name="1 not read").click()
    page.wait_for_selector(".files tbody tr")
    assert page.locator(".files tbody tr").count() == 1
    assert "Not a log we know" in page.locator(".files tbody").inner_text()
    page.goto(page.url.partition("?")[0] + "?page=4#files")
    assert page.locator(".files tbody tr").count() == 2
    assert set(Run.objects.values_list("trial", flat=True)) == {*range(1, 301)}


def test_a_folder_keeps_its_paths(live_server: Any, page: Any, worker: Process, tmp_path: Path) -> None:
    for zone in ("global", "web"):
        (tmp_path / "results" / zone).mkdir(parents=True)
        (tmp_path / "results" / zone / "run4.log").write_bytes(log(len(zone)))
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    page.set_input_files("input[name=folder]", str(tmp_path / "results"))
    assert page.locator(".chosen-files td.mono").all_inner_texts() == [
        "results/global/run4.log",
        "results/web/run4.log",
    ]
    page.fill("input[name=pattern]", "{zone}/run{trial}.log")
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_selector(".state.stored")
    page.wait_for_selector("text=2 runs from 2 files")
    assert set(UploadFile.objects.values_list("name", flat=True)) == {"results/global/run4.log", "results/web/run4.log"}
    assert set(Setup.objects.values_list("zone", flat=True)) == {"global", "web"}


def test_the_failed_files_are_tried_again_by_a_button(
    live_server: Any, page: Any, worker: Process, client: Client
) -> None:
    file = SimpleUploadedFile("x.zip", zipped({"a.log": log(1), "b": b"hello"}))
    upload = client.post("/api/v1/uploads", {"file": file}).json()
    wait_for(lambda: Upload.objects.get().is_finished)
    Run.objects.all().delete()
    UploadFile.objects.filter(name="a.log").update(state="failed")  # as an older parser may have left it
    page.goto(upload["url"].replace("http://testserver", live_server.url))
    page.get_by_role("button", name="Retry 1 file").click()
    page.wait_for_selector("text=1 run from 2 files")
    assert "2 files in 1 archive" in page.locator(".crumbs").inner_text()
    assert page.locator("#files summary").inner_text() == "Files · 2, and 1 archive"
    assert dict(UploadFile.objects.values_list("name", "state")) == {
        "x.zip": "unpacked",
        "a.log": "stored",
        "b": "failed",
    }


def test_files_are_shown_with_what_they_look_like_and_can_be_removed(
    live_server: Any, page: Any, tmp_path: Path
) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    (tmp_path / "notes.txt").write_text("hello")
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    page.set_input_files("input[name=file]", [str(tmp_path / "one.log"), str(tmp_path / "notes.txt")])
    assert page.locator(".preview").first.inner_text() in ("reading…", "ApacheBench (ab), 1 run")
    page.wait_for_selector(".preview.is-stored")
    assert page.locator(".preview").all_inner_texts() == ["ApacheBench (ab), 1 run", "not a log, kept beside the logs"]
    page.get_by_role("button", name="Remove notes.txt").click()
    assert page.locator("[data-chosen-total]").inner_text().startswith("1 file, 1.0")
    assert not Upload.objects.exists(), "a preview keeps nothing"


def test_what_is_chosen_before_the_script_has_come_is_listed_when_it_has(
    live_server: Any, page: Any, tmp_path: Path
) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    held: list[Any] = []
    page.route(re.compile(r"/upload\b.*\.js"), lambda route: held.append(route))
    page.goto(f"{live_server.url}/uploads/", wait_until="commit")
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    wait_for(lambda: page.wait_for_timeout(50) or held)
    held[0].continue_()
    page.wait_for_selector(".preview.is-stored")
    assert page.locator("[data-chosen-total]").inner_text().startswith("1 file, 1.0")


def test_a_pattern_that_matches_no_path_is_told_and_asked_about_before_anything_is_sent(
    live_server: Any, page: Any, worker: Process, tmp_path: Path
) -> None:
    (tmp_path / "siege").mkdir()
    for n in (1, 2):
        (tmp_path / "siege" / f"9151-run{n}.log").write_bytes(log(n))
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    page.fill("input[name=pattern]", "/{zone}-run{trial}.log")
    page.set_input_files("input[name=folder]", str(tmp_path / "siege"))
    page.wait_for_selector("text=2 of 2 paths match the pattern: 9151-run1.log says zone 9151, trial 1")
    page.fill("input[name=pattern]", "{machine}/c{concurrency}/run{trial}.log")
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_selector("text=0 of 2 paths match the pattern")
    assert not Upload.objects.exists()
    page.get_by_label("Upload them without what the pattern states").check()
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_selector(".state.stored")
    assert "none of the 2 paths matches the pattern" in " ".join(page.locator("#upload").inner_text().split())
    undated = "when 2 of these runs were made: no such time was found in their logs (ApacheBench (ab))"
    assert undated in page.inner_text("#upload")


def test_an_error_loses_nothing_that_was_chosen(live_server: Any, page: Any, tmp_path: Path) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    page.fill("input[name=pattern]", "{nothing}/run.log")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.removeprefix(live_server.url)))
    with page.expect_response("**/uploads/look/"):
        page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_selector("[data-upload-error]:not([hidden])")
    assert page.locator(".chosen-files tbody tr").count() == 1
    assert "/uploads/" not in sent, "what is refused already needs no sending"
    page.fill("input[name=pattern]", "")
    page.fill("input[name=started_at]", "2026-11-21T14:05:00")
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_url("**/uploads/*/")
    assert Upload.objects.get().facts == {"started_at": "2026-11-21T14:05:00+00:00"}


def test_whoever_was_logged_out_meanwhile_logs_in_elsewhere_and_sends_the_same_files(
    live_server: Any, page: Any, site_token: str, tmp_path: Path
) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    page.goto(f"{live_server.url}/uploads/")
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    page.context.clear_cookies()
    upload = page.get_by_role("button", name="Upload", exact=True)
    upload.click()
    page.get_by_text("log in in another tab and press Upload again").wait_for()
    other = page.context.new_page()
    other.goto(f"{live_server.url}/open/{site_token}/")
    other.goto(f"{live_server.url}/uploads/")
    upload.click()
    page.wait_for_url("**/uploads/*/")
    assert Upload.objects.get().files.get().name == "one.log"


def test_while_files_are_sent_nothing_can_be_sent_again_and_a_refusal_stays_until_something_changes(
    live_server: Any, page: Any, tmp_path: Path
) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    held: dict[str, Any] = {}
    page.goto(f"{live_server.url}/uploads/")
    page.locator("#facts-of-logs > summary").click()
    for path in ("/uploads/", "/uploads/look/"):
        page.route(
            live_server.url + path, lambda route: held.update({route.request.url.removeprefix(live_server.url): route})
        )
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    upload = page.get_by_role("button", name="Upload", exact=True)
    upload.click()
    wait_for(lambda: upload.is_disabled() and len(held) == 2)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert upload.is_enabled(), "the back button brings the page as it was left"
    held.pop("/uploads/").fulfill(status=507, body='<main><p class="error">The disk is full.</p></main>')
    page.wait_for_selector("text=The disk is full.")
    assert upload.is_enabled()
    held.pop("/uploads/look/").fulfill(
        json={"error": "", "files": [{"name": "one.log", "sentence": "ab", "state": "stored"}]}
    )
    page.wait_for_selector(".preview.is-stored")
    assert page.locator("[data-upload-error]").inner_text() == "The disk is full."
    page.fill("input[name=started_at]", "2026-11-21T14:05:00")
    page.wait_for_selector("[data-upload-error]", state="hidden")


def test_a_refused_field_is_shown_where_its_fold_was_closed(live_server: Any, page: Any, tmp_path: Path) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    page.goto(f"{live_server.url}/uploads/")
    fold = page.locator("#facts-of-logs")
    assert fold.get_attribute("open") is None
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    page.fill("input[name=cpus]", "many")
    fold.locator("summary").click()
    assert fold.get_attribute("open") is None
    page.get_by_role("button", name="Upload", exact=True).click()
    page.locator("input[name=cpus]").wait_for()
    assert page.url == f"{live_server.url}/uploads/"


def test_what_is_here_already_names_its_run(live_server: Any, page: Any, worker: Process, tmp_path: Path) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    for _ in range(2):
        page.goto(f"{live_server.url}/uploads/")
        page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
        page.wait_for_selector(".preview.is-stored, .preview.is-known")
        seen = page.locator(".preview").inner_text()
        page.get_by_role("button", name="Upload", exact=True).click()
        page.wait_for_selector(".measured")
    assert seen == f"already here: run {Run.objects.get().pk}"
    assert page.locator(".measured td.num b").inner_text() == "391"


def test_of_many_files_some_are_listed_and_the_button_stays_in_view(
    live_server: Any, page: Any, tmp_path: Path
) -> None:
    names = [tmp_path / f"run{n:02}.log" for n in range(45)]
    for n, name in enumerate(names):
        name.write_bytes(log(n))
    page.goto(f"{live_server.url}/uploads/")
    page.set_input_files("input[name=file]", list(map(str, names)))
    rows = page.locator(".chosen-files tbody tr")
    assert (rows.count(), rows.last.inner_text()) == (21, "25 more")
    button = page.get_by_role("button", name="Upload", exact=True).bounding_box()
    assert button["y"] + button["height"] <= PHONE["height"]
    page.get_by_role("button", name="25 more").click()
    assert rows.count() == 45


def test_a_refused_fact_is_marked_at_its_field_and_takes_nothing_from_what_the_files_look_like(
    live_server: Any, page: Any, tmp_path: Path
) -> None:
    (tmp_path / "one.log").write_bytes(log(1))
    page.goto(f"{live_server.url}/uploads/")
    page.set_input_files("input[name=file]", str(tmp_path / "one.log"))
    page.wait_for_selector(".preview.is-stored")
    page.fill("input[name=started_at]", "1066-10-14T09:00:00")
    page.wait_for_selector("[name=started_at][aria-invalid=true]")
    refused = "Started at cannot be “1066-10-14 09:00”: it takes a time from 1970 on that is not in the future."
    assert page.locator("[data-upload-error]").inner_text() == refused
    assert page.locator(".preview").inner_text() == "ApacheBench (ab), 1 run"
    page.get_by_role("button", name="Upload", exact=True).click()
    wait_until(page, "() => document.activeElement.name === 'started_at'")
    assert page.locator("[data-upload-error]").inner_text() == refused
    assert not Upload.objects.exists()


def test_a_refused_correction_keeps_what_was_typed_and_leads_to_the_field(
    live_server: Any, page: Any, worker: Process, client: Client
) -> None:
    upload = client.post("/api/v1/uploads", {"file": SimpleUploadedFile("a.log", log(1))}).json()
    wait_for(lambda: Upload.objects.get().is_finished)
    page.goto(upload["url"].replace("http://testserver", live_server.url))
    page.locator("summary", has_text="Correct machine").click()
    page.fill("#facts [name=machine]", "web9")
    page.fill("#facts [name=started_at]", "1066-10-14T09:00:00")
    page.get_by_role("button", name="Re-read").click()
    wrong = page.locator("#facts [aria-invalid=true]")
    wrong.wait_for()
    assert wrong.get_attribute("name") == page.evaluate("document.activeElement.name") == "started_at"
    assert "cannot be “1066-10-14 09:00”" in page.locator("#facts #fault").inner_text()
    assert wrong.bounding_box()["y"] < PHONE["height"]
    assert page.input_value("#facts [name=machine]") == "web9"
