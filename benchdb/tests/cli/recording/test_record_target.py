"""Where the server of a load is, by the words of its tool: what is on this machine is recorded of it, nothing else."""

from __future__ import annotations

import os
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchdb.cli.__main__ import main
from benchdb.cli.recording.bundle import host_of, target_of


@pytest.mark.parametrize(
    ("load", "target"),
    [
        ("ab -n 10 http://web1:8080/a", "http://web1:8080/a"),
        ("ab -n 10 web1:8080/a", "http://web1:8080/a"),
        ("siege -t 1S 127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("ab -n 10 [::1]:8080/", "http://[::1]:8080/"),
        ("httperf --server 127.0.0.1 --port 18161 --num-conns 10", "http://127.0.0.1:18161/"),
        ("taskset -c 1 httperf --hog --server=web1 --ssl --port=8443", "https://web1:8443/"),
        ("httperf --server ::1", "http://[::1]/"),
        ("httperf --num-conns 10", "http://localhost/"),
        ("wrk -s scripts/post.lua", ""),
        ("sh -c load", ""),
    ],
)
def test_the_servers_address_is_read_from_the_words_of_the_load(load: str, target: str) -> None:
    assert target_of(shlex.split(load)) == target
    assert bool(host_of(target)) == bool(target)


def facts_of(folder: Path, *words: str) -> dict[str, Any]:
    bundle = folder / "b.tar.gz"
    assert main(["record", "--interval", "0", "--no-upload", "--output", str(bundle), *words]) == 0
    shutil.unpack_archive(bundle, folder / "out", filter="data")
    return dict(tomllib.loads((folder / "out/benchdb.toml").read_text())["facts"])


@pytest.mark.skipif(not shutil.which("httperf"), reason="no httperf on this machine")
def test_httperf_of_a_server_here_is_recorded_with_its_machine(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("--machine", "lab1", "--", "httperf", "--server", "127.0.0.1", "--port", "1", "--num-conns", "1")
    facts = facts_of(tmp_path, *words)
    assert (facts["machine"], facts["cpus"]) == ("lab1", os.sysconf("SC_NPROCESSORS_ONLN"))
    assert "booted_at" in facts
    assert "client" not in facts
    assert "not on this machine" not in capfd.readouterr().err


@pytest.mark.parametrize("target", ["127.0.0.1:1", "http://127.0.0.1:1/"])
def test_a_target_needs_no_scheme(tmp_path: Path, target: str) -> None:
    assert "kernel" in facts_of(tmp_path, "--target", target, "--", "echo", "a load")


def test_a_load_that_names_no_server_is_not_said_to_be_of_one_elsewhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    facts = facts_of(tmp_path, "--", "echo", "a load")
    assert (facts["client"], "machine" in facts) == (os.uname().nodename, False)
    errors = capfd.readouterr().err
    assert "say it with --target" in errors
    assert "not on this machine" not in errors
