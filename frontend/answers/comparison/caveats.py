"""What is said of single cells: each sentence once, with the cells that it is about. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from benchdb.domain.caveats import Caveat, Phrase, caveat, said_of
from benchdb.questions.acceptance.classes import KIND
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.judged import UNDECIDED
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.log_caveats import FEW, Likeness, as_told, likeness
from benchdb.questions.replies.failures import REDIRECTS
from benchdb.wording import words
from benchdb.wording.figures import side
from benchdb.wording.values import named_value

MOST_PLACES = 3  #: where a sentence holds, named; the others are counted
#: Of a kind: its only one.
FIGURE = {"runs needed": "runs", "sittings needed": "sittings", "requests failed": "share", REDIRECTS: "share"}
VERY_MANY = 1000  #: runs a side: who needs more has two that are nearly alike, and the number says no more than that


def of_cells(comparison: Comparison) -> list[str]:
    """The caveats of all cells, in sentences."""
    return [words("of some cells", first=said_of(one), where=where(one.places)) for one in gathered(comparison)]


def of_kinds(comparison: Comparison, kinds: Collection[str], figure: str) -> list[str]:
    """One sentence for each of these kinds that a cell or one of its logs has: that of the largest figure."""
    largest: dict[str, Caveat | Phrase] = {}
    for one in (within for caveat_of_cell, _ in said_of_cells(comparison) for within in each_within(caveat_of_cell)):
        if one.kind in kinds and (one.kind not in largest or one[figure] > largest[one.kind][figure]):
            largest[one.kind] = one
    return [words(one.kind, **dict(one.parameters)) for one in largest.values()]


def each_within(one: Caveat | Phrase) -> Iterator[Caveat | Phrase]:
    """A caveat, and those that it tells of its logs."""
    yield one
    for _, value in one.parameters:
        if isinstance(value, Phrase):
            yield from each_within(value)


def gathered(comparison: Comparison) -> list[Caveat]:
    """Each caveat once, with its places; those that many cells say with other figures are one, which says so."""
    places: dict[Caveat, list[str]] = {}
    for one, place in said_of_cells(comparison):
        places.setdefault(one, []).append(place)
    alike: dict[Likeness, list[Caveat]] = {}
    for one in places:
        alike.setdefault(likeness(one), []).append(one)
    kept: list[Caveat] = []
    for same in alike.values():
        if len(same) <= FEW:
            kept += [replace(one, places=tuple(places[one])) for one in same]
        else:
            kept.append(replace(summed_up(same), places=tuple(place for one in same for place in places[one])))
    return kept


def summed_up(same: Sequence[Caveat]) -> Caveat:
    """From the least figure to the most; of sentences with several figures the first, and that others are like it."""
    if name := FIGURE.get(same[0].kind):
        figures = [float(one[name]) for one in same]
        if all(map(math.isfinite, figures)):
            return caveat(f"{same[0].kind}, from", least=min(figures), most=max(figures))
    return caveat("others like it", first=said_of(same[0]))


def said_of_cells(comparison: Comparison) -> Iterator[tuple[Caveat, str]]:
    for row in comparison.rows:
        for column, cell in row.cells.items():
            for one in of_cell(cell):
                yield one, place(comparison.question, row, column)


def place(question: ComparisonQuestion, row: Row, column: str) -> str:
    """`concurrency 8, Linux 6.6.0`; with the metric where there are several."""
    of = "" if row.key == row.metric or len(question.metrics) == 1 else f"{row.known_metric.title}, "
    is_named = not question.split and question.rows not in ("metric", "item")
    name = named_value(question.rows, row.key) if is_named else row.label
    return f"{of}{name}, {side(question.cols, column)}"


def of_cell(cell: Cell) -> tuple[Caveat, ...]:
    differs = tuple(caveat("differs", difference=str(difference)) for difference in cell.differs)
    own = (as_told(one) for one in cell.caveats if one.kind != KIND)  # of all cells in one sentence of the answer
    return (*differs, *own, *needed(cell))


def needed(cell: Cell) -> tuple[Caveat, ...]:
    """What would decide it: sittings where they are what differs, else runs."""
    if cell.verdict not in UNDECIDED:
        return ()
    if (sittings := cell.required_sittings or 0) > VERY_MANY:
        return (caveat("very many sittings needed", most=VERY_MANY),)
    if sittings:
        return (caveat("sittings needed", sittings=sittings),)
    if (runs := cell.runs_needed) > VERY_MANY:
        return (caveat("very many runs needed", most=VERY_MANY),)
    return (caveat("runs needed", runs=runs),) if runs else ()


def where(places: tuple[str, ...]) -> str:
    named = "; ".join(places[:MOST_PLACES])
    return named if len(places) <= MOST_PLACES else words("cells more", named=named, cells=len(places) - MOST_PLACES)
