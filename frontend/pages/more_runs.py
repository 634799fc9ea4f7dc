"""How many more runs would decide a comparison, and the commands that make them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchdb.commands import command
from benchdb.comparison.answer import Comparison
from benchdb.models import Run
from benchdb.stats import FEWEST

UNDECIDED = ("too few runs", "no evidence")
MOST = 200  #: runs a side; who would need more is told to look at the noise instead
MOST_COMMANDS = 8


@dataclass(frozen=True, slots=True)
class More:
    """What one side of one row lacks."""

    where: str  #: the row and the column, in words
    runs: int  #: how many more
    command: str


def more_runs(comparison: Comparison) -> list[More]:
    """One for each side of each undecided cell that lacks runs and whose load is known; the first few."""
    lacking: list[tuple[str, str, int, int]] = []
    for row in comparison.rows:
        for column, cell in row.cells.items():
            if cell.verdict not in UNDECIDED or cell.is_published:
                continue
            needed = cell.needed or FEWEST
            for side, each in ((comparison.baseline, row.cells[comparison.baseline]), (column, cell)):
                if needed <= MOST and each.n < needed and not each.is_published:
                    lacking.append((row.label, side, needed - each.n, each.runs[0]))
    chosen = list(dict.fromkeys(lacking))[:MOST_COMMANDS]
    known = Run.objects.with_setup().in_bulk([run for *_, run in chosen])
    found = [More(f"{label}, {side}", count, line(known[run], count)) for label, side, count, run in chosen]
    return [each for each in found if each.command]


def line(run: Run, count: int) -> str:
    """A loop for a shell; "" where the load is not known."""
    again = command(facts(run))
    if not again:
        return ""
    stated = f" --machine '{run.setup.machine}'" if run.setup.machine and "'" not in run.setup.machine.name else ""
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
