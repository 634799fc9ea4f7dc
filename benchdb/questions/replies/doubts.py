"""What the replies of two sides say against the figures made of them. Pure.

A page that varies fails nobody; a reply of another size is another document, a redirect or an error; a rate that was
given is no result; the slowest hundredth of a hundred requests is one request.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Floats
from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import PERCENTILE
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.conditions import EVERYTHING
from benchdb.questions.numbers import Places
from benchdb.questions.replies.counted import BODY, RECEIVED, SENT, VARIED

RATE = "requests_per_second"  #: the metric that an offered rate decides
AS_OFFERED = 0.01  #: share of the offered rate by which one that was served may differ
LEAST_TAIL = 5  #: requests beyond a percentile; one that fewer decide is hardly one
#: Sizes of replies differ by more than these, in shares of the larger one and in bytes, or they are the same: servers
#: send other headers, which count as received.
SAME_SIZE = {BODY: (0.1, 64.0), RECEIVED: (0.2, 400.0)}
ANOTHER = "another document"  #: kind of the caveat of such sides
OTHER = 2.0  #: times as large: another document, whatever else may differ
DOCUMENT = "document_bytes"  #: the condition whose difference is accepted where that is meant
STEADY = 0.001  #: share of replies of another length that a page which does not vary may have

Key = tuple[str, str, str]  #: metric, row, column


def with_doubts(answer: Comparison, places: Places) -> Comparison:
    """The comparison, with what its replies say of each cell and without a verdict that they forbid."""
    known = Doubts(places, {DOCUMENT, EVERYTHING}.isdisjoint(answer.question.accepted))
    if not known.says_anything:
        return answer
    return replace(answer, rows=tuple(known.judged(row, answer.baseline) for row in answer.rows))


class Doubts:
    """What the replies at each place say."""

    def __init__(self, places: Places, wants_one_document: bool) -> None:
        self.places, self.beside, self.wants_one_document = places, places.numbers.beside, wants_one_document
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
        if not cell.failed and not base.failed:
            cell = self.of_sizes(cell, self.sizes(here, there))
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

    def sizes(self, here: Key, there: Key) -> tuple[float, float] | None:
        """Bytes of a reply of each side, where both did not answer with the same."""
        for name, (share, least) in SAME_SIZE.items():
            own, other = median(self.of(name, here)), median(self.of(name, there))
            if own is not None and other is not None:
                return (own, other) if abs(own - other) > max(least, share * max(own, other)) else None
        return None

    def of_sizes(self, cell: Cell, sizes: tuple[float, float] | None) -> Cell:
        """The cell with a doubt; without a verdict where one side's replies are many times the other's."""
        if sizes is None:
            return cell
        is_other = self.wants_one_document and max(sizes) >= OTHER * min(sizes)
        doubt = caveat(ANOTHER if is_other else "other replies", size=size(sizes[0]), base=size(sizes[1]))
        return cell.but(verdict="not comparable" if is_other else cell.verdict, caveats=(*cell.caveats, doubt))

    def rate(self, key: Key) -> float | None:
        """The rate that every run of a place was offered."""
        if not self._are_offered:
            return None
        place, (of_place, kinds, _) = self.places.place[key], self.places.kinds
        first, last = np.searchsorted(of_place, (place, place + 1)).tolist()
        texts = {self._rates.texts[code] for code in self._rates.codes[kinds[first:last]].tolist()}
        return float(texts.pop()) if len(texts) == 1 and MISSING not in texts else None


def size(of_reply: float) -> tuple[float, str]:
    """A quantity of three digits: more are chance."""
    return float(f"{of_reply:.3g}"), RECEIVED


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
    verdict = "no evidence" if cell.verdict in ("better", "worse") else cell.verdict
    caveats = (*cell.caveats, caveat("as offered"))
    return cell.but(verdict=verdict, caveats=caveats, required_n=None, required_sittings=None)


def is_served(cell: Cell, rate: float | None) -> bool:
    return rate is not None and cell.value is not None and abs(cell.value - rate) <= AS_OFFERED * rate


def mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def median(values: Floats) -> float | None:
    return statistics.median(values) if len(values) else None
