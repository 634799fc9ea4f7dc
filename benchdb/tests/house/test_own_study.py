"""A site's own study: ab's reports in a folder for each number of web processes are what `/studies/self/` shows."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from benchdb.cli.recording.machine import this_machine
from benchdb.dev.benchmarks.own_study import drive, study
from benchdb.host.launch import web_processes
from benchdb.models import Run
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload


@pytest.mark.skipif(shutil.which("ab") is None, reason="ab is not installed")
@pytest.mark.django_db(transaction=True)
def test_what_ab_says_of_a_site_becomes_its_study(live_server: Any, client: Client, tmp_path: Path) -> None:
    for processes in (1, 2):
        drive(live_server.url, tmp_path / f"{processes}-processes", ["/healthz", "/runs/"], [1, 2], 4)
    (tmp_path / "benchdb.toml").write_text(study(this_machine(), (1, 2), ("/healthz", "/runs/")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(tmp_path.rglob("*.*")):
            archive.write(path, path.relative_to(tmp_path))
    upload = create_upload([IncomingFile("self.zip", [packed.getvalue()])], {}).upload
    parse_upload(upload.pk)
    runs = Run.objects.filter(studies__slug="self")
    told_apart = {(run.setup.path, run.setup.concurrency, run.setup.tuning["web_processes"]) for run in runs}
    assert told_apart == {(page, load, count) for page in ("/healthz", "/runs/") for load in (1, 2) for count in "12"}
    page = client.get("/studies/self/").content.decode()
    assert "Requests per second of the list of runs, by web processes" in page
    assert "web_processes" in page


def test_how_many_web_processes_there_are_is_said_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert web_processes() == 2
    monkeypatch.setenv("WEB_PROCESSES", "4")
    assert web_processes() == 4
    monkeypatch.setenv("WEB_PROCESSES", "many")
    with pytest.raises(SystemExit, match="WEB_PROCESSES=many: expected 1 to 64"):
        web_processes()
