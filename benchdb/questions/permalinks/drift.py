"""A Permalink -> how today's data and code would answer its question otherwise."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import UnknownMetric
from benchdb.models import Permalink
from benchdb.questions.acceptance.classes import united
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.kind import format_of
from benchdb.questions.kinds import QUESTIONS, ask
from benchdb.questions.names.former import LEADS
from benchdb.questions.permalinks.freeze import canonical
from benchdb.questions.permalinks.other_figures import changed_figures
from benchdb.questions.permalinks.other_runs import anew, other_runs
from benchdb.questions.unfinished import EXCLUDED, STOPPED, WITHOUT_FIGURES
from benchdb.wording import sentences

log = logging.getLogger(__name__)


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
    if agrees(without_left_out(data), without_left_out(now)):
        return ()
    runs = other_runs(set(link.run_ids), set(today.runs))
    judged, figures = changed_figures(kind.figures(then), kind.figures(today), anew(link.run_ids, today.runs))
    names = tuple(one for one in today.caveats if one.kind == LEADS)
    differences = (
        *judged,
        *conditions(then, today, names),
        *names,
        *runs,
        *versions(link),
        *rules(then, today),
        *figures,
    )
    return differences or (caveat("judged otherwise"),)


def without_left_out(data: dict[str, Any]) -> dict[str, Any]:
    """The answer without its word of runs that it leaves out: where one was left out since, its figures say so."""
    words = (EXCLUDED, STOPPED, WITHOUT_FIGURES)
    caveats = data.get("caveats", [])
    return data | {"caveats": [one for one in caveats if not (isinstance(one, dict) and one.get("kind") in words)]}


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


def conditions(then: Any, today: Any, names: Sequence[Caveat]) -> tuple[Caveat, ...]:
    """In what the runs differ since then: facts that were corrected stand between sides that were alike.

    What is only called otherwise today, as `names` say, is no other fact.
    """
    before, now = ((*answer.conflicts, *changing(answer)) for answer in (then, today))
    keys = tuple(dict.fromkeys(key for key in now if key not in before))
    constant, held = dict(then.held_constant), dict(today.held_constant)
    renamed = {(one["dimension"], one["was"]) for one in names}
    others = [key for key, value in constant.items() if held.get(key, value) != value and (key, value) not in renamed]
    corrected = (caveat("held otherwise", dimension=key, before=constant[key], now=held[key]) for key in others)
    return (*((caveat("differ since", keys=keys),) if keys else ()), *corrected)


def changing(answer: Any) -> tuple[str, ...]:
    """What changes along its curves; () where it has none."""
    along = getattr(answer, "along", ())
    return tuple(key for key, _ in along) if isinstance(along, tuple) else ()


def verify(link: Permalink, now: datetime) -> tuple[str, ...]:
    """Ask again, and record what is otherwise, in sentences."""
    differences = sentences(drift(link))
    link.verified_at, link.drift = now, list(differences)
    link.drifted_at = (link.drifted_at or now) if differences else None
    link.save(update_fields=("verified_at", "drift", "drifted_at"))
    if differences:
        log.info("permalink %s: %s", link.pk, "; ".join(differences))
    return differences
