"""Runs that counted and still do, and whose facts were corrected since: which facts, and what they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from datetime import datetime
from typing import Any

from django.db.models import Q

from benchdb.domain.caveats import Caveat, Phrase, caveat, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.models import RunCorrection

MOST_NAMED = 5  #: groups of runs that had the same; the rest is counted
OF_NO_FIGURE = "notes"  #: facts by which no answer is arranged


def corrected_runs(runs: Set[int], moment: datetime) -> tuple[Caveat, ...]:
    """Of `runs`, those that were corrected after `moment`, or whose correction was undone then."""
    groups = [one for made in since(moment) for one in groups_of(made, runs, moment)]
    left = {run for group in groups[MOST_NAMED:] for run in group["runs"]}
    more = (caveat("more runs corrected", runs=len(left)),) if left else ()
    return (*groups[:MOST_NAMED], *more)


def since(moment: datetime) -> Iterator[RunCorrection]:
    """What was made and undone since then leaves runs as they were."""
    made = Q(made_at__gt=moment, undone_at=None)
    undone = Q(made_at__lte=moment, undone_at__gt=moment)
    return RunCorrection.objects.filter(made | undone).order_by("pk").iterator()


def groups_of(made: RunCorrection, runs: Set[int], moment: datetime) -> Iterator[Caveat]:
    """Each group of runs that had the same."""
    for group in made.before:
        theirs = tuple(run for run in group["runs"] if run in runs)
        is_undone = made.made_at <= moment
        parts = tuple(facts(made.facts, group["had"]) if is_undone else facts(group["had"], made.facts))
        if theirs and parts:
            day = f"{made.undone_at if is_undone else made.made_at:%Y-%m-%d}"
            kind = "correction of runs undone" if is_undone else "facts of runs corrected"
            yield caveat(kind, runs=theirs, day=day, facts=parts)


def facts(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Phrase]:
    """Those that both name."""
    for name in was:
        if name in now and name != OF_NO_FIGURE:
            yield phrase("fact corrected", name=name, was=shown(was[name]), now=shown(now[name]))


def shown(value: Any) -> str:
    """In one line, as pages say it."""
    return MISSING if value in (None, "") else str(value)
