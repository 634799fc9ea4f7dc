"""What is known of the run of each number besides its conditions: when it was made, and what its replies say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchdb.domain.columns import MANY, Floats, Ints, Repeated, part_of, picked, small
from benchdb.domain.failures import COMPLETED, FAILED, RESPONSES, SUCCEEDED
from benchdb.domain.setups.load_tools import ANSWERED_ONLY, RATE_OF_ANSWERS
from benchdb.questions.effort import go_on
from benchdb.questions.numbers import DURATION
from benchdb.questions.replies.counted import BODY, RECEIVED, VARIED, replies
from benchdb.questions.replies.gathered import Gathered
from benchdb.reads.packed.observed import OfRuns, starts_of
from benchdb.reads.packed.series import Series

AT_ONCE = 200_000  #: numbers: what is read of a run is copied several times until it stands beside its numbers


@dataclass(slots=True)
class Known:
    """One entry for each number; as `Numbers` names them."""

    failed: Floats | Repeated
    starts: Floats
    bundles: Ints
    durations: Floats | Repeated
    beside: dict[str, Floats | Repeated]

    def sort(self, order: Ints) -> None:
        """Put them into this order, one column after the other: there are never two of all."""
        self.failed = part_of(self.failed, order)
        self.starts = picked(self.starts, order)
        self.bundles = picked(self.bundles, order)
        self.durations = part_of(self.durations, order)
        for name in self.beside:
            self.beside[name] = part_of(self.beside[name], order)


def known_of(metrics: Sequence[str], series: Series) -> Known:
    """Of the numbers of a series, in its order."""
    starts, bundles = starts_of(series)
    has_starts = bool((~np.isnan(starts)).any())
    sized = (BODY, RECEIVED) if len(series.runs) < MANY else ()
    of_runs = OfRuns(series, (FAILED, RESPONSES, COMPLETED, SUCCEEDED, *((DURATION,) if has_starts else ()), *sized))
    completed = of_runs.whole(COMPLETED)
    succeeded = of_runs.whole(SUCCEEDED) if np.isnan(completed).any() else completed
    tool = series.coded("tool")
    answered_only, of_answers = (tool.where(some.__contains__)[series.row] for some in (ANSWERED_ONLY, RATE_OF_ANSWERS))
    made = replies(of_runs.read(FAILED, RESPONSES, *sized), completed, succeeded, answered_only, metrics, of_answers)
    durations = np.where(np.isnan(starts), starts, of_runs.whole(DURATION)) if has_starts else starts
    return Known(made.failed, starts, bundles, durations, dict(made.beside))


def known_in_parts(metrics: Sequence[str], series: Series) -> Known:
    """The same of many, as many at a time as are read without taking much memory. Nothing is said of sizes."""
    count = len(series.runs)
    failed, durations = Gathered(count), Gathered(count)
    starts, bundles, beside = np.full(count, np.nan), Gathered(count, 0), dict[str, Gathered]()
    for own, part in series.parts(AT_ONCE):
        go_on()
        known = known_of(metrics, part)
        starts[own] = known.starts
        failed.put(own, known.failed)
        durations.put(own, known.durations)
        bundles.put(own, known.bundles)
        for name in known.beside.keys() - {BODY, RECEIVED}:
            empty = 0.0 if name == VARIED else np.nan  # where no reply of a part varied, none did
            beside.setdefault(name, Gathered(count, empty)).put(own, known.beside[name])
    besides = {name: one.column() for name, one in beside.items()}
    return Known(failed.column(), starts, ranked(bundles.column()), durations.column(), besides)


def ranks(bundles: Ints) -> Ints:
    """Numbers as far apart as they are small, in the same order; 0 stays what is not known."""
    known = np.union1d(bundles, 0)
    return small(np.searchsorted(known, bundles) - int(np.searchsorted(known, 0)))


def ranked(bundles: Any) -> Ints:
    """The ranks of whole numbers: of each different one, where they are held so."""
    if isinstance(bundles, Repeated):
        levels: Any = bundles.levels
        return picked(ranks(levels), bundles.codes)
    return ranks(bundles)
