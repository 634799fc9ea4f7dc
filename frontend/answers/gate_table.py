"""The gate's table: what each side has of the conditions that differ, and what is left when one is held still. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.questions.base import Question
from benchdb.questions.gate import Spread
from benchdb.wording import inside, words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value, shown_value

MOST_VALUES, MOST_KEPT, MOST_TITLES = 3, 3, 4  #: named; the others are counted
FEWEST_TO_PICK, MOST_PAIRS = 3, 6  #: sides of which two are to be picked, and how often two and two are offered


@dataclass(frozen=True, slots=True)
class Value:
    """One that a side has."""

    text: str
    runs: str = ""  #: how many; "" where the side has no other


@dataclass(frozen=True, slots=True)
class GateSide:
    name: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """The same question of one value only."""

    title: str
    path: str
    leaves: str  #: `4 runs against 2`
    alike: str = ""  #: what is not held, because each row then has one value of it


@dataclass(frozen=True, slots=True)
class Conflict:
    """One condition that differs."""

    title: str
    sides: tuple[GateSide, ...]
    keep: tuple[Keep, ...]
    accept: str  #: where the difference is accepted


@dataclass(frozen=True, slots=True)
class SidePair:
    """Two of many sides, and the question of them alone."""

    title: str
    path: str
    runs: str
    differ: str  #: what else differs between them
    is_alike: bool  #: nothing else does


@dataclass(frozen=True, slots=True)
class GateColumns:
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
        """`4 runs against 2`; `6 runs` where there is one side; `6 runs, none of 2.2` where others are alike."""
        first, *others = self.of(runs)
        if others and not first:
            return words("runs of the others", runs=sum(others), side=self.names[0])
        return words("runs against" if others else "so many runs", runs=first, others=tuple(f"{n:,}" for n in others))


def sides(answer: Any) -> GateColumns:
    """Of any answer: a history sets nothing against anything."""
    beneath = getattr(answer, "comparison", answer)
    columns = getattr(beneath, "columns", ())
    if len(columns) < 2:
        return GateColumns((words("side of all"),))
    others = [name for name in columns if name != beneath.baseline]
    key = beneath.question.cols
    last = side_name(key, others[0]) if len(others) == 1 else words("the other sides", count=len(others))
    return GateColumns((side_name(key, beneath.baseline), last), columns.index(beneath.baseline))


def pairs(answer: Any) -> tuple[SidePair, ...]:
    """Of more than two sides those two and two that have the most in common; () where there is no choice."""
    beneath = getattr(answer, "comparison", answer)
    columns, key = tuple(getattr(beneath, "columns", ())), answer.question.laid_out[-1]
    if len(columns) < FEWEST_TO_PICK or not dimension(key).is_condition or not answer.spreads:
        return ()
    ranked = sorted((far_apart(answer.spreads, pair), pair) for pair in combinations(range(len(columns)), 2))
    return tuple(side_pair(answer, columns, pair) for _, pair in ranked[:MOST_PAIRS])


def far_apart(spreads: Sequence[Spread], pair: tuple[int, int]) -> tuple[int, int]:
    """(conditions of which two sides share no value, conditions in which they differ at all)"""
    values = [
        tuple({value for value, runs in spread.runs.items() if runs[side]} for side in pair) for spread in spreads
    ]
    return sum(not here & there for here, there in values), sum(len(here | there) > 1 for here, there in values)


def side_pair(answer: Any, columns: Sequence[str], pair: tuple[int, int]) -> SidePair:
    key = answer.question.laid_out[-1]
    names = [columns[side] for side in pair]
    runs = [sum(every[side] for every in answer.spreads[0].runs.values()) for side in pair]
    differing = [spread for spread in answer.spreads if far_apart([spread], pair)[1]]
    titles = first_few([inside(dimension(one.dimension).title) for one in differing], MOST_TITLES)
    question = answer.question.narrowed(key, *names)
    if getattr(question, "baseline", ""):
        question = question.with_(baseline=names[0])
    return SidePair(
        title=words("one side against another", here=side_name(key, names[0]), there=side_name(key, names[1])),
        path=question.path(),
        runs=words("runs against", runs=runs[0], others=(f"{runs[1]:,}",)),
        differ=words(f"also differ in{'' if differing else ' nothing'}", titles=tuple(titles), count=len(differing)),
        is_alike=not differing,
    )


def side_name(key: str, value: str) -> str:
    """A column as the head of a side: `2.6`, `keep-alive off`."""
    is_flag = dimension(key).kind == "flag" or value == MISSING
    return named_value(key, value) if is_flag else shown_value(key, value)


def conflict(question: Question, of: GateColumns, spread: Spread, held: str = "") -> Conflict:
    """`held`: the value that the largest group of like runs has, which is offered first."""
    key = spread.dimension
    by_side = {value: of.of(runs) for value, runs in spread.runs.items()}
    columns = tuple(
        GateSide(name, side_values(key, {value: runs[place] for value, runs in by_side.items()}))
        for place, name in enumerate(of.names)
    )
    shared = sorted((value for value in by_side if all(by_side[value])), key=lambda value: -min(by_side[value]))
    offered = dict.fromkeys([*([held] if held in by_side else []), *shared])
    keep = tuple(
        Keep(words("keep", value=kept(key, value)), question.narrowed(key, value).path(), of.left(spread.runs[value]))
        for value in list(offered)[:MOST_KEPT]
    )
    return Conflict(dimension(key).title, columns, keep, question.accepting(key).path())


def conflicts(
    question: Question, of: GateColumns, spreads: Sequence[Spread], held: Mapping[str, str]
) -> tuple[Conflict, ...]:
    """A row each; what changes together, where each side has one value of both, is one: a tool and its version.

    `held`: what the way through above them holds, so that row by row leads to the same runs.
    """
    rows: list[Conflict] = []
    left = list(spreads)
    while left:
        spread = left.pop(0)
        partner = next((other for other in left if are_one(of, spread, other)), None)
        if partner:
            left.remove(partner)
        own = held.get(spread.dimension, "")
        rows.append(together(question, of, spread, partner) if partner else conflict(question, of, spread, own))
    return tuple(rows)


def are_one(of: GateColumns, spread: Spread, other: Spread) -> bool:
    family = dimension(spread.dimension).family
    return bool(family) and family == dimension(other.dimension).family and is_pure(of, spread) and is_pure(of, other)


def is_pure(of: GateColumns, spread: Spread) -> bool:
    """Whether each side has one value only."""
    by_value = [of.of(runs) for runs in spread.runs.values()]
    return all(sum(map(bool, runs)) == 1 for runs in zip(*by_value, strict=True))


def together(question: Question, of: GateColumns, spread: Spread, other: Spread) -> Conflict:
    """`Load tool, version`: `ab 2.3` on one side, `wrk 4.1.0` on the other; no value of both is on both."""
    first, second = conflict(question, of, spread), conflict(question, of, other)
    rest = dimension(other.dimension).part or inside(second.title)
    columns = tuple(
        GateSide(one.name, tuple(Value(f"{a.text} {b.text}") for a, b in zip(one.values, another.values, strict=True)))
        for one, another in zip(first.sides, second.sides, strict=True)
    )
    accept = question.accepting(spread.dimension, other.dimension).path()
    return Conflict(f"{first.title}, {rest}", columns, (), accept)


def side_values(key: str, runs: dict[str, int]) -> tuple[Value, ...]:
    """What one side has, each with its runs where there are several."""
    own = [value for value in runs if runs[value]]
    if len(own) < 2:
        return tuple(Value(state(key, value)) for value in own)
    most_runs = own if len(own) <= MOST_VALUES + 1 else own[:MOST_VALUES]
    few = sorted(most_runs, key=dimension(key).order)
    named = tuple(Value(state(key, value), words("so many runs", runs=runs[value])) for value in few)
    rest = len(own) - len(few)
    return (*named, Value(words("more values", count=rest))) if rest else named


def state(key: str, value: str) -> str:
    """A value under its condition's title: `off` under TLS."""
    is_flag = dimension(key).kind == "flag" and value != MISSING
    return words("is on" if value == "yes" else "is off") if is_flag else shown_value(key, value)


def kept(key: str, value: str) -> str:
    """A value in a link: `TLS off`, `global`, `unrecorded`."""
    if value == MISSING:
        return words("unrecorded")
    return named_value(key, value) if dimension(key).kind == "flag" else shown_value(key, value)
