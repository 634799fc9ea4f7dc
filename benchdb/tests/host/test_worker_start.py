"""A worker begins its work soon: it leaves to the pages what only pages need."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from celery.signals import celeryd_init
from django.conf import settings

from benchdb.host.paths import ROOT

BEGIN = """
import sys
from benchdb.celery import app
app.loader.import_default_modules()
print(*(name for name in ("benchdb.urls", "matplotlib", "polars", "scipy.stats") if name in sys.modules))
"""


def test_a_worker_starts_without_the_pages_and_what_draws_them() -> None:
    """These took more than half of its start: 2.4 s of CPU, and 1.0 s without."""
    started = subprocess.run(
        [sys.executable, "-c", BEGIN],
        cwd=ROOT,
        env={**os.environ, "DEBUG": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert started.stdout == "\n"


def test_what_a_killed_worker_leaves_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next launcher removes it; a worker that was killed left a folder in /tmp each time."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    celeryd_init.send(sender="worker", instance=None, conf=None, options={})
    assert Path(tempfile.gettempdir()) == settings.HERE.temporary
