"""Whether what is kept is whole: each check yields a sentence for each thing that is not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import chain

import zstandard
from django.db import connection
from django.db.models import Q

from benchdb.curation.exclusions import COUNTING, unsettled_copies
from benchdb.domain.place import IMPORT
from benchdb.host import objects
from benchdb.models import Log, Permalink, PermalinkExport, Run, Upload
from benchdb.models.logs import packed_bytes, unpacked
from benchdb.questions.permalinks.freeze import content_digest
from benchdb.reads.packed.proof import wrong_setups
from benchdb.safekeeping.moving_logs import strays

AT_ONCE = 200  #: rows


def broken_logs() -> Iterator[str]:
    """Each log is read and hashed again, but for those whose bytes a rule gave up."""
    for log in Log.objects.filter(withdrawn_at=None).order_by("pk").iterator(chunk_size=AT_ONCE):
        digest, size = hashlib.sha256(), 0
        try:
            for kept in log.chunks.order_by("number").values_list("data", "elsewhere").iterator(chunk_size=4):
                piece = unpacked(packed_bytes(*kept))
                digest.update(piece)
                size += len(piece)
        except zstandard.ZstdError as error:
            yield f"log {log.pk}: a chunk cannot be unpacked ({error})"
            continue
        except objects.Gone as error:
            yield f"log {log.pk}: {error}"
            continue
        if size != log.size:
            yield f"log {log.pk}: {size:,} of its {log.size:,} bytes are there"
        elif digest.hexdigest() != log.pk:
            yield f"log {log.pk}: its bytes are others than those that came in"


def stray_objects() -> Iterator[str]:
    """What is in the place of raw logs, and no log has: left by a transaction that did not end."""
    yield from (f"{address}: no raw log has it" for address in strays())


#: What no two rows, or no row, may be: a sentence, and the SQL that names the rows where it is so.
ROWS = {
    "chunk {}: it belongs to no log": "SELECT id FROM benchdb_logchunk WHERE log_id IS NULL",
    "log {}: it was withdrawn by a rule, and bytes of it are still there": (
        "SELECT sha256 FROM benchdb_log l WHERE withdrawn_at IS NOT NULL "
        "AND EXISTS (SELECT 1 FROM benchdb_logchunk WHERE log_id = l.sha256)"
    ),
    "upload {}: it is stored, and some of its files still wait": (
        "SELECT DISTINCT u.id FROM benchdb_upload u JOIN benchdb_uploadfile f ON f.upload_id = u.id "
        "WHERE u.state = 'stored' AND f.state = 'queued'"
    ),
    "upload {}: it is finished, and nothing says when": (
        "SELECT id FROM benchdb_upload WHERE state IN ('stored', 'failed') AND finished_at IS NULL"
    ),
    "run {}: it has no number": (
        "SELECT id FROM benchdb_run r WHERE status <> 'aborted' "  # a refused load measured nothing
        "AND NOT EXISTS (SELECT 1 FROM benchdb_measurement WHERE run_id = r.id)"
    ),
    "run {}: the same reading of the same log is active twice": (
        "SELECT max(r.id) FROM benchdb_run r JOIN benchdb_uploadfile f ON f.id = r.file_id WHERE r.retired_at IS NULL "
        "GROUP BY f.log_id, r.ordinal, r.setup_id, r.started_at HAVING count(*) > 1"
    ),
    "run {}: it counts, and its upload is withdrawn": (
        "SELECT r.id FROM benchdb_run r JOIN benchdb_uploadfile f ON f.id = r.file_id "
        "JOIN benchdb_upload u ON u.id = f.upload_id "
        "WHERE u.withdrawn_at IS NOT NULL AND r.retired_at IS NULL AND r.excluded_at IS NULL"
    ),
    "file {}: it is stored, and nothing came of it": (
        "SELECT id FROM benchdb_uploadfile f WHERE state = 'stored' "
        "AND NOT EXISTS (SELECT 1 FROM benchdb_run WHERE file_id = f.id) "
        "AND NOT EXISTS (SELECT 1 FROM benchdb_recording WHERE file_id = f.id)"
    ),
}


def broken_rows() -> Iterator[str]:
    for sentence, query in ROWS.items():
        with connection.cursor() as cursor:
            cursor.execute(query)
            yield from (sentence.format(key) for (key,) in cursor.fetchall())


def broken_copies() -> Iterator[str]:
    """Of a report and its copies among the parts of a folder one counts, whichever of the parts are withdrawn."""
    counting = Run.objects.filter(caveats__contains=[{"kind": COUNTING}], retired_at=None).values("file__upload")
    parts = Upload.objects.filter(Q(withdrawn_at__isnull=False) | Q(pk__in=counting), facts__has_key=IMPORT)
    folders = {(upload.sender_id, upload.facts[IMPORT]): upload for upload in parts}
    for upload in folders.values():
        for run in unsettled_copies(upload):
            original = "counts as well" if run.excluded_at else "is withdrawn, and nothing counts"
            yield f"run {run.pk}: what it is a copy of {original}"


def broken_series() -> Iterator[str]:
    for setup in wrong_setups():
        yield f"setup {setup}: its packed series are not what its runs say"


COUNTS = """
SELECT (SELECT coalesce(sum(count), 0) FROM benchdb_setupruns),
       (SELECT count(*) FROM benchdb_run WHERE retired_at IS NULL AND excluded_at IS NULL)
"""


def broken_censuses() -> Iterator[str]:
    """The counts that pages add up, against the runs themselves."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTS)
        counted, active = cursor.fetchone()
    if counted != active:
        yield f"the census counts {counted:,} runs, and {active:,} are active"


def broken_permalinks() -> Iterator[str]:
    """An address is made of what it shows, and its exports' bytes and logs must be there."""
    logs = set(Log.objects.values_list("pk", flat=True))
    for link in Permalink.objects.order_by("pk").iterator(chunk_size=AT_ONCE):
        if not content_digest(link).startswith(link.pk):
            yield f"permalink {link.pk}: it shows something else than was frozen"
        if gone := set(link.logs) - logs:
            yield f"permalink {link.pk}: {len(gone)} of its logs are not there"
        try:
            json.loads(link.result)
        except ValueError as error:
            yield f"permalink {link.pk}: its answer cannot be read ({error})"
    for export in PermalinkExport.objects.order_by("pk").iterator(chunk_size=AT_ONCE):
        try:
            zstandard.ZstdDecompressor().decompress(bytes(export.data))
        except zstandard.ZstdError as error:
            yield f"{export}: its bytes cannot be unpacked ({error})"


Check = Callable[[], Iterator[str]]

CHECKS: dict[str, Check] = {
    "logs": broken_logs,
    "rows": broken_rows,
    "copies": broken_copies,
    "series": broken_series,
    "censuses": broken_censuses,
    "permalinks": broken_permalinks,
    "objects": stray_objects,
}


#: What `--mend` does besides: "" where there was nothing to mend, else a sentence.
MENDS: list[Callable[[], str]] = []


def register(name: str, check: Check, mend: Callable[[], str] | None = None) -> None:
    """A check, or another part of the check of this name, of a wing that stands on this one."""
    first = CHECKS.get(name)
    CHECKS[name] = (lambda: chain(first(), check())) if first else check
    if mend:
        MENDS.append(mend)
