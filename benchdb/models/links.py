"""Study, Permalink, SavedQuestion: what is told and asked of the runs."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from benchdb.models.runs import Run


class Study(models.Model):
    """Runs and comparisons that belong together."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    position = models.PositiveIntegerField(default=0)
    summary = models.TextField(blank=True, help_text="one sentence: what was asked, what came out")
    notes = models.TextField(blank=True, help_text="paragraphs, divided by empty lines")
    source = models.TextField(blank=True, help_text="authors, title, year")
    comparisons = models.JSONField(default=list, blank=True, help_text="title, page, query and note of each question")
    tables = models.JSONField(default=list, blank=True, help_text="title, columns and rows of facts that are no runs")
    runs = models.ManyToManyField(Run, related_name="studies", blank=True)

    class Meta:
        ordering = ("position", "title")
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return self.title

    @property
    def questions(self) -> list[list[dict[str, str]]]:
        """The entries of each question, the first with its title: one without belongs to the question above it."""
        grouped: list[list[dict[str, str]]] = []
        for entry in self.comparisons:
            if entry.get("title") or not grouped:
                grouped.append([])
            grouped[-1].append(entry)
        return grouped


class Permalink(models.Model):
    """An answer as somebody saw it. Never changed: its id is made from what it shows (docs/decisions/0006).

    Only what is known of it today changes: when it was last verified, and what was found then.
    """

    id = models.CharField(primary_key=True, max_length=16)
    kind = models.CharField(max_length=16, default="compare", help_text="of its question: compare, scaling, history…")
    title = models.CharField(max_length=200, blank=True)
    note = models.TextField(blank=True)
    headline = models.TextField(blank=True, help_text="the answer in one line, as it was")
    query = models.TextField(help_text="the canonical question, without its moment")
    as_of = models.DateTimeField(help_text="the moment whose runs it shows")
    address = models.TextField(blank=True, db_default="", help_text="that its exports name, of the day it was frozen")
    author = models.CharField(
        max_length=150, blank=True, default="", db_default="", help_text="who froze it first; not part of its id"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    run_ids = ArrayField(models.BigIntegerField())
    logs = ArrayField(models.CharField(max_length=64), help_text="SHA-256 of each run's log")
    versions = models.JSONField(default=dict, help_text="of the parsers and the statistics")
    result = models.TextField(help_text="the comparison as JSON, byte for byte as it was shown")
    verified_at = models.DateTimeField(null=True, blank=True, help_text="when it was last asked again")
    drifted_at = models.DateTimeField(null=True, blank=True, db_index=True, help_text="when the answer first differed")
    drift = models.JSONField(default=list, blank=True, help_text="what the newest verification found, as sentences")
    finding = models.TextField(
        blank=True, default="", db_default="", help_text="the same in one sentence; empty: by an older release"
    )

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"/p/{self.id}/"


class PermalinkExport(models.Model):
    """One export of a permalink as it was first rendered. Renderers change over the years; these bytes do not."""

    permalink = models.ForeignKey(Permalink, on_delete=models.CASCADE, related_name="exports")
    name = models.CharField(max_length=8, help_text="json, md, png…")
    data = models.BinaryField(help_text="compressed with zstandard")
    rendered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("permalink", "name"), name="one_twin_of_a_name"),)

    def __str__(self) -> str:
        return f"/p/{self.permalink_id}.{self.name}"


class PermalinkBody(models.Model):
    """What a permalink's page shows of its answer, as HTML. Made anew by another version of the code, and by need."""

    permalink = models.OneToOneField(Permalink, on_delete=models.CASCADE, primary_key=True, related_name="body")
    source = models.CharField(max_length=64, help_text="SHA-256 of what it was drawn from: the answer and the code")
    data = models.BinaryField(help_text="compressed with zstandard")

    def __str__(self) -> str:
        return f"body of /p/{self.permalink_id}/"


class SavedQuestion(models.Model):
    """A question that people here ask again and again, under a name. It is answered anew each time."""

    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=16, help_text="compare, scaling, history, cost")
    query = models.TextField(help_text="the canonical question, without its moment")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="saved_questions"
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
