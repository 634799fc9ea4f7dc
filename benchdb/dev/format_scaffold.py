"""`make format NAME=weighttp [FAMILY=load]`: the folder of a new log format, and of its sample logs, to be filled in.

What it writes reads reports of `label: number` lines. CONTRIBUTING.md says how it goes on from there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchdb.dev import format_pages
from benchdb.host.paths import ROOT
from ingest.formats import formats

FAMILIES = ROOT / "ingest" / "formats"
LOGS = ROOT / "fixtures" / "logs"
NAME = re.compile(r"[a-z][a-z0-9_]*")

FILES = {
    "__init__.py": '''"""NAME reports -> one RunRecord for each.

Source: the tool's own source file that prints the report, and the versions it was read in.
Says nothing about: start time, kernel, machine.
"""

TITLE = "NAME"
VERSION = "1"
''',
    "signs.py": '''"""How NAME is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines

START = re.compile(r"NAME \\d")  #: of a report; what mailers, terminals and pages put before a line is taken off
CLAIMS = Claims(START)
FOUND_BY = FoundBy(first=r"NAME \\d", anywhere=(b"NAME ",))
OWN_LINES = OwnLines(result=r"NAME \\d")  #: better: the last line of a report, which no other tool prints
''',
    "parser.py": '''"""NAME reports -> one RunRecord for each."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import Option, asked_in_command, whole
from ingest.formats.kit.doubts import check
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import NUMBER
from ingest.formats.kit.report_scanner import BLANK, NEWLINE, Page, reports
from ingest.formats.FAMILY.NAME.signs import START
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

BANNER = re.compile(rf"{BLANK}NAME (\\S+)[^\\n]*\\n")
ROW = re.compile(rf"{BLANK}([A-Za-z][\\w /]*?):[ \\t]*({NUMBER})[^\\n]*?{NEWLINE}")
METRICS = {"requests": "requests_completed", "requests per second": "requests_per_second"}
LAST = "requests per second"  #: the label without which a report is cut
OPTIONS: dict[str, Option] = {"n": ("requests_planned", whole), "c": ("concurrency", whole)}


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a log. What is no report is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The report that begins here as a run, and where it breaks off."""
    line, before, numbers, labels = page.line, page.unclaimed(page.place), Measured(), set[str]()
    banner = page.take(BANNER)
    version = banner[1] if banner else ""
    while (row := page.take(ROW)) and row[1] not in labels:
        labels.add(row[1])
        numbers.add(METRICS.get(row[1], ""), row[2], page.line - 1)
    check(numbers)
    facts: dict[str, Fact] = {"tool": "NAME", **asked_in_command(before, "NAME", OPTIONS)}
    facts |= {"tool_version": version} if version else {}
    status: Status = "complete" if LAST in labels else "aborted"
    yield RunRecord("NAME", version, facts, numbers.measurements, line, status, tuple(numbers.caveats))
    if LAST not in labels:
        yield Problem(page.line, f"The report breaks off here: expected its {LAST!r} line next.")
''',
    "test_NAME.py": '''"""What the NAME parser reads. The robustness tests hold that nothing breaks or slows it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import RunRecord

LOGS = sorted((ROOT / "fixtures" / "logs" / "NAME").rglob("*.log"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_a_log_has_a_run_with_a_rate(log: Path) -> None:
    parsed = formats()["NAME"].parse(io.BytesIO(log.read_bytes()))
    numbers = [number for run in parsed if isinstance(run, RunRecord) for number in run.measurements]
    assert any(number.metric == "requests_per_second" for number in numbers)
''',
}
ORIGIN = """Tool: NAME VERSION. stdout and stderr merged.
Machine: which, against which server. Made for this project: own work, same licence as the project.

LOG: the command line -> its exit status
"""


def main(name: str, family: str = "load") -> int:
    """The exit status: 2 for a name that cannot be a format's."""
    folder = FAMILIES / family / name
    if not NAME.fullmatch(name) or name in formats() or not (FAMILIES / family / "__init__.py").exists():
        print(f"{family}/{name}: expected a new name of small letters, in a family that exists.", file=sys.stderr)
        return 2
    for path in (*scaffold(folder, name, family), origin(name)):
        print(path.relative_to(ROOT))
    formats.cache_clear()
    format_pages.main()
    return 0


def scaffold(folder: Path, name: str, family: str) -> list[Path]:
    """The files of the format's own folder."""
    folder.mkdir(parents=True)
    written = []
    for file, text in FILES.items():
        path = folder / file.replace("NAME", name)
        path.write_text(text.replace("NAME", name).replace("FAMILY", family), encoding="utf-8")
        written.append(path)
    return written


def origin(name: str) -> Path:
    """Where its logs will come from: a folder for each version of the tool."""
    path = LOGS / name / "ORIGIN"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(ORIGIN.replace("NAME", name), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
