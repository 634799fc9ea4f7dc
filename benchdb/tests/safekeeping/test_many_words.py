"""What pg_dump or pg_restore say of themselves holds them up at no length."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from django.db import connection

from benchdb.safekeeping import backup, restore
from benchdb.safekeeping.backup import DUMP, BadBackup, Server

WORDS = 200_000  #: bytes, more than a pipe holds


@pytest.fixture
def talkative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that talks before it reads or writes, and fails."""
    script = tmp_path / "program"
    script.write_text(f"#!/bin/sh\nhead -c {WORDS} /dev/zero | tr '\\0' 'w' >&2\ncat - >&2 < /dev/null\nexit 1\n")
    script.chmod(0o700)
    for module in (backup, restore):
        monkeypatch.setattr(module, "program", lambda name: str(script))


@pytest.fixture
def server(db: None) -> Server:
    return Server.of(connection.settings_dict)


@pytest.mark.usefixtures("talkative")
def test_a_dump_that_talks_much_comes_to_its_end(tmp_path: Path, server: Server) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive, pytest.raises(BadBackup, match=r"pg_dump failed: w{1000}"):
        backup.dump(server, "none", archive)


@pytest.mark.usefixtures("talkative")
def test_a_restore_that_talks_much_comes_to_its_end(tmp_path: Path, server: Server) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr(DUMP, b"d" * WORDS)
    with pytest.raises(BadBackup, match=r"pg_restore failed: w{1000}"):
        restore.load(server, tmp_path / "x")
