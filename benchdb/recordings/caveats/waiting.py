"""Recordings whose date can be read in several ways: until somebody says their day, no load is found in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Min

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Recording, RunRecording
from benchdb.models.recordings import counting

WAITING = "recordings without a day"  #: the kind of caveat that says so


def waits(recording: Recording) -> bool:
    """Not one that prints no date at all: nobody is asked for its day."""
    return not recording.date_is_known and "date_printed" in recording.facts


def caveats(runs: Iterable[int] | Any) -> tuple[Caveat, ...]:
    """How many recordings of the machines under load wait, if any. `runs`: ids, or a query of runs."""
    unread = RunRecording.objects.filter(
        counting(),
        run__in=runs,
        side=RunRecording.Side.SERVER,
        recording__date_is_known=False,
        recording__facts__has_key="date_printed",
    )
    counted = unread.aggregate(
        recordings=Count("recording", distinct=True), runs=Count("run", distinct=True), first=Min("recording")
    )
    if not counted["recordings"]:
        return ()
    upload = Recording.objects.values_list("file__upload_id", flat=True).get(pk=counted["first"])
    return (caveat(WAITING, **counted, upload=upload),)


def path_of(waiting: Caveat) -> str:
    """Where the day of the first of them is said."""
    return page_of(waiting["upload"], waiting["first"])


def page_of(upload: int, recording: int) -> str:
    return f"/uploads/{upload}/#recording-{recording}"
