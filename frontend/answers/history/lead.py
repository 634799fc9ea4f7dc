"""HistoryAnswer -> the first sentence of its page: what changed, when, and what was recorded there. Pure.

Says no more than the table of changes beneath it, whose rows it is made of; exports and permalinks have the headline.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.metrics import metric
from benchdb.questions.history.answer import Change, HistoryAnswer, Point
from benchdb.wording import counted, marked_line
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
    """As HTML; empty where nothing changed. `rows`: of the table, the newest first."""
    changes = [row for row in rows if row.number]
    if not changes:
        return SafeString()
    title = metric(answer.question.metric).title
    if len(answer.curves) > 1:
        changed = sum(1 for curve in answer.curves if curve.changes)
        counts = f"{counted(len(changes), 'change')} of level in {changed} of {counted(len(answer.curves), 'curve')}"
        return format_html("{}: <b>{}</b>. The newest: {} {}.", title, counts, changes[0].curve, happened(changes[0]))
    if len(changes) > MOST_TOLD:
        counts = f"{len(changes)} changes of level in {counted(len(answer.runs), 'run')}"
        return format_html("{}: <b>{}</b>. The newest {}.", title, counts, happened(changes[0]))
    in_order = format_html_join(", then ", "{}", ((happened(row),) for row in reversed(changes)))
    return format_html("{} {}.", title, in_order)


def full_lead(answer: HistoryAnswer, rows: tuple[ChangeRow, ...]) -> SafeString:
    """The first sentence, with what the headline says besides: that requests failed, what was accepted."""
    words = lead(answer, rows)
    limits = answer.headline[1:]
    return format_html("{} {}", words, mark_safe(marked_line(limits))) if words and limits else words


def happened(row: ChangeRow) -> SafeString:
    """`fell 8.6% between 16 Apr and 3 May 2025 (Kernel Linux 2.6.9 → Linux 2.6.11)`."""
    verb = "fell" if row.change.startswith("−") else "rose"
    change, cause = row.change.lstrip("−+"), row.cause or "nothing recorded there"
    words = f"{cause}; {lowered(row.replies)}" if row.replies else cause
    return format_html("<b>{} {}</b> between {} ({})", verb, change, row.between, words)


def lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
