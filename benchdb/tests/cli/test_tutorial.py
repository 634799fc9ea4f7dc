"""The tutorial's lines, as they stand there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from benchdb.dev.testing.waiting import free_port
from benchdb.host.local_sites import register
from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from benchdb.models import Permalink, Run

TUTORIAL = ROOT / "docs" / "tutorial.md"
LACKING = [tool for tool in ("nginx", "ab") if not shutil.which(tool)]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(bool(LACKING), reason=f"not on this machine: {', '.join(LACKING)}")
def test_the_tutorial_does_what_it_says(
    tmp_path: Path, live_server: Any, worker: Process, site_token: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".local" / "state"))
    register(live_server.url, settings.HERE.token)  # as `make run` does
    script = "set -euo pipefail\n" + "\n".join(re.findall(r"^```sh\n(.*?)^```", TUTORIAL.read_text(), re.M | re.S))
    here = {"$HOME/benchdb": str(ROOT), "http://127.0.0.1:8000": live_server.url, "8899": str(free_port())}
    for there, address in here.items():
        assert there in script
        script = script.replace(there, address)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    try:
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    finally:
        with suppress(FileNotFoundError):  # a server that is stopping removes it when it likes
            subprocess.run(["kill", (tmp_path / "nginx.pid").read_text().strip()], check=False)
    assert Run.objects.filter(setup__machine__name="tutorial").count() == 10
    assert (tmp_path / "gate.txt").read_text() == "gate: 1\n"
    assert (tmp_path / "job.md").read_text("utf-8").startswith("<!-- benchdb: ")
    link = Permalink.objects.get()
    assert (tmp_path / "permalink.txt").read_text().strip() == f"{live_server.url}/p/{link.pk}/"
