"""The command `benchdb` as another process, and a log to send."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchdb.dev.testing.waiting import HANGS
from benchdb.host.local_sites import register
from benchdb.host.paths import ROOT

LOG = (ROOT / "fixtures/studies/zones/global.log").read_text()


class Cli:
    """The command, with a home of its own."""

    def __init__(self, home: Path, url: str) -> None:
        self.home, self.url = home, url
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environment = {
            **kept,
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
            "BENCHDB_URL": url,
            "PYTHONPATH": str(ROOT),
        }

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "benchdb.cli", *map(str, words)]
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.home, env=self.environment, **both)  # type: ignore[call-overload,no-any-return]

    def run(self, *words: str | Path) -> tuple[int, str, str]:
        process = self.start(*words)
        output, errors = process.communicate(timeout=HANGS)
        return process.returncode, output, errors


@pytest.fixture
def cli(tmp_path: Path, live_server: Any, site_token: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Beside an unclaimed site, which told this user where its token is, as `make run` does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    register(live_server.url, settings.HERE.token)
    return Cli(tmp_path, live_server.url)
