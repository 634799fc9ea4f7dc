"""What an upload would give, as the API says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import prefetch_related_objects

from benchdb.models import Run
from benchdb.reads.representations import MeasurementOut, SetupOut
from benchdb.wording import sentences_of
from ingest.intake.activity import recorded_of
from ingest.intake.dry_runs.tried import tried
from ingest.intake.status import UploadStatus, status
from ingest.intake.uploads import IncomingFile


def report(incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Of these files; nothing of it is kept."""
    with tried(incoming, facts) as received:
        return report_of(status(received.upload), received.is_new)


def report_of(outcome: UploadStatus, is_new: bool) -> dict[str, Any]:
    prefetch_related_objects(outcome.runs, "measurements")
    return {
        "dry_run": True,
        "is_new": is_new,
        "state": outcome.upload.state,
        "error": outcome.upload.error,
        "files": [
            {"name": file.name, "sha256": file.log.sha256, "size": file.log.size, "format": file.format}
            for file in outcome.upload.files.select_related("log")
        ],
        "runs": [run_report(run) for run in outcome.runs],
        "traces": sum(recording.series for recording in recorded_of(outcome.upload)),
        "problems": outcome.problems,
    }


def run_report(run: Run) -> dict[str, Any]:
    return {
        "file": run.file.name,
        "line": run.line,
        "trial": run.trial,
        "status": run.status,
        "provenance": run.provenance,
        "caveats": sentences_of(run.caveats),
        "setup": SetupOut.from_orm(run.setup).dict(),
        "measurements": [MeasurementOut.from_orm(number).dict() for number in run.measurements.all()],
    }
