"""Step: what holds for an upload as a whole: its machines, its study, and the recordings that belong to its runs."""

from __future__ import annotations

from benchdb.curation.uploads import finished, leave_out, restore
from benchdb.held_rows import alone
from benchdb.host.objects import Gone
from benchdb.models import UploadFile
from benchdb.models.logs import LogWithdrawn
from ingest.declared.systems import NAMED
from ingest.pipeline.declare import systems
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.copies_of_parts import mark_copies_of_parts
from ingest.pipeline.linking.held_recordings import hold_recordings
from ingest.pipeline.linking.known_recordings import note_known_recordings
from ingest.pipeline.linking.parts import join_parts
from ingest.pipeline.linking.recordings_of_runs import link_recordings
from ingest.pipeline.linking.repeated_trials import note_repeated_trials
from ingest.pipeline.linking.stated_in_parts import declared_of
from ingest.pipeline.linking.unused_facts import note_unused
from ingest.pipeline.rows.studies import describe_machines, store_study


def link(ingestion: Ingestion) -> None:
    join_parts(ingestion)
    hold_recordings(ingestion)
    if ingestion.upload.withdrawn_at:  # it was read again, and a run may be in it that was not there before
        leave_out(ingestion.upload)
    mark_copies_of_parts(ingestion)
    if ingestion.declared.study:
        store_study(ingestion.declared.study, list(ingestion.runs.values()))
    link_recordings(ingestion)
    note_known_recordings(ingestion)
    note_unused(ingestion, describe_machines(ingestion.declared.machines))
    note_repeated_trials(ingestion)


@alone
def restore_linked(upload_id: int) -> int:
    """It counts again, and so does what its recordings know of the runs beside them, those of parts that came meanwhile
    as well. How many runs.

    Its own files say what they said. Where the facts of its `benchdb.toml` are gone, it only counts again.
    """
    ingestion = Ingestion.of(finished(upload_id))
    join_parts(ingestion)
    if {*ingestion.parts, *ingestion.withdrawn} == {upload_id} or not knows_its_facts(ingestion):
        return restore(upload_id)
    hold_recordings(ingestion)
    runs = restore(upload_id)
    ingestion.upload.refresh_from_db()
    link_recordings(ingestion)
    return runs


def knows_its_facts(ingestion: Ingestion) -> bool:
    """Once more, from its fields, each `benchdb.toml` and what `uname -a` printed. False where they are gone."""
    declared = declared_of(ingestion.upload)
    if declared is None:
        return False
    named = ingestion.upload.files.filter(state=UploadFile.State.FACTS, name__icontains=NAMED)
    try:
        declared.systems = dict(systems(named.select_related("log")))
    except (LogWithdrawn, Gone):
        return False
    ingestion.declared = declared
    return True
