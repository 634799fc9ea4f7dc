"""The rows of a comparison that one side was not run at, beneath the first line of its page. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.wording.values import shown_value

BY_ROWS = ("in short", "one pair", "one pair from zero")  #: kinds of a first line


def one_sided(comparison: Comparison) -> tuple[Phrase, ...]:
    """() where the first line does not go by rows, nor says of the one row with both sides what both are."""
    if not comparison.headline or comparison.headline[0].kind not in BY_ROWS or len(comparison.columns) != 2:
        return ()
    if comparison.question.rows in ("metric", "item") or comparison.question.split:
        return ()
    key, (other,) = comparison.question.rows, (name for name in comparison.columns if name != comparison.baseline)
    return tuple(
        phrase("rows of one side", rows=rows, name=(comparison.question.cols, side))
        for side, lacking in ((comparison.baseline, other), (other, comparison.baseline))
        if (rows := tuple(shown_value(key, row.key) for row in alone(comparison, side, lacking)))
    )


def alone(comparison: Comparison, side: str, lacking: str) -> list[Row]:
    return [row for row in comparison.rows if side in row.cells and lacking not in row.cells]
