"""Host, Recording, Timeline, Trace, RunRecording, WindowSummary: what machines were doing beside which runs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from django.db import connection, models
from numpy.typing import NDArray

from benchdb.domain.activity.packing import unpacked
from benchdb.models.inventory import Machine
from benchdb.models.runs import Run
from benchdb.models.uploads import UploadFile

Floats = NDArray[np.float64]


def counting(path: str = "") -> models.Q:
    """Of the attachments at the end of `path` those that count: recordings of a withdrawn upload do not, but for the
    runs that came with them, which do not count either."""
    of_recording = f"{path}recording__file__upload"
    return models.Q((f"{of_recording}__withdrawn_at", None)) | models.Q(
        (of_recording, models.F(f"{path}run__file__upload"))
    )


HOLD = "SELECT id FROM benchdb_recording WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"


class Host(models.Model):
    """A name that logs print, and what somebody once said of it: it need not be asked again."""

    class DateOrder(models.TextChoices):
        MONTH_FIRST = "mdy", "month, day, year"
        DAY_FIRST = "dmy", "day, month, year"
        YEAR_FIRST = "ymd", "year, month, day"

    name = models.CharField(max_length=255, unique=True)
    machine = models.ForeignKey(Machine, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosts")
    date_order = models.CharField(max_length=3, blank=True, choices=DateOrder)
    timezone = models.CharField(max_length=60, blank=True, help_text="of its clock, Europe/Berlin or +02:00")

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Recording(models.Model):
    """What one file says of one host over one stretch of time. Its times are those the host's clock showed."""

    file = models.ForeignKey(UploadFile, on_delete=models.PROTECT, related_name="recordings")
    host = models.CharField(max_length=255, blank=True)
    machine = models.ForeignKey(Machine, null=True, blank=True, on_delete=models.PROTECT, related_name="recordings")
    tool = models.CharField(max_length=40)
    format = models.CharField(max_length=40)
    parser_version = models.CharField(max_length=20)
    facts = models.JSONField(default=dict, blank=True, help_text="kernel, CPUs, date as printed, clock, comments…")
    start = models.FloatField(help_text="of its clock, as seconds since 1970; since midnight where it has no date")
    end = models.FloatField(help_text="likewise")
    date_is_known = models.BooleanField(default=True)
    clock_ahead = models.FloatField(default=0.0, help_text="seconds that its clock was ahead of UTC")
    is_of_client = models.BooleanField(default=False, help_text="of the load generator, as somebody stated")
    stored_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("machine", "start")),)

    def __str__(self) -> str:
        return f"recording {self.pk}"

    @staticmethod
    def hold(recordings: Iterable[Recording]) -> None:
        """Nobody withdraws or restores what they came with before this transaction ends; where somebody does, wait."""
        with connection.cursor() as cursor:
            cursor.execute(HOLD, [[row.pk for row in recordings]])


class Timeline(models.Model):
    """The moments of several traces of one recording."""

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="timelines")
    start = models.FloatField(help_text="first moment, on the recording's clock")
    step = models.FloatField(null=True, blank=True, help_text="seconds; NULL = see offsets")
    count = models.PositiveIntegerField()
    offsets = models.BinaryField(null=True, blank=True, help_text="seconds after start, packed")

    def __str__(self) -> str:
        return f"{self.count} moments"

    @property
    def times(self) -> Floats:
        """(count,) seconds on the recording's clock."""
        if self.offsets is not None:
            return self.start + unpacked(bytes(self.offsets))
        return self.start + (self.step or 0.0) * np.arange(self.count)


class Trace(models.Model):
    """One time series: a metric of the machine or of one of its parts."""

    timeline = models.ForeignKey(Timeline, on_delete=models.CASCADE, related_name="traces")
    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="traces")
    metric = models.CharField(max_length=80)
    item = models.CharField(max_length=200, blank=True, help_text="a CPU, a device, an interface, a process")
    unit = models.CharField(max_length=12, blank=True, help_text="base unit; empty = as printed")
    line = models.PositiveIntegerField(default=1)
    data = models.BinaryField(help_text="values in base units, packed (benchdb/domain/activity/packing.py)")

    class Meta:
        indexes = (
            models.Index(fields=("recording", "metric", "item")),
            models.Index(fields=("recording",), condition=models.Q(metric="restart"), name="restarts"),
        )

    def __str__(self) -> str:
        return f"{self.metric} {self.item}".strip()

    @property
    def values(self) -> Floats:
        """(count,) in base units; NaN = not measured."""
        return unpacked(bytes(self.data))


class RunRecording(models.Model):
    """A recording belongs to a run."""

    class How(models.TextChoices):
        DIRECTORY = "directory", "came in the same directory"
        TIME = "time", "same machine, same time"
        CHOICE = "choice", "somebody said so"

    class Side(models.TextChoices):
        SERVER = "server", "the machine under load"
        CLIENT = "client", "the load generator"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="attachments")
    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="attachments")
    how = models.CharField(max_length=10, choices=How)
    side = models.CharField(max_length=6, choices=Side, default=Side.SERVER)
    window_start = models.FloatField(null=True, blank=True, help_text="of the load, on the recording's clock")
    window_end = models.FloatField(null=True, blank=True, help_text="NULL = unknown: all of the recording counts")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("run", "recording"), name="one_tie_per_run_and_recording"),)

    def __str__(self) -> str:
        return f"{self.recording} of {self.run}"


class WindowSummary(models.Model):
    """What one trace says inside the load window of one run, without the ramp-up."""

    attachment = models.ForeignKey(RunRecording, on_delete=models.CASCADE, related_name="summaries", db_column="tie_id")
    trace = models.ForeignKey(Trace, on_delete=models.CASCADE, related_name="summaries")
    mean = models.FloatField()
    median = models.FloatField()
    mad = models.FloatField(help_text="median absolute deviation")
    low = models.FloatField()
    high = models.FloatField()
    samples = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("attachment", "trace"), name="one_summary_per_tie_and_trace"),)

    def __str__(self) -> str:
        return f"{self.trace} in the window"
