"""How far apart a machine's sittings lie, from all its setups that were measured in more than one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.columns import Floats, Ints, among
from benchdb.domain.dimensions import MISSING
from benchdb.questions.base import Question
from benchdb.questions.comparison.judged import Noises, sittings_of
from benchdb.questions.numbers import DURATION, Numbers
from benchdb.reads.packed.moments import times_of
from benchdb.reads.packed.observed import of_runs, starts_of, whole_numbers
from benchdb.reads.packed.series import Series
from benchdb.reads.packed.wanted import Wanted, series_of
from benchdb.recordings.reboots import reboots_of

MOST_MACHINES = 8  #: whose history is read for one answer
MOST_RUNS = 1_000_000  #: of a history; a longer one is not read


class TooLong(Exception):
    """A history of more runs than one answer reads."""


def machine_noises(question: Question, numbers: Numbers) -> Noises:
    """Of the machines that `numbers` compare across sittings, from their other runs as they stood at its moment."""
    as_of = question.as_of
    if as_of is None and {key for key, _ in question.where} <= {"machine"}:
        return {}  # they have no others
    known, machines = ~np.isnan(numbers.starts), sorted(numbers.texts("machine") - {MISSING})
    if len(machines) > MOST_MACHINES or not known.any() or len(np.unique(sittings_of(numbers)[known])) < 2:
        return {}
    metrics = tuple(numbers.metric.texts[code] for code in numbers.metric.used())
    others = sorted({*machines} - {*numbers.machines_with_starts})
    reboots, own = {**numbers.reboots, **reboots_of(others, as_of)}, numbers.run_ids()
    return {
        (machine, metric): noise
        for machine in machines
        for metric in metrics
        if (noise := machine_noise(machine, metric, own, reboots, as_of)) is not None
    }


def machine_noise(
    machine: str, metric: str, own: Ints, reboots: Mapping[str, Floats], as_of: datetime | None
) -> statistics.SittingNoise | None:
    """Of one machine and metric; `own` are the runs of the question, which speak for themselves."""
    try:
        series = series_of(Wanted((metric,), (("machine", (machine,)), ("status", ("complete",)))), allow)
    except TooLong:
        return None
    starts, _ = starts_of(series)  # which bundle is which sitting is assumed: no measure of how far sittings lie apart
    kept = ~np.isnan(starts) & ~among(series.runs, own)
    if as_of is not None:
        ids, _, stored = times_of(np.unique(series.setups))
        kept &= of_runs(series.runs, ids, stored / 1e6) <= as_of.timestamp()
    places = np.flatnonzero(kept)
    setups = series.setups[series.row[places]]
    durations = whole_numbers(series, (DURATION,))[DURATION][places]
    numbers = numbered(starts[places], durations, reboots.get(machine))
    rows = zip(setups.tolist(), map(int, numbers.tolist()), series.values[places].tolist(), strict=True)
    return statistics.sitting_noise(statistics.setups_by_sitting(rows))


def allow(counted: Series) -> None:
    if int(counted.counts.sum()) > MOST_RUNS:
        raise TooLong


def numbered(starts: Floats, durations: Floats, reboots: Floats | None) -> Floats:
    """The sitting of each run of one machine: setups of another kernel are seen apart by gaps and reboots alone."""
    none = np.zeros(len(starts), np.int64)
    return statistics.sitting_numbers(
        statistics.Circumstances(none, none - 1, starts, none, durations, {} if reboots is None else {0: reboots})
    )
