"""The figures of a frozen answer against those of today: whose verdict changed, and where they stand now. Pure.

A figure that is called otherwise today is known by its runs: a curve is named by a fact that was corrected, a level
begins elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import metric
from benchdb.domain.units import shown as in_words
from benchdb.questions.kind import Figure, Turns

MOST_NAMED = 5  #: cells; the rest is counted
SHARED = 0.5  #: of the runs of the smaller one, from which two figures are of the same

Figures = Mapping[str, Figure]
Anew = Mapping[int, int]  #: a run that counted -> the reading of it that counts today


@dataclass(frozen=True, slots=True)
class Changed:
    """One figure of then, and what it is today."""

    where: str
    before: Figure
    now: Figure | None
    elsewhere: str = ""  #: how its place is called today, where that is otherwise

    @property
    def is_judged_otherwise(self) -> bool:
        return self.now is not None and self.now.verdict != self.before.verdict


def changed_figures(changed: Sequence[Changed]) -> tuple[tuple[Caveat, ...], tuple[Caveat, ...]]:
    """(those whose verdict is another one, the other numbers)"""
    judged = [one for one in changed if one.is_judged_otherwise and one.now and one.now.verdict]
    rest = [one for one in changed if one not in judged]
    named = rest[: max(0, MOST_NAMED - len(judged))]
    left = max(0, len(judged) - MOST_NAMED) + len(rest) - len(named)
    more = (caveat("more cells", cells=left),) if left else ()
    return tuple(map(difference, judged[:MOST_NAMED])), (*map(difference, named), *more)


def changes(before: Figures, after: Figures, anew: Anew) -> list[Changed]:
    new = {where: figure for where, figure in after.items() if where not in before and figure.runs}
    made = []
    for where, figure in before.items():
        if figure == after.get(where):
            continue
        one = Changed(where, figure, after[where]) if where in after else moved(where, figure, new, anew)
        if not (one.now is None and figure.is_single) and one.now != figure:
            made.append(one)
    return made


def moved(where: str, figure: Figure, new: Figures, anew: Anew) -> Changed:
    """Where most of its runs are today."""
    runs = {anew.get(run, run) for run in figure.runs}
    shared = {
        name: len(runs & {*one.runs})
        for name, one in new.items()
        if one.metric == figure.metric and one.is_single == figure.is_single
    }
    best = max(shared, key=lambda name: shared[name], default="")
    if not best or shared[best] < SHARED * min(len(runs), len(new[best].runs)) or not shared[best]:
        return Changed(where, figure, None)
    return Changed(where, figure, new[best], best)


def difference(one: Changed) -> Caveat:
    unit = metric(one.before.metric).unit
    was = in_words(one.before.value, unit)
    if one.now is None:
        return caveat("value gone", where=one.where, was=was)
    values = {"where": one.where, "was": was, "now": in_words(one.now.value, unit)}
    kind = "value" if one.now.value != one.before.value else ""
    if one.is_judged_otherwise:
        values |= {"verdict": one.before.verdict, "verdict_now": one.now.verdict}
        kind = f"{kind} and verdict" if kind else "verdict"
    if one.elsewhere:
        return caveat(f"{kind} changed elsewhere", elsewhere=one.elsewhere, **values)
    return caveat(f"{kind} changed", **values)


def other_turns(before: Turns, after: Turns) -> tuple[Caveat, ...]:
    """Where curves of then turn otherwise today; an only one is the same whatever it is called."""
    if len({name for name, _ in before}) == len({name for name, _ in after}) == 1:
        pairs = [(name, was, one) for ((name, _), was), one in zip(before.items(), after.values(), strict=True)]
    else:
        pairs = [(name, was, after[name, of]) for (name, of), was in before.items() if (name, of) in after]
    changed = [(f"{name}: " if name else "", was, one) for name, was, one in pairs if was != one]
    return tuple(caveat("turn otherwise", of=of, was=was, now=one) for of, was, one in changed[:MOST_NAMED])
