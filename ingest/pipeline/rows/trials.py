"""Which repetition of its setup a run is: as its sender stated it; else the next number.

A number that a path, a `benchdb.toml` or a row of a table states is kept, also where another run of the setup has it:
two folders may each have a run1. One that stands beside a whole upload, or above further runs in one file, is the
first of several, and the next ones count on from there, through all uploads that bring one folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import count as from_here

from django.db import connection
from django.db.models import Max

from benchdb.models import Run, Setup, Upload, UploadFile
from ingest.declared.declared_facts import DeclaredFacts
from ingest.declared.facts import first_of
from ingest.records import RunRecord

#: The packed series know how many runs count, whatever their number is.
COUNT = "SELECT coalesce(sum(count), 0) FROM benchdb_setupruns WHERE setup_id = %s"


class Trials:
    """The numbers of one setup's trials."""

    def __init__(self, ours: set[int], count: int, meanwhile: int = 0) -> None:
        """`ours`: those this upload has; `count`: how many runs the setup has, whoever sent them; `meanwhile`: the
        last that another upload took since this one took its first."""
        self._ours, self._last = ours, max((*ours, meanwhile)) if ours else count
        self._files = set[int]()  #: of which a run has a number

    def next(self, stated: int | None, *, is_first_of_several: bool = False) -> int:
        """`is_first_of_several`: the stated number is kept unless a run of this upload has it."""
        if stated is not None and not (is_first_of_several and stated in self._ours):
            self._last = stated
        else:
            self._last = next(number for number in from_here(self._last + 1) if number not in self._ours)
        self._ours.add(self._last)
        return self._last

    def next_of(self, file: int, stated: int | None, *, is_first_of_several: bool) -> int:
        """Likewise of a run in this file, whose stated number may stand above several runs."""
        number = self.next(stated, is_first_of_several=is_first_of_several or file in self._files)
        self._files.add(file)
        return number


class TrialNumbers:
    """Of one batch's runs, by their setups."""

    def __init__(self, upload: Upload, declared: DeclaredFacts, *, came_before: bool) -> None:
        """`came_before`: some of the upload's runs are stored."""
        self._upload, self._declared, self._came_before = upload, declared, came_before
        self._setups: dict[int, Trials] = {}

    def next(self, setup: Setup, file: UploadFile, record: RunRecord) -> int:
        if setup.pk not in self._setups:
            self._setups[setup.pk] = self._trials_of(setup)
        trials, (above, _) = self._setups[setup.pk], self._declared.facts_of(file.place)
        if stated := first_of("trial", above):
            return trials.next_of(file.pk, stated, is_first_of_several="trial" in self._declared.stated)
        return trials.next(first_of("trial", record.facts))

    def _trials_of(self, setup: Setup) -> Trials:
        if "trial" in self._declared.stated and (parts := self._parts):
            return trials_of(setup, self._upload, parts)
        return trials_of(setup, self._upload) if self._came_before else first_trials(setup)

    @cached_property
    def _parts(self) -> Sequence[int]:
        """Those of its folder that came before, of which the same is stated."""
        parts = self._upload.other_parts.filter(pk__lt=self._upload.pk, facts=self._upload.facts)
        return list(parts.values_list("pk", flat=True))


def first_trials(setup: Setup) -> Trials:
    """Of an upload that has no run yet. The setup's row is locked: two workers must not count the same runs."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [setup.pk])
        return Trials(set(), int(cursor.fetchone()[0]))


def trials_of(setup: Setup, upload: Upload, parts: Sequence[int] = ()) -> Trials:
    """Of an upload that may have runs of the setup, or whose earlier parts may; it is locked likewise."""
    uploads = [upload.pk, *parts]
    active = Run.objects.active().filter(setup=setup)
    ours = dict(active.filter(file__upload__in=uploads, trial__isnull=False).values_list("trial", "stored_at"))
    if not ours:
        return first_trials(setup)
    later = active.exclude(file__upload__in=uploads).filter(stored_at__gte=min(ours.values()))
    return Trials(set(ours), 0, later.aggregate(last=Max("trial"))["last"] or 0)
