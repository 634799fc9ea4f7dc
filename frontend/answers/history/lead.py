"""HistoryAnswer -> the first sentence of its page: what changed, when, and what was recorded there. Pure.

Says no more than the table of changes beneath it, whose rows it is made of; exports and permalinks have the headline.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.history.answer import Change, HistoryAnswer, Point
from benchdb.wording import marked_line, words
from frontend.answers.history.table_rows import ChangeRow
from frontend.answers.history.tables import between

MOST_TOLD = 3  #: changes of one curve; more are counted, the newest is told


def when(answer: HistoryAnswer, change: Change) -> str:
    """As `days`; two runs of one minute are told apart by their number."""
    is_dated = not answer.labels
    return (is_dated and days(change.before.last, change.after.first)) or between(change)


def days(before: Point, after: Point) -> str:
    """`16 Apr and 3 May 2025`; `6 Nov 2026, 08:15 and 08:35`; "" for two runs of one minute."""
    one, other = (datetime.fromtimestamp(point.x, UTC) for point in (before, after))
    if one.date() == other.date():
        times = [f"{moment:%H:%M}" for moment in (one, other)]
        return f"{other.day} {other:%b %Y}, {' and '.join(times)}" if times[0] != times[1] else ""
    year = f" {one:%Y}" if one.year != other.year else ""
    return f"{one.day} {one:%b}{year} and {other.day} {other:%b %Y}"


def lead(answer: HistoryAnswer, rows: tuple[ChangeRow, ...]) -> SafeString:
    """As HTML, with what the headline says besides: that requests failed, what was accepted.

    Empty where nothing changed. `rows`: of the table, the newest first.
    """
    changes = [row for row in rows if row.number]
    return mark_safe(marked_line((level_changes(answer, changes), *answer.headline[1:]))) if changes else SafeString()


def level_changes(answer: HistoryAnswer, changes: Sequence[ChangeRow]) -> Phrase:
    """A few changes in their order, of many how many and the newest."""
    given = {"metric": answer.question.metric, "changes": len(changes), "newest": happened(changes[0])}
    if len(answer.curves) > 1:
        changed = sum(1 for curve in answer.curves if curve.changes)
        counts = {"changed": changed, "curves": len(answer.curves), "curve": changes[0].curve}
        return phrase("levels of curves changed", **given, **counts)
    if len(changes) > MOST_TOLD:
        return phrase("levels changed often", **given, runs=len(answer.runs))
    in_order = tuple(happened(row) for row in reversed(changes))
    return phrase("levels changed", metric=answer.question.metric, changes=in_order)


def happened(row: ChangeRow) -> Phrase:
    """`fell 8.6% between 16 Apr and 3 May 2025 (Kernel Linux 2.6.9 → Linux 2.6.11)`."""
    kind = "level fell" if row.moved < 0 else "level rose"
    cause = row.cause or words("nothing recorded there")
    return phrase(
        kind, moved=row.moved, between=row.between, cause=f"{cause}; {lowered(row.replies)}" if row.replies else cause
    )


def lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
