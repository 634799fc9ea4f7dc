"""At which points of a curve one CPU was full, and in how many of the runs there. Pure.

A curve that is flat because its server has one thread looks like one that scales no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from benchdb.domain.activity.full_cpus import AT_LEAST, FULL, full_cpus
from benchdb.domain.caveats import Caveat, Phrase, caveat, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.headline.upstream import limits_of_runs
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.headline.failing import MOST_FAILING, Noted, of_curves, what_all_say

SAME, OTHERS = "full CPU at points", "full CPUs at points"  #: kinds of the caveats
KINDS = (SAME, OTHERS)
Texts = Mapping[float, Sequence[tuple[Phrase, int]]]  #: N -> what runs there say, and how many
MOST_POINTS = 4  #: that one line can name


def full_notes(x: str, cells: Mapping[float, Cell], logs: Sequence[Caveat]) -> list[Caveat]:
    """What is said of logs, with the full CPUs of runs at the points where most have one told as of these.

    `cells`: those of the curve's points, by N.
    """
    rest = [one for one in logs if not is_of_full_cpus(one)]
    texts = {n: [*limits_of_runs(cell, FULL)] for n, cell in cells.items()}
    here = {n: own for n, own in texts.items() if 2 * sum(runs for _, runs in own) > cells[n].n}
    if not here:
        return [*logs]
    texts_here = [one for own in here.values() for one in own]
    counts = {"runs": sum(runs for _, runs in texts_here), "of": sum(cells[n].n for n in here)}
    text = full_cpus(texts_here, **counts)
    noted = caveat(SAME if text.kind == AT_LEAST else OTHERS, **dict(text.parameters), where=where(x, cells, here))
    return [noted, *elsewhere(texts, here, cells), *rest]


def is_of_full_cpus(one: Caveat) -> bool:
    text = dict(one.parameters).get("text")
    return isinstance(text, Phrase) and text.kind in FULL


def elsewhere(texts: Texts, here: Texts, cells: Mapping[float, Cell]) -> Iterator[Caveat]:
    """The same of a few runs at the other points."""
    if few := [one for n, own in texts.items() if n not in here for one in own]:
        runs, of = sum(count for _, count in few), sum(cell.n for n, cell in cells.items() if n not in here)
        yield caveat("log of some", text=full_cpus(few), runs=runs, of=of)


def where(x: str, cells: Mapping[float, Cell], here: Texts) -> Phrase:
    if len(here) == len(cells) > 1:
        return phrase("at every point")
    if len(here) > MOST_POINTS:
        return phrase("at many points", points=len(here))
    return phrase("at loads", loads=(x, tuple(sorted(here))))


def full_limit(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Of each curve; of more than a few, how many have it."""
    noted: Noted = [
        (curve, Phrase(one.kind, one.parameters)) for curve in curves for one in curve.notes if one.kind in KINDS
    ]
    if (of_all := what_all_say(answer.curves, noted)) is not None:
        return of_all
    if len(noted) > MOST_FAILING:
        return (phrase("full CPUs along", curves=len(noted), total=len(answer.curves)),)
    return of_curves(answer, noted)
