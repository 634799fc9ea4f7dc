"""Which repetition of its setup a run is."""

from __future__ import annotations

from itertools import count as from_here

from django.db import connection
from django.db.models import Max

from benchdb.models import Run, Setup, Upload

#: The packed series know how many runs count, whatever their number is.
COUNT = "SELECT coalesce(sum(count), 0) FROM benchdb_setupruns WHERE setup_id = %s"


class Trials:
    """The numbers of one setup's trials: as the sender says, the next ones counting on from there; else the next."""

    def __init__(self, ours: set[int], count: int, meanwhile: int = 0) -> None:
        """`ours`: those this upload has; `count`: how many runs the setup has, whoever sent them; `meanwhile`: the
        last that another upload took since this one took its first."""
        self._ours, self._last = ours, max((*ours, meanwhile)) if ours else count

    def next(self, stated: int | None) -> int:
        if stated is not None and stated not in self._ours:
            self._last = stated
        else:
            self._last = next(number for number in from_here(self._last + 1) if number not in self._ours)
        self._ours.add(self._last)
        return self._last


def first_trials(setup: Setup) -> Trials:
    """Of an upload that has no run yet. The setup's row is locked: two workers must not count the same runs."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [setup.pk])
        return Trials(set(), int(cursor.fetchone()[0]))


def trials_of(setup: Setup, upload: Upload) -> Trials:
    """Of an upload that may have runs of the setup, which is locked likewise."""
    active = Run.objects.active().filter(setup=setup)
    ours = dict(active.filter(file__upload=upload, trial__isnull=False).values_list("trial", "stored_at"))
    if not ours:
        return first_trials(setup)
    later = active.exclude(file__upload=upload).filter(stored_at__gte=min(ours.values()))
    return Trials(set(ours), 0, later.aggregate(last=Max("trial"))["last"] or 0)
