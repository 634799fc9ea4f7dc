"""What corrections said of a fact of a run, one above the other, and one of them taken out. Pure.

A stack is what the corrections that stand say of one fact of one run, the oldest first, each with what was there
before it. Taken out of any place, the others are as they would be had it never been made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

NOTES = "notes"
ONLY = "only"  #: key of remarks that stand alone: those of the log and of its upload were taken away

Value = Any  #: text or number; None = not recorded
Apply = Callable[[Value, Value], Value]  #: (what is said, what was there) -> what is there then
Same = Callable[[Value, Value], bool]


@dataclass(frozen=True, slots=True)
class Layer:
    """What one correction said, and what was there before."""

    fact: Value
    had: Value


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A stack without one of its layers."""

    above: tuple[Value, ...]  #: what is now beneath each of the layers above it
    top: Value  #: what is there now
    is_whole: bool  #: nothing else changed it in between, which then stays


def without(layer: Layer, above: Sequence[Layer], top: Value, apply: Apply, same: Same) -> TakenOut:
    """`top`: what is there now, which the last of them said, or something else since."""
    was, now, moved = apply(layer.fact, layer.had), layer.had, list[Value]()
    for place, one in enumerate(above):
        if not same(one.had, was):
            return TakenOut((*moved, *(rest.had for rest in above[place:])), top, False)
        moved.append(now)
        was, now = apply(one.fact, one.had), apply(one.fact, now)
    return TakenOut(tuple(moved), now, True) if same(top, was) else TakenOut(tuple(moved), top, False)


def based_on(base: Value, facts: Sequence[Value], apply: Apply) -> list[Value]:
    """What is beneath each of these, where the first one found `base`."""
    beneath = []
    for fact in facts:
        beneath.append(base)
        base = apply(fact, base)
    return beneath


def applied(name: str) -> Apply:
    """Facts take the place of what was there; remarks are put above it, each once, as lines of their own."""
    return with_remark if name == NOTES else itself


def itself(fact: Value, _: Value) -> Value:
    return fact


def with_remark(remark: Value, notes: Value) -> Value:
    """No remark takes all notes away."""
    if remark is None:
        return None
    return notes if f"\n{remark}\n" in f"\n{notes or ''}\n" else f"{remark}\n{notes or ''}".strip()


def stated(name: str) -> Apply:
    """The same of what is said of a run alone, which is [] or [it]: it stands above what its upload says."""
    return remarks_stated if name == NOTES else just_stated


def just_stated(fact: Value, _: Value) -> Value:
    return [fact]


def remarks_stated(remark: Value, before: Value) -> Value:
    """Remarks that were said, or {"only": them} where no other notes are wanted."""
    if remark is None:
        return [{ONLY: ""}]
    if before and isinstance(before[0], dict):
        return [{ONLY: with_remark(remark, before[0][ONLY])}]
    return [with_remark(remark, before[0] if before else None)]
