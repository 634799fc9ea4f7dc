"""What the machines did otherwise, as sentences for the exports of an answer of today: the why panel in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchdb.domain.activity.differences import CostDifference, SystemDifference
from benchdb.domain.activity.effects import Effect
from benchdb.wording import ratios, words
from benchdb.wording.figures import in_unit, share, side

WHOLE = 0.9995  #: share of the load that is 100% as it is printed


def basis(differences: Sequence[SystemDifference]) -> str:
    """What the means of all the panel's tables rest on at the least, and of which row they are; "" of no table."""
    if not differences:
        return ""
    covered = [one for difference in differences for one in difference.coverage]
    least = min(one.share for one in covered)
    load = words("the whole load") if least >= WHOLE else words("a share of the load", share=least)
    given = {"samples": min(one.samples for one in covered), "load": load}
    row = differences[0].row
    return (
        words("what the panel rests on, of a row", **given, row=row)
        if row
        else words("what the panel rests on", **given)
    )


def unrecorded(differences: Sequence[SystemDifference], key: str, columns: Sequence[str]) -> str:
    """Which columns, values of `key`, have no table, as nothing was recorded of them; "" where all have."""
    named = {name for difference in differences for name in (difference.baseline, difference.column)}
    lacking = [side(key, column) for column in columns if column not in named]
    return words("columns without a recording", columns=lacking) if differences and lacking else ""


def why_sentences(difference: SystemDifference) -> Iterator[str]:
    """What rests on what; what a request cost; then what explains first."""
    names = " ".join(filter(None, (f"{difference.column} against {difference.baseline}", difference.row)))
    there, here = difference.coverage
    yield words(
        "what means rest on",
        sides=names,
        here=difference.runs[1],
        there=difference.runs[0],
        samples=min(there.samples, here.samples),
        load=share(min(there.share, here.share)),
    )
    if any(difference.on_shared_machine):
        there_too, here_too = difference.on_shared_machine
        yield words("load on the machine under load", here=here_too, there=there_too)
    yield from map(cost_sentence, difference.costs_that_are_some)
    yield from map(effect_sentence, difference.first)
    if difference.drifting:
        series = ", ".join(called(effect) for effect in difference.drifting)
        yield words("drifting series", series=series)


def cost_sentence(cost: CostDifference) -> str:
    here, there = (in_unit(value, cost.metric.unit) for value in (cost.here, cost.baseline))
    return f"{cost.metric.title}: {here} against {there} ({ratios.change_alone(cost.change)})."


def effect_sentence(effect: Effect) -> str:
    here, there = (in_unit(value, effect.unit) for value in (effect.here, effect.baseline))
    change, size = ratios.change_alone(effect.change), f"{effect.effect:+.1f}".replace("-", "−")
    return f"{called(effect)}: {here} against {there} ({change}, effect {size})."


def called(effect: Effect) -> str:
    """`cpu.user all per request`"""
    return " ".join(filter(None, (effect.metric, effect.item, effect.per and f"per {effect.per}")))
