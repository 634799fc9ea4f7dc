"""The command `benchdb` as another process, against the site, a real worker and a real database."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from benchdb import __version__
from benchdb.accounts.people import give_role
from benchdb.accounts.tokens import make_token
from benchdb.cli.folder import AT_ONCE
from benchdb.cli.machine import booted_at
from benchdb.dev.testing.waiting import HANGS, free_port, wait_for
from benchdb.domain.roles import Role, Scope
from benchdb.host.local_sites import local_token, register
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.models import Machine, Recording, Run, Setup, Upload

LOG = (ROOT / "fixtures/studies/zones/global.log").read_text()
PATTERN = "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"


class Cli:
    """The command, with a home of its own."""

    def __init__(self, home: Path, url: str) -> None:
        self.home, self.url = home, url
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environment = {
            **kept,
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
            "BENCHDB_URL": url,
            "PYTHONPATH": str(ROOT),
        }

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "benchdb.cli", *map(str, words)]
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.home, env=self.environment, **both)  # type: ignore[call-overload,no-any-return]

    def run(self, *words: str | Path) -> tuple[int, str, str]:
        process = self.start(*words)
        output, errors = process.communicate(timeout=HANGS)
        return process.returncode, output, errors


@pytest.fixture
def cli(tmp_path: Path, live_server: Any, site_token: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Beside an unclaimed site, which told this user where its token is, as `make run` does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    register(live_server.url, settings.HERE.token)
    return Cli(tmp_path, live_server.url)


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


def folder_of(folder: Path, count: int) -> Path:
    """That many logs of two machines, each with other bytes."""
    for number in range(count):
        path = folder / f"m{number % 2}" / "Linux 2.6.18" / "global" / "c100" / f"run{number // 2 + 1}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LOG.replace("390.24", f"{300 + number}.24"))
    return folder


def tar_of(log: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("run.log")
        member.size = len(log)
        archive.addfile(member, io.BytesIO(log.encode()))
    return packed.getvalue()


# --- without a site


def test_a_site_that_does_not_answer_is_one_line(tmp_path: Path) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    (tmp_path / "a.log").write_text(LOG)
    code, _, errors = Cli(tmp_path, nowhere).run("upload", tmp_path / "a.log")
    assert code == 1
    assert errors.startswith(f"benchdb: {nowhere} does not answer")
    assert errors.count("\n") == 1


def test_a_load_tool_that_fails_passes_its_status_on_and_its_log_is_kept(tmp_path: Path) -> None:
    cli = Cli(tmp_path, f"http://127.0.0.1:{free_port()}")
    script = "echo This is half a log; exit 7"
    code, output, _ = cli.run(
        "record", "--interval", "0", "--output", "b.tar.gz", "--no-upload", "--", "sh", "-c", script
    )
    assert (code, output.splitlines()[0]) == (7, "This is half a log")
    shutil.unpack_archive(tmp_path / "b.tar.gz", tmp_path / "out", filter="data")
    assert (tmp_path / "out/run.log").read_text() == "This is half a log\n"
    assert "ended with exit status 7" in (tmp_path / "out/benchdb.toml").read_text()


def test_a_bundle_that_cannot_be_sent_is_kept(tmp_path: Path) -> None:
    cli = Cli(tmp_path, f"http://127.0.0.1:{free_port()}")
    code, _, errors = cli.run("record", "--interval", "0", "--", "echo", "hello")
    assert code == 75
    (kept,) = tmp_path.glob("benchdb-*.tar.gz")
    assert f"benchdb upload {kept.name}" in errors


def test_a_tool_that_is_not_there_is_said(tmp_path: Path) -> None:
    code, _, errors = Cli(tmp_path, "http://127.0.0.1:1").run("record", "--interval", "0", "--", "no-such-tool")
    assert (code, "no-such-tool cannot be started" in errors) == (127, True)


def test_ctrl_c_goes_to_the_load_tool_and_what_it_printed_is_kept(tmp_path: Path) -> None:
    cli = Cli(tmp_path, "http://127.0.0.1:1")
    script = "trap 'echo stopped; exit 3' INT; echo began; while :; do sleep 0.05; done"
    words = ["record", "--interval", "0", "--output", "b.tar.gz", "--no-upload", "--", "bash", "-c", script]
    command = [sys.executable, "-m", "benchdb.cli", *words]
    both = {"cwd": tmp_path, "env": cli.environment, "stdout": subprocess.PIPE}
    process = subprocess.Popen(command, start_new_session=True, **both)  # type: ignore[call-overload]
    assert process.stdout.readline() == b"began\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(HANGS) == 3
    shutil.unpack_archive(tmp_path / "b.tar.gz", tmp_path / "out", filter="data")
    assert (tmp_path / "out/run.log").read_text() == "began\nstopped\n"


def test_what_a_log_says_is_printed_where_the_parsers_are(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(LOG)
    code, output, _ = Cli(tmp_path, "http://127.0.0.1:1").run("parselog", "a.log")
    assert (code, json.loads(output)["tool"]) == (0, "ab")


def test_the_checkout_installs_as_a_small_command(tmp_path: Path) -> None:
    """Into an environment of its own, as on another machine: no Django there, and the command answers."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    options = ("--quiet", "--disable-pip-version-check", "--no-input", "--root-user-action=ignore")
    install = [sys.executable, "-m", "pip", "--python", python, "install", *options, ROOT]
    done = subprocess.run(install, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    packages = {path.name.partition("-")[0] for path in (tmp_path / "venv").glob("lib/*/site-packages/*.dist-info")}
    assert packages == {"benchdb", "tomli_w", "tqdm", "urllib3"}
    command = [tmp_path / "venv/bin/benchdb", "--help"]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "record" in printed
    assert not list(ROOT.glob("*.egg-info"))


# --- with a site


@pytest.mark.django_db(transaction=True)
def test_a_login_is_kept_where_only_its_owner_reads_it(cli: Cli) -> None:
    ann = User.objects.create_user("ann")
    give_role(ann, Role.UPLOADER)
    token = make_token(ann, "laptop", Scope.UPLOAD)[1]
    code, output, errors = cli.run("login", cli.url, "--token", token)
    assert (code, errors) == (0, "")
    login_file = cli.home / "config/benchdb/login.json"
    where, who = output.splitlines()
    assert where == f"{cli.url}: {login_file}"
    assert who.endswith(f"(laptop) of ann (uploader) may read, upload; benchdb {__version__}")
    assert login_file.stat().st_mode & 0o777 == 0o600
    assert json.loads(login_file.read_text()) == {"url": cli.url, "token": token}


@pytest.mark.django_db(transaction=True)
def test_a_token_that_does_not_work_is_not_kept(cli: Cli) -> None:
    code, output, errors = cli.run("login", cli.url, "--token", "wrong")
    assert (code, output) == (1, "")
    assert "This token is unknown, revoked or expired" in errors
    assert not (cli.home / "config/benchdb/login.json").exists()


@pytest.mark.django_db(transaction=True)
def test_the_token_of_a_site_of_ones_own_is_used_and_not_kept(cli: Cli, site_token: str, settings: Any) -> None:
    code, output, errors = cli.run("login", cli.url, "--token", "")
    assert (code, errors) == (0, "")
    assert "the site's token of whoever sits at this machine (this machine) may" in output
    assert json.loads((cli.home / "config/benchdb/login.json").read_text())["token"] == ""
    assert [local_token(cli.url), local_token("http://127.0.0.1:1")] == [site_token, ""]
    register(cli.url, cli.home / "none")
    assert local_token(cli.url) == ""
    assert "without a token you may read; benchdb" in cli.run("login", cli.url, "--token", "")[1]
    (cli.home / "a.log").write_text(LOG)
    code, _, errors = cli.run("upload", "a.log")
    assert (code, "Claim this site first" in errors) == (1, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_log_is_sent_compared_and_its_links_work(cli: Cli, worker: Process, client: Any) -> None:
    (cli.home / "a.log").write_text(LOG)
    code, output, errors = cli.run("upload", "a.log", "--machine", "V125", "--zone", "global")
    assert (code, errors) == (0, "")
    links = dict(re.findall(r"^(\w+) +(http\S+)$", output, re.MULTILINE))
    assert set(links) == {"upload", "run"}
    assert all(client.get(link.removeprefix(cli.url)).status_code == 200 for link in links.values())
    code, output, _ = cli.run("compare", "--cols", "zone", "--format", "json", "machine=V125")
    assert json.loads(output)["rows"][0]["cells"][0]["value"] == 390.24
    code, output, errors = cli.run("upload", "a.log", "--machine", "otherbox")
    assert output.startswith("already here: 1 run from 1 file")
    assert (code, "machine otherbox (stored: V125)" in errors, "--own-runs" in errors) == (1, True, True)
    code, _, errors = cli.run("upload", "a.log", "--machine", "otherbox", "--own-runs")
    assert (code, errors, Run.objects.count()) == (0, "", 2)
    code, _, errors = cli.run("compare", "--cols", "colour")
    assert (code, "refuses (4" in errors) == (1, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_trials_of_one_setup_are_listed_and_what_is_sent_again_is_told(cli: Cli, worker: Process, client: Any) -> None:
    trials = [f"{trial}.log" for trial in range(5)]
    for trial in trials:
        (cli.home / trial).write_text(LOG.replace("390.24", f"39{trial[0]}.24"))
    code, output, errors = cli.run("upload", *trials, "--machine", "V125")
    links = dict(re.findall(r"^(\w+) +(http\S+)$", output, re.MULTILINE))
    assert (code, errors, set(links), output.splitlines()[0]) == (
        0,
        "",
        {"upload", "runs"},
        "stored: 5 runs from 5 files",
    )
    assert client.get(links["runs"].removeprefix(cli.url)).context["total"] == 5
    assert "Compare these runs" not in client.get(links["upload"].removeprefix(cli.url)).content.decode()
    again = cli.run("upload", *trials, "--machine", "V125")
    assert again == (0, output.replace("stored: ", "already here: "), "")
    assert Upload.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_dry_run_says_what_each_path_states_and_sends_nothing(cli: Cli) -> None:
    folder_of(cli.home / "logs", 4)
    (cli.home / "logs" / "README").write_text("x")
    code, output, _ = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert code == 0
    assert "m1/Linux 2.6.18/global/c100/run2.log  machine=m1  kernel=Linux 2.6.18  zone=global" in output
    assert "5 files: 5 would be sent, 0 are there already" in output
    assert "1 do not match the pattern" in output
    assert Upload.objects.count() == 0
    code, _, errors = cli.run("import", "logs", "--pattern", "{machne}/x")
    assert (code, "unknown field {machne}" in errors) == (1, True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_what_its_pattern_does_not_match(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    code, output, errors = cli.run("import", "logs", "--pattern", "{machine}/x/run{trial}.log")
    assert (code, output, Upload.objects.exists()) == (1, "", False)
    assert "the pattern {machine}/x/run{trial}.log matches no file, such as m0/Linux" in errors
    (cli.home / "logs" / "other.log").write_text(LOG.replace("390.24", "123.24"))
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "3 stored" in output) == (0, True)
    assert errors.splitlines() == [
        "  other.log: does not match the pattern",
        "benchdb: 1 file does not match the pattern: it counts without what it states",
    ]
    assert cli.run("import", "logs", "--pattern", PATTERN)[2] == errors, "of files that are there already, too"


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_an_import_tells_which_part_of_a_path_cannot_be(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    (run,) = (cli.home / "logs/m0").glob("*/*/*/run1.log")
    run.rename(run.with_name("run0.log"))
    message = "  m0/Linux 2.6.18/global/c100/run0.log: trial: expected a whole number above 0, found '0'"
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert (code, "concurrency=100  trial=0 (not applied)" in output, message in errors) == (0, True, True)
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert (code, "2 stored" in output) == (0, True)
    assert errors.splitlines() == [message, "benchdb: 1 file counts without that part of its path"]
    assert sorted(str(run.setup.machine) for run in Run.objects.with_setup()) == ["m0", "m1"]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("refused", ["in.tar.gz", "../out.log"])
def test_a_file_that_was_not_read_is_told_by_the_exit_status(cli: Cli, worker: Process, refused: str) -> None:
    folder = cli.home / "logs"
    folder.mkdir()
    with zipfile.ZipFile(folder / "all.zip", "w") as bundle:
        bundle.writestr("top.log", LOG)
        bundle.writestr(refused, tar_of(LOG) if refused.endswith("gz") else LOG)
    first = cli.run("import", "logs")
    assert (first[0], refused in first[2]) == (1, True), first
    for again in (cli.run("import", "logs"), cli.run("upload", "logs/all.zip"), cli.run("upload", "logs/all.zip")):
        assert (again[0], refused in again[2]) == (1, True), again
    assert Run.objects.count() == 1


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_notes_in_a_folder_are_no_failure(cli: Cli, worker: Process) -> None:
    folder_of(cli.home / "logs", 2)
    (cli.home / "logs/m0/notes.md").write_text("The fan was replaced.")
    code, output, errors = cli.run("import", "logs")
    assert (code, errors, "1 passed over, 2 stored" in output) == (0, "", True)


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
def test_an_import_that_was_interrupted_goes_on_without_a_duplicate(cli: Cli, worker: Process, number: int) -> None:
    many = 2 * AT_ONCE + 20
    folder_of(cli.home / "logs", many)
    first = cli.start("import", "logs", "--pattern", PATTERN)
    wait_for(lambda: Upload.objects.exists())
    first.send_signal(number)
    _, errors = first.communicate(timeout=HANGS)
    assert first.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)
    assert number != signal.SIGINT or re.search(rf"Interrupted: \d+ of {many} files", errors)
    assert Upload.objects.count() < 3
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN)
    assert code == 0, errors
    assert re.search(rf"{many} files: \d+ sent now, \d+ were there already; {many} stored", output), output
    assert (Run.objects.count(), Upload.objects.count(), Setup.objects.count()) == (many, 3, 2)
    for machine in ("m0", "m1"):
        trials = Run.objects.filter(setup__machine__name=machine).values_list("trial", flat=True)
        assert sorted(trials) == [*range(1, many // 2 + 1)]
    code, output, _ = cli.run("import", "logs", "--pattern", PATTERN)
    assert f"{many} files: 0 sent now, {many} were there already" in output
    assert Upload.objects.count() == 3
    if number == signal.SIGINT:  # what the site has under other facts is said, and kept on purpose
        said_otherwise(cli, many)


def said_otherwise(cli: Cli, many: int) -> None:
    code, _, errors = cli.run("import", "logs", "--pattern", PATTERN, "--zone", "other")
    assert (code, errors.count("not applied: zone other (stored: global)")) == (1, 20)
    assert f"{many} files are already stored under other facts; --own-runs" in errors
    folder = cli.home / "logs" / "m0"
    (folder / "benchdb.toml").write_text('[facts]\nmachine = "elsewhere"')
    code, _, errors = cli.run("import", "logs", "--pattern", PATTERN, "--dry-run")
    assert (code, f"{many // 2} files are already stored under other facts" in errors) == (0, True), errors
    shutil.rmtree(cli.home / "logs" / "m1")
    code, output, errors = cli.run("import", "logs", "--pattern", PATTERN, "--own-runs")
    assert (code, errors, Run.objects.count()) == (0, "", many + many // 2)
    assert f"/uploads/{Upload.objects.latest('pk').pk}/" in output


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
    assert run.setup.tuning["ulimit.nofile"].isdigit()
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


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_build_ends_with_the_status_of_its_gate(cli: Cli, worker: Process) -> None:
    for build, rates in (("1", (390.1, 390.2, 390.3, 390.4, 390.5)), ("2", (350.1, 350.2, 350.3, 350.4, 350.5))):
        for trial, rate in enumerate(rates, 1):
            (cli.home / f"{build}-{trial}.log").write_text(LOG.replace("390.24", str(rate)))
        logs = [f"{build}-{trial}.log" for trial in range(1, 6)]
        assert cli.run("upload", *logs, "--machine", "box", "--tuning", f"build={build}")[0] == 0
    question = ("compare", "machine=box", "--cols", "tuning.build", "--rows", "metric")
    assert cli.run(*question)[0] == 0, "nobody asked it to fail"
    assert cli.run(*question, "--fail-if", "worse")[0] == 1
    assert cli.run(*question, "--fail-if", "worse", "--by", "20%")[0] == 0
    assert cli.run(*question, "--fail-if", "better")[0] == 0
    code, _, _ = cli.run(*question, "--fail-if", "worse", "--baseline", "2", "--summary", "job.md")
    assert code == 0
    assert "**✅ Nothing got worse.**" in (cli.home / "job.md").read_text("utf-8")
    code, _, errors = cli.run(*question, "--fail-if", "worse", "--baseline", "3")
    assert (code, "no run has the baseline '3': the columns are 1, 2" in errors) == (3, True)
    link = f"{cli.url}/compare/?machine=box&cols=tuning.build&rows=metric&metric=requests_per_second"
    assert cli.run("compare", link, "--fail-if", "worse")[0] == 1
    assert cli.run("compare", link, "--fail-if", "worse", "--metric", "requests_failed")[0] == 0, (
        "instead of the link's"
    )
    code, output, errors = cli.run(*question, "--fail-if", "not-equivalent")
    assert (code, output, "add --band 2" in errors) == (1, "", True), "it could only fail"
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "0")[1:] == ("", errors)
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "2")[0] == 1, "builds are 10% apart"
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "20%")[0] == 0
    assert cli.run("compare", f"{link}&band=20", "--fail-if", "not-equivalent")[0] == 0
    frozen = cli.run("freeze", f"{link}&band=20")[1].strip()
    assert cli.run("compare", frozen, "--fail-if", "not-equivalent")[0] == 0, "its question has a margin"
    words = ("check", "--cols", "tuning.build", "--baseline", "1", "--fail-if", "not-equivalent", "--", "touch", "ran")
    assert (cli.run(*words)[0], (cli.home / "ran").exists()) == (1, False)
    assert cli.run("compare")[0] == 1, "nobody asks for everything in one heap"
