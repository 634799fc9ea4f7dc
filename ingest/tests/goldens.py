"""The real logs of fixtures/logs/<format>/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from benchdb.dev.testing.waiting import HANGS
from benchdb.host.paths import ROOT

LOGS = ROOT / "fixtures" / "logs"
GOLDEN = ".golden.jsonl"
NOT_LOGS = ("ORIGIN", "README.md")


def all_logs() -> list[Path]:
    files = (path for path in LOGS.glob("*/**/*") if path.is_file() and path.name not in NOT_LOGS)
    return sorted(path for path in files if not path.name.endswith(GOLDEN))


def is_installed(program: str, version: str) -> bool:
    path = shutil.which(program)
    if path is None:
        return False
    answer = subprocess.run([path, "-V"], capture_output=True, timeout=HANGS, check=False)
    return version in (answer.stdout + answer.stderr).decode()
