"""HistoryAnswer -> what its page says beside the headline that exports have: days, and its last level. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import takewhile

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.metrics import metric
from benchdb.domain.units import significant
from benchdb.questions.days import day_ends
from benchdb.questions.history.answer import Change, HistoryAnswer, Point
from benchdb.questions.history.one_change import in_line, is_doubted, one_change
from benchdb.questions.history.question import axis_of
from benchdb.questions.history.verdicts import why_unproven
from benchdb.wording import words
from frontend.answers.history.tables import between

FEWEST_LEVELS = 2  #: of one, the headline says that nothing changed


def told_apart(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """The headline of one curve with the changes that stand alone in its first sentence; those in doubt follow it."""
    ahead = list(takewhile(lambda one: one.kind != "history", answer.headline))
    first, *rest = answer.headline[len(ahead) :] or (None,)
    if first is None or first["curve"].kind not in ("changes", "changes that stand"):
        return answer.headline
    (curve,), question = answer.curves, answer.question
    sure, doubted = ([one for one in curve.changes if is_doubted(one) is doubt] for doubt in (False, True))
    if not (sure and doubted):
        return answer.headline
    stand, aside = (tuple(one_change(question, one) for one in changes) for changes in (sure, doubted))
    changes = phrase("history", metric=question.metric, curve=phrase("changes that stand", changes=stand))
    is_all = first["curve"].kind == "changes"
    also = phrase("changes aside" if is_all else "changes aside, and within", changes=aside, runs=in_line(curve))
    return (*ahead, changes, also, *rest)


def when(answer: HistoryAnswer, change: Change) -> str:
    """As `days`; two runs of one second are told apart by their number."""
    ends = change.before.last, change.after.first
    return between(*ends) if answer.labels else days(*ends) or between(*ends)


def days(before: Point, after: Point) -> str:
    """`16 Apr and 3 May 2025`; `6 Nov 2026, 08:15 and 08:35`; "" for two of one second."""
    return " and ".join(day_ends(before.x, after.x) or ())


def last_level(answer: HistoryAnswer) -> str:
    """`Last level: 1,800/s, 2.3% below that of Jan 2026`; "" of several curves, one level, coarse ones, or no proven
    change."""
    levels = answer.curves[0].levels if len(answer.curves) == 1 else ()
    if len(levels) < FEWEST_LEVELS or not levels[0].value:
        return ""
    first, last = levels[0], levels[-1]
    if all(why_unproven(level.cell) for level in levels[1:]):
        return ""
    if first.cell.step or last.cell.step:
        return ""
    moved = last.value / first.value - 1
    since = first.first.label if answer.labels else apart(first.first, last.first)
    kind = "last level above" if moved > 0 else "last level below"
    value = significant(last.value, metric(answer.question.metric).unit)
    return words(kind, value=value, moved=moved, since=since)


def apart(first: Point, last: Point) -> str:
    """When the first was: the month, or the day where both are of one month."""
    one, other = (datetime.fromtimestamp(point.x, UTC) for point in (first, last))
    is_one_month = (one.year, one.month) == (other.year, other.month)
    return f"{one.day} {one:%b %Y}" if is_one_month else f"{one:%b %Y}"


def no_cause(answer: HistoryAnswer) -> str:
    """Along versions, the version itself is another at each change."""
    x = answer.question.x
    return words("nothing recorded there") if x == "time" else words("nothing else recorded there", axis=axis_of(x))
