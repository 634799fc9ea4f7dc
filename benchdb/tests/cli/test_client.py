"""The client for Python programs is what the API's document says, and works against the real site."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchdb.client import ApiError, Client, Unanswered
from benchdb.dev import client as generator
from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.models import Upload
from ingest.pipeline.parse_upload import parse_upload

LOGS = ROOT / "fixtures" / "logs" / "ab"
ZONES = ROOT / "fixtures" / "studies" / "zones"
VMSTAT = ROOT / "fixtures" / "logs" / "vmstat" / "4.0.2" / "vmstat.txt"


@pytest.fixture
def site(live_server: Any, site_token: str) -> Client:
    return Client(live_server.url, site_token)


@pytest.fixture
def logs() -> list[Path]:
    return sorted(LOGS.glob("2.3-httpd2.2.34/*.log"))[:3]


def read(upload: int) -> None:
    """By us, or by another test's worker that was there before."""
    parse_upload(upload)
    wait_for(lambda: Upload.objects.get(pk=upload).state == "stored")


def test_it_is_what_the_document_says_today() -> None:
    """Else: python -m benchdb.dev.client --write"""
    assert generator.stale() == []


def test_every_operation_of_the_document_is_a_method() -> None:
    document = generator.openapi()
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    methods = generator.every_operation(document)
    assert len(methods) == len(operations) - len(generator.LEFT_OUT)
    assert len({one.name for one in methods}) == len(methods)
    assert all(callable(getattr(Client, one.name)) for one in methods)


@pytest.mark.django_db(transaction=True)
def test_logs_are_sent_read_asked_and_frozen(site: Client, logs: list[Path]) -> None:
    received = site.create_upload([(path, f"web1/{path.name}") for path in logs], machine="web 1", tuning="gzip=on")
    read(received["id"])  # type: ignore[typeddict-item]
    status = site.get_upload(received["id"])  # type: ignore[typeddict-item]
    assert status["state"] == "stored"
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in logs]
    assert set(site.existing_logs({"sha256": digests})["known"]) == set(digests)
    runs = list(site.follow(site.list_runs(limit=1, machine="web 1")))
    assert len(runs) == len(logs)
    assert list(site.follow(site.list_runs(machine=["none", "other"]))) == []
    assert len(site.list_runs(more={"tuning.gzip": "on"})["runs"]) == len(logs)
    run = site.get_run(runs[0]["id"])
    assert any(one["metric"] == "requests_per_second" for one in run["measurements"])
    answer = site.compare(machine="web 1", rows="metric", cols="tool")
    assert answer
    link = site.create_permalink({"query": "machine=web+1&rows=metric&cols=tool"})
    assert site.get_permalink(link["id"])["drift"] == []
    assert site.read(f"{link['url'].rstrip('/')}.csv")
    site.put_run_tag(runs[0]["id"], "seen")
    assert site.list_tags() == [{"name": "seen", "runs": 1}]
    address = site.get_tables(format="parquet")["tables"]["runs"]
    assert site.read(address).startswith(b"PAR1")
    assert site.get_me()["may"] == ["audit", "edit", "read", "upload"]


@pytest.mark.django_db(transaction=True)
def test_a_dry_run_and_a_key_say_what_they_mean(site: Client, logs: list[Path]) -> None:
    assert site.put_file("a/b.log", logs[0].read_bytes(), dry_run="true", zone="global")
    assert list(site.follow(site.list_runs())) == []
    first = site.create_upload(logs[:1], key="one")
    assert site.create_upload(logs[:1], key="one")["id"] == first["id"]  # its state may have gone on
    with pytest.raises(ApiError) as caught:
        site.create_upload(logs[1:], key="one")
    assert (caught.value.status, caught.value.problem["status"]) == (422, 422)


@pytest.mark.django_db(transaction=True)
def test_refusals_are_errors_with_the_sites_own_words(site: Client, live_server: Any) -> None:
    with pytest.raises(ApiError, match="“speed” is not a metric"):
        site.compare(metric="speed")
    with pytest.raises(ApiError) as caught:
        Client(live_server.url, "wrong").get_me()
    assert caught.value.status == 401
    with pytest.raises(Unanswered):
        Client(f"http://127.0.0.1:{free_port()}").get_me()


def test_a_token_is_sent_to_its_own_site_alone() -> None:
    client = Client("http://bench.example:8000", "secret")
    with pytest.raises(ValueError, match="not an address of"):
        client.read("http://other.example:8000/runs.csv")
    with pytest.raises(ValueError, match="not an address of"):
        client.read("//other.example/runs.csv")
    assert client.own_path("/runs.csv?a=1") == "/runs.csv?a=1"


def test_it_needs_nothing_but_what_the_command_needs() -> None:
    code = "import sys, benchdb.client; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert all(f"'{name}'" not in loaded for name in ("django", "ninja", "numpy", "pydantic", "celery"))


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_the_documents_lines_do_what_they_say_when_they_are_pasted(
    live_server: Any,
    site_token: str,
    worker: Process,
    tmp_path: Path,
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = (ROOT / "docs" / "client.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    for gzip, log in zip(("on", "off"), sorted(ZONES.glob("*.log")), strict=False):
        (tmp_path / f"gzip-{gzip}.log").write_bytes(log.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BENCHDB_URL", live_server.url)
    monkeypatch.setenv("BENCHDB_TOKEN", site_token)
    site = Client(live_server.url, site_token)
    site.wait(site.create_upload([VMSTAT]))
    exec(code, {})
    *uploads, first, second, headline, series, refused = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[2] for line in uploads] == ["stored 1 run"] * 2
    assert [line.partition(" ")[2] for line in (first, second)] == ["complete ab"] * 2
    assert headline.startswith("Requests per second: on ")
    assert "cpu.user_incl_guest" in series
    assert refused.startswith("400 “speed” is not a metric")
