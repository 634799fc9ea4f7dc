"""A database of the first release becomes one of today's, with its rows in it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import psycopg
import pytest
import zstandard
from django.conf import settings
from psycopg.types.json import Jsonb

from benchdb.models.encrypted import decrypted
from benchdb.tests.safekeeping.another_database import manage, migrate, rows_of
from benchdb.wording import sentences_of

pytestmark = [pytest.mark.thorough, pytest.mark.long]

ROWS = """
INSERT INTO benchdb_log (sha256, size) VALUES ('a', 1), ('b', 1), ('c', 1);
INSERT INTO benchdb_logchunk (log_id, number, data) VALUES ('a', 0, %(data)s), ('b', 0, %(data)s), ('c', 0, %(data)s);
INSERT INTO benchdb_upload (id, digest, state, facts, created_at, attempts, error) VALUES
  (1, 'a', 'stored', '{}', now(), 1, ''), (2, 'b', 'stored', '{}', now(), 1, ''),
  (3, 'c', 'failed', '{}', now(), 1, 'x');
INSERT INTO benchdb_uploadfile (id, upload_id, log_id, position, name, format, problems) VALUES
  (1, 1, 'a', 1, 'run.log', 'ab', '[]'), (2, 2, 'b', 1, 'sar.txt', 'sar', '[]'), (3, 3, 'c', 1, 'x', '', '[]');
INSERT INTO benchdb_machine (id, name, slug, notes, cpu_model) VALUES
  (1, 'box', 'box', '', ''), (2, 'BOX', 'box-2', '', '');
INSERT INTO benchdb_setup (id, fingerprint, machine_id, zone, tuning, tool, tool_version, path, method) VALUES
  (1, 'f', 1, '', '{}', 'ab', '2.3', '', '');
INSERT INTO benchdb_run (id, setup_id, file_id, ordinal, line, status, provenance, citation, notes, facts, caveats,
  format, parser_version, stored_at, excluded_because) VALUES
  (1, 1, 1, 1, 1, 'complete', 'measured', '', '', '{}', '[]', 'ab', '1', now(), '');
INSERT INTO benchdb_trace (file_id, metric, item, start, times, values) VALUES (2, 'cpu.idle', 'all', 0, '{0}', '{1}');
"""

#: Three days of the first of two logs, which was corrected twice; the second was read between them.
CORRECTED = """
INSERT INTO benchdb_log (sha256, size) VALUES ('a', 1), ('b', 1);
INSERT INTO benchdb_upload (id, digest, state, facts, created_at, attempts, error, withdrawn_because, withdrawn_by)
  VALUES (1, 'a', 'stored', '{}', now(), 1, '', '', '');
INSERT INTO benchdb_uploadfile (id, upload_id, log_id, position, name, format, state, problems) VALUES
  (1, 1, 'a', 1, 'a.log', 'ab', 'stored', '[]'), (2, 1, 'b', 2, 'b.log', 'ab', 'stored', '[]');
INSERT INTO benchdb_setup (id, fingerprint, zone, tuning, tool, tool_version, path, method) VALUES
  (1, 'f', '', '{}', 'ab', '2.3', '', '');
INSERT INTO benchdb_run (id, setup_id, file_id, ordinal, line, status, provenance, citation, notes, facts, caveats,
  limits, format, parser_version, stored_at, retired_at, excluded_because)
SELECT id, 1, file, 1, 1, 'complete', 'measured', '', '', '{}', '[]', '[]', 'ab', '1', stored::timestamptz,
  retired::timestamptz, ''
FROM (VALUES (1, 1, '2026-01-01Z', '2026-01-10Z'), (2, 2, '2026-01-05Z', NULL),
             (3, 1, '2026-01-11Z', '2026-01-20Z'), (4, 1, '2026-01-21Z', NULL)) AS rows (id, file, stored, retired);
"""
RELEASES = ("0001", "0025", "0060", "0066", "0071")
STANDS = "SELECT id, coalesce(first_stored_at, stored_at)::date::text FROM benchdb_run ORDER BY id"


@pytest.fixture(scope="module")
def releases(django_db_setup: None) -> Iterator[str]:
    """The address that databases of older releases have but for their ends: the names of migrations, made one upon the
    other."""
    server = settings.HERE.database_url.rpartition("/")[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        before = "template0"
        for number in RELEASES:
            admin.execute(f"CREATE DATABASE release_{number} TEMPLATE {before}")
            migrate(f"{server}/release_{number}", number)
            before = f"release_{number}"
        yield f"{server}/release_"
        for number in RELEASES:
            admin.execute(f"DROP DATABASE release_{number} WITH (FORCE)")


@pytest.fixture
def elsewhere(releases: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database of the release that the test names, its own."""
    server, _, release = releases.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE taken_along TEMPLATE {release}{request.param}")
        yield f"{server}/taken_along"
        admin.execute("DROP DATABASE taken_along WITH (FORCE)")


def of_release(number: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("elsewhere", [number], indirect=True)


@of_release("0001")
def test_a_database_of_the_first_release_is_taken_along(elsewhere: str) -> None:
    data = zstandard.ZstdCompressor().compress(b"x")
    with psycopg.connect(elsewhere) as first:
        for statement in filter(str.strip, ROWS.split(";\n")):
            first.execute(statement, {"data": data} if "%(data)s" in statement else None)
    migrate(elsewhere)
    with psycopg.connect(elsewhere) as now:
        uploads = now.execute("SELECT id, state FROM benchdb_upload ORDER BY id").fetchall()
        files = now.execute("SELECT id, state FROM benchdb_uploadfile ORDER BY id").fetchall()
        runs = now.execute("SELECT id, limits FROM benchdb_run").fetchall()
        machines = now.execute("SELECT name FROM benchdb_machine ORDER BY id").fetchall()
    assert uploads == [(1, "stored"), (2, "queued"), (3, "failed")], "series are read anew"
    assert files == [(1, "stored"), (2, "queued"), (3, "failed")]
    assert runs == [(1, [])]
    assert machines == [("box",), ("BOX (2)",)]


@of_release("0060")
def test_a_corrected_run_stands_at_the_moment_of_the_reading_it_replaced(elsewhere: str) -> None:
    with psycopg.connect(elsewhere) as before:
        for statement in filter(str.strip, CORRECTED.split(";\n")):
            before.execute(statement)
    migrate(elsewhere)
    first, other = "2026-01-01", "2026-01-05"
    assert rows_of(elsewhere, STANDS) == [(1, first), (2, other), (3, first), (4, first)]
    assert "series: whole" in manage(elsewhere, "fsck")[1], manage(elsewhere, "fsck")[1]
    migrate(elsewhere, "0060")
    assert rows_of(elsewhere, "SELECT count(*) FROM benchdb_setupruns") == [(1,)]


@of_release("0066")
def test_kernels_names_are_read_anew(elsewhere: str) -> None:
    columns = "name, slug, notes, os, release, series, flavour, build, patches, version_key"
    with psycopg.connect(elsewhere) as before:
        for name, flavour in (("kernel-6.1", ""), ("Linux 6.18.44-fc-v657", "v657")):
            row = (name, name, "", name, "", "", flavour, "", [], [])
            before.execute(f"INSERT INTO benchdb_kernel ({columns}) VALUES ({', '.join(['%s'] * 10)})", row)
    migrate(elsewhere)
    read = "SELECT os, release, series, flavour FROM benchdb_kernel ORDER BY id"
    assert rows_of(elsewhere, read) == [("", "6.1", "6.1", ""), ("Linux", "6.18.44-fc-v657", "6.18", "")]


MIGRATION = import_module("benchdb.migrations.0069_caveats_as_values")
CAVEATS = [
    "Aborted at 3 of 5 requests.",
    "The server was stated as nginx 1.20.9, which counts here; the log names Apache 2.0.58.",
    "The same numbers as the report at line 57: a copy counts twice.",
    "The same numbers as the report at line 1 of all.log: a copy counts twice.",
]
LIMITS = [
    "The load generator was at its limit 1,204 times (no local port was free), so the server was not offered the full "
    "load.",
    "The load generator was at its limit once (its file descriptor table was full), so the server was not offered the "
    "full load.",
    "1,070.5 of 1,200 requests per second were answered while the server's CPUs were 29% idle: the bottleneck was "
    "upstream of the server (the load generator or the network).",
    "The load generator's CPUs were 97% busy: it may have been the limit.",
    "The load generator's CPUs were 97% busy, the server's 57% idle: it may have been the limit.",
    "The load generator's eth1 was 99% full: the network was the limit.",
    "The server's eth0 carried 94% of what 1 Gbit/s can: the network may have been the limit.",
    "The machine's CPUs were 58% busy before the load began: CPU use and CPU time per request may include other work.",
    "4 CPUs were stated, but 1,024 recorded. Figures that depend on the number of CPUs use the 1,024 recorded; the run "
    "stays filed under the stated count.",
]


@of_release("0060")
def test_what_is_said_of_runs_becomes_values_with_the_same_words(elsewhere: str) -> None:
    update = "UPDATE benchdb_run SET caveats = %s, limits = %s WHERE id = 4"
    with psycopg.connect(elsewhere) as before:
        for statement in filter(str.strip, CORRECTED.split(";\n")):
            before.execute(statement)
        before.execute(update, (Jsonb(CAVEATS), Jsonb(LIMITS)))
    migrate(elsewhere)
    kept = "SELECT caveats, limits FROM benchdb_run WHERE id = 4"
    ((caveats, limits),) = rows_of(elsewhere, kept)
    assert caveats[0] == CAVEATS[0], "the parser's own"
    assert (sentences_of(caveats), sentences_of(limits)) == (CAVEATS, LIMITS)
    assert not [one for one in (*caveats[1:], *limits) if isinstance(one, str)]
    assert {one["kind"] for one in limits} == {kind for kind, *_ in MIGRATION.LIMITS}
    migrate(elsewhere, "0068")
    assert rows_of(elsewhere, kept) == [(CAVEATS, LIMITS)]


@of_release("0071")
def test_a_permalink_keeps_the_address_that_its_exports_name(elsewhere: str) -> None:
    link = (
        "INSERT INTO benchdb_permalink (id, kind, title, note, headline, query, as_of, created_at, run_ids, logs, "
        "versions, result, drift) VALUES (%s, 'compare', '', '', '', '', now(), now(), '{}', '{}', '{}', '{}', '[]')"
    )
    export = "INSERT INTO benchdb_permalinkexport (permalink_id, name, data, rendered_at) VALUES (%s, 'txt', %s, now())"
    text = b"Title\n=====\n\nsee http://other.example/p/abc/\n\nhttp://bench.example:81/p/abc/\n"
    with psycopg.connect(elsewhere) as before:
        for name, content in (("abc", text), ("xyz", b"no address")):
            before.execute(link, (name,))
            before.execute(export, (name, zstandard.ZstdCompressor().compress(content)))
    migrate(elsewhere)
    kept = rows_of(elsewhere, "SELECT id, address FROM benchdb_permalink ORDER BY id")
    assert kept == [("abc", "http://bench.example:81/p/abc/"), ("xyz", "")]


@of_release("0025")
def test_secrets_of_webhooks_are_encrypted_where_they_are_and_can_be_taken_back(elsewhere: str) -> None:
    row = "INSERT INTO benchdb_webhook (url, secret, kinds, made_at) VALUES (%s, %s, %s, now())"
    with psycopg.connect(elsewhere) as before:
        before.execute(row, ("http://a.example/", "whsec_c2VjcmV0", ["runs.stored"]))
    migrate(elsewhere, "0031")
    assert (kept := secret_in(elsewhere)) != "whsec_c2VjcmV0"
    assert decrypted(kept) == "whsec_c2VjcmV0"
    migrate(elsewhere, "0025")
    assert secret_in(elsewhere) == "whsec_c2VjcmV0"


def secret_in(database: str) -> str:
    with psycopg.connect(database) as now:
        (secret,) = now.execute("SELECT secret FROM benchdb_webhook").fetchone() or ("",)
    return str(secret)
