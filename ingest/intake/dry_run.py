"""A dry run: the files go through the whole pipeline, the report is kept, everything else is rolled back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from benchdb.models import Run, Upload
from benchdb.reads.representations import MeasurementOut, SetupOut
from ingest.intake.status import UploadStatus, status
from ingest.intake.uploads import IncomingFile, TooLarge, create_upload
from ingest.pipeline.parse_upload import parse_upload


def dry_run_report(incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> dict[str, Any]:
    """What an upload of these files would give. TooLarge for what is better sent for good."""
    with transaction.atomic():
        received = create_upload(incoming, facts)
        files = list(received.upload.files.select_related("log"))
        if sum(file.log.size for file in files) > settings.DRY_RUN_SIZE:
            raise TooLarge(f"A dry run takes at most {settings.DRY_RUN_SIZE // 2**20} MiB; send it without dry_run.")
        if received.upload.state == Upload.State.QUEUED:
            parse_upload(received.upload.pk)
        received.upload.refresh_from_db()
        report = report_of(status(received.upload), received.is_new)
        transaction.set_rollback(True)
    return report


def report_of(outcome: UploadStatus, is_new: bool) -> dict[str, Any]:
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
        "traces": sum(recording.series for recording in outcome.recordings),
        "problems": outcome.problems,
    }


def run_report(run: Run) -> dict[str, Any]:
    return {
        "file": run.file.name,
        "line": run.line,
        "trial": run.trial,
        "status": run.status,
        "provenance": run.provenance,
        "caveats": run.caveats,
        "setup": SetupOut.from_orm(run.setup).dict(),
        "measurements": [MeasurementOut.from_orm(number).dict() for number in run.measurements.all()],
    }
