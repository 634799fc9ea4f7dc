"""A Permalink -> how today's data and code would answer its question otherwise."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.domain.units import shown as in_words
from benchdb.models import Permalink, Run
from benchdb.questions.acceptance.classes import united
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.kind import Figure, format_of
from benchdb.questions.kinds import QUESTIONS, ask
from benchdb.questions.names.former import LEADS
from benchdb.questions.permalinks.freeze import canonical
from benchdb.questions.unfinished import EXCLUDED, UNFINISHED
from benchdb.wording import sentences

log = logging.getLogger(__name__)

MOST_NAMED = 5  #: runs or cells; the rest is counted
Figures = Mapping[str, Figure]


def drift(link: Permalink, seconds: float | None = None) -> tuple[Caveat, ...]:
    """What is otherwise today; () if data and code say the same. TooCostly where `seconds` are given and too few."""
    kind, data = QUESTIONS[link.kind], json.loads(link.result)
    try:
        then = kind.from_data(data)
        today = replace(ask(then.question, seconds), query=link.query)
    except TooCostly:
        raise
    except (BadQuestion, UnknownMetric) as error:
        return (caveat("cannot be asked", fault=str(error)),)
    now = json.loads(canonical(kind.to_data(today, format_of(data))))
    if agrees(without_excluded(data), without_excluded(now)):
        return ()
    before, there = set(link.run_ids), set(today.runs)
    figures = changed_figures(kind.figures(then), kind.figures(today))
    runs = (*added(there - before), *missing(sorted(before - there)))
    names = tuple(one for one in today.caveats if one.kind == LEADS)
    differences = (*names, *runs, *versions(link), *rules(then, today), *figures)
    return differences or (caveat("judged otherwise"),)


def without_excluded(data: dict[str, Any]) -> dict[str, Any]:
    """The answer without its word of excluded runs: where one was left out since, its figures say so."""
    caveats = data.get("caveats", [])
    return data | {"caveats": [one for one in caveats if not (isinstance(one, dict) and one.get("kind") == EXCLUDED)]}


def agrees(then: Any, today: Any) -> bool:
    """Whether today's answer says all that was frozen. What only today's code can say does not count.

    Nor does the headline: it says in words what stands elsewhere in the answer.
    """
    if isinstance(then, dict) and isinstance(today, dict):
        names = [name for name in then if name != "headline"]
        return all(name in today and agrees(then[name], today[name]) for name in names)
    if isinstance(then, list) and isinstance(today, list):
        return len(then) == len(today) and all(map(agrees, then, today))
    return bool(then == today)


def added(runs: set[int]) -> tuple[Caveat, ...]:
    return (caveat("more runs", runs=len(runs), numbers=sorted(runs)),) if runs else ()


def missing(gone: list[int]) -> tuple[Caveat, ...]:
    """Why each run that counted no longer does."""
    return reasons(gone, {run.pk: run for run in Run.objects.filter(pk__in=gone[:MOST_NAMED])})


def reasons(gone: Sequence[int], known: Mapping[int, Run]) -> tuple[Caveat, ...]:
    """Of the first few, those that were excluded on a day for one reason as one; the rest is counted."""
    together: dict[object, list[int]] = {}
    for pk in gone:
        together.setdefault(exclusion(known.get(pk)) or pk, []).append(pk)
    groups = list(together.values())
    named = tuple(reason_of(group, known) for group in groups[:MOST_NAMED])
    left = sum(map(len, groups[MOST_NAMED:]))
    return (*named, caveat("fewer runs", runs=left)) if left else named


def exclusion(run: Run | None) -> tuple[str, str] | None:
    """(day, why), of a run that was excluded."""
    return (f"{run.excluded_at:%Y-%m-%d}", run.excluded_because) if run and run.excluded_at else None


def reason_of(group: Sequence[int], known: Mapping[int, Run]) -> Caveat:
    first, *others = group
    if not others:
        return reason(first, known.get(first))
    day, why = exclusion(known[first]) or ("", "")
    return caveat("runs excluded", runs=tuple(group), day=day, reason=why)


def reason(pk: int, run: Run | None) -> Caveat:
    if run is None:
        return caveat("run deleted", run=pk)
    if run.excluded_at:
        return caveat("run excluded", run=pk, day=f"{run.excluded_at:%Y-%m-%d}", reason=run.excluded_because)
    if run.retired_at:
        return read_anew(run, f"{run.retired_at:%Y-%m-%d}")
    if run.status in UNFINISHED:
        return caveat("run unfinished", run=pk)
    return caveat("run corrected", run=pk)


def read_anew(run: Run, day: str) -> Caveat:
    """With both versions of the parser where another one has read the same log since."""
    now = Run.objects.active().filter(file__log=run.file.log_id, ordinal=run.ordinal).first()
    if now is None or (now.format, now.parser_version) == (run.format, run.parser_version):
        return caveat("run read anew", run=run.pk, day=day)
    was, by = (f"{one.format} {one.parser_version}" for one in (run, now))
    return caveat("run read by another version", run=run.pk, day=day, was=was, now=by)


def versions(link: Permalink) -> tuple[Caveat, ...]:
    before, now = str(link.versions.get("statistics", "")), statistics.VERSION
    return () if before == now else (caveat("statistics changed", before=before, now=now),)


def rules(then: Any, today: Any) -> tuple[Caveat, ...]:
    """What only one of the two accepts by a rule of the site."""
    before, now = ({one["dimension"]: one for one in united(answer.caveats)} for answer in (then, today))
    made = [("accepted by rule since", now[key]) for key in now.keys() - before.keys()]
    gone = [("no longer accepted by rule", before[key]) for key in before.keys() - now.keys()]
    return tuple(caveat(kind, dimension=one["dimension"], values=one["values"]) for kind, one in (*made, *gone))


def changed_figures(before: Figures, after: Figures) -> tuple[Caveat, ...]:
    """The numbers and verdicts that are others."""
    changed = [where for where, figure in before.items() if figure != after.get(where)]
    made = [changed_figure(where, before[where], after.get(where)) for where in changed[:MOST_NAMED]]
    rest = (caveat("more cells", cells=len(changed) - MOST_NAMED),) if len(changed) > MOST_NAMED else ()
    return (*made, *rest)


def changed_figure(where: str, before: Figure, after: Figure | None) -> Caveat:
    unit = metric(before.metric).unit
    was = in_words(before.value, unit)
    if after is None:
        return caveat("value gone", where=where, was=was)
    values = {"where": where, "was": was, "now": in_words(after.value, unit)}
    verdicts = {"verdict": before.verdict, "verdict_now": after.verdict}
    if after.verdict == before.verdict:
        return caveat("value changed", **values)
    kind = "verdict changed" if after.value == before.value else "value and verdict changed"
    return caveat(kind, **values, **verdicts)


def verify(link: Permalink, now: datetime) -> tuple[str, ...]:
    """Ask again, and record what is otherwise, in sentences."""
    differences = sentences(drift(link))
    link.verified_at, link.drift = now, list(differences)
    link.drifted_at = (link.drifted_at or now) if differences else None
    link.save(update_fields=("verified_at", "drift", "drifted_at"))
    if differences:
        log.info("permalink %s: %s", link.pk, "; ".join(differences))
    return differences
