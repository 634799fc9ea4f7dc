"""What the image holds, in a folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from benchdb.tests.containers.declared import IGNORED, copied


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the Dockerfile copies from here, less what .dockerignore keeps back."""
    folder = tmp_path_factory.mktemp("image")
    kept_back = shutil.ignore_patterns("node_modules", *[line[3:] for line in IGNORED if line.startswith("**/")])
    for source, target in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / target, ignore=kept_back)
        elif source.endswith(".py"):
            shutil.copy(ROOT / source, folder / target)
    shutil.rmtree(folder / "frontend" / "built", ignore_errors=True)
    (folder / "frontend" / "built").symlink_to(ROOT / "frontend" / "built")  # the stage that builds them
    return folder
