"""Many sides along some rows -> the row where they differ most, the one where least, and who is at either end. Pure.

Changes under unlike conditions have no middle: how much 7 kernels gain at 6 loads is no one figure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import dimension
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.figures import is_fine, moved, tally
from benchdb.questions.comparison.headline.limits import Compared, Place
from benchdb.questions.comparison.judged import DECIDED
from benchdb.wording.values import shown_value

LOADS = ("concurrency", "rate")  #: rows of which the line may say that they come to more from one to the next
FEWEST_ROWS = 3  #: for that


def has_ends(comparison: Comparison, compared: Compared) -> bool:
    """Of one metric and several sides, some of which have a fine change."""
    others = {column for _, column, _ in compared}
    return len(comparison.question.metrics) == 1 and len(others) > 1 and bool(ranked(compared))


def by_end(comparison: Comparison, compared: Compared) -> Phrase:
    """`2.81× (Linux 2.6.0) to 4.58× (Linux 2.6.39) at concurrency 1,024; −13% (Linux 2.6.11) to … at 8`"""
    question, places = comparison.question, ranked(compared)
    if question.rows in ("metric", "item") or len(places) == 1:
        places = [[place for row in places for place in row]]
    keys = () if len(places) == 1 else question.row_keys
    ends = [places[0]] if len(places) == 1 else [places[-1], places[0]]
    parts = tuple(range_of(comparison, keys, own, is_first=not index) for index, own in enumerate(ends))
    trend = trend_of(comparison, compared)
    return phrase(
        f"sides by end{', with load' if trend else ''}",
        metric=question.metrics[0],
        cols=question.cols,
        baseline=comparison.baseline,
        parts=parts,
        verdicts=tally(compared),
        **({"trend": phrase(trend, cols=question.cols, baseline=comparison.baseline)} if trend else {}),
    )


def ranked(compared: Compared) -> list[Compared]:
    """The cells of each row, the row that differs least first; rows of few of the sides, or coarse ones, are none."""
    rows = dict[str, Compared]()
    for place in compared:
        if place[2].verdict != "not comparable":
            rows.setdefault(place[0].key, []).append(place)
    fine = [own for own in rows.values() if all(is_fine(cell) and cell.ratio is not None for _, _, cell in own)]
    most = max(map(len, fine), default=0)
    return sorted((own for own in fine if 2 * len(own) > most), key=effect)


def effect(own: Compared) -> float:
    """How far the sides of a row are from their baseline, as a rule; half as much is as far as twice as much."""
    return median(abs(math.log(cell.ratio)) if cell.ratio else math.inf for _, _, cell in own)


def range_of(comparison: Comparison, keys: Sequence[str], own: Compared, *, is_first: bool) -> Phrase:
    """The least and the greatest change of a row, each with its side; that none is told apart, where none is."""
    question, row = comparison.question, own[0][0]
    values = dict(zip(question.row_keys, question.row_values(row.key), strict=True)) if keys else {}
    rows = tuple(phrase("of a row", rows=(key, (shown_value(key, values[key]),), is_first)) for key in keys)
    given = {"rows": rows} if rows else {}
    if rows and not any(cell.verdict in DECIDED for _, _, cell in own):
        return phrase("range of a row, none told apart", **given)
    ordered = sorted(own, key=lambda place: place[2].change or 0.0)
    if all((cell.change or 0.0) < 0 for _, _, cell in own):
        ordered.reverse()
    least, most = ordered[0], ordered[-1]
    ends = tuple(end_of(comparison, place) for place in ([least] if least is most else [least, most]))
    return phrase("range of a row" if rows else "range of sides", ends=ends, **given)


def end_of(comparison: Comparison, place: Place) -> Phrase:
    _, column, cell = place
    given = {"moved": (cell.verdict, moved(cell)), "name": (comparison.question.cols, column)}
    if cell.verdict in ("better", "worse", "differs"):
        return phrase("end of a range", **given)
    return phrase("end of a range, judged", **given, verdict=(cell.verdict, comparison.question.equivalence_margin))


def trend_of(comparison: Comparison, compared: Compared) -> str:
    """Whether each side gains, or loses, from one load to the next: the kind of its phrase; "" where one does not."""
    question = comparison.question
    better = compared[0][0].known_metric.better
    if question.rows not in LOADS or question.split or better not in ("higher", "lower"):
        return ""
    sides = dict[str, list[Cell]]()
    for _, column, cell in sorted(compared, key=lambda place: dimension(question.rows).order(place[0].key)):
        sides.setdefault(column, []).append(cell)
    ways = {way_of(cells) for cells in sides.values()}
    if len(ways) > 1 or not (way := ways.pop()):
        return ""
    return "gains with load" if (way > 0) == (better == "higher") else "loses with load"


def way_of(cells: Sequence[Cell]) -> int:
    """1 where the change grows from row to row, -1 where it falls; 0 where it does both, or comes to nothing."""
    known = [cell.interval for cell in cells if cell.interval and cell.verdict in (*DECIDED, "no evidence")]
    if len(known) < max(FEWEST_ROWS, len(cells)):
        return 0
    grows = all(other[1] >= one[0] for one, other in pairwise(known)) and known[-1][0] > known[0][1]
    falls = all(other[0] <= one[1] for one, other in pairwise(known)) and known[-1][1] < known[0][0]
    return grows - falls
