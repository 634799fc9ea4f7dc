"""A log that has grown since it was sent: the same sender's file of the same path, whose bytes begin with those that
are stored. Its first runs are stored already, and count once.

Looked for among the sender's newest uploads: the folder of a night that still runs is imported again soon.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection

from benchdb.models import Log, Run
from benchdb.models.logs import LogWithdrawn
from ingest.pipeline.ingestion import NEWEST, Ingestion

PIECE = 2**20  #: bytes
SHORTER = """
SELECT file.id, file.log_id, log.size, own.log_id FROM benchdb_uploadfile AS file
JOIN benchdb_log AS log ON log.sha256 = file.log_id
JOIN benchdb_uploadfile AS own ON own.upload_id = %(upload)s AND own.name = file.name AND own.state = 'stored'
JOIN benchdb_log AS whole ON whole.sha256 = own.log_id
WHERE file.upload_id IN (
  SELECT id FROM benchdb_upload WHERE sender_id IS NOT DISTINCT FROM %(sender)s AND id < %(upload)s
  ORDER BY id DESC LIMIT %(newest)s
) AND file.state = 'stored' AND file.archive_id IS NULL AND own.archive_id IS NULL AND log.size < whole.size
"""


@dataclass(frozen=True, slots=True)
class Shorter:
    """A file that may have been the beginning of another."""

    file: int
    log: str  #: SHA-256
    size: int  #: bytes


def beginnings(ingestion: Ingestion) -> list[int]:
    """The files of earlier uploads that some log of this one begins with."""
    upload = ingestion.upload
    with connection.cursor() as cursor:
        cursor.execute(SHORTER, {"upload": upload.pk, "sender": upload.sender_id, "newest": NEWEST})
        rows = cursor.fetchall()
    by_log: dict[str, list[Shorter]] = defaultdict(list)
    for file, log, size, whole in rows:
        by_log[whole].append(Shorter(file, log, size))
    return [one.file for whole, some in by_log.items() for one in begun_by(whole, some)]


def begun_by(whole: str, shorter: Sequence[Shorter]) -> Iterator[Shorter]:
    """Those whose bytes it begins with: it is read once, as far as the longest of them goes."""
    digest, place = hashlib.sha256(), 0
    try:
        with Log.objects.get(pk=whole).open() as stream:
            for one in sorted(shorter, key=lambda one: one.size):
                while place < one.size and (piece := stream.read(min(PIECE, one.size - place))):
                    digest.update(piece)
                    place += len(piece)
                if digest.hexdigest() == one.log:
                    yield one
    except LogWithdrawn:
        return


def runs_of_beginnings(ingestion: Ingestion) -> list[int]:
    files = beginnings(ingestion) if ingestion.may_have_grown else []
    return list(Run.objects.active().filter(file__in=files).values_list("pk", flat=True)) if files else []
