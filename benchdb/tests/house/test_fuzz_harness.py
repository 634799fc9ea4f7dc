"""What makes the fuzz quick changes nothing that a parser says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchdb.host.paths import ROOT

#: In a process of its own: the fuzz keeps to one processor, and so would all tests behind this one.
PROGRAM = """
import io, os
import django
django.setup()
from benchdb.dev.fuzz.__main__ import LOGS
from benchdb.dev.fuzz.one import take_little_time
from ingest.formats import formats
from ingest.formats.requests import blocks
from ingest.jsonlines import lines_of

def said(name, log):
    return [str(line) for line in lines_of("any.log", name, list(formats()[name].parse(io.BytesIO(log))))]

names = ("ab", "jtl", "hey_requests", "vegeta_requests", "k6_requests", "sar")
logs = [(name, path.read_bytes()) for name in names for path in sorted((LOGS / name).rglob("*"))
        if path.is_file() and path.name != "ORIGIN" and "golden" not in path.name and path.stat().st_size < 200_000]
before = [said(name, log) for name, log in logs]
block = blocks.BLOCK
take_little_time()
assert len(os.sched_getaffinity(0)) == 1 and blocks.BLOCK < block
after = [said(name, log) for name, log in logs]
assert len(before) > 20 and all(before) and before == after
"""


def test_a_log_says_the_same() -> None:
    there = {
        "DJANGO_SETTINGS_MODULE": "benchdb.settings",
        "DEBUG": "1",
        "PATH": "/usr/bin:/bin",
        "HOME": "/nonexistent",
    }
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_an_input_that_works_for_too_long_is_a_fault_by_the_processors_time() -> None:
    """In a process of its own, whose limit is short: also where a parser catches every Exception."""
    program = """
import signal
from benchdb.dev.fuzz import one
one.SLOWEST = 0.2
signal.signal(signal.SIGPROF, one.give_up)
one.in_little_time(lambda content: None, b"")
def works(content):
    while True:
        try:
            len(content)
        except Exception:
            pass
try:
    one.in_little_time(works, b"")
except one.TooSlow:
    print("given up")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "given up\n", done.stderr


def test_without_coverage_inputs_are_counted_and_the_one_that_raises_is_kept(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/seed").write_bytes(b"Rate: 1200\nTime: 3\n")
    program = f"""
import sys
from benchdb.dev.fuzz import unguided
def read(content):
    if b"nan0" in content:
        raise ValueError("no number")
unguided.import_targets = lambda: {{"rates": read}}
limits = ["-max_total_time=0", "-max_len=10", "-artifact_prefix={tmp_path}/"]
sys.argv = ["", "rates", "{tmp_path}/corpus", "-runs=RUNS", *limits]
unguided.main()
"""
    there = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    few, many = (
        subprocess.run(
            [sys.executable, "-c", program.replace("RUNS", runs)],
            cwd=ROOT,
            env=there,
            capture_output=True,
            text=True,
            check=False,
        )
        for runs in ("0", "1000000")
    )
    assert few.returncode == 0, few.stderr
    assert few.stderr.startswith("Done 0 runs in ")
    assert many.returncode == 1
    assert "ValueError: no number" in many.stderr
    (kept,) = tmp_path.glob("crash-*")
    assert b"nan0" in kept.read_bytes()
    assert len(kept.read_bytes()) <= 10
