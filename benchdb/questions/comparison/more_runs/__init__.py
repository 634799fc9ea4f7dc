"""How many more runs would decide a comparison, and the commands that make them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from benchdb.domain.statistics import fewest_for
from benchdb.models import Measurement, Run, Setup
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.judged import UNDECIDED, level_of
from benchdb.questions.comparison.more_runs.record_commands import (
    PREPARE,
    Load,
    SideToRecord,
    command_on,
    in_one_sitting,
    in_turns,
    stated,
)

IN_TURNS = ("cannot be told from drift",)  #: what more runs of the same order would not decide
MOST_SITTINGS = 12  #: a side, whose order is written out
MOST = 200  #: runs a side; who would need more is told to look at the noise instead
MOST_COMMANDS = 8


@dataclass(frozen=True, slots=True)
class More:
    """What one side of one row lacks."""

    where: str  #: the row and the column, in words
    runs: int  #: how many more
    command: str
    sittings: int = 0  #: on each side, where it is sittings that are lacking
    order: tuple[str, ...] = ()  #: of the sides, one sitting each; or of single runs, where these should take turns
    is_of_each: bool = False  #: of two sides
    sides: tuple[SideToRecord, ...] = ()  #: of sittings, whose command is one of each
    in_one: int = 1  #: runs in a sitting

    @property
    def is_too_many(self) -> bool:
        """More than anybody makes: a difference this small wants a margin instead."""
        return self.runs > MOST

    @property
    def wants_preparation(self) -> bool:
        """Whether a reader has to write in what puts the server on a side."""
        return PREPARE in self.command


def turns(baseline: str, column: str, count: int) -> tuple[str, ...]:
    """A B, B A, A B, …: neither side is always the earlier one, so that a drift falls on both alike."""
    pairs = ((baseline, column) if turn % 2 == 0 else (column, baseline) for turn in range(min(count, MOST_SITTINGS)))
    return tuple(side for pair in pairs for side in pair)


def sittings_lacking(comparison: Comparison) -> Iterator[More]:
    """For each undecided cell whose sittings are what differs, how many it takes and in which order."""
    for row in comparison.rows:
        for column, cell in row.cells.items():
            where, base = f"{row.label}, {column} against {comparison.baseline}", row.cells.get(comparison.baseline)
            if cell.verdict in UNDECIDED and cell.required_sittings:
                lacking = max(1, cell.required_sittings - min(cell.sittings))
                order = turns(comparison.baseline, column, lacking)
                sides = tuple(
                    SideToRecord(name, int(own.runs[0]))
                    for name, own in ((comparison.baseline, base), (column, cell))
                    if own and not own.is_published
                )
                in_one = max(1, round(cell.n / max(1, cell.sittings[0])))
                yield More(where, lacking, "", cell.required_sittings, order, sides=sides, in_one=in_one)
            elif cell.verdict in IN_TURNS and base:
                yield More(where, max(cell.n, base.n), "", 0, turns(comparison.baseline, column, max(cell.n, base.n)))


def more_runs(comparison: Comparison) -> list[More]:
    """One for each undecided cell that lacks runs, then for cells without any; the first few.

    Only where the load is known. Rows that the same runs would decide are one: with the most runs of them.
    """
    chosen: dict[tuple[int, ...], Lacking] = {}
    for more in (*lacking(comparison), *missing(comparison)):
        sides = tuple(side.run for side in more.sides)
        if sides not in chosen or chosen[sides].count < more.count:
            chosen[sides] = more
    first = [*chosen.values()][:MOST_COMMANDS]
    sittings = [*islice(sittings_lacking(comparison), MOST_COMMANDS)]
    every_side = (*(more.sides for more in first), *(more.sides for more in sittings))
    known = loads_known([side.run for sides in every_side for side in sides])
    every = [
        More(more.where, more.count, command_of(comparison, more, known), is_of_each=more.is_pair) for more in first
    ]
    one_of_each = [replace(more, command=command_of_sittings(comparison, more, known)) for more in sittings]
    return [*one_of_each, *(more for more in every if more.command)]


@dataclass(frozen=True, slots=True)
class Lacking:
    """Sides of a row that want more runs."""

    row: str
    sides: tuple[SideToRecord, ...]
    count: int  #: of each

    @property
    def is_pair(self) -> bool:
        return len(self.sides) > 1

    @property
    def where(self) -> str:
        return f"{self.row}, {' and '.join(side.value for side in self.sides)}"


def lacking(comparison: Comparison) -> Iterator[Lacking]:
    """The sides of each undecided cell that lack runs: both, where both do, so that the new ones take turns."""
    fewest = fewest_for(level_of(cell for row in comparison.rows for cell in row.cells.values()))
    for row in comparison.rows:
        for column, cell in row.cells.items():
            needed = runs_needed(row, cell, comparison.baseline, fewest)
            both = ((comparison.baseline, row.cells.get(comparison.baseline)), (column, cell))
            few = [(name, own) for name, own in both if own and own.n < needed <= MOST and not own.is_published]
            if few:
                sides = tuple(SideToRecord(name, int(own.runs[0])) for name, own in few)
                yield Lacking(row.label, sides, needed - min(own.n for _, own in few))


def runs_needed(row: Row, cell: Cell, baseline: str, fewest: int) -> int:
    """On each side; 0 where more runs are not what is lacking. `fewest`: with which a test can decide at all."""
    base = row.cells.get(baseline)
    if cell.is_published or base is None:
        return 0
    if cell.verdict in IN_TURNS:
        return 2 * max(cell.n, base.n)  # as many again, in turns
    return (cell.runs_needed or fewest) if cell.verdict in UNDECIDED and not cell.required_sittings else 0


def missing(comparison: Comparison) -> Iterator[Lacking]:
    """The same of each cell of a row that was not run: as many runs of the load as its neighbour has."""
    for row in comparison.rows:
        measured = next((cell for cell in row.cells.values() if not cell.is_published), None)
        if measured is None or measured.n > MOST:
            continue
        for column in comparison.columns:
            if column not in row.cells:
                yield Lacking(row.label, (SideToRecord(column, int(measured.runs[0]), is_own=False),), measured.n)


@dataclass(frozen=True, slots=True)
class LoadKnown:
    """What is known of the load of one run."""

    setup: Setup
    facts: dict[str, Any]


def loads_known(runs: Sequence[int]) -> dict[int, LoadKnown]:
    """Run -> its load, in two statements whatever their number."""
    rows = Run.objects.with_setup().in_bulk(runs)
    measured = Measurement.objects.filter(run__in=rows, metric__in=("duration", "requests_completed"), item="")
    numbers: dict[int, dict[str, float]] = {run: {} for run in rows}
    for run, metric, value in measured.values_list("run_id", "metric", "value"):
        numbers[run][metric] = value
    return {number: LoadKnown(run.setup, facts(run, numbers[number])) for number, run in rows.items()}


def command_of(comparison: Comparison, more: Lacking, known: Mapping[int, LoadKnown]) -> str:
    """Lines for a shell that make these runs, each on its side; "" where the load is not known."""
    loads = loads_of(comparison, more.sides, known)
    return in_turns(comparison.question.cols, loads, more.count) if loads else ""


def command_of_sittings(comparison: Comparison, more: More, known: Mapping[int, LoadKnown]) -> str:
    """The same of one sitting on each side."""
    loads = loads_of(comparison, more.sides, known)
    return in_one_sitting(comparison.question.cols, loads, more.in_one) if loads else ""


def loads_of(comparison: Comparison, sides: Sequence[SideToRecord], known: Mapping[int, LoadKnown]) -> list[Load]:
    """What each side runs; [] where that of one is not known."""
    question = comparison.question
    keys = (question.cols, question.rows, question.split, *(key for key, _ in question.where))
    loads = [
        Load(
            side.value,
            command_on(question.cols, side, known[side.run].facts),
            *stated(known[side.run].setup, question.cols, side, keys),
        )
        for side in sides
    ]
    return loads if all(load.command for load in loads) else []


def facts(run: Run, numbers: Mapping[str, float]) -> dict[str, Any]:
    """What the log and the setup say of the load; `numbers` are metrics of the run."""
    setup = run.setup
    known = {
        "tool": setup.tool,
        "path": setup.path,
        "concurrency": setup.concurrency,
        "threads": setup.threads,
        "rate": setup.rate,
        "keepalive": setup.keepalive,
        "tls": setup.tls,
        "requests": setup.requests or (round(count) if (count := numbers.get("requests_completed")) else None),
        "duration": setup.duration_planned or numbers.get("duration"),
    }
    return {**run.facts, **{name: value for name, value in known.items() if value not in (None, "")}}
