"""The rows of what corrections replaced: made with a correction, read by who undoes it, kept up by who reads anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from benchdb.curation.corrections.fact_stacks import Same, applied, based_on, stated
from benchdb.curation.corrections.run_facts import Facts, known_by, value_of
from benchdb.domain.versions import folded
from benchdb.models import ReplacedFact, Run, RunCorrection
from benchdb.reads.search.former_names import former_names

AT_ONCE = 1000  #: rows per statement
Place = tuple[int, str]  #: (run, fact)


def note_replaced(made: RunCorrection, runs: Iterable[Run], facts: Facts) -> None:
    """Before the runs have the facts. Those that have one already count as well: another one may be undone."""
    rows = (
        ReplacedFact(correction=made, run=run, name=name, had=value_of(run, name), stated=stated_of(run, name))
        for run in runs
        for name in facts
    )
    ReplacedFact.objects.bulk_create(rows, batch_size=AT_ONCE)


def stated_of(run: Run, name: str) -> list[Any]:
    """What was said of it alone, as the stacks have it."""
    return [run.stated[name]] if name in run.stated else []


def stacks(runs: Collection[int], names: Collection[str]) -> dict[Place, list[ReplacedFact]]:
    """The rows of each fact of each run, the oldest correction first."""
    rows = ReplacedFact.objects.filter(run__in=runs, name__in=names).order_by("correction_id")
    by_place = defaultdict[Place, list[ReplacedFact]](list)
    for row in rows.select_related("correction").defer("correction__before"):
        by_place[row.run_id, row.name].append(row)
    return by_place


def sameness(name: str, names: Mapping[tuple[str, str], str]) -> Same:
    """Whether two values of a fact are one. Names are what they lead to today."""

    def is_same(one: Any, other: Any) -> bool:
        if name == "notes":
            return (one or "") == (other or "")
        if name == "booted_at" and one and other:
            return datetime.fromisoformat(one) == datetime.fromisoformat(other)
        return known_by(called(name, one, names)) == known_by(called(name, other, names))

    return is_same


def called(name: str, value: Any, names: Mapping[tuple[str, str], str]) -> Any:
    """A value by the name that it has today."""
    return names.get((name, folded(value)), value) if isinstance(value, str) else value


def names_of_today() -> Mapping[tuple[str, str], str]:
    """Asked for once: each question whether something changed since is a query."""
    return former_names()


def follow_readings(successors: Mapping[int, int]) -> None:
    """Old reading -> new one: what is known of the one is known of the other."""
    rows = list(ReplacedFact.objects.filter(run__in=successors))
    for row in rows:
        row.run_id = successors[row.run_id]
    ReplacedFact.objects.bulk_update(rows, ("run",), batch_size=AT_ONCE)


def base_anew(beneath: Mapping[int, Facts]) -> None:
    """Run -> what its new reading says of the facts that corrections say: the first one found that."""
    rows = (
        ReplacedFact.objects.filter(run__in=beneath)
        .select_related("correction")
        .defer("correction__before")
        .order_by("run_id", "name", "correction_id")
    )
    changed = list[ReplacedFact]()
    for (run, name), group in groupby(rows, key=lambda row: (row.run_id, row.name)):
        if name in beneath[run]:
            stack = list(group)
            facts = [row.correction.facts[name] for row in stack]
            changed += stack
            own = based_on(beneath[run][name], facts, applied(name))
            for row, had, before in zip(stack, own, based_on([], facts, stated(name)), strict=True):
                row.had, row.stated = had, before
    ReplacedFact.objects.bulk_update(changed, ("had", "stated"), batch_size=AT_ONCE)
