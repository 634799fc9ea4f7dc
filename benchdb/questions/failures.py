"""Failed requests are a condition: a side that answers errors is never better. Pure.

A run's share of failures is what failed over what was sent: requests completed and failed. Tools that count failures
among the completed (ab) and those that do not (wrk) differ in it by the share itself, not in whether there is one.

A request failed where its tool counts it as failed, or where the server answered it with an error. ab and wrk count
these apart (`Non-2xx responses`), others count them as both; the larger number is what surely failed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import caveat
from benchdb.domain.columns import Floats
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.numbers import Places

FAILED, COMPLETED, RESPONSES = "requests_failed", "requests_completed", "responses"
#: Items of `responses` that are errors. A tool may say all of these three of one answer: 404, 4xx, non_2xx.
ERRORS = re.compile(r"(?P<one>[45]\d\d)\b|(?P<class>[45]xx)$|(?P<rest>non_2xx)(_3xx)?$")
NOISE = 0.001  #: failures by less than this share more than the baseline's change no verdict

Shares = Mapping[tuple[str, str, str], float]  #: (metric, row, column) -> the share of requests that failed there


def failed_requests(counts: Mapping[tuple[str, str], Floats], runs: int) -> Floats:
    """Of `runs` runs, from what each counts by (metric, item); nan = nobody counted."""
    ways: dict[str, Floats] = {}
    for (metric, item), numbers in counts.items():
        if way := way_of_counting(metric, item):
            ways[way] = added(ways[way], numbers) if way in ways else numbers
    unknown = np.full(runs, np.nan)
    whole, parts = ways.pop("failed", unknown), ways.pop("failed in parts", unknown)
    counted = np.where(np.isnan(whole), parts, whole)
    return np.asarray(np.fmax.reduce([counted, *ways.values()]))


def way_of_counting(metric: str, item: str) -> str | None:
    """What may be added up; None for what is no failure."""
    if metric == FAILED:
        return "failed in parts" if item else "failed"
    error = ERRORS.match(item) if metric == RESPONSES else None
    return error.lastgroup if error else None


def added(numbers: Floats, more: Floats) -> Floats:
    """Where one of two is not known, the other."""
    return np.where(np.isnan(numbers), more, numbers + np.nan_to_num(more))


def failure_share(failed: float, completed: float | None) -> float:
    """Of one run; where nobody says how many were sent, one failure is all that is known."""
    sent = max(failed, completed or 0.0)
    return min(1.0, failed / sent) if sent else 0.0


def failure_shares_of(failed: Floats, completed: Floats) -> Floats:
    """Of many runs; nan = nobody counted."""
    sent = np.maximum(failed, np.nan_to_num(completed))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sent == 0, 0.0, np.minimum(1.0, failed / sent))


def failure_shares(places: Places) -> Shares:
    """The mean share of the runs at each place that somebody counted; none where no request failed anywhere."""
    failed = places.numbers.failed
    if not (failed > 0).any():
        return {}
    begins, known = places.begins[:-1], ~np.isnan(failed)
    some = np.flatnonzero(np.logical_or.reduceat(failed > 0, begins))
    lists = ((place, failed[places.slice(place)][known[places.slice(place)]].tolist()) for place in some.tolist())
    return {places.keys[place]: sum(shares) / len(shares) for place, shares in lists}


def with_failures(answer: Comparison, shares: Shares) -> Comparison:
    """The comparison with the failures of each cell, and without a verdict that they forbid."""
    if not shares:
        return answer
    return replace(answer, rows=tuple(with_failures_of(row, answer.baseline, shares) for row in answer.rows))


def with_failures_of(row: Row, baseline: str, shares: Shares) -> Row:
    cells = {column: noted(cell, shares.get((row.metric, row.key, column))) for column, cell in row.cells.items()}
    base = cells[baseline].failed if baseline in cells else None
    return replace(row, cells={column: judged(cell, base or 0.0) for column, cell in cells.items()})


def noted(cell: Cell, share: float | None) -> Cell:
    if not share:
        return cell
    return replace(cell, failed=share, caveats=(*cell.caveats, caveat("requests failed", share=share)))


def judged(cell: Cell, base: float) -> Cell:
    """Who answers errors faster is not better."""
    more = (cell.failed or 0.0) - base
    if cell.verdict in ("better", "equivalent") and more > NOISE:
        return replace(cell, verdict="not comparable", caveats=(*cell.caveats, caveat("better by failing")))
    if cell.verdict in ("worse", "equivalent") and -more > NOISE:
        return replace(cell, verdict="not comparable", caveats=(*cell.caveats, caveat("baseline fails more")))
    return cell
