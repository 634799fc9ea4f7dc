"""`make bench-pages` on databases that are there."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from benchdb.dev.benchmarks.pages import of_folder
from benchdb.host.embedded import hold_folder
from benchdb.host.paths import Paths


def test_a_folder_in_use_is_left_alone(tmp_path: Path) -> None:
    with ExitStack() as another:
        hold_folder(Paths(tmp_path / "data"), another)
        with pytest.raises(RuntimeError, match=rf"already running on {tmp_path / 'data'}"):
            of_folder(10, tmp_path)
    assert not (tmp_path / "data" / "postgres").exists()
