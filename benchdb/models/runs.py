"""Setup, Run, Measurement: what was measured, and under which conditions."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

from benchdb.models.inventory import Kernel, Machine, Server
from benchdb.models.uploads import UploadFile


class Setup(models.Model):
    """Everything that must be equal for two numbers to be comparable. One row per distinct setup."""

    fingerprint = models.CharField(max_length=64, unique=True, editable=False)
    machine = models.ForeignKey(Machine, null=True, blank=True, on_delete=models.PROTECT, related_name="setups")
    kernel = models.ForeignKey(Kernel, null=True, blank=True, on_delete=models.PROTECT, related_name="setups")
    server = models.ForeignKey(Server, null=True, blank=True, on_delete=models.PROTECT, related_name="setups")
    zone = models.CharField(max_length=120, blank=True, db_index=True)
    cpus = models.PositiveIntegerField("CPUs online", null=True, blank=True)
    tuning = models.JSONField(default=dict, blank=True, help_text="server and OS settings by name")
    tool = models.CharField(max_length=40)
    tool_version = models.CharField(max_length=80, blank=True)
    path = models.TextField("document", blank=True)
    document_bytes = models.BigIntegerField(null=True, blank=True)
    method = models.CharField(max_length=16, blank=True)
    tls = models.BooleanField("TLS", null=True, blank=True)
    keepalive = models.BooleanField("keep-alive", null=True, blank=True)
    concurrency = models.PositiveIntegerField(null=True, blank=True, db_index=True)
    threads = models.PositiveIntegerField(null=True, blank=True, help_text="per client")
    rate = models.FloatField(null=True, blank=True, help_text="offered, 1/s")
    requests = models.BigIntegerField(null=True, blank=True, help_text="planned")
    duration_planned = models.FloatField(null=True, blank=True, help_text="seconds")

    class Meta:
        indexes = (models.Index(fields=("machine", "kernel", "server")),)

    def __str__(self) -> str:
        return f"setup {self.fingerprint[:8]}"


#: When a run was made: when it began, or where nobody knows, when it was stored first.
MOMENT = Coalesce("started_at", "first_stored_at", "stored_at")
ACTIVE = Q(retired_at=None, excluded_at=None)


def counting(path: str) -> models.Count:
    """How many of the runs at the end of `path` count today."""
    return models.Count(path, filter=Q(**{f"{path}__retired_at": None, f"{path}__excluded_at": None}))


class RunQuerySet(models.QuerySet["Run"]):
    def active(self) -> Self:
        """Runs that count today: not retired by a better reading, not excluded."""
        return self.filter(ACTIVE)

    def active_at(self, moment: datetime) -> Self:
        """Runs stored by `moment` and neither retired nor excluded by then. NULL = not yet."""
        return self.filter(
            Q(retired_at=None) | Q(retired_at__gt=moment),
            Q(excluded_at=None) | Q(excluded_at__gt=moment),
            stored_at__lte=moment,
        )

    def with_setup(self) -> Self:
        return self.select_related("setup__machine", "setup__kernel", "setup__server")


class Run(models.Model):
    """One execution of a load tool on one setup. Never overwritten: a better reading retires it and stores another."""

    class Provenance(models.TextChoices):
        MEASURED = "measured", "measured, from a raw log kept here"
        PUBLISHED = "published", "published, from a table in a paper"

    class Status(models.TextChoices):
        COMPLETE = "complete"
        ABORTED = "aborted"
        INTERRUPTED = "interrupted"

    setup = models.ForeignKey(Setup, on_delete=models.PROTECT, related_name="runs")
    file = models.ForeignKey(UploadFile, on_delete=models.PROTECT, related_name="runs")
    ordinal = models.PositiveIntegerField(help_text="which run of its file, from 1")
    line = models.PositiveIntegerField(default=1, help_text="where it begins in the log")
    trial = models.PositiveIntegerField(null=True, blank=True, help_text="which repetition, where the uploader said")
    started_at = models.DateTimeField(null=True, blank=True)
    booted_at = models.DateTimeField(null=True, blank=True, help_text="of its machine, where somebody said")
    status = models.CharField(max_length=12, choices=Status, default=Status.COMPLETE)
    provenance = models.CharField(max_length=10, choices=Provenance, default=Provenance.MEASURED, db_index=True)
    citation = models.TextField(blank=True, help_text="source of a published figure")
    notes = models.TextField(blank=True)
    facts = models.JSONField(default=dict, blank=True, help_text="all that the log says besides its measurements")
    stated = models.JSONField(
        default=dict, db_default={}, blank=True, help_text="what was said of this run alone, once it was here"
    )
    caveats = models.JSONField(default=list, blank=True)
    limits = models.JSONField(default=list, blank=True, help_text="why the load generator may have been the limit")
    format = models.CharField(max_length=40)
    parser_version = models.CharField(max_length=20)
    stored_at = models.DateTimeField(auto_now_add=True, db_index=True)
    first_stored_at = models.DateTimeField(
        null=True, blank=True, help_text="of the first reading of the same log; NULL = this is it"
    )
    retired_at = models.DateTimeField(null=True, blank=True)
    excluded_at = models.DateTimeField(null=True, blank=True)
    excluded_because = models.TextField(blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("setup",), condition=~Q(caveats=[], limits=[]), name="runs_with_caveats"),
            models.Index(MOMENT, "id", condition=ACTIVE, name="runs_by_moment"),
            models.Index(fields=("setup", "booted_at"), condition=Q(booted_at__isnull=False), name="runs_with_boots"),
            models.Index(fields=("trial", "id"), condition=ACTIVE, name="runs_by_trial"),
            models.Index(fields=("setup",), condition=Q(excluded_at__isnull=False), name="runs_excluded"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("file", "ordinal"), condition=Q(retired_at=None), name="one_reading_per_run"
            ),
            models.CheckConstraint(
                condition=Q(excluded_at=None) | ~Q(excluded_because=""), name="an_exclusion_has_a_reason"
            ),
        )

    def __str__(self) -> str:
        return f"run {self.pk}"

    @property
    def is_published(self) -> bool:
        return self.provenance == self.Provenance.PUBLISHED


class Measurement(models.Model):
    """One number of a run, in the base unit of its metric (benchdb/domain/metrics.py)."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="measurements")
    metric = models.CharField(max_length=80)
    item = models.CharField(max_length=200, blank=True, help_text='a CPU, a lock, a status class; "" for the whole')
    value = models.FloatField()
    line = models.PositiveIntegerField(default=0, help_text="of the raw log; 0 = on no line")
    printed = models.CharField(max_length=80, blank=True, help_text="what the log shows, where value corrects it")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("run", "metric", "item"), name="one_value_per_metric_and_item"),)
        indexes = (models.Index(fields=("metric", "run")),)

    def __str__(self) -> str:
        return f"{self.metric} {self.item}".strip()


class RunCorrection(models.Model):
    """One correction of chosen runs. It can be undone once; the runs keep their numbers.

    `before` is what was seen when it was made; what undoing it gives back is in the rows of `replaced`.
    """

    facts = models.JSONField(help_text="what was said: machine, kernel, server, zone, cpus, tuning…")
    before = models.JSONField(help_text="groups of runs that were alike, with what they had instead")
    runs = models.PositiveIntegerField(help_text="how many it changed")
    uploads = models.PositiveIntegerField(help_text="that they came with")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=160)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=160, blank=True, default="")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"correction {self.pk}"


class ReplacedFact(models.Model):
    """What a run had before a correction that is not undone said something of it, whether that changed it or not."""

    correction = models.ForeignKey(RunCorrection, on_delete=models.CASCADE, related_name="replaced")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="replaced", help_text="its reading of today")
    name = models.TextField(help_text="kernel, tuning.KeepAlive…")
    had = models.JSONField(null=True, help_text="what was on record; none: nothing")
    stated = models.JSONField(default=list, help_text="what had been said of this run alone, in a list; empty: nothing")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("run", "name", "correction"), name="one_fact_a_correction"),)

    def __str__(self) -> str:
        return f"{self.name} of run {self.run_id} before correction {self.correction_id}"
