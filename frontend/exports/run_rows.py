"""The runs of the list with every column, streamed as CSV or JSON, some hundreds at a time.

Readers who are not logged in have an allowance: rows, counted before the first byte, and seconds. Past the seconds the
connection is cut, so that nobody takes a part for the whole.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from benchdb.accounts.actor import Actor
from benchdb.domain.columns import Ints
from benchdb.reads.budget import TooLong
from benchdb.reads.runs import ListedRun, listed_runs
from benchdb.wording import words
from frontend.answers.run_columns import RunColumn, value_of
from frontend.exports.data import inert

AT_ONCE = 500  #: runs read together


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one answer may hold and take."""

    rows: float = float("inf")
    seconds: float = float("inf")

    @classmethod
    def of(cls, actor: Actor) -> Allowance:
        """Whoever can be asked to stop has no bound."""
        return cls(settings.ANONYMOUS_ROWS, settings.ANONYMOUS_SECONDS) if actor.is_nobody else cls()

    def refusal(self, total: int) -> str:
        """What to do instead; "" where nothing is in the way."""
        if total <= self.rows:
            return ""
        return words("too many runs at once", runs=total, most=self.rows)


def in_batches(ids: Ints, seconds: float, clock: Callable[[], float] = time.monotonic) -> Iterator[ListedRun]:
    """TooLong where they take more seconds than that; a reader who takes them slowly counts too."""
    begun = clock()
    for first in range(0, len(ids), AT_ONCE):
        if clock() - begun > seconds:
            raise TooLong("takes too long to send", sent=first, runs=len(ids), seconds=seconds)
        yield from listed_runs(ids[first : first + AT_ONCE].tolist())


def json_lines(runs: Iterator[ListedRun], total: int, shown: list[RunColumn]) -> Iterator[str]:
    """One document, a run on each line."""
    yield f'{{"total": {total}, "runs": ['
    for place, run in enumerate(runs):
        yield f"{',' * (place > 0)}\n{json.dumps(plain(run, shown))}"
    yield "]}\n"


def csv_lines(runs: Iterator[ListedRun], shown: list[RunColumn]) -> Iterator[str]:
    names = ["run", *(column.key for column in shown)]
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, names, lineterminator="\r\n")
    writer.writeheader()
    for run in runs:
        writer.writerow({name: inert(value) for name, value in plain(run, shown).items()})
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def plain(run: ListedRun, shown: list[RunColumn]) -> dict[str, Any]:
    """A run in base units, for programs."""
    return {"run": run.pk, **{column.key: as_plain(value_of(run, column)) for column in shown}}


def as_plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)
