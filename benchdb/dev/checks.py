"""Checks that are neither style nor behaviour: the walls between the wings, sizes, and what was not written anew, as
migrations and the client of the API."""

from __future__ import annotations

import subprocess
import sys

from benchdb.host.paths import ROOT

CHECKS = (
    ("import contracts", (sys.executable, "-m", "importlinter.cli", "lint-imports", "--no-cache")),
    ("sizes of folders, files and functions", (sys.executable, "-m", "benchdb.dev.structure")),
    ("missing migrations", (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")),
    ("the client of the API (benchdb.dev.client --write)", (sys.executable, "-m", "benchdb.dev.client")),
    ("Django's own checks", (sys.executable, "manage.py", "check", "--fail-level", "WARNING")),
)


def main() -> None:
    for name, command in CHECKS:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{name} failed:\n{done.stdout}{done.stderr}")
        print(f"{name}: kept")


if __name__ == "__main__":
    main()
