"""A dry run: the files go through the whole pipeline, the report is kept, everything else is rolled back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from benchdb.documents import MeasurementOut, SetupOut
from benchdb.models import Run, Upload
from ingest.parsing import parse_upload
from ingest.status import UploadStatus, status
from ingest.uploading import Arrival, TooLarge, recorded

LARGEST = 64 * 1024 * 1024  #: bytes; the asker waits for it, and so does a web server's thread


def rehearsed(arrivals: Sequence[Arrival], facts: Mapping[str, Any]) -> dict[str, Any]:
    """What an upload of these files would give. TooLarge for what is better sent for good."""
    with transaction.atomic():
        received = recorded(arrivals, facts)
        files = list(received.upload.files.select_related("log"))
        if sum(file.log.size for file in files) > LARGEST:
            raise TooLarge(f"A dry run takes at most {LARGEST // 2**20} MiB; send it without dry_run.")
        if received.upload.state == Upload.State.QUEUED:
            parse_upload(received.upload.pk)
        received.upload.refresh_from_db()
        report = report_of(status(received.upload), received.is_new)
        transaction.set_rollback(True)
    return report


def report_of(found: UploadStatus, is_new: bool) -> dict[str, Any]:
    return {
        "dry_run": True,
        "is_new": is_new,
        "state": found.upload.state,
        "error": found.upload.error,
        "files": [
            {"name": file.name, "sha256": file.log.sha256, "size": file.log.size, "format": file.format}
            for file in found.upload.files.select_related("log")
        ],
        "runs": [run_report(run) for run in found.runs],
        "traces": sum(each.series for each in found.recordings),
        "problems": found.problems,
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
        "measurements": [MeasurementOut.from_orm(each).dict() for each in run.measurements.all()],
    }
