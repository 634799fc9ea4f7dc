"""A copy of a site beside it, and a backup that is older than where its logs are now."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command

from benchdb.host import objects
from benchdb.models import Log
from benchdb.models.logs import CHUNK_SIZE
from benchdb.tests.safekeeping.another_database import manage, rows_of
from ingest.intake.uploads import IncomingFile, create_upload

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

LARGE = random.Random(2).randbytes(CHUNK_SIZE + 1000)  # two chunks, and nothing that could be packed
AGED = "UPDATE benchdb_upload SET state = 'failed', finished_at = now(), created_at = now() - interval '400 days'"
WRITE = "import os; from benchdb.models import Log; Log.of([os.urandom(100_000)])"
ADDRESSES = "SELECT elsewhere FROM benchdb_logchunk ORDER BY number"

Folder = Callable[[str], str]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """The place of raw logs in a folder of this name, made where new."""

    def place(name: str) -> str:
        (tmp_path / name).mkdir(exist_ok=True)
        return f"folder:{tmp_path}/{name}"

    return place


@pytest.fixture
def original(folder: Folder, settings: Any, tmp_path: Path) -> Path:
    """The backup of a site with a large raw log in `folder("site")`."""
    settings.RAW_LOGS = folder("site")
    create_upload([IncomingFile("large.log", [LARGE])], {})
    call_command("backup", tmp_path / "site.backup", stdout=StringIO())
    return tmp_path / "site.backup"


def kept(place: str) -> int:
    return sum(1 for _ in objects.addresses(place))


def copy(database: str, file: Path, place: str, *options: str) -> None:
    code, printed = manage(database, "restore", file, *options, RAW_LOGS=place)
    assert code == 0, printed


def test_a_copy_of_a_site_removes_and_writes_none_of_its_logs(elsewhere: str, original: Path, folder: Folder) -> None:
    site = folder("site")
    code, printed = manage(elsewhere, "restore", original, RAW_LOGS=site)
    assert (code, f"{site} belongs to another site" in printed) == (0, True), printed
    with psycopg.connect(elsewhere) as database:
        database.execute(AGED)
    for words in (["move_logs", "--sweep"], ["shell", "--command", WRITE]):
        code, printed = manage(elsewhere, *words, RAW_LOGS=site)
        assert (code, "belongs to another site" in printed) == (1, True), printed
    assert manage(elsewhere, "retention", "--older-than", "365d", RAW_LOGS=site)[0] == 0
    assert rows_of(elsewhere, "SELECT count(*) FROM benchdb_logchunk") == [(0,)]
    assert kept(site) == 2
    call_command("fsck", "logs", "objects", stdout=StringIO())


def test_a_copy_takes_logs_to_a_place_of_its_own_and_leaves_the_sites(
    elsewhere: str, original: Path, folder: Folder
) -> None:
    copy(elsewhere, original, folder("copy"))
    assert manage(elsewhere, "move_logs", RAW_LOGS=folder("copy"))[0] == 0
    assert (kept(folder("copy")), kept(folder("site"))) == (2, 2)
    assert manage(elsewhere, "fsck", "logs", "objects", RAW_LOGS=folder("copy"))[0] == 0
    call_command("fsck", "logs", "objects", stdout=StringIO())


def test_where_the_site_is_gone_its_copy_takes_the_logs_over(elsewhere: str, original: Path, folder: Folder) -> None:
    copy(elsewhere, original, folder("site"))
    assert manage(elsewhere, "move_logs", "--take-over", RAW_LOGS=folder("site"))[0] == 0
    assert manage(elsewhere, "shell", "--command", WRITE, RAW_LOGS=folder("site"))[0] == 0
    with pytest.raises(objects.NotOurs, match="belongs to another site"):
        Log.of([LARGE[1:]])


def test_a_backup_finds_logs_that_were_moved_since(
    elsewhere: str, original: Path, folder: Folder, settings: Any
) -> None:
    settings.RAW_LOGS = folder("new")
    call_command("move_logs", stdout=StringIO())
    assert (kept(folder("site")), kept(folder("new"))) == (0, 2)
    copy(elsewhere, original, folder("new"))
    named = [address for (address,) in rows_of(elsewhere, ADDRESSES)]
    assert sorted(named) == sorted(objects.addresses(folder("new")))


def test_a_backup_whose_logs_are_gone_is_said_before_anything_is_touched(
    elsewhere: str, original: Path, folder: Folder, settings: Any
) -> None:
    settings.RAW_LOGS = ""
    call_command("move_logs", stdout=StringIO())
    code, printed = manage(elsewhere, "restore", original)
    assert (code, "of 2 pieces of raw logs that this backup names, 2 are gone" in printed) == (1, True), printed
    assert rows_of(elsewhere, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
    code, printed = manage(elsewhere, "restore", original, "--without-logs")
    assert (code, "logs: 1 faults" in printed, "CommandError: 1 faults" in printed) == (1, True, True), printed
    assert rows_of(elsewhere, "SELECT count(*) FROM benchdb_upload") == [(1,)]
