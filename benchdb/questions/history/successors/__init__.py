"""Where the runs of one setup end and those of another begin: two curves that no change joins -> phrases. Pure.

Concurrency, document, CPUs, tool or machine part a history; where one of these became another, neither of its curves
shows a change. Nothing is judged: the figures on the two sides are of unlike loads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from benchdb.domain.caveats import Parameter, Phrase, phrase
from benchdb.domain.dimensions import MISSING, Dimension
from benchdb.questions.conditions import Group
from benchdb.questions.days import day_ends
from benchdb.questions.figures.of_runs import quantity
from benchdb.questions.history.answer import ConditionChange, Curve, Level, goes_over
from benchdb.questions.history.axis import Moments
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.history.setups import lasting, recorded_between
from benchdb.wording.values import named_value

DAY = 86_400  #: seconds
FEWEST_DAYS = 2  #: with runs: a load that was tried once, or a sweep within a day, succeeds nothing
#: Days between the two: from a Friday to the Tuesday after a long weekend. And as many times what is usual between
#: their runs: of a weekly job one run may be missing. Neither was measured; a longer pause leaves them two benchmarks.
NEAR, USUALLY = 4, 2
MOST_TOLD = 2  #: pairs that one line can hold
MOST_CONDITIONS = 4  #: that are told with their values


@dataclass(frozen=True, slots=True)
class Lasting:
    """A curve that goes over more than one day, with its runs in their order."""

    curve: Curve
    group: Group
    first: float  #: seconds since 1970
    last: float
    usual: float  #: days from one with runs to the next

    def precedes(self, other: Lasting) -> bool:
        """Whether it ended before the other began, and not long before."""
        days = (other.first - self.last) / DAY
        return 0 < days <= max(NEAR, USUALLY * max(self.usual, other.usual))


def successors(
    question: HistoryQuestion,
    curves: Sequence[Curve],
    groups: Sequence[Group],
    conditions: Sequence[Dimension],
    moments: Moments,
) -> list[tuple[str, Phrase]]:
    """(the name of the curve that ends, its phrase) of each pair; `groups` are the runs of each curve.

    `conditions`: all in which these may differ. When runs were stored says nothing of when a setup ended.
    """
    if question.x != "time":
        return []
    known = [own for pair in zip(curves, groups, strict=True) if (own := lasting_curve(*pair))]
    pairs = sorted(neighbours(question, known), key=lambda pair: (pair[1].first, pair[0].curve.name))
    dated = [pair for pair in pairs if all(moments[run].is_start for run in meeting(*pair))]
    made = [(pair, ended(question, *pair, conditions, is_named=len(curves) > len(pair))) for pair in dated]
    return [(one.curve.name, words) for (one, _), words in made if words]


def meeting(one: Lasting, other: Lasting) -> tuple[int, int]:
    """The last run of the one, the first of the other."""
    return one.group[-1].run, other.group[0].run


def successions(pairs: Sequence[tuple[str, Phrase]]) -> tuple[Phrase, ...]:
    """Their phrases, of many the newest."""
    made = [words for _, words in pairs]
    if len(made) <= MOST_TOLD:
        return tuple(made)
    return (made[-1], phrase("more setups end", pairs=len(made) - 1))


def with_successors(curves: Sequence[Curve], pairs: Sequence[tuple[str, Phrase]]) -> tuple[Curve, ...]:
    """The curves, those marked that another one has followed."""
    names = {name for name, _ in pairs}
    return tuple(replace(one, is_followed=True) if one.name in names else one for one in curves)


def lasting_curve(curve: Curve, group: Group) -> Lasting | None:
    xs = [point.x for point in curve.points]
    days = sorted({int(x // DAY) for x in xs})
    if curve.nothing_served or len(days) < FEWEST_DAYS:
        return None
    usual = median(later - earlier for earlier, later in pairwise(days))
    return Lasting(curve, group, min(xs), max(xs), usual)


def neighbours(question: HistoryQuestion, known: Sequence[Lasting]) -> Iterator[tuple[Lasting, Lasting]]:
    """Each with the one that succeeds it: of several that began then the most alike, if either is to the other."""
    apart = {
        (place, after): distance(question, one.curve, other.curve)
        for place, one in enumerate(known)
        for after, other in enumerate(known)
        if one.precedes(other)
    }
    for (place, after), own in apart.items():
        rivals = [far for (one, other), far in apart.items() if (one == place) != (other == after)]
        if all(own < far for far in rivals):
            yield known[place], known[after]


def distance(question: HistoryQuestion, one: Curve, other: Curve) -> int:
    """In how many of the conditions that part curves they differ, as far as both record them."""
    there, here = (parting(question, curve) for curve in (one, other))
    return sum(MISSING not in (value, now := here.get(key, MISSING)) and now != value for key, value in there.items())


def parting(question: HistoryQuestion, curve: Curve) -> dict[str, str]:
    return dict(curve.setup) | ({question.by: curve.name} if question.by else {})


def ended(
    question: HistoryQuestion, one: Lasting, other: Lasting, conditions: Sequence[Dimension], *, is_named: bool
) -> Phrase | None:
    """`Between 16 Mar and 17 Mar 2026 one setup ends and another one begins (concurrency from 8 to 64): …`"""
    changes, days = became(question, one, other, conditions), day_ends(one.last, other.first)
    if not days or all(goes_over(change.dimension) for change in changes):
        return None  # a kernel that is replaced makes nothing unlike: curves by it are set against each other
    given = {"first": days[0], "last": days[1], **conditions_of(changes)}
    made = between(question.metric, one.curve, other.curve, given)
    shared = parting(question, one.curve).items() & parting(question, other.curve).items()
    names = [named_value(key, value) for key, value in one.curve.setup if (key, value) in shared and value != MISSING]
    return phrase("of one curve", curve=", ".join(names), said=made) if names and is_named else made


def between(metric: str, one: Curve, other: Curve, given: Mapping[str, Parameter]) -> Phrase:
    """Without figures where the one ended, or the other began, with runs that measured nothing."""
    has_ended_in_one = any(outage.goes_on for outage in one.outages)
    if has_ended_in_one or any(outage.before is None for outage in other.outages):
        return phrase("one setup ends, without figures", **given)
    return set_beside(metric, one.levels[-1], other.levels[0], given)


def became(
    question: HistoryQuestion, one: Lasting, other: Lasting, conditions: Sequence[Dimension]
) -> list[ConditionChange]:
    """In what the two differ where they meet; what only one of them records is no change where there are others."""
    by = [ConditionChange(question.by, one.curve.name, other.curve.name)] if question.by else []
    there = lasting(recorded_between(one.group[-1:], other.group[:1], conditions), one.group, other.group)
    changes = [*by, *there]
    return [change for change in changes if MISSING not in (change.before, change.after)] or changes


def conditions_of(changes: Sequence[ConditionChange]) -> Mapping[str, Parameter]:
    """With their values, but of many their names alone."""
    if len(changes) > MOST_CONDITIONS:
        return {"what": phrase("many conditions", keys=tuple(one.dimension for one in changes))}
    values = tuple((one.dimension, one.before, one.after) for one in changes)
    return {"what": phrase("conditions became", there=values)}


def set_beside(metric: str, before: Level, after: Level, given: Mapping[str, Parameter]) -> Phrase:
    """With both figures; how far they are apart as well, where neither is coarse nor the first one 0."""
    figures = {"base": figure(metric, before), "value": figure(metric, after), **given}
    if not before.value or before.cell.step or after.cell.step:
        return phrase("one setup ends", **figures)
    ratio = after.value / before.value
    return phrase("one setup ends, with a change", **figures, moved=(ratio - 1, ratio))


def figure(metric: str, level: Level) -> tuple[float, str, int]:
    return quantity(metric, level.cell.values, level.value, is_published=level.cell.is_published)
