"""Stopped runs -> the curves whose outage they are. Pure.

A run whose records contradict nothing of one curve alone, and are those of its last finished run, is that curve's. In
doubt is one that fits several curves (the log of a run that never began names no load), that recorded what finished
runs do not, or that had another kernel or setting than the last of them, a new one or an old one: an experiment beside
nightly runs may crash, and is no outage of theirs. Those count, for all curves that they fit, where none of these
finished a run for longer than it ever paused in a month (`patience`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC

import numpy as np

from benchdb.domain.columns import Floats, Ints
from benchdb.domain.dimensions import MISSING
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, ConditionChange, Curve, HistoryAnswer, Place
from benchdb.questions.history.axis import MINUTES
from benchdb.questions.history.outages.merged import with_stopped
from benchdb.questions.history.outages.patience import MONTH, patience, pauses_of
from benchdb.questions.history.outages.stopped import Finished, StoppedRun
from benchdb.reads.search.stopped import is_of_setups


@dataclass(frozen=True, slots=True)
class Line:
    """The finished runs of a curve, in their order."""

    moments: Floats
    setups: tuple[int, ...]
    own: Ints  #: each setup once
    measured: Floats  #: when those were made that answered something else than errors
    values: Mapping[str, frozenset[str]]  #: of the conditions that part the curves
    has_starts: bool  #: somebody said when some of them were made

    def setup_before(self, moment: float) -> int:
        """Of the last run by then; of the first one where there is none."""
        return self.setups[max(int(np.searchsorted(self.moments, moment, "right")) - 1, 0)]


def with_stopped_stretches(answer: HistoryAnswer, stopped: Sequence[StoppedRun], finished: Finished) -> HistoryAnswer:
    """The answer with the stretches of each curve in which every run was stopped."""
    keys = {key for curve in answer.curves for key, _ in curve.setup} | {answer.question.by} - {""}
    if not stopped or not all(map(is_of_setups, keys)):
        return answer
    lines = [line_of(curve, finished, keys) for curve in answer.curves]
    own: dict[int, list[StoppedRun]] = defaultdict(list)
    in_doubt: dict[frozenset[int], list[StoppedRun]] = defaultdict(list)
    fitting = {one.setup: one for one in stopped}
    of_setups = {setup: curves_of(one, lines) for setup, one in fitting.items()}
    for one in stopped:
        places = frozenset(place for place in of_setups[one.setup] if is_placed(one, lines[place]))
        if is_sure(one, [lines[place] for place in places]):
            own[min(places)].append(one)
        elif places:
            in_doubt[places].append(one)
    for places, some in in_doubt.items():
        for place, accepted in silences({place: lines[place] for place in places}, some, own):
            own[place] += accepted
    curves = [with_own(curve, own.get(place, []), finished) for place, curve in enumerate(answer.curves)]
    return replace(answer, curves=tuple(curves))


def line_of(curve: Curve, finished: Finished, keys: Collection[str]) -> Line:
    rows = [(point.x, run, finished[run]) for point in curve.points for run in point.runs]
    failing = curve.failing_runs
    return Line(
        moments=np.array([x for x, _, _ in rows]),
        setups=tuple(one.setup for _, _, one in rows),
        own=np.unique([one.setup for _, _, one in rows]),
        measured=np.array([x for x, run, _ in rows if run not in failing]),
        values={key: frozenset(one.conditions.get(key, MISSING) for _, _, one in rows) for key in keys},
        has_starts=any(one.has_start for _, _, one in rows),
    )


def curves_of(one: StoppedRun, lines: Sequence[Line]) -> frozenset[int]:
    """Those that its setup can be of: which have it, or all that it recorded, if some do. What parts the curves is
    never another one."""
    texts = dict(one.fits.recorded)
    alike = [
        place
        for place, line in enumerate(lines)
        if all(texts.get(key, MISSING) in (MISSING, *values) for key, values in line.values.items())
    ]
    for ids in (np.array([one.setup]), one.fits.exact_ids(), one.fits.ids()):
        if places := frozenset(place for place in alike if has_some(lines[place], ids)):
            return places
    return frozenset()


def has_some(line: Line, setups: Ints) -> bool:
    return bool(np.isin(line.own, setups).any())


def is_placed(one: StoppedRun, line: Line) -> bool:
    """Whether it is known where along a curve it stands. What only fits and has no start would stand where it was
    stored, unless that is so of the curve's own runs."""
    return one.has_start or not line.has_starts or one.setup == line.setup_before(one.moment.timestamp())


def is_sure(one: StoppedRun, lines: Sequence[Line]) -> bool:
    """Whether it is of the only curve, and had all that its last finished run had."""
    if len(lines) != 1:
        return False
    before = lines[0].setup_before(one.moment.timestamp())
    return before == one.setup or before in one.fits.exact_ids()


def silences(
    lines: Mapping[int, Line], stopped: Sequence[StoppedRun], known: Mapping[int, Sequence[StoppedRun]]
) -> Iterator[tuple[int, list[StoppedRun]]]:
    """(place of a curve, runs that were stopped while it was silent for longer than its pauses); `known`: those of its
    runs by place, also of the silences before, as soon as each is told."""
    moments = np.sort(np.concatenate([line.measured for line in lines.values()]))
    stretches: dict[int, list[StoppedRun]] = defaultdict(list)
    for one in stopped:
        stretches[int(np.searchsorted(moments, one.moment.timestamp(), "right"))].append(one)
    for before, stretch in stretches.items():
        if before and len(stretch) >= FEWEST_IN_A_ROW:
            times = [one.moment.timestamp() for one in stretch]
            for place, line in lines.items():
                if is_silent(line, known.get(place, ()), float(moments[before - 1]), min(times), max(times)):
                    yield place, stretch


def is_silent(line: Line, known: Sequence[StoppedRun], last: float, first_stopped: float, last_stopped: float) -> bool:
    """Whether a curve was measured until the last run of all that are in question, and has ended only then: one that
    nobody measured for a month had ended before anything was stopped."""
    own = line.measured[: np.searchsorted(line.measured, last, "right")]
    if not len(own):
        return False
    longest = patience(*pauses_of(tried(line, own, known)))
    goes_on = last - own[-1] <= longest and first_stopped - own[-1] <= max(longest, MONTH)
    return bool(goes_on and last_stopped - last > longest)


def tried(line: Line, own: Floats, known: Sequence[StoppedRun]) -> Floats:
    """When its runs were made, in order, with those of its outages until the last one that measured something: the
    first outage is no pause, by which the next one would have to be longer."""
    stopped = np.array([one.moment.timestamp() for one in known])
    stopped = stopped[stopped < own[-1]] if len(stopped) else stopped
    gaps = np.searchsorted(own, stopped)
    in_a_row = np.bincount(gaps, minlength=1)[gaps] >= FEWEST_IN_A_ROW
    failing = line.moments[line.moments < own[-1]]
    return np.unique(np.concatenate((own, failing, stopped[in_a_row])))


def with_own(curve: Curve, stopped: Sequence[StoppedRun], finished: Finished) -> Curve:
    if not stopped:
        return curve
    measuring = [(point.x, run) for point in curve.points for run in point.runs if run not in curve.failing_runs]
    moments = np.array([x for x, _ in measuring])
    causes: dict[int, tuple[ConditionChange, ...]] = {}
    for one in stopped:
        if place := int(np.searchsorted(moments, one.moment.timestamp(), "right")):
            before = finished[measuring[place - 1][1]]
            causes[one.run] = one.fits.there(before.conditions) if before.setup in one.fits.ids() else ()
    unanswered = {one.run for one in stopped if one.is_unanswered}
    return with_stopped(curve, [(one.run, place_of(one)) for one in stopped], causes, unanswered)


def place_of(one: StoppedRun) -> Place:
    return Place(one.moment.timestamp(), one.moment.astimezone(UTC).isoformat(" ")[:MINUTES])
