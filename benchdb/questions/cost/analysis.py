"""Numbers -> CostAnswer. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchdb.domain.activity.full_cpus import FULL
from benchdb.domain.caveats import Caveat, Phrase, caveat, phrase
from benchdb.questions.acceptance.classes import named
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline import not_comparable
from benchdb.questions.comparison.headline.figures import moved, tally
from benchdb.questions.comparison.headline.limits import sitting_limit
from benchdb.questions.comparison.headline.upstream import upstream_limit
from benchdb.questions.comparison.judged import DECIDED, Noises
from benchdb.questions.comparison.tabulate import NO_NOISES, tabulate
from benchdb.questions.cost.answer import CostAnswer
from benchdb.questions.cost.question import CostQuestion
from benchdb.questions.numbers import Numbered

Caveats = tuple[Caveat, ...]
Place = tuple[Row, str, Cell]  #: with its column

OF_SERVER, OF_MACHINE = "server_cpu_time_per_request", "cpu_time_per_request"
IN_HEADLINE = (OF_SERVER, OF_MACHINE, "context_switches_per_request", "network_bytes_per_request")  #: in the headline
LEAST_ALARMING = 0.01  #: change of a cost from which its verdict has its colour
MOST_OTHERS = 3  #: sides besides the one that changed most that one line can name


def analyse(
    question: CostQuestion,
    numbers: Numbered,
    runs: int,
    noises: Noises = NO_NOISES,
    waiting: Caveats = (),
    of_recordings: Caveats = (),
) -> CostAnswer:
    """The answer to `question`; `runs` are those that it lets through, recorded or not; `waiting`: why not.

    `of_recordings`: that the load generator's own work is in the costs, or a part of the load alone.
    """
    comparison = tabulate(question.at_moment(None).comparison(), numbers, noises)
    unrecorded = runs - len(comparison.runs)
    left = unrecorded - sum(int(str(one["runs"])) for one in waiting)
    missing: Caveats = (caveat("runs without a recording", runs=left),) if left > 0 else ()
    return CostAnswer(
        query=question.to_query(),
        comparison=comparison,
        unrecorded=unrecorded,
        caveats=(*of_recordings, *waiting, *missing, *comparison.caveats),
        headline=headline(comparison),
    )


def headline(comparison: Comparison) -> tuple[Phrase, ...]:
    """What a request costs; against the baseline, where there are more sides: of several the one that changed most."""
    rows = in_headline(comparison)
    if not rows:
        return ()
    others = [column for column in comparison.columns if column != comparison.baseline]
    if gate := refused(comparison, rows):
        return (gate,)
    compared = [(row, name, row.cells[name]) for row in rows for name in others if is_changed(row, name)]
    comparable = [place for place in compared if place[2].verdict != "not comparable"]
    if not comparable:
        return (costs(comparison, comparison.baseline, rows),)
    column = changed_most(comparable)
    return (
        *costs_against(comparison, column, [place for place in comparable if place[1] == column]),
        *of_others(comparison, [place for place in comparable if place[1] != column]),
        *upstream_limit(comparison, comparable, FULL),
        *sitting_limit(comparable),
        *named(comparison.accepted, comparison.caveats),
    )


def changed_most(places: Sequence[Place]) -> str:
    """The side whose cost changed most: by the first row, if any verdict of it stands, else by whichever row has one;
    where nothing is decided, by the first row's figures."""
    first = [place for place in places if place[0] is places[0][0]]
    decided = [place for place in places if place[2].verdict in DECIDED]
    told_by_first = [place for place in first if place[2].verdict in DECIDED]
    return max(told_by_first or decided or first, key=lambda place: distance(place[2]))[1]


def distance(cell: Cell) -> float:
    """Of a change from none; as far for half as for twice as much."""
    return abs(math.log(cell.ratio)) if cell.ratio else math.inf


def costs_against(comparison: Comparison, column: str, places: Sequence[Place]) -> tuple[Phrase, ...]:
    """What one side costs and how far that is from the baseline, each cost once: where the runs cannot tell, the
    interval stands instead of a figure that the next words would take back.
    """
    key = comparison.question.cols
    parts = tuple(figure_of(comparison, *one, is_first=one is places[0]) for one in places)
    return (phrase("cost against", name=(key, column), baseline=comparison.baseline, parts=parts),)


def of_others(comparison: Comparison, places: Sequence[Place]) -> tuple[Phrase, ...]:
    """What the sides that changed less come to, by the first row; of many their range and verdicts."""
    first = [place for place in places if place[0] is places[0][0]]
    if len(first) > MOST_OTHERS:
        ends = sorted((moved(cell) for _, _, cell in first), key=lambda one: one[0])
        more = {"least": ends[0], "most": ends[-1], "verdicts": tally(first)}
        return (phrase("costs of many others", metric=first[0][0].metric, count=len(first), **more),)
    key = comparison.question.cols
    return tuple(
        phrase("cost of another", name=(key, place[1]), part=figure_of(comparison, *place, is_first=False))
        for place in first
    )


def figure_of(comparison: Comparison, row: Row, column: str, cell: Cell, is_first: bool) -> Phrase:
    """One cost of one side; the first one in a sentence says that it is per request."""
    if is_open(cell) and cell.interval:
        low, high = cell.interval
        by_chance = "" if low <= 0 <= high else ", by chance"
        return phrase(f"cost not told{by_chance}", metric=row.metric, first=is_first, ends=cell.interval)
    value, verdict = as_in_table(comparison, row, column), judged(comparison, row, cell)
    return phrase("cost told", value=value, first=is_first, moved=(cell.change, cell.ratio), verdict=verdict)


def judged(comparison: Comparison, row: Row, cell: Cell) -> Phrase:
    """In the colour of its verdict, but for what is too little to be alarmed by."""
    if cell.verdict == "too few runs":
        return phrase("cost of too few", runs=min(cell.n, row.cells[comparison.baseline].n))
    least = max(LEAST_ALARMING, comparison.question.equivalence_margin / 100)
    is_small = abs(cell.change or 0.0) < least
    return phrase("cost judged, small" if is_small else "cost judged", verdict=cell.verdict)


def is_open(cell: Cell) -> bool:
    return cell.is_open and cell.interval is not None and not cell.ratio_span


def in_headline(comparison: Comparison) -> list[Row]:
    """The server's own CPU time instead of the machine's, where every side has it."""
    rows = {row.metric: row for row in comparison.rows if row.metric in IN_HEADLINE}
    own = rows.get(OF_SERVER)
    left_out = OF_MACHINE if own and all(column in own.cells for column in comparison.columns) else OF_SERVER
    return [row for name, row in rows.items() if name != left_out]


def refused(comparison: Comparison, rows: list[Row]) -> Phrase | None:
    """What stands before any figure where no side can be set against another, or the only one pools unlike runs."""
    places = [(row, column, cell) for row in rows for column, cell in row.cells.items()]
    compared = [place for place in places if place[2].verdict]
    if compared:
        return not_comparable(comparison, compared)
    keys = comparison.conflicts
    return phrase("would mix", keys=keys) if keys else None


def is_changed(row: Row, column: str) -> bool:
    return column in row.cells and row.cells[column].change is not None


def as_in_table(comparison: Comparison, row: Row, column: str) -> tuple[float | None, str]:
    """(a cost as far as the table shows it, its metric)."""
    return comparison.figures[row.metric].rounded(row.cells[column], row.digits), row.metric


def costs(comparison: Comparison, column: str, rows: list[Row]) -> Phrase:
    figures = tuple(
        phrase("cost", metric=row.metric, value=as_in_table(comparison, row, column))
        for row in rows
        if column in row.cells
    )
    return phrase("costs", name=(comparison.question.cols, column), figures=figures)
