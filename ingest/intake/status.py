"""What became of an upload: its runs, its problems, and where they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from benchdb.curation.withdrawn_uploads import WithdrawnFiles, withdrawn_of
from benchdb.models import Run, Upload, UploadFile
from benchdb.models.runs import RunQuerySet
from benchdb.models.uploads import CANCELLED
from benchdb.questions.comparison.suggest import suggested
from ingest.intake.progress import Progress, progress
from ingest.pipeline.outcomes import NOT_APPLIED, OF_COPY, OF_PATH
from ingest.pipeline.queues.turns import waits_for
from ingest.pipeline.rows.existing import came_of

MOST_RUNS_NAMED = 40  #: in a link; more are named by their upload


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """One upload, as its page and the API show it."""

    upload: Upload
    progress: Progress
    runs: list[Run]  #: also those that the same bytes gave before
    problems: list[dict[str, Any]]  #: file, line, column, message, excerpt; of files that were read
    compare_path: str  #: "" while there is nothing to compare
    total_runs: int
    excluded: list[Run]  #: do not count, and can be included again
    total_excluded: int
    not_applied: int  #: files whose bytes are stored under other facts than were said now
    withdrawn: list[WithdrawnFiles]  #: files that count nowhere, by the withdrawn upload that they came with

    @property
    def waits_for(self) -> int | None:
        """The first unfinished of the parts of its import that were sent before it, which are read first."""
        return waits_for(self.upload.pk) if self.upload.state == Upload.State.QUEUED else None

    @property
    def is_worth_comparing(self) -> bool:
        """Not where only trials differ: a run a column, of which nothing can be said."""
        return bool(self.compare_path) and ("cols", "trial") not in parse_qsl(urlsplit(self.compare_path).query)

    @property
    def shown_problems(self) -> list[dict[str, Any]]:
        """Without those of files that were left when somebody cancelled the upload."""
        return [problem for problem in self.problems if not problem.get(CANCELLED)]

    @property
    def has_unread_lines(self) -> bool:
        return has_unread_lines(self.problems)

    @property
    def has_copies(self) -> bool:
        return has_copies(self.problems)


def has_unread_lines(problems: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of them is of what a log says, not of what its path says or of a report that stands there twice.

    Nor that its upload was cancelled.
    """
    return any(not any(map(problem.get, (OF_PATH, OF_COPY, CANCELLED))) for problem in problems)


def has_copies(problems: Iterable[Mapping[str, Any]]) -> bool:
    return any(problem.get(OF_COPY) for problem in problems)


def status(
    upload: Upload, *, skip: int = 0, most_runs: int | None = None, most_problems: int | None = None
) -> UploadStatus:
    """What is known of `upload` now: the first runs (behind those that are skipped) and problems, or all of them.

    While it is being read, no comparison is offered: half of an upload would be compared.
    """
    window = slice(skip, None if most_runs is None else skip + most_runs)
    of_same_bytes = runs_of(upload, Run.objects.active())
    excluded = runs_of(upload, Run.objects.filter(retired_at=None, excluded_at__isnull=False))
    with_problems = upload.files.exclude(problems=[]).exclude(state=UploadFile.State.KNOWN)[:most_problems]
    problems = [{"file": file.name, **problem} for file in with_problems for problem in file.problems]
    return UploadStatus(
        upload,
        progress(upload),
        list(of_same_bytes[window]),
        problems[:most_problems],
        compare_path(upload, of_same_bytes) if upload.is_finished else "",
        of_same_bytes.count(),
        list(excluded[window]),
        excluded.count(),
        upload.files.filter(state=UploadFile.State.KNOWN, problems__0__has_key=NOT_APPLIED).count(),
        withdrawn_of(upload),
    )


def runs_of(upload: Upload, runs: RunQuerySet) -> RunQuerySet:
    """Those of `runs` that the upload's bytes gave, now or before, in the order in which they were stored."""
    return runs.filter(came_of(upload)).order_by("pk").distinct().with_setup().select_related("file")


def compare_path(upload: Upload, runs: RunQuerySet) -> str:
    """The comparison of just these runs, laid out by what differs among them; of one run there is none."""
    uploads = sorted(set(runs.order_by().values_list("file__upload_id", flat=True)))
    of_them = Run.objects.active().filter(file__upload__in=uploads).count()
    ids = sorted(runs.values_list("pk", flat=True)[: MOST_RUNS_NAMED + 1])
    if len(ids) < 2:
        return ""
    if len(ids) > MOST_RUNS_NAMED or runs.count() == of_them:
        return suggested({"upload": list(map(str, uploads))}).path()
    return suggested({"run": list(map(str, ids))}).path()
