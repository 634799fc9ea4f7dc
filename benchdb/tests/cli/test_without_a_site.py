"""The command `benchdb` where no site answers: what it says, and what it keeps."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from benchdb.cli.__main__ import main
from benchdb.cli.login import Login
from benchdb.cli.site import Refused, Site
from benchdb.dev.testing.waiting import HANGS, free_port
from benchdb.domain.dimensions import STATED_SETTINGS
from benchdb.host.paths import ROOT
from benchdb.tests.cli.command import LOG, Cli


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


@pytest.mark.parametrize("name", sorted(STATED_SETTINGS.keys() - {"same_machine"}))
def test_what_is_stated_by_an_option_of_its_own_has_to_differ_from_the_baseline(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    """It was told after the load, which was one more run of the baseline by then."""
    option, load = f"--{name.replace('_', '-')}", ("touch", str(tmp_path / "ran"))
    value, typed = ("8080", " 8080 ") if name == "port" else ("a b", " a  b")
    sides = ("--cols", f"tuning.{name}", "--baseline", value, option, typed)
    nowhere = f"http://127.0.0.1:{free_port()}"
    assert main(["--url", nowhere, "check", *sides, "--interval", "0", "--", *load]) == 2
    assert f"this run's tuning.{name} is {value}: it has to differ from the baseline's" in capfd.readouterr().err
    assert not (tmp_path / "ran").exists()


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


def test_a_log_that_is_not_there_ends_as_it_does_for_every_command(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.log")
    assert [main(["--url", "http://127.0.0.1:1", command, missing]) for command in ("parselog", "upload")] == [1, 1]
    assert capfd.readouterr().out.count("missing.log: No such file") == 1


@pytest.mark.parametrize(
    ("state", "problems", "status"), [("stored", [], 0), ("stored", ["line 3"], 1), ("failed", [], 1)]
)
def test_a_log_that_the_site_reads_ends_as_where_the_parsers_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, problems: list[str], status: int
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr(Site, "upload", lambda *_, **__: {"state": state, "problems": problems})
    assert main(["--url", "http://127.0.0.1:1", "parselog", str(tmp_path / "a.log")]) == status


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


class Silent(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Busy(Silent):
    """Answers, and can do nothing now."""

    def do_GET(self) -> None:
        self.send_error(503)


class Elsewhere(Silent):
    """Another web server: one page at every address, and takes nothing."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<h1>It works!</h1>")


class Missing(Silent):
    """Another web server, without such a page."""

    def do_GET(self) -> None:
        self.send_error(404)


@pytest.mark.parametrize("handler", [Elsewhere, Missing])
@pytest.mark.parametrize(
    "words", [("compare", "machine=m"), ("login", "", "--token", ""), ("upload", "a.log"), ("import", ".")]
)
def test_another_web_server_is_no_site(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    handler: type[Silent],
    words: tuple[str, ...],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    Path("a.log").write_text(LOG)
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever).start()
        url = f"http://127.0.0.1:{server.server_port}"
        status = main(["--url", url, *(word or url for word in words[:2]), *words[2:]])
        server.shutdown()
    output, errors = capsys.readouterr()
    assert (status, output, errors) == (1, "", f"benchdb: expected a benchdb site at {url}, found another web server\n")


def test_an_address_without_a_scheme_is_one_of_http(tmp_path: Path) -> None:
    place = f"127.0.0.1:{free_port()}"
    code, _, errors = Cli(tmp_path, f"{place}/").run("compare", "machine=m")
    assert (code, errors.count("\n")) == (1, 1), errors
    assert errors.startswith(f"benchdb: http://{place} does not answer")


def test_a_site_that_answers_that_it_cannot_is_not_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib3.util.retry.time.sleep", lambda _: None)
    with HTTPServer(("127.0.0.1", 0), Busy) as server:
        Thread(target=server.serve_forever).start()
        with pytest.raises(Refused, match=r"answers 503 Service Unavailable: ") as refused:
            Site(Login(f"http://127.0.0.1:{server.server_port}")).me()
        server.shutdown()
    assert "error responses" not in str(refused.value)


def test_an_interval_below_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["record", "--interval", "-1", "--", "echo"])
    assert "expected whole seconds, 0 or more, found '-1'" in capsys.readouterr().err
