"""Step: what holds for an upload as a whole: its machines, its study, and the recordings that belong to its runs."""

from __future__ import annotations

from benchdb.curation.uploads import leave_out
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.copies_of_parts import mark_copies_of_parts
from ingest.pipeline.linking.held_recordings import hold_recordings
from ingest.pipeline.linking.known_recordings import note_known_recordings
from ingest.pipeline.linking.parts import join_parts
from ingest.pipeline.linking.recordings_of_runs import link_recordings
from ingest.pipeline.linking.repeated_trials import note_repeated_trials
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
