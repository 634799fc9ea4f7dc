"""Failed requests are a condition: a side that answers errors is never better. Pure.

How many of a run's requests failed: `benchdb.domain.failures`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import caveat
from benchdb.domain.columns import holding
from benchdb.domain.failures import COUNTING
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers.places import Places
from benchdb.questions.replies.counted import NOT_2XX

NOISE = 0.001  #: failures by less than this share more than the baseline's change no verdict
NOTHING_SERVED = 1 - NOISE  #: share of failures from which on a figure is one of errors alone

ALIKE = ("equivalent", "cannot be told from drift")  #: verdicts by which neither side is the better one

Shares = Mapping[tuple[str, str, str], float]  #: (metric, row, column) -> the share of requests that failed there
NO_SHARES: Shares = {}
REDIRECTS = "redirects or errors"  #: kind of the caveat of replies that were no 2xx, and perhaps no errors
IN_BOTH = "failed in both"  #: kind of the caveat where nobody says of how many
ALL_OF_THEM = 0.999  #: share of what failed of which no more is known than that it was no 2xx


def answers_errors_alone(name: str, share: float | None) -> bool:
    """Whether a figure of the metric `name` says only how quickly errors came; one that counts errors says more."""
    return name not in COUNTING and share is not None and math.isfinite(share) and share >= NOTHING_SERVED


def failure_shares(places: Places) -> Shares:
    """The mean share of the runs at each place that somebody counted; none where no request failed anywhere."""
    is_positive = holding(places.numbers.failed, lambda shares: shares > 0)
    if not is_positive.any():
        return {}
    some = np.flatnonzero(np.logical_or.reduceat(is_positive, places.begins[:-1]))
    at_places = ((place, places.numbers.failed[places.slice(place)]) for place in some.tolist())
    lists = ((place, shares[~np.isnan(shares)].tolist()) for place, shares in at_places)
    return {places.keys[place]: sum(shares) / len(shares) for place, shares in lists}


def not_2xx(places: Places, shares: Shares) -> Shares:
    """Of these, where it is not known that the replies were errors: ab counts redirects with them."""
    if NOT_2XX not in places.numbers.beside:
        return {}
    known = places.numbers.beside[NOT_2XX]
    means = {key: float(np.nan_to_num(known[places.slice(places.place[key])]).mean()) for key in shares}
    return {key: share for key, share in shares.items() if means[key] >= ALL_OF_THEM * share}


def with_failures(answer: Comparison, shares: Shares, may_be_redirects: Shares = NO_SHARES) -> Comparison:
    """The comparison with the failures of each cell, and without a verdict that they forbid."""
    if not shares:
        return answer
    rows = (with_failures_of(row, answer.baseline, shares, may_be_redirects) for row in answer.rows)
    return replace(answer, rows=tuple(rows))


def with_failures_of(row: Row, baseline: str, shares: Shares, may_be_redirects: Shares) -> Row:
    keys = {column: (row.metric, row.key, column) for column in row.cells}
    cells = {
        column: noted(cell, shares.get(keys[column]), keys[column] in may_be_redirects)
        for column, cell in row.cells.items()
    }
    base = cells[baseline].failed if baseline in cells else None
    if row.metric in COUNTING:  # which says itself what it can tell of failures
        return replace(row, cells=cells)
    return replace(row, cells={column: judged(cell, base or 0.0) for column, cell in cells.items()})


def noted(cell: Cell, share: float | None, may_be_redirects: bool) -> Cell:
    if not share:
        return cell
    kind = REDIRECTS if may_be_redirects else "requests failed"
    words = caveat(kind, share=share) if math.isfinite(share) else caveat("some requests failed")
    return cell.but(failed=share, caveats=(*cell.caveats, words))


def judged(cell: Cell, base: float) -> Cell:
    """Who answers errors faster is not better, and who answers some as fast as others is not as good."""
    more = (cell.failed or 0.0) - base
    are_alike = cell.verdict in ALIKE or cell.is_open
    if math.isnan(more) and (are_alike or cell.verdict in ("better", "worse")):
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(IN_BOTH)))
    if (are_alike or cell.verdict == "better") and more > NOISE:
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat("better by failing")))
    if (are_alike or cell.verdict == "worse") and -more > NOISE:
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat("baseline fails more")))
    return cell
