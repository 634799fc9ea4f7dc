"""`make format` and `make golden`: a format is one folder and one log, and what is made for it works at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ingest.formats
import ingest.formats.load
from benchdb.dev import format_golden, format_pages, format_scaffold
from benchdb.host.paths import ROOT
from ingest.formats import Format
from ingest.pipeline.identify import read

REPORT = "$ thrasher -n 100 -c 5 http://h/\nthrasher 1.2\nrequests: 100\nrequests per second: 21.5\n"


@pytest.fixture
def thrasher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A family with one format that `make format` made, and the folder of its logs."""
    family, logs = tmp_path / "formats" / "load", tmp_path / "logs"
    family.mkdir(parents=True)
    (family / "__init__.py").touch()
    monkeypatch.setattr(format_scaffold, "FAMILIES", tmp_path / "formats")
    monkeypatch.setattr(format_scaffold, "ROOT", tmp_path)
    monkeypatch.setattr(format_pages, "PAGES", tmp_path / "pages")
    for module in (format_scaffold, format_golden, format_pages):
        monkeypatch.setattr(module, "LOGS", logs)
    monkeypatch.setattr(format_golden, "ROOT", tmp_path)
    monkeypatch.setattr(ingest.formats.load, "__path__", [str(family)])
    assert format_scaffold.main("thrasher") == 0
    made = {"thrasher": Format("thrasher", "ingest.formats.load.thrasher")}
    for module in ("benchdb.dev.format_golden", "benchdb.dev.format_pages", "ingest.pipeline.identify"):
        monkeypatch.setattr(f"{module}.formats", lambda: made)
    (logs / "thrasher" / "1.2").mkdir()
    (logs / "thrasher" / "1.2" / "plain.log").write_text(REPORT)
    yield logs / "thrasher"
    for module in [module for module in sys.modules if "thrasher" in module]:
        del sys.modules[module]


def test_a_new_format_reads_a_report(thrasher: Path) -> None:
    with (thrasher / "1.2" / "plain.log").open("rb") as raw:
        (item,) = list(read(raw))
    assert (item.format, item.what.facts["concurrency"], item.what.facts["tool_version"]) == ("thrasher", 5, "1.2")
    assert [(number.metric, number.line) for number in item.what.measurements][-1] == ("requests_per_second", 4)


@pytest.mark.usefixtures("thrasher")
def test_a_new_format_passes_the_checks(tmp_path: Path) -> None:
    """Under the name of one that is there: imports are sorted by whose they are."""
    for path in (tmp_path / "formats" / "load" / "thrasher").glob("*.py"):
        place, code = f"ingest/formats/load/siege/{path.name}", path.read_bytes().replace(b"thrasher", b"siege")
        for check in (["check"], ["format", "--check"]):
            ruff = [sys.executable, "-m", "ruff", *check, "--stdin-filename", place, "-"]
            done = subprocess.run(ruff, cwd=ROOT, input=code, capture_output=True, check=False)
            assert done.returncode == 0, done.stdout.decode()


def test_a_new_format_has_a_place_for_its_logs_origin(thrasher: Path) -> None:
    assert (thrasher / "ORIGIN").read_text().startswith("Tool: thrasher VERSION")


def test_golden_records_name_their_log_from_the_logs_folder_and_the_page_follows(thrasher: Path) -> None:
    assert format_golden.main(["thrasher"]) == 0
    (line,) = (thrasher / "1.2" / "plain.log.golden.jsonl").read_text().splitlines()
    assert json.loads(line)["file"] == "thrasher/1.2/plain.log"
    page = (format_pages.PAGES / "thrasher.md").read_text()
    assert "| 1.2 | 1 |" in page
    assert "`requests_per_second`" in page


@pytest.mark.parametrize("name", ["ab", "Thrasher", "a-b", "../x", ""])
def test_a_name_that_is_taken_or_none_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert format_scaffold.main(name) == 2
    assert "expected a new name" in capsys.readouterr().err


def test_golden_records_of_an_unknown_format_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert format_golden.main(["thrasher"]) == 2
    assert "No such format: thrasher" in capsys.readouterr().err
