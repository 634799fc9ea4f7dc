"""Recordings of other uploads that may be attached are held before anything is written.

Whoever withdraws or restores an upload holds its recordings, then changes runs: who changed runs first and held
recordings then would wait for one who waits for him. The other parts' need not be held here, nobody withdraws these
while the import is held.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Max, Min

from benchdb.models import Recording, Run
from benchdb.recordings.matching import recordings_near
from ingest.pipeline.ingestion import Ingestion


def hold_recordings(ingestion: Ingestion) -> None:
    """Those whose bytes came again, and those that may belong to its runs by their time: in one statement, by their
    ids, as withdrawals do."""
    known = (row for row in ingestion.recordings.values() if row.file.upload_id != ingestion.upload.pk)
    if rows := [*known, *recorded_then(ingestion)]:
        Recording.hold(rows)


def recorded_then(ingestion: Ingestion) -> Iterator[Recording]:
    """Recordings of the runs' machines around their times. Of all machines where what lies beside the runs may yet say
    which one theirs is."""
    may_be_any = bool(ingestion.recordings or ingestion.declared.systems or len(ingestion.parts) > 1)
    dated = [run.pk for run in ingestion.runs.values() if run.started_at]
    rows = Run.objects.filter(pk__in=dated).values_list("setup__machine") if dated else Run.objects.none()
    for machine, first, last in rows.annotate(Min("started_at"), Max("started_at")).order_by():
        if machine is not None or may_be_any:
            yield from recordings_near(machine, [first.timestamp(), last.timestamp()])
