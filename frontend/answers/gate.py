"""Ways on from an answer: through the gate, to the runs that were left out, back from what was accepted. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from benchdb.domain.dimensions import ITEM, METRIC, MISSING, dimension
from benchdb.questions.acceptance.classes import united
from benchdb.questions.base import Question
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import EVERYTHING, NO_RULES
from benchdb.questions.gate import LikeRuns
from benchdb.questions.replies.sizes import DOCUMENT, is_another
from benchdb.questions.unfinished import EVERY_STATUS, STATUS, STOPPED
from benchdb.wording import inside, words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value
from frontend.answers.gate_table import Conflict, GateColumns, Keep, SidePair, conflicts, pairs, side_name, sides

MOST_TITLES, MOST_VALUES = 6, 4  #: named; the others are counted
MOST_INSTEAD = 3  #: conditions that are offered as columns
MOST_BEFORE = 6  #: conditions, with the ways through beneath them


@dataclass(frozen=True, slots=True)
class Link:
    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Gate:
    """What would be mixed, and the ways through."""

    words: str  #: what differs, in a sentence
    sides: tuple[str, ...]  #: heads of the table
    instead: Link | None  #: the question of the one condition that differs, where nothing else is compared
    besides: tuple[Link, ...]  #: those of the others that differ, where there is one side only
    conditions: tuple[Conflict, ...]
    groups: tuple[Keep, ...]  #: the largest groups of like runs
    accept: Link
    pairs: tuple[SidePair, ...]  #: of many sides and conditions, two that have more in common
    pick: str  #: what is said above them
    rule: str  #: where an editor accepts the first of them for the whole site
    is_alike_nowhere: bool = True  #: no two sides are like each other in any row
    behind: str = ""  #: what the answer behind the gate is worth

    @property
    def is_long(self) -> bool:
        """More than a screen has: the ways through stand above it, and it is folded."""
        return len(self.conditions) > MOST_BEFORE

    @property
    def folded(self) -> str:
        return words("conditions that differ", count=len(self.conditions))


def gate(answer: Any) -> Gate | None:
    """None where nothing is in conflict."""
    question, keys = answer.question, answer.conflicts
    if not keys:
        return None
    of = sides(answer)
    picked = pairs(answer) if len(answer.spreads) > MOST_BEFORE else ()
    ways = [link for key in keys[:MOST_INSTEAD] if (link := comparing(answer, key))]
    alike = likely(answer)
    held = {key: value for like in alike for key, value in like.conditions}
    return Gate(
        words=what_differs(answer, of),
        sides=of.names,
        instead=ways[0] if ways and (len(keys) == 1 or only_side(answer)) else None,
        besides=tuple(ways[1:]) if only_side(answer) else (),
        conditions=conflicts(question, of, answer.spreads, held),
        groups=tuple(group(question, of, like, keys) for like in alike),
        accept=Link(accept_words(len(keys)), question.accepting(*keys).path()),
        pairs=picked,
        is_alike_nowhere=not getattr(answer, "comparable", None) and not any(pair.is_alike for pair in picked),
        pick=words("pick two sides", key=question.laid_out[-1]),
        rule=f"/rules/?{urlencode({'dimension': keys[0]})}",
        behind=behind(answer),
    )


def behind(answer: Any) -> str:
    """How many of its comparisons are of like with like, where some are."""
    cells = [cell for row in answer.rows for cell in row.cells.values() if cell.verdict] if is_table(answer) else []
    alike = sum(not (cell.differs or cell.mixes) for cell in cells)
    return words("some behind the gate", alike=alike, total=len(cells)) if alike else words("behind the gate")


def is_table(answer: Any) -> bool:
    return hasattr(answer, "rows") and hasattr(answer, "columns")


def what_differs(answer: Any, of: GateColumns) -> str:
    """What else differs: between two sides, or within what would be pooled."""
    keys, compared = answer.conflicts, dimension(answer.question.laid_out[-1])
    between = {difference.dimension for difference in answer.also_differs}
    titles = tuple(first_few([inside(dimension(key).title) for key in keys], MOST_TITLES))
    if side := only_side(answer):
        return words("one side only", compared=compared.key, side=side, titles=titles)
    if len(of.names) < 2 or not compared.is_condition or not between.issuperset(keys):
        return words("runs differ in", titles=titles)
    if len(keys) == 1:
        return words("one condition changes", sides=of.names, titles=titles, compared=compared.key)
    return words("some conditions change", sides=of.names, count=len(keys), compared=compared.key)


def only_side(answer: Any) -> str:
    """The one column that a comparison has; "" where it has two, and of curves."""
    columns: tuple[str, ...] = getattr(answer, "columns", ()) if answer.question.kind == "compare" else ()
    return side_name(answer.question.cols, columns[0]) if len(columns) == 1 else ""


def likely(answer: Any) -> list[LikeRuns]:
    """Of what compares sides, a group that the baseline and another one are in, or none; else the largest group."""
    if hasattr(answer, "comparable"):
        return [answer.comparable] if answer.comparable and has_baseline(answer, answer.comparable) else []
    return list(answer.groups[:1])


def has_baseline(answer: Any, like: LikeRuns) -> bool:
    """Without it nothing would be compared with what was asked for; a permalink of before does not say."""
    columns = getattr(answer, "columns", ())
    return not like.by_side or answer.baseline not in columns or bool(like.by_side[columns.index(answer.baseline)])


def comparing(answer: Any, key: str) -> Link | None:
    """The question that compares `key`; None where two values of another condition, or items, are compared now."""
    now = dimension(answer.question.laid_out[-1])
    sides = getattr(answer, "curves", None) or getattr(answer, "comparison", answer).columns
    if now.key in (ITEM.key, METRIC.key) or (now.is_condition and len(sides) > 1):
        return None
    return Link(words("compare by", key=key), answer.question.comparing(key).path())


def accept_words(count: int) -> str:
    return words("accept both differences") if count == 2 else words("accept differences", count=count)


def group(question: Question, of: GateColumns, like: LikeRuns, keys: Sequence[str]) -> Keep:
    """The same question of like runs only: what is held of these conditions, and that the others need not be."""
    for key, value in like.conditions:
        question = question.narrowed(key, value)
    held = [held_words(key, value) for key, value in like.conditions]
    leaves = of.left(like.by_side) if like.by_side else words("so many runs", runs=like.runs)
    others = [inside(dimension(key).title) for key in keys if key not in dict(like.conditions)]
    alike = words("alike in each row", titles=tuple(first_few(others, MOST_TITLES))) if others else ""
    return Keep(", ".join(first_few(held, MOST_VALUES)), question.path(), leaves, alike)


def held_words(key: str, value: str) -> str:
    return words("held as unrecorded", key=key) if value == MISSING else named_value(key, value)


def left_out(answer: Any) -> Link | None:
    """How many runs were stopped before their end, and the same question with them."""
    runs = sum(caveat["runs"] for caveat in answer.caveats if caveat.kind == STOPPED)
    with_them = answer.question.narrowed(STATUS, *EVERY_STATUS)
    return Link(words("aborted left out", runs=runs), with_them.path()) if runs else None


def other_document(answer: Any) -> Link | None:
    """The question that compares although the replies of one side are many times as large; None where none are."""
    if not any(map(is_another, compared_cells(answer))):
        return None
    return Link(words("accept another document"), answer.question.accepting(DOCUMENT).path())


def compared_cells(answer: Any) -> list[Cell]:
    """Of a comparison's table, or of the levels of a history."""
    curves = [curve for curve in getattr(answer, "curves", ()) if hasattr(curve, "levels")]
    rows = answer.rows if is_table(answer) else ()
    of_table = [cell for row in rows for cell in row.cells.values()]
    return [*of_table, *(level.cell for curve in curves for level in curve.levels)]


def accepted_links(question: Question) -> list[Link]:
    """The differences that the question accepts, each with the question that does not."""
    return [
        Link(words("all differences") if key == EVERYTHING else inside(dimension(key).title), path)
        for key in question.accepted
        if key != NO_RULES
        for path in (question.no_longer_accepting(key).path(),)
    ]


def accepted_by_rule(answer: Any) -> list[Link]:
    """The differences that rules of the site let pass, each with the question that takes no rules."""
    without = answer.question.accepting(NO_RULES).path()
    return [Link(inside(dimension(one["dimension"]).title), without) for one in united(answer.caveats)]


def with_rules(question: Question) -> str:
    """The question that takes the site's rules again; "" where it does anyway."""
    return question.no_longer_accepting(NO_RULES).path() if NO_RULES in question.accepted else ""
