"""A backup is the whole database, and comes back as it was; fsck finds whatever is broken."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
import zstandard
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

from benchdb.models import Log, LogChunk, Measurement, Permalink, PermalinkExport, Run, Upload, UploadFile
from benchdb.safekeeping.backup import MANIFEST, Server
from benchdb.safekeeping.integrity import broken_rows
from benchdb.tests.safekeeping.another_database import manage, migrate, rows_of
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.long

QUESTION = "study=zones&provenance=published&cols=zone"


@pytest.mark.django_db(transaction=True)
def test_a_backup_comes_back_as_it_was(elsewhere: str, client: Client, tmp_path: Path) -> None:
    """Bytes that a rule gave up do not come back, those that are kept do, and fsck finds both sides whole."""
    call_command("loadstudies", verbosity=0)
    address = client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"]
    client.get(f"{address[:-1]}.md")
    given_up = some_logs_given_up()
    file = tmp_path / "site.backup"
    call_command("backup", file, stdout=StringIO())
    assert file.stat().st_mode & 0o777 == 0o600
    code, printed = manage(elsewhere, "restore", file)
    assert code == 0, printed
    assert "logs: whole" in printed
    assert "permalinks: whole" in printed
    assert "READING was" not in printed
    link = Permalink.objects.get()
    assert rows_of(elsewhere, "SELECT id, result FROM benchdb_permalink") == [(link.pk, link.result)]
    export = bytes(PermalinkExport.objects.get(name="md").data)
    assert rows_of(elsewhere, "SELECT data FROM benchdb_permalinkexport WHERE name = 'md'") == [(export,)]
    assert rows_of(elsewhere, "SELECT count(*) FROM benchdb_run") == [(Run.objects.count(),)]
    counts = "SELECT count(withdrawn_by <> '' OR NULL), count(*), (SELECT count(DISTINCT log_id) FROM benchdb_logchunk)"
    ((withdrawn, logs, with_bytes),) = rows_of(elsewhere, f"{counts} FROM benchdb_log")
    assert (withdrawn, logs, with_bytes) == (given_up, Log.objects.count(), Log.objects.count() - given_up)
    code, printed = manage(elsewhere, "restore", file)
    assert (code, "--replace gives them up" in printed) == (1, True)
    code, printed = manage(elsewhere, "restore", file, "--replace")
    assert code == 0, printed
    assert manage(elsewhere, "fsck")[0] == 0
    call_command("fsck", stdout=StringIO())


def some_logs_given_up() -> int:
    """How many, by age; those of the studies' first upload are not among them."""
    kept = Log.of([b"kept"])
    UploadFile.objects.first().upload.files.create(position=99, name="kept", log=kept, state="failed")
    Upload.objects.exclude(files__log=kept).update(created_at=timezone.now() - timedelta(days=900))
    call_command("retention", "--older-than", "365d", stdout=StringIO())
    given_up = Log.objects.filter(withdrawn_at__isnull=False).count()
    assert 0 < given_up < Log.objects.count()
    return given_up


@pytest.mark.django_db(transaction=True)
def test_a_backup_of_an_older_release_is_brought_to_this_one(elsewhere: str, tmp_path: Path) -> None:
    migrate(elsewhere, "0025")
    row = "INSERT INTO benchdb_log (sha256, size) VALUES (encode(sha256(''), 'hex'), 0)"
    with psycopg.connect(elsewhere) as older:
        older.execute(row)
    code, printed = manage(elsewhere, "backup", tmp_path / "older")
    assert code == 0, printed
    code, printed = manage(elsewhere, "restore", tmp_path / "older")
    assert code == 0, printed
    assert rows_of(elsewhere, "SELECT size FROM benchdb_log") == [(0,)]
    assert rows_of(elsewhere, "SELECT 1 FROM django_migrations WHERE name LIKE '0031%'") == [(1,)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("before", "now", "warning"),
    [
        ("members", "public", "set READING=members before you start the site"),
        ("public", "members", "only who logs in reads it now"),
        # Where nothing changes: `make test` has it of a public site, in test_a_backup_comes_back_as_it_was.
        pytest.param("members", "members", "", marks=pytest.mark.thorough),
        pytest.param("public", "public", "", marks=pytest.mark.thorough),
    ],
)
def test_a_site_for_members_is_not_restored_as_a_public_one_without_a_word(
    elsewhere: str, settings: Any, tmp_path: Path, before: str, now: str, warning: str
) -> None:
    settings.READING, file = before, tmp_path / "site.backup"
    call_command("backup", file, stdout=StringIO())
    code, printed = manage(elsewhere, "restore", file, "--replace", READING=now)
    assert (code, "READING was" in printed, warning in printed) == (0, bool(warning), True), printed


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_does_not_say_who_reads_is_taken(elsewhere: str, tmp_path: Path) -> None:
    """As older releases wrote them."""
    file, older = tmp_path / "site.backup", tmp_path / "older.backup"
    call_command("backup", file, stdout=StringIO())
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(older, "w") as written:
        for name in archive.namelist():
            document = archive.read(name)
            if name == MANIFEST:
                document = json.dumps({k: v for k, v in json.loads(document).items() if k != "reading"}).encode()
            written.writestr(name, document)
    code, printed = manage(elsewhere, "restore", older, "--replace", READING="members")
    assert (code, "READING was" in printed) == (0, False), printed


@pytest.mark.django_db(transaction=True)
def test_what_is_damaged_or_of_a_newer_release_is_refused_before_anything_is_touched(tmp_path: Path) -> None:
    Log.of([b"kept"])
    file = tmp_path / "site.backup"
    call_command("backup", file, stdout=StringIO())
    whole = file.read_bytes()
    rewritten(file, lambda name, data: data[:-9] + b"\0" * 9 if name != MANIFEST else data)
    with pytest.raises(CommandError, match="is damaged"):
        call_command("restore", file)
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CommandError, match="is not a complete backup"):
        call_command("restore", file)
    file.write_bytes(whole)
    rewritten(file, lambda name, data: data.replace(b"0001_initial", b"9001_later") if name == MANIFEST else data)
    with pytest.raises(CommandError, match="whose database this release does not know"):
        call_command("restore", file)
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", file)
    assert Log.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_table_that_comes_back_with_other_rows_is_named(elsewhere: str, tmp_path: Path) -> None:
    Log.of([b"kept"])
    file = tmp_path / "site.backup"
    call_command("backup", file, stdout=StringIO())
    count = b'"benchdb_log": 1'
    rewritten(file, lambda name, data: data.replace(count, b'"benchdb_log": 2') if name == MANIFEST else data)
    code, printed = manage(elsewhere, "restore", file)
    assert (code, "these tables came back with other numbers of rows: benchdb_log" in printed) == (1, True), printed


def rewritten(file: Path, change: object) -> None:
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as before, zipfile.ZipFile(file, "w") as after:
        for name in before.namelist():
            after.writestr(name, change(name, before.read(name)))  # type: ignore[operator]


def test_a_backup_reaches_the_database_as_the_site_does() -> None:
    """Also where the address says so in its query: over TLS, say, and to nobody else than who it names."""
    address = "postgresql://ada@/site?host=/run/own&port=5433&sslmode=verify-full&sslrootcert=/ca.pem&pool=1"
    server = Server.of(dict(dj_database_url.parse(address)))
    assert server.parameters["sslmode"] == "verify-full"
    own = {name: text for name, text in server.environment.items() if name.startswith("PG")}
    wanted = {"PGHOST": "/run/own", "PGPORT": "5433", "PGSSLMODE": "verify-full", "PGSSLROOTCERT": "/ca.pem"}
    assert own == own | {**wanted, "PGUSER": "ada", "PGDATABASE": "site"}


@pytest.mark.django_db
def test_fsck_finds_every_kind_of_damage(client: Client) -> None:
    call_command("loadstudies", verbosity=0)
    client.post("/compare/freeze/", {"query": QUESTION})
    call_command("fsck", stdout=StringIO())
    log, other, third, fourth = Log.objects.all()[:4]
    LogChunk.objects.filter(log=log).update(data=b"nonsense")
    LogChunk.objects.filter(log=other).update(log=third, number=9)
    LogChunk.objects.filter(log=fourth).update(data=zstandard.compress(b"x" * fourth.size))
    UploadFile.objects.filter(pk=UploadFile.objects.filter(state="stored").first().pk).update(state="queued")
    Permalink.objects.update(title="Another title")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE benchdb_setupruns SET count = count + 1")
    printed = StringIO()
    with pytest.raises(CommandError, match="faults"):
        call_command("fsck", stdout=printed)
    for sentence in (
        "a chunk cannot be unpacked",
        "0 of its",
        f"log {third.pk}:",
        f"log {fourth.pk}: its bytes are others than those that came in",
        "some of its files still wait",
        "its packed series are not what its runs say",
        "the census counts",
        "it shows something else than was frozen",
    ):
        assert sentence in printed.getvalue(), sentence
    with pytest.raises(CommandError, match="unknown check disks"):
        call_command("fsck", "disks")


@pytest.mark.django_db
def test_fsck_takes_a_load_that_was_refused_for_whole() -> None:
    """It measured nothing, and says so; a complete run without a number has lost them."""
    made = runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0]})[0]
    Measurement.objects.filter(run=made).delete()
    assert f"run {made.pk}: it has no number" in list(broken_rows())
    Run.objects.filter(pk=made.pk).update(status=Run.Status.ABORTED)
    assert [sentence for sentence in broken_rows() if sentence.startswith("run")] == []
