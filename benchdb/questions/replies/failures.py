"""Failed requests are a condition: a side that answers errors is never better. Pure.

How many of a run's requests failed: `benchdb.domain.failures`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import caveat
from benchdb.domain.columns import Floats, blocks, holding
from benchdb.domain.failures import COUNTING
from benchdb.questions.cells import EMPTY, Cell, not_comparable
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers.places import Places
from benchdb.questions.replies.counted import IN_RATE, NOT_2XX

NOISE = 0.001  #: failures by less than this share more than the baseline's change no verdict
#: Share of failures from which on a figure is one of errors alone, less what adding up the shares of runs rounds away:
#: the mean of eight times 0.999 is 0.9989999999999999.
NOTHING_SERVED = 1 - NOISE - 1e-9

ALIKE = ("equivalent", "cannot be told from drift")  #: verdicts by which neither side is the better one

TOO_FEW = "too few runs"  #: a verdict

Shares = Mapping[tuple[str, str, str], float]  #: (metric, row, column) -> the share of requests that failed there
NO_SHARES: Shares = {}
REDIRECTS = "redirects or errors"  #: kind of the caveat of replies that were no 2xx, and perhaps no errors
IN_BOTH = "failed in both"  #: kind of the caveat where nobody says of how many
#: Kinds of the caveats where more runs of one side were stopped before their end: here, and in the baseline.
LOST, LOST_THERE = "lost runs", "lost runs of the baseline"
#: Kinds of the caveat where both sides have figures of errors alone; the other one where these may be redirects.
NOTHING, NO_2XX = "nothing served on either side", "no 2xx on either side"
#: The same of one side, where the other one served.
NOTHING_ON_ONE, NO_2XX_ON_ONE = "nothing served on one side", "no 2xx on one side"
SERVED_NOTHING = (NOTHING, NO_2XX, NOTHING_ON_ONE, NO_2XX_ON_ONE)
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
    counted = ((place, shares[~np.isnan(shares)]) for place, shares in at_places)
    return {places.keys[place]: added(shares) / len(shares) for place, shares in counted}


def added(shares: Floats) -> float:
    """One after the other, some at a time: Python's own numbers take four times as much memory."""
    return sum(share for some in blocks(len(shares)) for share in shares[some].tolist())


def not_2xx(places: Places, shares: Shares) -> Shares:
    """Of these, where it is not known that the replies were errors: ab counts redirects with them."""
    if NOT_2XX not in places.numbers.beside:
        return {}
    known = places.numbers.beside[NOT_2XX]
    means = {key: float(np.nan_to_num(known[places.slice(places.place[key])]).mean()) for key in shares}
    return {key: share for key, share in shares.items() if means[key] >= ALL_OF_THEM * share}


def shares_in_rates(places: Places, shares: Shares) -> Shares:
    """Of these, where a tool counts some of what failed beside its rate: the share in the rate."""
    if IN_RATE not in places.numbers.beside:
        return {}
    apart, of_all, made = places.numbers.beside[IN_RATE], places.numbers.failed, {}
    for key in shares:
        own = places.slice(places.place[key])
        in_rate, failed = np.asarray(apart[own]), np.asarray(of_all[own])
        if not np.isnan(in_rate).all():
            made[key] = float(np.nanmean(np.where(np.isnan(in_rate), failed, in_rate)))
    return made


def with_failures(
    answer: Comparison,
    shares: Shares,
    may_be_redirects: Shares = NO_SHARES,
    in_rates: Shares = NO_SHARES,
    left_out: Collection[tuple[str, str, str]] = (),
) -> Comparison:
    """The comparison with the failures of each cell, and without a verdict that they forbid.

    `left_out`: the places of which some runs are in no figure, because they answered nothing but errors.
    """
    if not shares:
        return answer
    answer = with_shares_in_rates(answer, in_rates) if in_rates else answer
    rows = (with_failures_of(row, answer.baseline, shares, may_be_redirects, left_out) for row in answer.rows)
    return replace(answer, rows=tuple(rows))


def with_shares_in_rates(answer: Comparison, in_rates: Shares) -> Comparison:
    def of_cell(row: Row, column: str) -> Cell:
        key = (row.metric, row.key, column)
        return row.cells[column].but(failed_in_rate=in_rates[key]) if key in in_rates else row.cells[column]

    rows = (replace(row, cells={column: of_cell(row, column) for column in row.cells}) for row in answer.rows)
    return replace(answer, rows=tuple(rows))


def with_failures_of(
    row: Row,
    baseline: str,
    shares: Shares,
    may_be_redirects: Shares,
    left_out: Collection[tuple[str, str, str]],
) -> Row:
    keys = {column: (row.metric, row.key, column) for column in row.cells}
    cells = {
        column: noted(cell, shares.get(keys[column]), keys[column] in may_be_redirects)
        for column, cell in row.cells.items()
    }
    if row.metric in COUNTING:  # which says itself what it can tell of failures
        return replace(row, cells=cells)
    base = cells.get(baseline, EMPTY)
    bases = (row.metric, row.key, baseline) in left_out
    return replace(
        row,
        cells={
            column: judged(row.metric, cell, base, (keys[column] in left_out, bases)) for column, cell in cells.items()
        },
    )


def noted(cell: Cell, share: float | None, may_be_redirects: bool) -> Cell:
    if not share:
        return cell
    kind = REDIRECTS if may_be_redirects else "requests failed"
    words = caveat(kind, share=share) if math.isfinite(share) else caveat("some requests failed")
    return cell.but(failed=share, caveats=(*cell.caveats, words))


def judged(name: str, cell: Cell, base: Cell, left_out: tuple[bool, bool] = (False, False)) -> Cell:
    """Who answers errors faster is not better, and who answers some as fast as others is not as good.

    Nor are its runs too few by themselves, where those that are missing answered nothing but errors. `left_out`: of the
    cell and of its base whether some did; the figure is of the others, which served.
    """
    pairs = zip((cell, base), left_out, strict=True)
    failing = [one for one, has_others in pairs if not has_others and answers_errors_alone(name, one.failed)]
    if cell.is_compared and failing:
        return served_nothing(cell, failing)
    more = (cell.failed or 0.0) - (base.failed or 0.0)
    are_alike = cell.verdict in ALIKE or cell.is_open or (any(left_out) and cell.verdict == TOO_FEW)
    if math.isnan(more) and (are_alike or cell.verdict in ("better", "worse")):
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat(IN_BOTH)))
    if (are_alike or cell.verdict == "better") and more > NOISE:
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat("better by failing")))
    if (are_alike or cell.verdict == "worse") and -more > NOISE:
        return cell.but(verdict="not comparable", caveats=(*cell.caveats, caveat("baseline fails more")))
    return cell


def served_nothing(cell: Cell, failing: Sequence[Cell]) -> Cell:
    """One side, or neither, has a figure of what it served."""
    kinds = (NOTHING_ON_ONE, NO_2XX_ON_ONE) if len(failing) == 1 else (NOTHING, NO_2XX)
    return not_comparable(cell, kinds[are_redirects(failing)])


def are_redirects(cells: Iterable[Cell]) -> bool:
    """Whether of all that failed no more is known than that it was no 2xx."""
    kinds = {one.kind for cell in cells for one in cell.caveats}
    return REDIRECTS in kinds and "requests failed" not in kinds
