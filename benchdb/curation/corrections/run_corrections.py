"""Facts of chosen runs corrected together.

Runs are filed under the setup that has the facts: they keep their numbers, tags, exclusions, studies and recordings.
What was said stays with each run (`Run.stated`), above what its upload says, whenever its log is read anew. What was
frozen keeps its bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from benchdb.accounts.audit import record
from benchdb.curation.corrections.fact_stacks import NOTES, applied, stated
from benchdb.curation.corrections.replaced_facts import note_replaced, stated_of
from benchdb.curation.corrections.run_facts import (
    OF_SETUP,
    FactChange,
    Facts,
    change,
    changes,
    differing,
    flat,
    text_of,
    value_of,
)
from benchdb.curation.inventory import BadCorrection
from benchdb.domain.caveats import as_row, of_row
from benchdb.domain.dimensions import TUNING
from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.domain.setups.targets import OTHER_HOST, OTHER_PORT
from benchdb.domain.versions import OTHER_SERVER, other_server
from benchdb.held_rows import wait_briefly
from benchdb.models import Kernel, Machine, Run, RunCorrection, Server, Setup, Upload
from benchdb.questions.names.former import leads_on
from benchdb.reads.search.former_names import Led, led
from benchdb.recordings.moved_runs import follow
from benchdb.wording import counted, sentence, words

MOST = 500  #: runs together
NAMED: dict[str, type[Machine] | type[Kernel] | type[Server]] = {"machine": Machine, "kernel": Kernel, "server": Server}
CHANGED = ("setup", "stated", "caveats", "booted_at", "notes")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a correction would do."""

    runs: tuple[Run, ...]  #: that are chosen
    changed: tuple[Run, ...]  #: those that do not have all of it
    changes: tuple[FactChange, ...]
    facts: Facts  #: under the names of today
    led: tuple[Led, ...] = ()  #: names that were said and are former ones

    @property
    def uploads(self) -> int:
        return len({run.file.upload_id for run in self.changed})

    @property
    def unchanged(self) -> int:
        return len(self.runs) - len(self.changed)

    @property
    def sentence(self) -> str:
        return "; ".join((statement(len(self.changed), self.uploads, self.changes), *map(is_called, self.led)))


def planned(ids: Collection[int], facts: Facts) -> Plan:
    """BadCorrection where it cannot be done. `facts`: clean, as an upload's; None is not recorded any more."""
    if not facts:
        raise BadCorrection(words("no fact"))
    names = led([(name, str(fact)) for name, fact in facts.items() if fact])
    runs, wished = chosen(ids), flat(facts) | {one.dimension: one.now for one in names}
    check_boot(runs, wished.get("booted_at"))
    changed = tuple(run for run in runs if differing(run, wished))
    if not changed:
        raise BadCorrection(words("nothing to correct"))
    return Plan(tuple(runs), changed, tuple(changes(changed, wished)), wished, names)


def check_boot(runs: Iterable[Run], booted_at: str | None) -> None:
    """BadCorrection where a run had begun by then."""
    booted = datetime.fromisoformat(booted_at) if booted_at else None
    for run in runs:
        if booted and run.started_at and run.started_at < booted:
            start = f"{run.started_at:%Y-%m-%d %H:%M} UTC"
            raise BadCorrection(words("boot after the start", run=run.pk, start=start))


def is_called(name: Led) -> str:
    return sentence(leads_on(name)).rstrip(".")


def chosen(ids: Collection[int]) -> list[Run]:
    """The runs of these numbers. BadCorrection where one is none, or is not counted any more."""
    wanted = set(ids)
    if not 0 < len(wanted) <= MOST:
        raise BadCorrection(words("most to correct", most=MOST, runs=len(wanted)))
    rows = Run.objects.filter(pk__in=wanted).with_setup().select_related("file__upload").order_by("pk")
    runs = list(rows)
    if missing := wanted - {run.pk for run in runs}:
        raise BadCorrection(f"there is no run {min(missing)}")
    for run in runs:
        if run.retired_at:
            raise BadCorrection(words("run was read anew", run=run.pk))
        if not run.file.upload.is_finished:
            raise BadCorrection(words("upload is being read", upload=run.file.upload_id))
    return runs


@transaction.atomic
def correct_runs(ids: Collection[int], facts: Facts, who: str) -> RunCorrection:
    """Have the runs all of `facts`. BadCorrection where it cannot be, or where they have it already."""
    lock(ids)
    plan = planned(ids, facts)
    wished = plan.facts
    made = RunCorrection.objects.create(
        facts=wished,
        before=groups(plan.changed, wished),
        runs=len(plan.changed),
        uploads=plan.uploads,
        made_by=who[:160],
    )
    note_replaced(made, plan.runs, wished)
    for run in plan.runs:
        set_facts(run, {name: applied(name)(wished[name], value_of(run, name)) for name in differing(run, wished)})
        run.stated = {**run.stated, **{name: stated(name)(wished[name], stated_of(run, name))[0] for name in wished}}
    store(plan.runs, wished)
    check_copies(plan.changed)
    note("corrected", made, {change.name: change.values for change in plan.changes}, wished)
    return made


def lock(ids: Collection[int]) -> None:
    """The uploads first, as whoever has one read anew does; then the runs.

    OperationalError where an upload that ends holds them (`held_rows.has_waited`).
    """
    wait_briefly()
    files = Run.objects.filter(pk__in=ids).order_by().values("file")
    uploads = Upload.objects.filter(files__in=files).order_by().values("pk")
    for rows in (Upload.objects.filter(pk__in=uploads), Run.objects.filter(pk__in=ids)):
        list(rows.order_by("pk").select_for_update().values_list("pk"))


def groups(runs: Iterable[Run], wished: Facts) -> list[dict[str, Any]]:
    """Runs that had the same, with that: what the page of the correction says."""
    alike: dict[str, dict[str, Any]] = {}
    for run in runs:
        had = {name: value_of(run, name) for name in differing(run, wished)}
        group = alike.setdefault(json.dumps(had, sort_keys=True), {"runs": [], "had": had})
        group["runs"].append(run.pk)
    return list(alike.values())


def set_facts(run: Run, values: Facts) -> None:
    """On the row alone, each fact as it is then: `store` files it. A value of None is not recorded any more."""
    of_setup = {name: value for name, value in values.items() if name in OF_SETUP or name.startswith(TUNING)}
    if of_setup:
        kept = [one for one in run.caveats if of_row(one).kind not in (OTHER_SERVER, OTHER_PORT, OTHER_HOST)]
        run.setup = setup_with(run.setup, of_setup)
        run.caveats = [*kept, *map(as_row, other_server(run.setup.server, run.facts))]
    if "booted_at" in values:
        run.booted_at = datetime.fromisoformat(values["booted_at"]) if values["booted_at"] else None
    if NOTES in values:
        run.notes = values[NOTES] or ""


def setup_with(setup: Setup, values: Facts) -> Setup:
    """The same setup but for these values; made where it is new."""
    new: dict[str, Any] = {name: getattr(setup, name) for name in SETUP_FIELDS} | {"tuning": dict(setup.tuning)}
    for name, value in values.items():
        if name in NAMED:
            new[name] = NAMED[name].named(str(value)) if value else None
        elif name.startswith(TUNING):
            new["tuning"] |= {name.removeprefix(TUNING): value}
        else:
            new[name] = value or ("" if name == "zone" else None)
    new["tuning"] = {name: value for name, value in new["tuning"].items() if value is not None}
    return Setup.objects.get_or_create(fingerprint=fingerprint(new), defaults=new)[0]


def store(runs: Sequence[Run], wished: Collection[str]) -> None:
    """The rows, and what hangs on them: recordings go with their machine, what is computed of CPUs is computed anew."""
    Run.objects.bulk_update(runs, CHANGED)
    if {"machine", "cpus"} & set(wished):
        follow(runs, with_machine="machine" in wished)


def check_copies(runs: Sequence[Run]) -> None:
    """BadCorrection where the same reading of the same log would count twice in one setup."""
    near = Run.objects.active().filter(setup__in={run.setup_id for run in runs})
    near = near.filter(file__log__in={run.file.log_id for run in runs}).order_by("pk")
    first: dict[tuple[Any, ...], int] = {}
    for number, *reading in near.values_list("pk", "file__log", "ordinal", "setup", "started_at"):
        if (other := first.setdefault(tuple(reading), number)) != number:
            raise BadCorrection(words("would count twice", one=other, other=number))


def note(word: str, made: RunCorrection, before: Facts, after: Facts) -> None:
    record(
        f"runs.{word}", whose(made.runs, made.uploads), before=before, after=after, page=f"/runs/corrections/{made.pk}/"
    )


def changes_of(made: RunCorrection) -> list[FactChange]:
    """What it changed, for those who read of it afterwards."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in made.facts}
    for group in made.before:
        for name, value in group["had"].items():
            counts[name][text_of(value)] += len(group["runs"])
    return [change(name, tuple(had.most_common()), made.facts[name]) for name, had in counts.items() if had]


def sentence_of(made: RunCorrection) -> str:
    return statement(made.runs, made.uploads, changes_of(made))


def statement(runs: int, uploads: int, changed: Iterable[FactChange]) -> str:
    """`12 runs of 3 uploads: kernel Linux 5.10 → Linux 5.15`."""
    return f"{whose(runs, uploads)}: {'; '.join(change.sentence for change in changed)}"


def whose(runs: int, uploads: int) -> str:
    return f"{counted(runs, 'run')} of {counted(uploads, 'upload')}"
