"""HistoryAnswer -> the changes of its page, the newest first, with what was recorded there. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.domain.digits import ColumnUnit
from benchdb.domain.dimensions import dimension
from benchdb.domain.units import probability
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.conditions import Difference
from benchdb.questions.history.answer import Change, ConditionChange, Curve, HistoryAnswer, Outage, numbered
from benchdb.questions.history.outages.phrases import ENDINGS as FROM_THERE
from benchdb.questions.replies.sizes import ANOTHER, UNLIKE, is_another
from benchdb.wording import ratios, words
from benchdb.wording.grammar import first_few, inside, listed
from benchdb.wording.values import shown_value
from frontend.answers.history.doubts import doubts
from frontend.answers.history.lanes import LaneMark
from frontend.answers.history.lead import days, no_cause, when
from frontend.answers.history.machine_notes import notes_at, say_what_changed
from frontend.answers.history.table_rows import ChangeRow
from frontend.answers.history.tables import MOST_NAMED, between, quantity, unit_of
from frontend.charts.history import SIGNS, tone_of

MOST_QUIET = 12  #: events without effect in the table; more are counted, as they hide the changes


@dataclass(frozen=True, slots=True)
class ChangeTable:
    unit: str
    rows: tuple[ChangeRow, ...]
    no_cause: str = ""  #: what is said of a change that nothing on record explains
    quiet: int = 0  #: events without effect that are not among the rows


def change_table(answer: HistoryAnswer, happened: Sequence[LaneMark] | None = None) -> ChangeTable:
    """`happened`: what was recorded along the only curve; None where nobody looked, and levels are set side by side."""
    if not answer.curves:
        return ChangeTable("", ())
    unit = unit_of(answer)
    rows = [
        (change.before.last.x, change_row(answer, unit, change, number, curve, happened))
        for curve, first in numbered(answer.curves)
        for number, change in enumerate(curve.changes, first)
    ]
    every = [change for curve in answer.curves for change in curve.changes]
    quiet = [event for event in happened or () if not any(covers(change, event) for change in every)]
    outages = [one for curve in answer.curves for one in curve.outages]
    listed_events = quiet if len(quiet) <= MOST_QUIET else []
    rows += [(event.before.x, without_effect(event, outages)) for event in listed_events]
    newest_first = tuple(row for _, row in sorted(rows, key=lambda pair: -pair[0]))
    return ChangeTable(unit.name, newest_first, no_cause(answer), len(quiet) - len(listed_events))


def covers(change: Change, event: LaneMark) -> bool:
    """Whether the change is where it happened: some stretch without runs is of both."""
    return change.before.last.x <= event.after.x and event.before.x <= change.after.first.x


def change_row(
    answer: HistoryAnswer,
    unit: ColumnUnit,
    change: Change,
    number: int,
    curve: Curve,
    happened: Sequence[LaneMark] | None,
) -> ChangeRow:
    one, other = change.before.cell, change.after.cell
    tone = tone_of(answer.question.metric, other)
    sure = other.interval
    recorded = cause(change.there) if happened is None else recorded_there(change, happened)
    return ChangeRow(
        number=number,
        curve=curve.title,
        between=when(answer, change),
        before=quantity(unit, one, one.value),
        after=quantity(unit, other, other.value),
        change=ratios.change(other.change, other.ratio, other.ratio_span),
        moved=other.change or 0.0,
        interval=f"{ratios.interval(sure, other.ratio)}" if sure else "",
        q=probability(change.q),
        tone=tone,
        sign=SIGNS[tone],
        cause=", ".join(filter(None, (recorded, replies_there(other)))),
        aside=aside(change),
        doubts="; ".join(doubts(other, replies=False)),
        verdict=not_comparable(change),
        compare=compared(answer, other.differs),
        notes=notes_at(answer, curve, change),
        say="" if recorded or answer.labels else say_what_changed(answer, curve, change),
    )


def not_comparable(change: Change) -> str:
    """That its verdict is, as exports have it: another condition changed at the same place, or along the levels."""
    cell = change.after.cell
    if cell.verdict == "not comparable" and is_another(cell):
        return words("replies not comparable")
    if cell.verdict != "not comparable" or not cell.differs:
        return ""
    here = tuple(one.dimension for one in cell.differs if one.dimension not in change.apart)
    return words("not comparable there", keys=here) if here else words("levels not comparable")


def replies_there(cell: Cell) -> str:
    """`Replies 4.14 KiB → 376 B`; "" where they are about the same."""
    sizes = (one for one in cell.caveats if one.kind in (ANOTHER, UNLIKE))
    return "".join(words("replies there", base=one["base"], size=one["size"]) for one in sizes)


def cause(there: Sequence[ConditionChange]) -> str:
    """A few conditions that became others there with their values, many by name."""
    if len(there) > MOST_NAMED:
        return listed(first_few([dimension(one.dimension).title for one in there], MOST_NAMED))
    named = ((dimension(one.dimension).title, one.dimension, (one.before, one.after)) for one in there)
    return ", ".join(f"{title} {' → '.join(shown_value(key, end) for end in ends)}" for title, key, ends in named)


def recorded_there(change: Change, happened: Sequence[LaneMark]) -> str:
    """What became another between the last run before and the first one after, also what is in no lane."""
    inside_it = [event for event in happened if covers(change, event)]
    drawn = {key for event in inside_it for key in event.keys}
    here = drawn | {one.dimension for one in change.there}
    rest = [one for one in change.there if one.dimension not in drawn and dimension(one.dimension).of not in here]
    return ", ".join(filter(None, (*(event.words for event in inside_it), cause(rest))))


def aside(change: Change) -> str:
    """In what the levels differ besides what changed there."""
    return listed(first_few([inside(dimension(key).title) for key in change.apart], MOST_NAMED))


def compared(answer: HistoryAnswer, differs: tuple[Difference, ...]) -> str:
    """The first difference as columns; the others say so at its gate."""
    if not differs:
        return ""
    key = differs[0].dimension
    values = {share.value for one in differs[:1] for share in (*one.baseline, *one.here)}
    where = dict(answer.question.where) | {key: tuple(sorted(values))}
    rows = "concurrency" if key != "concurrency" else "machine"
    return ComparisonQuestion(
        metrics=(answer.question.metric,), rows=rows, cols=key, where=tuple(sorted(where.items()))
    ).path()


def without_effect(event: LaneMark, outages: Sequence[Outage] = ()) -> ChangeRow:
    """On a level; where an outage begins there, it says so."""
    begun = [one for one in outages if begins_at(one, event)]
    outage = words(f"{FROM_THERE[begun[0].how]} from there", runs=len(begun[0].runs)) if begun else ""
    sign, tone = ("▼", "worse") if begun else ("≈", "q2")
    ends = days(event.before, event.after) or between(event.before, event.after)
    return ChangeRow(0, "", ends, "", "", "", 0.0, "", "", tone, sign, event.words, "", "", "", "", outage)


def begins_at(one: Outage, event: LaneMark) -> bool:
    """Whether the last run before it and its first one stand on both sides of what happened."""
    return one.before is not None and one.before.x <= event.before.x and event.after.x <= one.first.x
