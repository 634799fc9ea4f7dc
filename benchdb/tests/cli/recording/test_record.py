"""`benchdb record`: a real load on a real nginx is a run with its machine, or compared by the printed link."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from benchdb.cli.recording.machine import booted_at
from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host.process import Process
from benchdb.models import Machine, Recording, Run
from benchdb.tests.cli.command import Cli


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small nginx."""
    if not shutil.which("nginx"):
        pytest.skip("no nginx on this machine")
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    server = f"server {{ listen 127.0.0.1:{port}; location / {{ return 200 'hello'; }} }}"
    own = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ access_log off; {server} }}"
    (folder / "nginx.conf").write_text(own)
    child = Process("nginx", ["nginx", "-c", folder / "nginx.conf", "-p", folder], log=folder / "said")
    wait_for(lambda: (folder / "pid").exists(), child.last_words)
    yield f"http://127.0.0.1:{port}/"
    child.stop(5)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not shutil.which("ab"), reason="no ab on this machine")
def test_a_recorded_load_is_a_run_with_its_machine_and_sysstat(
    cli: Cli, worker: Process, nginx: str, client: Any
) -> None:
    words = ("--machine", "my bench", "--tuning", "KeepAlive=Off", "--", "ab", "-q", "-n", "400", "-c", "4", nginx)
    code, output, errors = cli.run("record", *words)
    assert code == 0
    assert not shutil.which("sar") or "too short to say what the machine did" in errors
    run = Run.objects.get()
    assert (str(run.setup.machine), run.setup.cpus) == ("my bench", os.sysconf("SC_NPROCESSORS_ONLN"))
    assert (run.setup.kernel.release, run.setup.server.product) == (os.uname().release, "nginx")
    assert run.setup.tuning["KeepAlive"] == "Off"
    assert run.setup.tuning["ulimit.nofile"] == str(resource.getrlimit(resource.RLIMIT_NOFILE)[0]), "nginx has ours"
    assert run.started_at < run.file.upload.created_at
    assert run.setup.machine.memory_bytes > 2**20
    assert run.booted_at is not None
    assert run.booted_at < run.started_at
    assert abs((datetime.fromisoformat(booted_at()) - run.booted_at).total_seconds()) < 5
    assert bool(shutil.which("sar")) == run.file.upload.files.filter(name="sar.txt", state="stored").exists()
    link = re.search(r"^run +(\S+)$", output, re.MULTILINE)
    assert link
    assert client.get(link[1].removeprefix(cli.url)).status_code == 200
    assert list(cli.home.glob("*.tar.gz")) == []


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not (shutil.which("ab") and shutil.which("sar")), reason="no ab or no sar on this machine")
@pytest.mark.parametrize("stated", [(), ("--machine", "lab1")])
def test_of_a_server_elsewhere_sysstat_says_what_the_load_generator_did(
    cli: Cli, worker: Process, nginx: str, client: Any, stated: tuple[str, ...]
) -> None:
    words = (*stated, "--trials", "2", "--target", "http://web1.invalid/", "--", "ab", "-q", "-n", "400", "-c", "4")
    code, _, errors = cli.run("record", *words, nginx)
    assert code == 0, errors
    assert ("--machine, --kernel, --cpus" in errors) == (not stated)
    first, second = Run.objects.with_setup().order_by("pk")
    assert (first.setup, first.setup.kernel, first.setup.cpus) == (second.setup, None, None)
    assert str(first.setup.machine or "") == "".join(stated[1:])
    assert first.setup.tuning["client"] == os.uname().nodename
    assert {one.side for run in (first, second) for one in run.attachments.all()} == {"client"}
    assert {str(row.machine) for row in Recording.objects.all()} == {os.uname().nodename}
    assert not Machine.objects.filter(name="lab1", cpu_count__isnull=False).exists()
    page = client.get(f"/runs/{first.pk}/").content.decode()
    assert (f"load generator: {os.uname().nodename}" in page, "The machine under load" in page) == (True, False)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_load_that_printed_no_report_is_said_and_leads_to_no_comparison(cli: Cli, worker: Process) -> None:
    code, output, errors = cli.run("record", "--interval", "0", "--each", "gzip=on: echo a", "gzip=off: echo b")
    assert (code, "compare " in output) == (65, False)
    assert "no run was read" in errors
    assert not Run.objects.exists()


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not shutil.which("ab"), reason="no ab on this machine")
def test_two_configurations_in_turn_are_compared_by_the_printed_link(
    cli: Cli, worker: Process, nginx: str, client: Any
) -> None:
    ab = f"ab -q -n 50 -c 2 {nginx}"
    words = ("--interval", "0", "--trials", "3", "--machine", "box", "--each", f"gzip=on: {ab}", f"gzip=off: {ab}?x")
    code, output, errors = cli.run("record", *words)
    assert code == 0, errors
    assert "3 of 6: gzip=off trial 2" in errors
    runs = Run.objects.order_by("started_at").values_list("setup__tuning__gzip", "trial")
    assert [*runs] == [("on", 1), ("off", 1), ("off", 2), ("on", 2), ("on", 3), ("off", 3)]
    link = re.search(r"^compare +(\S+)$", output, re.MULTILINE)
    assert link
    answer = json.loads(cli.run("compare", link[1], "--json")[1])
    assert (answer["columns"], answer["baseline"]) == (["off", "on"], "on")
    assert {cell["n"] for row in answer["rows"] for cell in row["cells"]} == {3}
    metrics = [row["metric"] for row in answer["rows"]]
    assert metrics == ["requests_per_second", "time_per_request", "requests_failed"], "ab's latencies are whole ms"
    assert {run.setup.requests for run in Run.objects.with_setup()} == {50}, "ab -q does not print it"
