"""Recordings and their traces as lists, for programs."""

from __future__ import annotations

from itertools import accumulate

from django.db.models import Prefetch, QuerySet

from benchdb.models import Recording, RunRecording, Trace
from benchdb.models.recordings import counting

MOST_SAMPLES = 200_000  #: of all series of a page


def recordings() -> QuerySet[Recording]:
    """With the runs that each belongs to, and counts for."""
    attached = Prefetch("attachments", RunRecording.objects.filter(counting()))
    return Recording.objects.select_related("file", "machine").prefetch_related(attached)


def recordings_of(run: int) -> QuerySet[Recording]:
    return recordings().filter(pk__in=RunRecording.objects.filter(counting(), run=run).values("recording"))


def traces(recording: int) -> QuerySet[Trace]:
    """Without their numbers, which are read trace by trace where they are wanted."""
    return Trace.objects.filter(recording=recording).select_related("timeline").defer("data").order_by("pk")


def together(rows: QuerySet[Trace], after: int, limit: int) -> int:
    """How many of the next `limit` traces have no more than MOST_SAMPLES together; one at least."""
    counts = rows.filter(pk__gt=after).order_by("pk").values_list("timeline__count", flat=True)[:limit]
    return max(1, sum(total <= MOST_SAMPLES for total in accumulate(counts)))


def series(recording: int, metric: str, items: list[str]) -> QuerySet[Trace]:
    """The traces of one metric, of all its items where none is named."""
    traces_of_metric = Trace.objects.filter(recording=recording, metric=metric).select_related("timeline")
    return traces_of_metric.filter(item__in=items) if items else traces_of_metric
