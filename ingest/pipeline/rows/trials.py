"""Which repetition of its setup a run is: as its sender stated it; else the number behind the highest ever taken.

A number that a path, a `benchdb.toml` or a row of a table states is kept, also where another run of the setup has it:
two folders may each have a run1. One that stands beside a whole upload, or above further runs in one file, is the
first of several, and the next ones count on from there, through all uploads that bring one folder, past the numbers
that others have. Runs that are excluded or withdrawn keep theirs, and so does one whose log is read again.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count as from_here
from typing import Any

from django.db import connection

from benchdb.models import Run, Setup, Upload, UploadFile
from benchdb.models.packed import NO_TRIAL
from ingest.declared.declared_facts import DeclaredFacts
from ingest.declared.facts import first_of

#: Of the runs that count it is packed, and the excluded ones have an index: a setup's runs are not read one by one.
TAKEN = """
SELECT trials FROM benchdb_setupruns WHERE setup_id = %(setup)s
UNION ALL
SELECT string_agg(int4send(trial), '') FROM benchdb_run
WHERE setup_id = %(setup)s AND excluded_at IS NOT NULL AND retired_at IS NULL AND trial IS NOT NULL
"""
Number = tuple[int, int | None]  #: (setup, trial)
Place = tuple[int, int]  #: (file, line): where a run begins, however often it is read


class Trials:
    """The numbers of one setup's trials."""

    def __init__(self, ours: Iterable[int] = (), taken: Iterable[int] = (), kept: Iterable[int] = ()) -> None:
        """`ours`: those this upload has; `taken`: those that any run has, whoever sent it; `kept`: for runs that are
        read again."""
        self._ours = set(ours)
        self._taken = {*taken, *self._ours}
        self._highest = max((*self._taken, *kept), default=0)
        self._behind: dict[int, int] = {}  #: a stated number -> the last that was counted on from there

    def next(self, stated: int | None, *, is_first_of_several: bool = False, before: int | None = None) -> int:
        """`is_first_of_several`: the stated number is kept unless a run of this upload has it; `before`: what the run
        had when its log was read before."""
        if stated is not None:
            number = self._on_from(stated) if is_first_of_several and stated in self._ours else stated
        else:
            number = before if before and before not in self._taken else self._behind_all()
        self._ours.add(number)
        self._taken.add(number)
        self._highest = max(self._highest, number)
        return number

    def next_of(self, file: int, stated: int | None, *, is_first_of_several: bool) -> int:
        """Likewise of a run in this file, whose stated number may stand above several runs."""
        number = self.next(stated, is_first_of_several=is_first_of_several or file in self._files)
        self._files.add(file)
        return number

    @cached_property
    def _files(self) -> set[int]:
        """Of which a run has a number."""
        return set()

    def _on_from(self, stated: int) -> int:
        self._behind[stated] = self._free(self._behind.get(stated, stated) + 1)
        return self._behind[stated]

    def _behind_all(self) -> int:
        return self._highest + 1 if self._highest + 1 < NO_TRIAL else self._free(1)

    def _free(self, first: int) -> int:
        return next(number for number in from_here(first) if number not in self._taken)


class TrialNumbers:
    """Of one batch's runs, by their setups."""

    def __init__(
        self, upload: Upload, declared: DeclaredFacts, *, came_before: bool, before: Mapping[Place, list[Number]]
    ) -> None:
        """`came_before`: some of the upload's runs are stored; `before`: what the last reading of its files gave its
        runs, in their order."""
        self._upload, self._declared, self._came_before = upload, declared, came_before
        self._before = before
        self._kept: dict[int, list[int]] = {}  #: by setup
        for setup, number in (one for some in before.values() for one in some):
            if number is not None:
                self._kept.setdefault(setup, []).append(number)
        self._setups: dict[int, Trials] = {}

    def next(self, setup: Setup, file: UploadFile, line: int, facts: Mapping[str, Any], *, as_before: bool) -> int:
        """`facts`: the log's own. `as_before`: the run was filed under another setup since, and kept its number."""
        if setup.pk not in self._setups:
            self._setups[setup.pk] = self._trials_of(setup)
        trials, (above, _) = self._setups[setup.pk], self._declared.facts_of(file.place)
        number = self._had(setup, (file.pk, line), as_before=as_before)
        if stated := first_of("trial", above):
            return trials.next_of(file.pk, stated, is_first_of_several="trial" in self._declared.stated)
        return trials.next(first_of("trial", facts), before=number)

    def give(self, setup: Setup, trials: Trials) -> None:
        """What is known of a setup is not asked for."""
        self._setups[setup.pk] = trials

    def _had(self, setup: Setup, place: Place, *, as_before: bool) -> int | None:
        waiting = self._before.get(place)
        of_setup, number = waiting.pop(0) if waiting else (None, None)
        return number if as_before or of_setup == setup.pk else None

    def kept(self, setup: Setup) -> list[int]:
        """Those of its runs that are read again."""
        return self._kept.get(setup.pk, [])

    def _trials_of(self, setup: Setup) -> Trials:
        """Its row is locked: two workers must not take the same number."""
        if "trial" in self._declared.stated and (parts := self.parts):
            return trials_of(setup, [self._upload.pk, *parts], self.kept(setup))
        return trials_of(setup, [self._upload.pk] if self._came_before else (), self.kept(setup))

    @cached_property
    def parts(self) -> Sequence[int]:
        """Those of its folder that came before, of which the same is stated."""
        parts = self._upload.other_parts.filter(pk__lt=self._upload.pk, facts=self._upload.facts)
        return list(parts.values_list("pk", flat=True))


def trials_of(setup: Setup, uploads: Collection[int] = (), kept: Iterable[int] = ()) -> Trials:
    """`uploads`: those whose numbers are ours."""
    ours = Run.objects.filter(setup=setup, retired_at=None, file__upload__in=uploads, trial__isnull=False)
    return Trials(ours.values_list("trial", flat=True) if uploads else (), taken_of(setup), kept)


def taken_of(setup: Setup) -> set[int]:
    """The numbers that its runs have, those of runs that are excluded or withdrawn too."""
    with connection.cursor() as cursor:
        cursor.execute(TAKEN, {"setup": setup.pk})
        packed = b"".join(bytes(trials) for (trials,) in cursor.fetchall() if trials)
    numbers = array("i", packed)
    if sys.byteorder == "little":
        numbers.byteswap()
    return set(numbers) - {NO_TRIAL}
