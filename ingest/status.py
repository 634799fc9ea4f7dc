"""What became of an upload: its runs, its problems, and where they are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchdb.comparison.suggest import suggested
from benchdb.models import Run, Trace, Upload
from ingest.progress import Progress, progress

MOST_RUNS_NAMED = 40  #: in a link; more are named by their upload


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """One upload, as its page and the API show it."""

    upload: Upload
    progress: Progress
    runs: list[Run]  #: also those that the same bytes gave before
    problems: list[dict[str, Any]]  #: file, line, column, message, excerpt
    compare_path: str  #: "" while there is nothing to compare
    traces: int = 0  #: time series stored
    total_runs: int = 0


def status(upload: Upload, *, most_runs: int | None = None, most_problems: int | None = None) -> UploadStatus:
    """What is known of `upload` now: the first runs and problems, or all of them.

    While it is being read, no comparison is offered: half of an upload would be compared.
    """
    of_same_bytes = Run.objects.standing().filter(file__log__files__upload=upload).order_by("pk").distinct()
    runs = list(of_same_bytes.with_setup().select_related("file")[:most_runs])
    with_problems = upload.files.exclude(problems=[])[:most_problems]
    problems = [{"file": file.name, **problem} for file in with_problems for problem in file.problems]
    traces = Trace.objects.filter(file__upload=upload).count()
    path = compare_path(upload, of_same_bytes) if upload.is_finished else ""
    total = of_same_bytes.order_by().count() if most_runs is not None else len(runs)
    return UploadStatus(upload, progress(upload), runs, problems[:most_problems], path, traces, total)


def compare_path(upload: Upload, runs: Any) -> str:
    """The comparison of just these runs, laid out by what differs among them."""
    ids = sorted(runs.values_list("pk", flat=True)[: MOST_RUNS_NAMED + 1])
    if not ids:
        return ""
    if len(ids) <= MOST_RUNS_NAMED:
        return suggested({"run": [str(pk) for pk in ids]}).path()
    uploads = runs.order_by().values_list("file__upload_id", flat=True).distinct()
    return suggested({"upload": sorted(map(str, uploads))}).path()
