"""The gate's table: what each side has of the conditions that differ, and what is left when one is held still. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.questions.base import Question
from benchdb.questions.gate import Spread
from benchdb.wording import counted
from benchdb.wording.values import named_value, shown_value

MOST_VALUES, MOST_KEPT = 3, 3  #: named; the others are counted
TOGETHER = "these runs"  #: head of the only column where nothing is set against anything


@dataclass(frozen=True, slots=True)
class Value:
    """One that a side has."""

    text: str
    runs: str = ""  #: how many; "" where the side has no other


@dataclass(frozen=True, slots=True)
class Side:
    name: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """The same question of one value only."""

    title: str
    path: str
    leaves: str  #: `4 runs against 2`


@dataclass(frozen=True, slots=True)
class Conflict:
    """One condition that differs."""

    title: str
    sides: tuple[Side, ...]
    keep: tuple[Keep, ...]
    accept: str  #: where the difference is accepted


@dataclass(frozen=True, slots=True)
class Sides:
    """The baseline and what is set against it; or one, where nothing is."""

    names: tuple[str, ...]
    baseline: int = 0  #: which of the columns

    def of(self, runs: tuple[int, ...]) -> tuple[int, ...]:
        """The runs of each column -> of each side."""
        if len(self.names) < 2:
            return (sum(runs),)
        own = runs[self.baseline]
        return own, sum(runs) - own

    def left(self, runs: tuple[int, ...]) -> str:
        """`4 runs against 2`; `6 runs` where there is one side."""
        first, *others = self.of(runs)
        return " against ".join((counted(first, "run"), *(f"{other:,}" for other in others)))


def sides(answer: Any) -> Sides:
    """Of any answer: a history sets nothing against anything."""
    beneath = getattr(answer, "comparison", answer)
    columns = getattr(beneath, "columns", ())
    if len(columns) < 2:
        return Sides((TOGETHER,))
    others = [name for name in columns if name != beneath.baseline]
    key = beneath.question.cols
    last = side_name(key, others[0]) if len(others) == 1 else f"the other {len(others)}"
    return Sides((side_name(key, beneath.baseline), last), columns.index(beneath.baseline))


def side_name(key: str, value: str) -> str:
    """A column as the head of a side: `2.6`, `keep-alive off`."""
    is_flag = dimension(key).kind == "flag" or value == MISSING
    return named_value(key, value) if is_flag else shown_value(key, value)


def conflict(question: Question, of: Sides, spread: Spread) -> Conflict:
    key = spread.dimension
    by_side = {value: of.of(runs) for value, runs in spread.runs.items()}
    columns = tuple(
        Side(name, side_values(key, {value: runs[place] for value, runs in by_side.items()}))
        for place, name in enumerate(of.names)
    )
    shared = sorted((value for value in by_side if all(by_side[value])), key=lambda value: -min(by_side[value]))
    keep = tuple(
        Keep(f"Keep {kept(key, value)}", question.narrowed(key, value).path(), of.left(spread.runs[value]))
        for value in shared[:MOST_KEPT]
    )
    return Conflict(dimension(key).title, columns, keep, question.accepting(key).path())


def side_values(key: str, runs: dict[str, int]) -> tuple[Value, ...]:
    """What one side has, each with its runs where there are several."""
    own = [value for value in runs if runs[value]]
    if len(own) < 2:
        return tuple(Value(state(key, value)) for value in own)
    few = own if len(own) <= MOST_VALUES + 1 else own[:MOST_VALUES]
    named = tuple(Value(state(key, value), counted(runs[value], "run")) for value in few)
    rest = len(own) - len(few)
    return (*named, Value(f"{rest} more")) if rest else named


def state(key: str, value: str) -> str:
    """A value under its condition's title: `off` under TLS."""
    is_flag = dimension(key).kind == "flag" and value != MISSING
    return ("on" if value == "yes" else "off") if is_flag else shown_value(key, value)


def kept(key: str, value: str) -> str:
    """A value in a link: `TLS off`, `global`, `unrecorded`."""
    if value == MISSING:
        return "unrecorded"
    return named_value(key, value) if dimension(key).kind == "flag" else shown_value(key, value)
