"""Curves of many kernels -> what those of a series share: `every 2.6 kernel holds up to concurrency 512`. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.versions import kernel_name
from benchdb.questions.scaling.answer import Curve, ScalingAnswer

MOST_SERIES = 3


def by_series(answer: ScalingAnswer, curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """One phrase for each series of kernels, that which holds the furthest first; () where the series tell nothing."""
    if answer.question.by != "kernel" or not answer.question.is_load:
        return ()
    series: dict[tuple[str, str], list[Curve]] = {}
    for curve in curves:
        named = kernel_name(curve.name)
        series.setdefault((named.os, named.series), []).append(curve)
    is_of_one_system = len({system for system, _ in series}) == 1
    if not is_of_one_system or not 1 < len(series) <= MOST_SERIES or any(not name for _, name in series):
        return ()
    ordered = sorted(series.items(), key=lambda pair: -min(map(last_held, pair[1])))
    return tuple(of_series(answer.question.x, name, alike) for (_, name), alike in ordered)


def last_held(curve: Curve) -> float:
    """The last load at which it holds."""
    return curve.last.n if curve.holds_to is None else curve.holds_to


def of_series(x: str, name: str, alike: Sequence[Curve]) -> Phrase:
    ends, load = set(map(last_held, alike)), (x, min(map(last_held, alike)))
    falling = sum(curve.holds_to is not None for curve in alike)
    if len(alike) == 1:
        kind = "curves fall beyond" if falling else "curves hold to the end"
        return phrase(kind, curves=(alike[0].name,), count=1, load=load)
    if len(ends) > 1 or 0 < falling < len(alike):
        return phrase("series holds at least", series=name, load=load)
    return phrase("series falls beyond" if falling else "series holds to the end", series=name, load=load)
