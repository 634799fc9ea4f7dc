"""The recordings that came with an upload, and what may be asked of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from django.db.models import Count

from benchdb.models import Host, Recording, Run, Upload
from benchdb.recordings.clocks import zone_ahead, zone_said
from benchdb.wording import words
from ingest.declared.days import TAKEN_FROM, day_of, days_of
from ingest.declared.hosts import as_ranges
from ingest.pipeline.rows.existing import came_of

MOST_OPEN = 3  #: recordings
MOST_NAMED = 40  #: characters of the numbers of runs, in a line
#: Facts of recordings -> why their date is read as it is.
DECIDED_BY = {
    "runs": "day of the runs",
    "recordings": "day of the other recordings",
    "file": "day of the file",
}


@dataclass(frozen=True, slots=True)
class UploadedRecording:
    """One recording, and what may be asked of it."""

    recording: Recording
    runs: str  #: it belongs to, as `12, 14-16`
    days: dict[str, date]  #: it may be of, by the order of the date's parts; {} where its date says which
    timezone: str

    @property
    def pk(self) -> int:
        return self.recording.pk

    @property
    def belongs_to(self) -> int:
        """How many runs."""
        return len(self.recording.attachments.all())

    @property
    def has_many_runs(self) -> bool:
        """More than a line of their numbers would name."""
        return len(self.runs) > MOST_NAMED

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
        kind = DECIDED_BY.get(str(self.recording.facts.get(TAKEN_FROM)))
        return words(kind) if kind else ""

    @property
    def timezone_hint(self) -> str:
        name = zone_said(self.recording)
        if zone_ahead(self.recording) is not None:
            return words("clock says", zone=name)
        return words("clock says several", zone=name) if name else words("clock says nothing")

    @property
    def zone(self) -> str:
        """Of the times that are shown, in words; "" where they count from nowhere."""
        name = zone_said(self.recording)
        if str(self.recording.facts.get("clock", "")).startswith("none"):
            return ""
        if zone_ahead(self.recording) is not None or self.timezone:
            return name if zone_ahead(self.recording) is not None else self.timezone
        return words("zone of several", zone=name) if name else words("zone unknown")

    @property
    def span(self) -> str:
        """From when to when, on its own clock, and which that is."""
        return f"{self.times} {self.zone}".rstrip()

    @property
    def times(self) -> str:
        start, end = (datetime.fromtimestamp(moment, UTC) for moment in (self.recording.start, self.recording.end))
        if not self.recording.date_is_known:
            return f"{start:%H:%M:%S} to {end:%H:%M:%S}"
        until = f"{end:%H:%M:%S}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M:%S}"
        return f"{start:%Y-%m-%d %H:%M:%S} to {until}"


@dataclass(frozen=True, slots=True)
class Activity:
    """What was recorded beside the runs of one upload."""

    recordings: list[UploadedRecording] = field(default_factory=list)
    timeless: int = 0  #: runs of which nobody knows when they were

    @property
    def undated(self) -> int:
        """How many wait for somebody to say which day they are of."""
        return sum(not one.recording.date_is_known for one in self.recordings)

    @property
    def has_many(self) -> bool:
        """More than stand open where something is asked of each."""
        return len(self.recordings) > MOST_OPEN


def activity(upload: Upload) -> Activity:
    """Of an upload that was read; nothing before."""
    recordings = recorded_of(upload) if upload.is_finished else []
    if not recordings:
        return Activity()
    timeless = Run.objects.active().filter(came_of(upload), started_at=None, file__modified_at=None)
    return Activity(recordings, timeless.distinct().count())


def recorded_of(upload: Upload) -> list[UploadedRecording]:
    """The recordings of its bytes, also those that they gave before."""
    ids = Recording.objects.filter(came_of(upload)).values("pk")
    recordings = Recording.objects.filter(pk__in=ids).annotate(series=Count("traces"))
    zones = dict(Host.objects.filter(name__in=recordings.values("host")).values_list("name", "timezone"))
    return [
        UploadedRecording(
            recording,
            as_ranges(attachment.run_id for attachment in recording.attachments.all()),
            days_of(recording),
            zones.get(recording.host, ""),
        )
        for recording in recordings.select_related("machine", "file").prefetch_related("attachments")
    ]
