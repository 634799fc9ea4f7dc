"""Runs during which another load ran on the same machine: each has the rate of one load generator, and not what the
server served. Pure.

Only of what an answer is about, where start and duration are on record. Runs of two kernels are never at once, whatever
their clocks say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import caveat
from benchdb.domain.columns import MANY, Floats, Ints, Mask, first_and_every
from benchdb.domain.dimensions import MISSING
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers import Numbers, Places

AT_ONCE, ON_ONE_SIDE = "loads at once", "at once on one side"  #: kinds of caveats
SLACK = 2.0  #: seconds that loads one behind the other may seem to overlap: logs print whole ones
LEAST = 0.1  #: share of a load from which on another counts
MOST_TOGETHER = 2  #: runs that may begin at the very same moment
APART = 0.5  #: by which the shares of such runs differ between two sides that cannot be compared
DAY = 86_400.0  #: seconds; a start at midnight is a day alone, which a path or a file states
MACHINE = 1e11  #: seconds, more than any moment: so that of a sorted column each machine has a stretch


def with_loads_at_once(answer: Comparison, places: Places) -> Comparison:
    """The comparison with how many there are, and no verdict between a side that has them and one that has not."""
    runs = loads_at_once(places.numbers)
    if not len(runs):
        return answer
    are_shared = np.isin(places.numbers.runs, runs)
    shares = {key: float(are_shared[places.slice(place)].mean()) for key, place in places.place.items()}
    rows = tuple(judged(row, answer.baseline, shares) for row in answer.rows)
    own = caveat(AT_ONCE, runs=len(runs), total=len(answer.runs))
    return replace(answer, rows=rows, caveats=(own, *answer.caveats))


def judged(row: Row, baseline: str, shares: Mapping[tuple[str, str, str], float]) -> Row:
    own = {column: shares[row.metric, row.key, column] for column in row.cells}
    base, cells = own.get(baseline, 0.0), row.cells.items()
    return replace(row, cells={name: cell if abs(own[name] - base) < APART else apart(cell) for name, cell in cells})


def apart(cell: Cell) -> Cell:
    if cell.verdict in (None, "not comparable", "too few runs") and not cell.is_open:
        return cell
    return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(ON_ONE_SIDE)))


def loads_at_once(numbers: Numbers) -> Ints:
    """The ids of the runs, each once. Of many numbers none is looked for: that would take as long as all the rest."""
    if len(numbers) >= MANY or np.isnan(numbers.starts).all():
        return np.zeros(0, np.int64)
    first, _ = first_and_every(numbers.runs)
    machine, kernel = (numbers.condition(key) for key in ("machine", "kernel"))
    kinds = numbers.kind[first]
    codes = machine.codes[kinds]
    starts = numbers.starts[first]
    is_known = ~np.isnan(starts + numbers.durations[first]) & (np.mod(starts, DAY) != 0)
    if MISSING in machine.texts:
        is_known &= codes != machine.texts.index(MISSING)
    known = first[is_known]
    boots = codes[is_known] * len(kernel.texts) + kernel.codes[kinds][is_known]  # no machine runs two at once
    begins = numbers.starts[known] + MACHINE * np.unique(boots, return_inverse=True)[1]
    order = np.argsort(begins, kind="stable")
    order = order[are_few_together(begins[order])]
    begins, lasted = begins[order], numbers.durations[known][order]
    seconds = seconds_shared(begins, begins + lasted)
    shared: Ints = np.sort(numbers.runs[known][order][(seconds > SLACK) & (seconds >= LEAST * lasted)])
    return shared


def are_few_together(begins: Floats) -> Mask:
    """Which of the starts, rising, no more than MOST_TOGETHER have: a moment that was stated for many logs at once is
    that of none of them."""
    _, place, counts = np.unique(begins, return_inverse=True, return_counts=True)
    few: Mask = counts[place] <= MOST_TOGETHER
    return few


def seconds_shared(begins: Floats, ends: Floats) -> Floats:
    """For how long each runs beside that which ends last of those before it, or beside the next one."""
    before = np.full(len(begins), -np.inf)
    before[1:] = np.maximum.accumulate(ends)[:-1]
    seconds = np.minimum(before, ends) - begins
    seconds[:-1] = np.maximum(seconds[:-1], np.minimum(ends[:-1], ends[1:]) - begins[1:])
    return seconds
