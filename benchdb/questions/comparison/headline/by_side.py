"""Many sides along some rows -> of those that lose and of those that gain the side that went furthest. Pure.

The greatest loss and the greatest gain of the table are among what it says.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.by_row import in_columns
from benchdb.questions.comparison.headline.figures import is_fine, moved, tally
from benchdb.questions.comparison.headline.limits import Compared, is_row_named, row_names
from benchdb.questions.comparison.judged import DECIDED


def has_furthest(comparison: Comparison, compared: Compared) -> bool:
    """Of several rows, some of them told apart."""
    return is_row_named(comparison, compared) and any(furthest_sides(compared))


def by_side(comparison: Comparison, compared: Compared) -> Phrase:
    """`6.8.2-rt11 −18% to −16% at every concurrency; 6.10.1 +21% to +24% at 16 and 64`"""
    question = comparison.question
    parts = tuple(
        side_along(comparison, column, own, in_columns(compared)[column], is_first=not index)
        for index, (column, own) in enumerate(furthest_sides(compared))
    )
    return phrase(
        "sides that went furthest",
        metric=question.metrics[0],
        cols=question.cols,
        baseline=comparison.baseline,
        parts=parts,
        verdicts=tally(compared),
    )


def furthest_sides(compared: Compared) -> Iterable[tuple[str, Compared]]:
    """The side of the least change that is told apart from none, with all such changes of its; then of the greatest."""
    decided = [place for place in compared if place[2].verdict in DECIDED and is_fine(place[2])]
    less = [place for place in decided if (place[2].change or 0.0) < 0]
    more = [place for place in decided if (place[2].change or 0.0) > 0]
    for places, furthest in ((less, min), (more, max)):
        if places:
            column = furthest(places, key=lambda place: place[2].change or 0.0)[1]
            yield column, [place for place in places if place[1] == column]


def side_along(comparison: Comparison, column: str, own: Compared, every: Compared, *, is_first: bool) -> Phrase:
    """The changes of a side that lead the same way, and at which rows: at every one, where no row says otherwise."""
    ordered = sorted((cell for *_, cell in own), key=lambda cell: cell.change or 0.0)
    given = {"moved": (own[0][2].verdict, (moved(ordered[0])[:2], moved(ordered[-1])[:2]))}
    key, rows, _ = row_names(comparison, *(row.key for row, *_ in own))
    if len(own) == len(every) > 1:
        part = phrase(f"moved at {'every row' if is_first else 'each'}", **given, key=key)
    else:
        part = phrase("rows that moved", **given, rows=(key, rows, is_first))
    return phrase("side in short", name=(comparison.question.cols, column), parts=(part,))
