"""`manage.py parselog` as people call it: another process, no database, its exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT

GLOBAL = ROOT / "fixtures/studies/zones/global.log"


#: Runs `manage.py parselog LOG`, then says on stderr whether MODULE was imported.
PARSELOG = """
import runpy, sys
log, module = sys.argv[1:]
sys.argv[1:] = ["parselog", log]
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    print(module in sys.modules, file=sys.stderr)
"""


def parselog(*arguments: str | Path, content: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run it where no database can be reached and no key is set."""
    command = [sys.executable, "manage.py", "parselog", *map(str, arguments)]
    nowhere = {
        "BENCHDB_DATA": "/nonexistent",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "PATH": "/usr/bin",
    }
    return subprocess.run(command, cwd=ROOT, env=nowhere, input=content, capture_output=True, check=False)


def objects(output: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


def test_a_log_becomes_one_object_with_every_number() -> None:
    done = parselog(GLOBAL)
    (run,) = objects(done.stdout)
    assert done.returncode == 0
    assert {"kind", "file", "format", "tool", "tool_version", "facts", "measurements"} <= run.keys()
    assert (run["kind"], run["format"], run["file"]) == ("run", "ab", str(GLOBAL))
    rate = next(m for m in run["measurements"] if m["metric"] == "requests_per_second")  # type: ignore[attr-defined]
    assert rate == {"metric": "requests_per_second", "item": "", "value": 390.24, "unit": "1/s", "line": 22}


def test_problems_and_unreadable_files_have_their_own_exit_status() -> None:
    half = GLOBAL.read_bytes()[:600]
    assert parselog("-", content=half).returncode == 1
    assert parselog("-", content=b"nothing").returncode == 2
    assert parselog(GLOBAL, "/no/such/file").returncode == 1


def test_a_missing_file_is_a_problem_with_its_name() -> None:
    done = parselog("/no/such/file")
    (problem,) = objects(done.stdout)
    assert done.returncode == 2
    assert problem["kind"] == "problem"
    assert "No such file" in str(problem["message"])


def test_a_format_can_be_named() -> None:
    assert parselog("--format", "ab", GLOBAL).returncode == 0
    assert b"There is no format" in parselog("--format", "abb", GLOBAL).stdout


@pytest.mark.parametrize("heavy", ["django", "numpy", "polars", "ingest.formats.load.wrk.parser"])
def test_a_log_is_read_without_what_it_does_not_need(heavy: str) -> None:
    """These take several times as long to import as one log to read."""
    done = subprocess.run(
        [sys.executable, "-c", PARSELOG, str(GLOBAL), heavy], cwd=ROOT, capture_output=True, check=True
    )
    assert objects(done.stdout)[0]["format"] == "ab"
    assert done.stderr.decode().strip() == "False"
