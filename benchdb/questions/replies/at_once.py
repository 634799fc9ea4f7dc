"""Runs during which another load ran on the same machine: each has the rate of one load generator, and not what the
server served. Pure.

Only of what an answer is about, where start and duration are on record. Runs of two kernels are never at once, whatever
their clocks say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from benchdb.domain.activity.overlap import shared
from benchdb.domain.caveats import caveat
from benchdb.domain.columns import MANY, Ints, first_and_every
from benchdb.domain.dimensions import MISSING
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.places import Places

AT_ONCE, ON_ONE_SIDE = "loads at once", "at once on one side"  #: kinds of caveats
APART = 0.5  #: by which the shares of such runs differ between two sides that cannot be compared
DAY = 86_400.0  #: seconds; a start at midnight is a day alone, which a path or a file states


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
    kinds, starts, lasted = numbers.kind[first], numbers.starts[first], numbers.durations[first]
    is_known = ~np.isnan(starts + lasted) & (np.mod(starts, DAY) != 0)
    if MISSING in machine.texts:
        is_known &= machine.codes[kinds] != machine.texts.index(MISSING)
    boots = machine.codes[kinds].astype(np.int64) * len(kernel.texts) + kernel.codes[kinds]  # one at a time on each
    shares = shared(boots[is_known], starts[is_known], (starts + lasted)[is_known])
    runs: Ints = np.sort(numbers.runs[first][is_known][shares > 0])
    return runs
