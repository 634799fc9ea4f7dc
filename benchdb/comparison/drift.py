"""A Permalink -> how today's data and code would answer its question otherwise, in sentences."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from benchdb import stats
from benchdb.comparison.answer import Cell, Comparison
from benchdb.comparison.freeze import canonical, shown
from benchdb.comparison.select import compared
from benchdb.comparison.spec import BadSpec
from benchdb.metrics import UnknownMetric, metric
from benchdb.models import Permalink, Run
from benchdb.units import shown as in_words

log = logging.getLogger(__name__)

MOST_NAMED = 5  #: runs or cells; the rest is counted
Place = tuple[str, str, str]


def drift(link: Permalink) -> tuple[str, ...]:
    """What is otherwise today; () if data and code say the same."""
    try:
        then = shown(link)
        today = compared(then.spec)
    except (BadSpec, UnknownMetric) as error:
        return (f"today's code cannot answer it: {error}",)
    if canonical(replace(today, query=link.query).to_json()) == link.result:
        return ()
    gone = sorted(set(link.run_ids) - set(today.runs))
    said = (*more(set(today.runs) - set(link.run_ids)), *missing(gone), *versions(link, today), *values(then, today))
    return said or ("the same runs are laid out or judged otherwise",)


def more(runs: set[int]) -> tuple[str, ...]:
    if not runs:
        return ()
    named = listed([f"run {run}" for run in sorted(runs)])
    return (f"{counted(len(runs), 'run')} more would count ({named})",)


def missing(gone: list[int]) -> tuple[str, ...]:
    """Why each run that counted no longer does."""
    found = {run.pk: run for run in Run.objects.filter(pk__in=gone)}
    said = [why(pk, found.get(pk)) for pk in gone[:MOST_NAMED]]
    if len(gone) > MOST_NAMED:
        said.append(f"{counted(len(gone) - MOST_NAMED, 'run')} besides would no longer count")
    return tuple(said)


def why(pk: int, run: Run | None) -> str:
    if run is None:
        return f"run {pk} was deleted"
    if run.excluded_at:
        return f"run {pk} was excluded on {run.excluded_at:%Y-%m-%d}: {run.excluded_because}"
    if run.retired_at:
        return f"run {pk} was read anew on {run.retired_at:%Y-%m-%d}{reader(run)}"
    return f"run {pk} no longer matches the question: its facts were corrected"


def reader(run: Run) -> str:
    """` (ab 1, now ab 2)` where another version of the parser has read the same log since."""
    now = Run.objects.standing().filter(file__log=run.file.log_id, ordinal=run.ordinal).first()
    if now is None or (now.format, now.parser_version) == (run.format, run.parser_version):
        return ""
    return f" ({run.format} {run.parser_version}, now {now.format} {now.parser_version})"


def versions(link: Permalink, today: Comparison) -> tuple[str, ...]:
    before = str(link.versions.get("statistics", ""))
    return () if before == stats.VERSION else (f"statistics version {before}, now {stats.VERSION}",)


def values(then: Comparison, now: Comparison) -> tuple[str, ...]:
    """The cells whose number or verdict is another."""
    before, after = cells(then), cells(now)
    said = [
        sentence(place, cell, after.get(place))
        for place, cell in before.items()
        if place not in after or _told(cell) != _told(after[place])
    ]
    rest = (f"{counted(len(said) - MOST_NAMED, 'cell')} besides would change",) if len(said) > MOST_NAMED else ()
    return (*said[:MOST_NAMED], *rest)


def cells(comparison: Comparison) -> dict[Place, Cell]:
    return {(row.metric, row.key, column): cell for row in comparison.rows for column, cell in row.cells.items()}


def _told(cell: Cell) -> tuple[float | None, str | None]:
    return cell.value, cell.verdict


def sentence(place: Place, before: Cell, after: Cell | None) -> str:
    name, row, column = place
    known = metric(name)
    where = f"{known.title} at {column if row == name else f'{row}, {column}'}"
    was = in_words(before.value, known.unit)
    if after is None:
        return f"{where}: {was}, now no runs"
    figures = f"still {was}" if after.value == before.value else f"{was}, now {in_words(after.value, known.unit)}"
    verdicts = (before.verdict or "not compared", after.verdict or "not compared")
    return f"{where}: {figures}" + (f" ({verdicts[0]}, now {verdicts[1]})" if verdicts[0] != verdicts[1] else "")


def verify(link: Permalink, now: datetime) -> tuple[str, ...]:
    """Ask again, and record what was found."""
    found = drift(link)
    link.verified_at, link.drift = now, json.loads(json.dumps(found))
    link.drifted_at = (link.drifted_at or now) if found else None
    link.save(update_fields=("verified_at", "drift", "drifted_at"))
    if found:
        log.info("permalink %s: %s", link.pk, "; ".join(found))
    return found


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("s" if number > 1 else "")


def listed(names: Iterable[str]) -> str:
    every = list(names)
    rest = len(every) - MOST_NAMED
    return ", ".join(every[:MOST_NAMED]) + (f" and {rest} besides" if rest > 0 else "")
