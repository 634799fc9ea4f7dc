"""Conditions whose values come and go again and again along a curve: histories side by side, no succession. Pure.

A history may go over a change of kernel, server or setting, and back: an upgrade, an upgrade taken back. Six servers
that are measured in turn, or that came in one upload without a start, succeed nobody: a level of all six is of none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import MISSING, Dimension
from benchdb.domain.turns import take_turns
from benchdb.questions.history.answer import Moment, goes_over
from benchdb.questions.numbers import Numbers

Moments = Mapping[int, Moment]
POOLED = "comes and goes"  #: kind of the caveat where such values are one curve
FEWEST_TOGETHER = 2  #: runs of a value in one upload: one alone may be a mistake


def interleaved(
    placed: Numbers, labels: Sequence[str], moments: Moments, conditions: Sequence[Dimension]
) -> tuple[Dimension, ...]:
    """Those of a history that are so along some of its curves; `labels`: of versions, () along time."""
    free = [one for one in conditions if goes_over(one.key) and len(placed.condition(one.key).texts) > 1]
    curves = list(in_order(placed, labels, moments)) if free else []
    return tuple(one for one in free if any(comes_and_goes(placed, places, one) for places in curves))


def in_order(placed: Numbers, labels: Sequence[str], moments: Moments) -> Iterator[list[int]]:
    """Where the numbers of each curve stand, as they follow each other along x."""
    ranks = {label: rank for rank, label in enumerate(labels)}
    runs, rows, columns = placed.runs.tolist(), placed.row.codes.tolist(), placed.column.codes.tolist()
    keys = [
        (column, ranks.get(placed.row.texts[row], 0), moments[run].time, run)
        for run, row, column in zip(runs, rows, columns, strict=True)
    ]
    for _, places in groupby(sorted(range(len(keys)), key=keys.__getitem__), key=lambda place: columns[place]):
        yield list(places)


def comes_and_goes(placed: Numbers, places: Sequence[int], condition: Dimension) -> bool:
    """More than one value comes back, or one does twice; or several came together, in no order."""
    coded = placed.condition(condition.counts_as or condition.key)
    texts = [coded.texts[code] for code in coded.codes[placed.kind[places]].tolist()]
    recorded = [(text, place) for text, place in zip(texts, places, strict=True) if text != MISSING]
    return take_turns(text for text, _ in recorded) or are_together(placed, recorded)


def are_together(placed: Numbers, recorded: Sequence[tuple[str, int]]) -> bool:
    """Whether some upload has runs without a start of several values."""
    bundles, unknown = placed.bundles, np.isnan(placed.starts)
    counts = Counter((int(bundles[place]), text) for text, place in recorded if bundles[place] and unknown[place])
    several = Counter(bundle for (bundle, _), count in counts.items() if count >= FEWEST_TOGETHER)
    return max(several.values(), default=0) > 1


def pooled(conditions: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """That curves are of several values none the less: somebody asked for that, or there would be too many curves."""
    return (caveat(POOLED, keys=tuple(one.key for one in conditions)),) * bool(conditions)
