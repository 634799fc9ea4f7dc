"""The limit of open files is that of the server's process, never of whoever records."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from benchdb.cli.recording import server_process
from benchdb.cli.recording.machine import settings
from benchdb.cli.recording.server_process import most_open_files

SERVER = """
import os, resource, socket, sys
server = socket.create_server(("127.0.0.1", 0))
for limit in sys.argv[1:]:
    ours, theirs = os.pipe()
    if os.fork() == 0:
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(limit), int(limit)))
        os.write(theirs, b"x")
        sys.stdin.read()
        os._exit(0)
    os.read(ours, 1)
print(server.getsockname()[1], flush=True)
sys.stdin.read()
"""


def limit_with(*workers: int) -> str:
    """As it is found of a server with workers of these limits."""
    words = [sys.executable, "-c", SERVER, *map(str, workers)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        found_limit = most_open_files(int(child.stdout.readline()))
        child.communicate()
    return found_limit


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux' /proc")
def test_it_is_that_of_the_process_that_listens() -> None:
    own = str(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    assert limit_with() == own, "a child has its parent's"
    assert limit_with(321, 321) == "321"


def test_where_it_is_not_known_nothing_is_recorded() -> None:
    assert limit_with(321, 322) == "", "workers that differ"
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert most_open_files(port) == "", "nobody listens"
    assert "ulimit.nofile" not in settings()


def test_a_descriptor_that_is_gone_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "7" / "fd").mkdir(parents=True)
    for name, target in (("3", ""), ("4", "socket:[12]"), ("5", "")):
        path = tmp_path / "7" / "fd" / name
        path.symlink_to(target) if target else path.touch()  # what is no link is read as one that is gone
    monkeypatch.setattr(server_process, "PROC", tmp_path)
    assert server_process.processes_with({"12"}) == [7]
