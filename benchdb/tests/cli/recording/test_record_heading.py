"""What `record` writes above a tool's words is read as facts: settings that the report itself does not print."""

from __future__ import annotations

import io
import shutil
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from benchdb.cli.__main__ import main
from benchdb.cli.recording.tool import ECHOED, heading
from ingest.formats import formats
from ingest.pipeline.identify import read
from ingest.records import RunRecord
from ingest.tests.samples import samples

URL = "http://127.0.0.1:8080/a page"


class Page(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    do_HEAD = do_GET  # noqa: N815 - named by the standard library

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def recorded(folder: Path, *command: str) -> RunRecord:
    """The run that a real tool's recording holds."""
    bundle = folder / "bundle.tar.gz"
    assert main(["record", "--interval", "0", "--no-upload", "--output", str(bundle), "--", *command]) == 0
    with tarfile.open(bundle) as archive:
        log = archive.extractfile("run.log")
        assert log is not None
        records = list(formats()[command[0]].parse(log))  # type: ignore[arg-type]
    (run,) = [record for record in records if isinstance(record, RunRecord)]
    return run


@pytest.mark.skipif(not shutil.which("ab"), reason="ab is not on this machine")
@pytest.mark.parametrize("options", ["-qn 160", "-q -i -n 160"])
def test_what_ab_does_not_print_is_a_fact(tmp_path: Path, url: str, options: str) -> None:
    run = recorded(tmp_path, "ab", *options.split(), url)
    method = "HEAD" if "-i" in options else "GET"
    facts = {"requests_planned": 160, "method": method, "keepalive": False}
    assert {name: run.facts.get(name) for name in facts} == facts


@pytest.mark.skipif(not shutil.which("siege"), reason="siege is not on this machine")
def test_sieges_settings_are_facts(tmp_path: Path, url: str) -> None:
    run = recorded(tmp_path, "siege", "-b", "-c4", "-t2S", url)
    assert (run.facts["concurrency"], run.facts["duration_planned"], run.facts["url"]) == (4, 2, url)


@pytest.mark.skipif(not shutil.which("wrk"), reason="wrk is not on this machine")
def test_wrks_version_and_exact_duration_are_facts(tmp_path: Path, url: str) -> None:
    run = recorded(tmp_path, "wrk", "-t1", "-c2", "-d1s", url)
    assert "4." in run.tool_version
    assert (run.facts["duration_planned"], run.facts["command"]) == (1, f"wrk -t1 -c2 -d1s {url}")


def test_words_are_quoted_as_a_shell_wants_them() -> None:
    assert heading(["siege", "-c", "4", URL]) == f"$ siege -c 4 '{URL}'\n".encode()


def test_what_stands_before_the_tool_is_left_out() -> None:
    assert heading(["taskset", "-c", "1", "/opt/bin/hey", "-n", "5", "-c", "2", "http://h/"]) == (
        b"$ /opt/bin/hey -n 5 -c 2 http://h/\n"
    )


@pytest.mark.parametrize(
    "command", [["httperf", "--num-conns", "5"], ["./load.sh"], ["sh", "-c", "wrk"], ["curl", "http://127.0.0.1/hey"]]
)
def test_a_tool_that_says_all_itself_or_is_unknown_has_no_heading(command: list[str]) -> None:
    assert heading(command) == b""


#: Formats of load tools whose command line `record` does not write above what they print, and why.
SAY_ALL = ("fortio", "httperf", "nighthawk", "webbench_linux")  #: their reports repeat what was asked for
NO_OUTPUT = ("gatling", "locust", "tsung")  #: files that the tool writes elsewhere, not what it prints
NO_TOOL = ("ab_percentiles", "autobench", "phoronix", "webbench")  #: tables of results; of ab's, ab is the tool


def test_every_load_tool_is_echoed_or_says_all_itself() -> None:
    of_tools = {name for name, format in formats().items() if ".load." in format.package}
    assert sorted((of_tools | {"wrk2"}) - ECHOED) == sorted((*SAY_ALL, *NO_OUTPUT, *NO_TOOL))


def records_of(log: bytes) -> list[object]:
    return [item.what for item in read(io.BytesIO(log))]


def command_of(run: RunRecord) -> list[str]:
    """One that may have made it."""
    return [run.tool, "-c", str(run.facts.get("concurrency", 1)), str(run.facts.get("url", "http://127.0.0.1/"))]


@pytest.mark.parametrize("tool", sorted(ECHOED - {"wrk2"}))
def test_a_heading_takes_nothing_from_a_report(tool: str) -> None:
    """Of every real log of one run: also of those in JSON, and of lists of single requests."""
    seen = 0
    for log in (log for name in formats() if name.split("_")[0] == tool for log in samples(name)):
        before = records_of(log) if b"\0" not in log[:400] else []
        runs = [record for record in before if isinstance(record, RunRecord)]
        if len(runs) != 1 or runs[0].tool != tool:
            continue
        after = records_of(heading(command_of(runs[0])) + log)
        (run,) = [record for record in after if isinstance(record, RunRecord)]
        numbers, others = ({(m.metric, m.item): m.value for m in one.measurements} for one in (run, runs[0]))
        assert (numbers, run.status, len(after)) == (others, runs[0].status, len(before))
        assert runs[0].facts.keys() <= run.facts.keys()
        seen += 1
    assert seen
