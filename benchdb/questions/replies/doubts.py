"""What the replies of two sides say against the figures made of them. Pure.

A page that varies fails nobody; a reply of another size is another document, a redirect or an error; a rate that was
given is no result; the slowest hundredth of a hundred requests is one request.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import PERCENTILE
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers.places import Places
from benchdb.questions.replies.counted import RATE, SENT, VARIED
from benchdb.questions.replies.sizes import is_explained, unlike_sizes, wants_one_document, with_sizes

AS_OFFERED = 0.01  #: share of the offered rate by which one that was served may differ
LEAST_TAIL = 5  #: requests beyond a percentile; one that fewer decide is hardly one
STEADY = 0.001  #: share of replies of another length that a page which does not vary may have

Key = tuple[str, str, str]  #: metric, row, column


def with_doubts(answer: Comparison, places: Places) -> Comparison:
    """The comparison, with what its replies say of each cell and without a verdict that they forbid."""
    known = Doubts(places, wants_one_document(answer.question.accepted))
    if not known.says_anything:
        return answer
    return replace(answer, rows=tuple(known.judged(row, answer.baseline) for row in answer.rows))


class Doubts:
    """What the replies at each place say."""

    def __init__(self, places: Places, wants_one: bool) -> None:
        self.places, self.beside, self.wants_one = places, places.numbers.beside, wants_one
        self._rates = places.numbers.condition("rate")
        self._are_offered = set(self._rates.texts) != {MISSING}

    @property
    def says_anything(self) -> bool:
        return bool(self.beside) or self._are_offered

    def judged(self, row: Row, baseline: str) -> Row:
        """The row with the caveats of its cells."""
        base = row.cells.get(baseline)
        made = {column: self.cell(row, column, cell, baseline, base) for column, cell in row.cells.items()}
        return Row(row.metric, row.key, made)

    def cell(self, row: Row, column: str, cell: Cell, baseline: str, base: Cell | None) -> Cell:
        here, there = (row.metric, row.key, column), (row.metric, row.key, baseline)
        cell = noted(cell, self.tail(here))
        if base is None or not cell.is_compared:
            return cell
        cell = varied_on_one_side(cell, self.varied_share(here), self.varied_share(there))
        sizes = unlike_sizes(partial(self.of, key=here), partial(self.of, key=there))
        if sizes and not is_explained(sizes, (cell.failed, base.failed)):
            cell = with_sizes(cell, sizes, self.wants_one)
        return as_offered(cell, base, self.rate(here), self.rate(there)) if row.metric == RATE else cell

    def of(self, name: str, key: Key) -> Floats:
        """Of the runs of a place; empty where nobody knows."""
        own = self.beside[name][self.places.slice(self.places.place[key])] if name in self.beside else np.empty(0)
        return own[~np.isnan(own)]

    def varied_share(self, key: Key) -> float:
        return mean(self.of(VARIED, key)) or 0.0

    def tail(self, key: Key) -> Iterable[Caveat]:
        """That a percentile of few requests is decided by a few."""
        part = PERCENTILE.match(key[0])
        sent = median(self.of(SENT, key)) if part else None
        if part and sent and (beyond := round(sent * (100 - float(part[2])) / 100, 6)) < LEAST_TAIL:
            yield caveat("few beyond", requests=int(sent), beyond=math.ceil(beyond))

    def rate(self, key: Key) -> float | None:
        """The rate that every run of a place was offered."""
        if not self._are_offered:
            return None
        place, (of_place, kinds, _) = self.places.place[key], self.places.kinds
        first, last = np.searchsorted(of_place, (place, place + 1)).tolist()
        texts = {self._rates.texts[code] for code in self._rates.codes[kinds[first:last]].tolist()}
        return float(texts.pop()) if len(texts) == 1 and MISSING not in texts else None


def noted(cell: Cell, caveats: Iterable[Caveat]) -> Cell:
    made = tuple(caveats)
    return cell.but(caveats=(*cell.caveats, *made)) if made else cell


def varied_on_one_side(cell: Cell, here: float, there: float) -> Cell:
    """Pages that vary do so on both sides; what varies on one alone may be errors that are answered as pages."""
    is_one_sided = (here > STEADY and not there) or (there > STEADY and not here)
    if not is_one_sided or cell.verdict not in ("better", "worse", "equivalent"):
        return cell
    return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat("vary on one side")))


def as_offered(cell: Cell, base: Cell, rate: float | None, base_rate: float | None) -> Cell:
    """Who serves all that is offered shows no more than that: who could serve more is not asked."""
    if not (is_served(cell, rate) and is_served(base, base_rate)) or cell.verdict == "not comparable":
        return cell
    verdict = "no evidence" if cell.is_open or cell.verdict in ("better", "worse") else cell.verdict
    caveats = (*cell.caveats, caveat("as offered"))
    return cell.but(
        verdict=verdict, caveats=caveats, required_n=None, fewest_n=0, required_sittings=None, more_runs=None
    )


def is_served(cell: Cell, rate: float | None) -> bool:
    return rate is not None and cell.value is not None and abs(cell.value - rate) <= AS_OFFERED * rate


def mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def median(values: Floats) -> float | None:
    return statistics.median(values) if len(values) else None
