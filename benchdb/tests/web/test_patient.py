"""Slow clients hold no thread: a real gunicorn with two threads, and more slow clients than that."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.host.readers import is_closed

PATIENCE = 60.0  #: seconds, for a busy machine; a thread that is held is held for ever


def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/long":
        wait_for(lambda: is_closed(environ["gunicorn.socket"]), seconds=PATIENCE)
        print("the reader has gone", flush=True)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "3")])
    return [b"ok\n"]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    number = free_port()
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "benchdb.tests.web.test_patient:application",
        "--threads=2",
        "--workers=1",
    ]
    command += [
        "--worker-class=benchdb.host.patient.PatientWorker",
        "--no-control-socket",
        f"--bind=127.0.0.1:{number}",
    ]
    child = Process("gunicorn", command, log=tmp_path / "log", cwd=ROOT, environment={"DJANGO_SETTINGS_MODULE": ""})
    wait_for(lambda: "Booting worker" in child.last_words(), child.last_words)
    yield number
    child.stop(20)


def connected(port: int, stack: ExitStack) -> socket.socket:
    return stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))


def answered(client: socket.socket, count: int) -> bytes:
    """b"" where the server ended the connection, with what was sent unread or not."""
    try:
        return client.recv(count)
    except ConnectionResetError:
        return b""


def test_an_application_sees_that_its_reader_has_gone(port: int, tmp_path: Path) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as leaving:
        leaving.sendall(b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n")
    wait_for(lambda: "the reader has gone" in (tmp_path / "log").read_text())


def test_clients_that_say_nothing_or_half_a_head_keep_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        silent, begun = ([connected(port, stack) for _ in range(8)] for _ in range(2))
        for slow in begun:
            slow.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-")
        asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for _ in range(2):  # the second on the connection that was kept
            asking.request("GET", "/")
            assert asking.getresponse().read() == b"ok\n"
        begun[0].sendall(b"Slow: 1\r\n\r\n")
        assert begun[0].recv(12) == b"HTTP/1.1 200"
        silent[0].sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
        assert silent[0].recv(12) == b"HTTP/1.1 200"
        assert answered(begun[1], 1) == b"", "a head that does not come is given up"
        assert answered(silent[1], 1) == b""


def test_a_head_without_an_end_is_refused(port: int) -> None:
    with ExitStack() as stack:
        endless = connected(port, stack)
        endless.sendall(b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 10_000)
        assert answered(endless, 12) in (b"HTTP/1.1 431", b"")


def test_a_long_address_is_refused_with_a_problem_document(port: int) -> None:
    asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    asking.request("GET", f"/?{'a' * 9000}")
    answer = asking.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (414, "application/problem+json")
    problem = json.loads(answer.read())
    assert (problem["status"], problem["title"]) == (414, HTTPStatus(414).phrase)
    assert "longer than what is taken" in problem["detail"]


def test_an_address_may_name_as_many_runs_as_are_compared_together(port: int) -> None:
    from frontend.pages.run_list import MOST_SELECTED  # the server beside us has no Django

    asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    runs = "&".join(f"run={1_000_000 + place}" for place in range(MOST_SELECTED))
    asking.request("GET", f"/compare/?cols=kernel&{runs}")
    assert asking.getresponse().status == 200
