"""What became of an upload: its runs, its problems, and where they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.db.models import Count

from benchdb.models import Host, Recording, Run, Upload, UploadFile
from benchdb.questions.comparison.suggest import suggested
from ingest.declared.days import TAKEN_FROM, day_of, days_of
from ingest.declared.hosts import as_ranges
from ingest.intake.progress import Progress, progress
from ingest.pipeline.outcomes import NOT_APPLIED, OF_COPY, OF_PATH
from ingest.pipeline.rows.existing import came_of

MOST_OPEN = 3  #: recordings
#: Facts of recordings -> why their date is read as it is.
DECIDED_BY = {
    "runs": "the runs in its folder began on that day",
    "recordings": "the other recordings in its folder are from that day",
    "file": "its file was written on that day, or before the other one",
}
MOST_RUNS_NAMED = 40  #: in a link; more are named by their upload


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recording, and what may be asked of it."""

    recording: Recording
    runs: str  #: it belongs to, as `12, 14-16`
    days: dict[str, date]  #: it may be of, by the order of the date's parts; {} where its date says which
    timezone: str

    @property
    def pk(self) -> int:
        return self.recording.pk

    @property
    def series(self) -> int:
        """How many time series it has, counted by the query."""
        return int(getattr(self.recording, "series", 0))

    @property
    def day(self) -> date | None:
        return day_of(self.recording) if self.recording.date_is_known else None

    @property
    def day_taken_from(self) -> str:
        """What decided which of the days it is, in words; "" where somebody said so, or nobody knows."""
        return DECIDED_BY.get(str(self.recording.facts.get(TAKEN_FROM)), "")

    @property
    def timezone_hint(self) -> str:
        says_utc = self.recording.facts.get("clock") == "UTC"
        return "UTC, as it says" if says_utc else "taken as UTC; Europe/Berlin, +02:00"

    @property
    def span(self) -> str:
        """From when to when, on its own clock."""
        start, end = (datetime.fromtimestamp(moment, UTC) for moment in (self.recording.start, self.recording.end))
        if not self.recording.date_is_known:
            return f"{start:%H:%M:%S} to {end:%H:%M:%S}"
        until = f"{end:%H:%M:%S}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M:%S}"
        return f"{start:%Y-%m-%d %H:%M:%S} to {until}"


@dataclass(frozen=True, slots=True)
class UploadStatus:
    """One upload, as its page and the API show it."""

    upload: Upload
    progress: Progress
    runs: list[Run]  #: also those that the same bytes gave before
    problems: list[dict[str, Any]]  #: file, line, column, message, excerpt; of files that were read
    compare_path: str  #: "" while there is nothing to compare
    recordings: list[Recorded] = field(default_factory=list)
    total_runs: int = 0
    excluded: list[Run] = field(default_factory=list)  #: do not count, and can be included again
    timeless: int = 0  #: runs beside a recording of which nobody knows when they were
    not_applied: int = 0  #: files whose bytes are stored under other facts than were said now

    @property
    def is_worth_comparing(self) -> bool:
        """Not where only trials differ: a run a column, of which nothing can be said."""
        return bool(self.compare_path) and ("cols", "trial") not in parse_qsl(urlsplit(self.compare_path).query)

    @property
    def has_unread_lines(self) -> bool:
        return has_unread_lines(self.problems)

    @property
    def has_copies(self) -> bool:
        return has_copies(self.problems)

    @property
    def has_many_recordings(self) -> bool:
        """More than stand open where something is asked of each."""
        return len(self.recordings) > MOST_OPEN


def has_unread_lines(problems: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of them is of what a log says, not of what its path says or of a report that stands there twice."""
    return any(not (problem.get(OF_PATH) or problem.get(OF_COPY)) for problem in problems)


def has_copies(problems: Iterable[Mapping[str, Any]]) -> bool:
    return any(problem.get(OF_COPY) for problem in problems)


def status(
    upload: Upload, *, skip: int = 0, most_runs: int | None = None, most_problems: int | None = None
) -> UploadStatus:
    """What is known of `upload` now: the first runs (behind those that are skipped) and problems, or all of them.

    While it is being read, no comparison is offered: half of an upload would be compared.
    """
    of_same_bytes = Run.objects.active().filter(came_of(upload)).order_by("pk").distinct()
    runs = list(
        of_same_bytes.with_setup().select_related("file")[skip : None if most_runs is None else skip + most_runs]
    )
    with_problems = upload.files.exclude(problems=[]).exclude(state=UploadFile.State.KNOWN)[:most_problems]
    problems = [{"file": file.name, **problem} for file in with_problems for problem in file.problems]
    recordings = recorded_of(upload) if upload.is_finished else []
    path = compare_path(upload, of_same_bytes) if upload.is_finished else ""
    total = of_same_bytes.order_by().count() if most_runs is not None else len(runs)
    timeless = of_same_bytes.filter(started_at=None, file__modified_at=None).count() if recordings else 0
    set_aside = Run.objects.filter(came_of(upload), retired_at=None, excluded_at__isnull=False)
    excluded = list(set_aside.order_by("pk").distinct()[:most_runs])
    not_applied = upload.files.filter(state=UploadFile.State.KNOWN, problems__0__has_key=NOT_APPLIED).count()
    seen = progress(upload)
    return UploadStatus(
        upload, seen, runs, problems[:most_problems], path, recordings, total, excluded, timeless, not_applied
    )


def recorded_of(upload: Upload) -> list[Recorded]:
    """The recordings of its bytes, also those that they gave before."""
    ids = Recording.objects.filter(came_of(upload)).values("pk")
    recordings = Recording.objects.filter(pk__in=ids).annotate(series=Count("traces"))
    zones = dict(Host.objects.filter(name__in=recordings.values("host")).values_list("name", "timezone"))
    return [
        Recorded(
            recording,
            as_ranges(attachment.run_id for attachment in recording.attachments.all()),
            days_of(recording),
            zones.get(recording.host, ""),
        )
        for recording in recordings.select_related("machine", "file").prefetch_related("attachments")
    ]


def compare_path(upload: Upload, runs: Any) -> str:
    """The comparison of just these runs, laid out by what differs among them; of one run there is none."""
    ids = sorted(runs.values_list("pk", flat=True)[: MOST_RUNS_NAMED + 1])
    if len(ids) < 2:
        return ""
    if len(ids) <= MOST_RUNS_NAMED:
        return suggested({"run": [str(pk) for pk in ids]}).path()
    uploads = runs.order_by().values_list("file__upload_id", flat=True).distinct()
    return suggested({"upload": sorted(map(str, uploads))}).path()
