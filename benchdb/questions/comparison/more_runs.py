"""How many more runs would decide a comparison, and the commands that make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from benchdb.domain.reproduce import command
from benchdb.domain.statistics import FEWEST
from benchdb.models import Run
from benchdb.questions.comparison.answer import Comparison

UNDECIDED = ("too few runs", "no evidence")
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
                yield More(where, lacking, "", cell.required_sittings, order)
            elif cell.verdict in IN_TURNS and base:
                yield More(where, max(cell.n, base.n), "", 0, turns(comparison.baseline, column, max(cell.n, base.n)))


def more_runs(comparison: Comparison) -> list[More]:
    """One for each side of each undecided cell that lacks runs, then for cells without any; the first few.

    Only where the load is known.
    """
    chosen = list(dict.fromkeys((*lacking(comparison), *missing(comparison))))[:MOST_COMMANDS]
    known = Run.objects.with_setup().in_bulk([run for *_, run in chosen])
    has_machine = comparison.question.cols != "machine"  # of the run whose load is made again
    every = [
        More(f"{label}, {side}", count, line(known[run], count, has_machine=has_machine))
        for label, side, count, run in chosen
    ]
    return [*islice(sittings_lacking(comparison), MOST_COMMANDS), *(more for more in every if more.command)]


def lacking(comparison: Comparison) -> Iterator[tuple[str, str, int, int]]:
    """(row, column, how many runs it lacks, one of those it has)"""
    for row in comparison.rows:
        for column, cell in row.cells.items():
            if cell.verdict not in UNDECIDED or cell.is_published or cell.required_sittings:
                continue
            needed = cell.required_n or FEWEST
            for side, own in ((comparison.baseline, row.cells[comparison.baseline]), (column, cell)):
                if own.n < needed <= MOST and not own.is_published:
                    yield row.label, side, needed - own.n, own.runs[0]


def missing(comparison: Comparison) -> Iterator[tuple[str, str, int, int]]:
    """The same of each cell of a row that was not run: as many runs of the load as its neighbour has."""
    for row in comparison.rows:
        measured = next((cell for cell in row.cells.values() if not cell.is_published), None)
        if measured is None or measured.n > MOST:
            continue
        for column in comparison.columns:
            if column not in row.cells:
                yield row.label, column, measured.n, measured.runs[0]


def line(run: Run, count: int, *, has_machine: bool = True) -> str:
    """A loop for a shell; "" where the load is not known."""
    again = command(facts(run))
    if not again:
        return ""
    machine = run.setup.machine if has_machine else None
    stated = f" --machine '{machine}'" if machine and "'" not in machine.name else ""
    return f"for i in $(seq {count}); do benchdb record{stated} -- {again}; done"


def facts(run: Run) -> dict[str, Any]:
    """What the log and the setup say of the load."""
    numbers = dict(
        run.measurements.filter(metric__in=("duration", "requests_completed"), item="").values_list("metric", "value")
    )
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
