"""SetupRuns, PackedSeries: the active runs of a setup and their numbers as arrays, for questions about many runs.

Triggers of the database keep both with every change of runs and measurements (docs/decisions/0020), so nothing here is
ever written by code. The rows that they are made from stay the record: `manage.py fsck` builds them anew and compares.

Arrays are bytes, big-endian, in the order of the run ids: `numpy.frombuffer(runs, ">i8")`. Several of them joined by
string_agg are one array.
"""

from __future__ import annotations

from django.db import models

from benchdb.models.runs import Setup

NO_TRIAL = 2**31 - 1  #: in `trials`: nobody said which repetition it was
NO_START = -(2**63)  #: in `started`: nobody knows when


class SetupRuns(models.Model):
    """The active runs of one setup with one status and one provenance: all that must be equal is equal among them."""

    pk = models.CompositePrimaryKey("setup_id", "status", "provenance")
    setup = models.ForeignKey(Setup, on_delete=models.DO_NOTHING, related_name="packed_runs", db_index=False)
    status = models.CharField(max_length=12)
    provenance = models.CharField(max_length=10)
    count = models.PositiveIntegerField(help_text="runs")
    runs = models.BinaryField(help_text="ids, int64")
    trials = models.BinaryField(help_text="int32")
    started = models.BinaryField(help_text="microseconds since 1970, int64")
    stored = models.BinaryField(help_text="microseconds since 1970, int64")
    newest = models.DateTimeField(help_text="when the last one was stored")
    bundles = models.BinaryField(help_text="what each came in, int64: another number for another one")

    def __str__(self) -> str:
        return f"{self.count} runs of setup {self.setup_id}"


class PackedSeries(models.Model):
    """One metric and item of such runs. The table is partitioned by metric."""

    pk = models.CompositePrimaryKey("setup_id", "metric", "item", "status", "provenance")
    setup = models.ForeignKey(Setup, on_delete=models.DO_NOTHING, related_name="packed_series", db_index=False)
    metric = models.CharField(max_length=80)
    item = models.CharField(max_length=200)
    status = models.CharField(max_length=12)
    provenance = models.CharField(max_length=10)
    count = models.PositiveIntegerField(help_text="numbers")
    runs = models.BinaryField(help_text="ids, int64")
    trials = models.BinaryField(help_text="int32")
    values = models.BinaryField(help_text="float64, base units")
    lowest = models.FloatField()
    highest = models.FloatField()

    def __str__(self) -> str:
        return f"{self.count} of {self.metric} {self.item}".strip()


class LabelledRuns(models.Model):
    """How many of such runs are of a study, or have a tag."""

    pk = models.CompositePrimaryKey("setup_id", "kind", "label", "status", "provenance")
    kind = models.CharField(max_length=5)
    label = models.BigIntegerField(help_text="id of the study or the tag")
    setup = models.ForeignKey(Setup, on_delete=models.DO_NOTHING, related_name="labelled_runs", db_index=False)
    status = models.CharField(max_length=12)
    provenance = models.CharField(max_length=10)
    count = models.PositiveIntegerField(help_text="runs")

    def __str__(self) -> str:
        return f"{self.count} of {self.kind} {self.label}"
