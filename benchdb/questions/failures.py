"""Failed requests are a condition: a side that answers errors is never better. Pure.

A run's share of failures is what its tool counts as failed over what it sent: requests completed and failed. Tools that
count failures among the completed (ab) and those that do not (wrk) differ in it by the share itself, not in whether
there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchdb.domain.caveats import caveat
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row

FAILED, COMPLETED = "requests_failed", "requests_completed"
NOISE = 0.001  #: failures by less than this share more than the baseline's change no verdict

Shares = Mapping[int, float]  #: run -> the share of its requests that failed; absent = nobody counted


def failure_share(failed: float, completed: float | None) -> float:
    """Of one run; where nobody says how many were sent, one failure is all that is known."""
    sent = max(failed, completed or 0.0)
    return min(1.0, failed / sent) if sent else 0.0


def with_failures(answer: Comparison, shares: Shares) -> Comparison:
    """The comparison with the failures of each cell, and without a verdict that they forbid."""
    if not any(shares.values()):
        return answer
    rows = tuple(with_failures_of(row, answer.baseline, shares) for row in answer.rows)
    return replace(answer, rows=rows)


def with_failures_of(row: Row, baseline: str, shares: Shares) -> Row:
    cells = {column: noted(cell, mean_share(cell.runs, shares)) for column, cell in row.cells.items()}
    base = cells[baseline].failed if baseline in cells else None
    return replace(row, cells={column: judged(cell, base or 0.0) for column, cell in cells.items()})


def mean_share(runs: Sequence[int], shares: Shares) -> float | None:
    known = [shares[run] for run in runs if run in shares]
    return sum(known) / len(known) if known else None


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
