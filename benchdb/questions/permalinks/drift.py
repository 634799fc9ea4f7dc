"""A Permalink -> how today's data and code would answer its question otherwise."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.domain.units import shown as in_words
from benchdb.models import Permalink
from benchdb.questions.acceptance.classes import united
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.kind import Figure, format_of
from benchdb.questions.kinds import QUESTIONS, ask
from benchdb.questions.names.former import LEADS
from benchdb.questions.permalinks.freeze import canonical
from benchdb.questions.permalinks.other_runs import other_runs
from benchdb.questions.unfinished import EXCLUDED
from benchdb.wording import sentences

log = logging.getLogger(__name__)

MOST_NAMED = 5  #: cells; the rest is counted
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
    figures = changed_figures(kind.figures(then), kind.figures(today))
    runs = other_runs(set(link.run_ids), set(today.runs))
    names = tuple(one for one in today.caveats if one.kind == LEADS)
    differences = (*names, *runs, *versions(link), *rules(then, today), *conditions(then, today), *figures)
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


def versions(link: Permalink) -> tuple[Caveat, ...]:
    before, now = str(link.versions.get("statistics", "")), statistics.VERSION
    return () if before == now else (caveat("statistics changed", before=before, now=now),)


def rules(then: Any, today: Any) -> tuple[Caveat, ...]:
    """What only one of the two accepts by a rule of the site."""
    before, now = ({one["dimension"]: one for one in united(answer.caveats)} for answer in (then, today))
    made = [("accepted by rule since", now[key]) for key in now.keys() - before.keys()]
    gone = [("no longer accepted by rule", before[key]) for key in before.keys() - now.keys()]
    return tuple(caveat(kind, dimension=one["dimension"], values=one["values"]) for kind, one in (*made, *gone))


def conditions(then: Any, today: Any) -> tuple[Caveat, ...]:
    """In what the runs differ since then: facts that were corrected stand between sides that were alike."""
    keys = tuple(key for key in today.conflicts if key not in then.conflicts)
    return (caveat("differ since", keys=keys),) if keys else ()


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
