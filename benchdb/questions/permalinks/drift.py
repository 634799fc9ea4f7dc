"""A Permalink -> how today's data and code would answer its question otherwise."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import UnknownMetric
from benchdb.models import Permalink
from benchdb.questions.acceptance.classes import united
from benchdb.questions.base import BadQuestion, TooCostly
from benchdb.questions.history.beside.unnoted import unnoted, without_notes
from benchdb.questions.kind import format_of
from benchdb.questions.kinds import QUESTIONS, ask
from benchdb.questions.names.former import ABOUT_NAMES
from benchdb.questions.permalinks.corrected_runs import corrected_runs
from benchdb.questions.permalinks.finding import ONLY_NAMES, UNANSWERED, finding
from benchdb.questions.permalinks.freeze import canonical
from benchdb.questions.permalinks.other_figures import changed_figures, changes, other_turns
from benchdb.questions.permalinks.other_names import other_names, under_names_of_today, unordered, without_links
from benchdb.questions.permalinks.other_runs import anew, other_runs
from benchdb.questions.unfinished import EXCLUDED, STOPPED, WITHOUT_FIGURES
from benchdb.wording import line, sentence, sentences

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drift:
    """What is otherwise today."""

    finding: Caveat | None = None  #: in one sentence, how much; None if data and code say the same
    differences: tuple[Caveat, ...] = ()


def drift(link: Permalink, seconds: float | None = None) -> tuple[Caveat, ...]:
    """What is otherwise today; () if data and code say the same. TooCostly where `seconds` are given and too few."""
    return checked(link, seconds).differences


def checked(link: Permalink, seconds: float | None = None) -> Drift:
    """The same, with how much of the answer it is."""
    kind, data = QUESTIONS[link.kind], json.loads(link.result)
    try:
        then = kind.from_data(data)
        today = replace(ask(then.question, seconds), query=link.query)
    except TooCostly:
        raise
    except (BadQuestion, UnknownMetric) as error:
        return Drift(UNANSWERED, (caveat("cannot be asked", fault=str(error)),))
    now = json.loads(canonical(kind.to_data(today, format_of(data))))
    frozen, now = (without_notes(without_left_out(one)) for one in (data, now))
    if agrees(frozen, now):
        return Drift()
    return compared(link, (then, today), (frozen, now))


def compared(link: Permalink, answers: tuple[Any, Any], data: tuple[Any, Any]) -> Drift:
    """Two answers that are not the same, each with its plain data: then and today."""
    then, today = answers
    leading = (one for one in today.caveats if one.kind in ABOUT_NAMES)
    names = tuple(dict.fromkeys((*leading, *other_names(*data, link.created_at))))
    if names and only_names(*data, names):
        return Drift(ONLY_NAMES, names)
    return other_facts(link, then, today, names)


def other_facts(link: Permalink, then: Any, today: Any, names: tuple[Caveat, ...]) -> Drift:
    """Verdicts and turns first, then what may have changed them, then the other figures."""
    before, there, kind = set(link.run_ids), set(today.runs), QUESTIONS[link.kind]
    read = anew(before, there)
    changed = changes(kind.figures(then), kind.figures(today), read)
    judged, figures = changed_figures(changed)
    arranged = (*other_turns(kind.turns(then), kind.turns(today)), *conditions(then, today, names), *rules(then, today))
    runs = (*other_runs(before, there), *corrected_runs({*(before & there), *read.values()}, link.created_at))
    differences = (*judged, *arranged, *names, *runs, *versions(link), *figures)
    is_same = not arranged and line(unnoted(then.headline)) == line(unnoted(today.headline))
    short = finding(kind.figures(then), kind.figures(today), changed, is_same)
    is_explained = any(one not in names for one in differences)
    return Drift(short, (*differences, *(() if is_explained else (caveat("judged otherwise"),))))


def only_names(then: dict[str, Any], today: dict[str, Any], names: tuple[Caveat, ...]) -> bool:
    """Whether the answer is the same but for what something is called."""
    return agrees(under_names_of_today(then, names), unordered(without_links(today)))


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
        tests = {"parameters": has_all} if "kind" in then else {}
        return all(name in today and tests.get(name, agrees)(then[name], today[name]) for name in names)
    if isinstance(then, list) and isinstance(today, list):
        return len(then) == len(today) and all(map(agrees, then, today))
    return bool(then == today)


def has_all(then: Sequence[Any], today: Sequence[Any]) -> bool:
    """Whether today's caveat has each parameter of then, as it was."""
    return all(any(agrees(was, now) for now in today) for was in then)


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
    return (*((caveat("differ since", keys=keys),) if keys else ()), *corrected, *baseline(then, today, names))


def baseline(then: Any, today: Any, names: Sequence[Caveat]) -> tuple[Caveat, ...]:
    """The side that others are set against, where another one is that: the first by name, if nobody chose it."""
    compared = (getattr(answer, "comparison", answer) for answer in (then, today))
    before, now = (getattr(answer, "baseline", "") for answer in compared)
    was = {one["was"]: one["now"] for one in names}.get(before, before)
    return (caveat("baseline otherwise", before=before, now=now),) if before and now and was != now else ()


def changing(answer: Any) -> tuple[str, ...]:
    """What changes along its curves; () where it has none."""
    along = getattr(answer, "along", ())
    return tuple(key for key, _ in along) if isinstance(along, tuple) else ()


def verify(link: Permalink, now: datetime) -> tuple[str, ...]:
    """Ask again, and record what is otherwise, in sentences."""
    drifted = checked(link)
    differences = sentences(drifted.differences)
    link.verified_at, link.drift = now, list(differences)
    link.finding = sentence(drifted.finding) if drifted.finding else ""
    link.drifted_at = (link.drifted_at or now) if differences else None
    link.save(update_fields=("verified_at", "drift", "finding", "drifted_at"))
    if differences:
        log.info("permalink %s: %s", link.pk, "; ".join(differences))
    return differences
