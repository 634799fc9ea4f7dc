"""What became of an upload: its runs, its problems, and where they are compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from benchdb.comparison.suggest import suggested
from benchdb.models import Recording, Run, Upload

MOST_RUNS_NAMED = 40  #: in a link; more are named by their upload


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """One upload, as its page and the API show it."""

    upload: Upload
    runs: list[Run]  #: also those that the same bytes gave before
    problems: list[dict[str, Any]]  #: file, line, column, message, excerpt
    compare_path: str  #: "" while there is nothing to compare
    recordings: list[Recording] = field(default_factory=list)


def status(upload: Upload) -> UploadStatus:
    """What is known of `upload` now."""
    files = list(upload.files.all())
    same_bytes = Q(file__upload=upload) | Q(file__log__in=[file.log_id for file in files])
    runs = list(Run.objects.standing().filter(same_bytes).with_setup().select_related("file").order_by("pk"))
    problems = [{"file": file.name, **problem} for file in files for problem in file.problems]
    logs = [file.log_id for file in files]
    recorded = Recording.objects.filter(file__log__in=logs).annotate(series=Count("traces")).select_related("machine")
    return UploadStatus(upload, runs, problems, compare_path(upload, runs), list(recorded.select_related("file")))


def compare_path(upload: Upload, runs: list[Run]) -> str:
    """The comparison of just these runs, laid out by what differs among them."""
    if not runs:
        return ""
    ids = sorted(run.pk for run in runs)
    uploads = {str(run.file.upload_id) for run in runs}
    where = {"run": [str(pk) for pk in ids]} if len(ids) <= MOST_RUNS_NAMED else {"upload": sorted(uploads)}
    return suggested(where).path()
