"""`make audit`: holes that are known in what is locked, by pip-audit and npm.

A line for each lock. Exit status 1 where a hole is known; 2 where none is, and a lock could not be looked up:
advisories are held by pypi.org and registry.npmjs.org, and not by every mirror of them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchdb.host.bootstrap import FRONTEND, npm, npm_environment
from benchdb.host.paths import ROOT
from benchdb.wording import counted

LOCKS = ("requirements.txt", "requirements-test.txt", "requirements-valkey.txt")
PATIENCE = 600  #: seconds
NOT_INSTALLED = "pip-audit is not installed (pip install pip-audit)"
LONGEST = 160  #: characters of a program's own words


@dataclass(frozen=True, slots=True)
class Report:
    lock: str
    packages: int = 0  #: that were looked up
    holes: tuple[str, ...] = ()
    why_not: str = ""  #: it was not looked up, or not all of it

    @property
    def sentence(self) -> str:
        if self.holes:
            return f"{self.lock}: {'; '.join(self.holes)}"
        if self.why_not:
            return f"{self.lock}: NOT LOOKED UP: {self.why_not}"
        return f"{self.lock}: {counted(self.packages, 'package')}, no known hole"


def of_pip_audit(lock: str, output: str, words: str) -> Report:
    """`output`: its JSON, where it came so far."""
    with suppress(ValueError, KeyError):
        dependencies = json.loads(output)["dependencies"]
        skipped = [str(one["skip_reason"]) for one in dependencies if "skip_reason" in one]
        known = [one for one in dependencies if "skip_reason" not in one]
        why_not = f"{len(skipped)} of {counted(len(dependencies), 'package')} ({skipped[0]})" if skipped else ""
        return Report(lock, len(known), tuple(holes_of_pip_audit(known)), why_not)
    return Report(lock, why_not=last_line(words))


def holes_of_pip_audit(dependencies: Sequence[Any]) -> Iterator[str]:
    for one in dependencies:
        for hole in one["vulns"]:
            mended = f", mended in {', '.join(hole['fix_versions'])}" if hole["fix_versions"] else ""
            yield f"{one['name']} {one['version']}: {hole['id']}{mended}"


def of_npm(lock: str, output: str, words: str) -> Report:
    with suppress(ValueError, KeyError):
        document = json.loads(output)
        if "vulnerabilities" not in document:
            return Report(lock, why_not=last_line(str(document["message"])))
        holes = (f"{name}: {hole['severity']}" for name, hole in document["vulnerabilities"].items())
        return Report(lock, int(document["metadata"]["dependencies"]["total"]), tuple(holes))
    return Report(lock, why_not=last_line(words))


def last_line(words: str) -> str:
    lines = words.strip().splitlines()
    return lines[-1][:LONGEST] if lines else "it said nothing"


def reports() -> Iterator[Report]:
    program = shutil.which("pip-audit", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for lock in LOCKS:
        if program is None:
            yield Report(lock, why_not=NOT_INSTALLED)
            continue
        options = ("--format=json", "--progress-spinner=off", "--disable-pip", "--require-hashes", "-r", lock)
        yield of_pip_audit(lock, *outputs_of([program, *options], ROOT))
    yield of_npm("package-lock.json", *outputs_of([*map(str, npm()), "audit", "--json"], FRONTEND, npm_environment()))


def outputs_of(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> tuple[str, str]:
    """What it wrote to its two outputs, whatever its exit status is."""
    there = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=folder, env=there, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.stdout, done.stderr


def status_of(all_reports: Sequence[Report]) -> int:
    if any(report.holes for report in all_reports):
        return 1
    return 2 if any(report.why_not for report in all_reports) else 0


def main() -> None:
    made = []
    for report in reports():
        print(f"audit: {report.sentence}", flush=True)
        made.append(report)
    sys.exit(status_of(made))


if __name__ == "__main__":
    main()
