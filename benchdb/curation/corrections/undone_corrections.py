"""A correction of chosen runs undone: what would change, and the undoing itself.

The runs are then as they would be had it never been made: a correction that was made later, and stands, keeps what it
said, and undoing that one later leads to what there was before this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.curation.corrections.fact_stacks import Layer, TakenOut, applied, stated, without
from benchdb.curation.corrections.replaced_facts import (
    AT_ONCE,
    called,
    names_of_today,
    sameness,
    stacks,
    stated_of,
)
from benchdb.curation.corrections.run_corrections import is_called, lock, set_facts, statement, store, whose
from benchdb.curation.corrections.run_facts import FactChange, position, tally, text_of, value_of
from benchdb.curation.corrections.run_facts import values as values_text
from benchdb.curation.inventory import BadCorrection
from benchdb.held_rows import wait_briefly
from benchdb.models import ReplacedFact, Run, RunCorrection
from benchdb.reads.search.former_names import LED, Led
from benchdb.wording import words


@dataclass(slots=True)
class Undoing:
    """What undoing a correction does."""

    changed: dict[int, tuple[Run, dict[str, tuple[Any, Any]]]] = field(default_factory=dict)  #: fact -> (now, then)
    restated: dict[int, Run] = field(default_factory=dict)  #: runs of which something else was said alone, then
    moved: list[ReplacedFact] = field(default_factory=list)  #: of corrections made later: what is then beneath them
    led: set[Led] = field(default_factory=set)
    is_possible: bool = False  #: not everything was changed otherwise since

    @property
    def runs(self) -> list[Run]:
        return [run for run, _ in self.changed.values()]

    @property
    def changes(self) -> list[FactChange]:
        """Fact by fact: what the runs have now, and what they have then."""
        pairs: dict[str, list[tuple[str, str]]] = {}
        for _, facts in self.changed.values():
            for name, (now, then) in facts.items():
                pairs.setdefault(name, []).append((text_of(now), text_of(then)))
        return [
            FactChange(name, tally(now for now, _ in some), one_line(then for _, then in some))
            for name, some in sorted(pairs.items(), key=lambda one: position(one[0]))
        ]

    @property
    def sentence(self) -> str:
        """`3 runs of 1 upload: kernel Linux 5.20.1 → Linux 5.10.0`."""
        if not self.changed:
            return ""
        uploads = len({run.file.upload_id for run in self.runs})
        led = sorted(map(is_called, self.led))
        return "; ".join((statement(len(self.changed), uploads, self.changes), *led))


def one_line(texts: Iterable[str]) -> str:
    return values_text(tally(texts))


def undoing(made: RunCorrection) -> Undoing:
    """What undoing it would do; nothing is changed."""
    own = list(made.replaced.order_by("pk"))
    runs = {run.pk: run for run in of_today(own)}
    by_place, names, done = stacks(list(runs), list(made.facts)), names_of_today(), Undoing()
    for row in own:
        if row.run_id in runs:
            take_out(done, runs[row.run_id], row, by_place[row.run_id, row.name], names)
    return done


def of_today(rows: Sequence[ReplacedFact]) -> Iterable[Run]:
    """Their runs, those that were replaced by no other reading."""
    runs = Run.objects.filter(pk__in={row.run_id for row in rows}, retired_at=None)
    return runs.with_setup().select_related("file").order_by("pk")


def take_out(
    done: Undoing, run: Run, row: ReplacedFact, stack: Sequence[ReplacedFact], names: Mapping[tuple[str, str], str]
) -> None:
    """One fact of one run, as it would be without the correction."""
    name = row.name
    above, is_same = [one for one in stack if one.correction_id > row.correction_id], sameness(name, names)
    now = value_of(run, name)
    facts = [one.correction.facts[name] for one in (row, *above)]
    value = without(layer_of(row, facts[0]), [*map(layer_of, above, facts[1:])], now, applied(name), is_same)
    word = without(
        Layer(facts[0], row.stated),
        [Layer(fact, one.stated) for one, fact in zip(above, facts[1:], strict=True)],
        stated_of(run, name),
        stated(name),
        lambda one, other: bool(one == other),
    )
    for one, had, before in zip(above, value.above, word.above, strict=True):
        one.had, one.stated = had, before
        done.moved.append(one)
    done.is_possible |= value.is_whole or word.is_whole or bool(above)
    note_value(done, run, name, now, called(name, value.top, names))
    note_word(done, run, name, word)
    if name in LED and value.top and (then := called(name, value.top, names)) != value.top:
        done.led.add(Led(name, value.top, then))


def layer_of(row: ReplacedFact, fact: Any) -> Layer:
    return Layer(fact, row.had)


def note_value(done: Undoing, run: Run, name: str, now: Any, then: Any) -> None:
    if now != then:
        done.changed.setdefault(run.pk, (run, {}))[1][name] = (now, then)


def note_word(done: Undoing, run: Run, name: str, word: TakenOut) -> None:
    if word.top != stated_of(run, name):
        rest = {other: fact for other, fact in run.stated.items() if other != name}
        run.stated = rest | ({name: word.top[0]} if word.top else {})
        done.restated[run.pk] = run


@transaction.atomic
def undo(correction_id: int, who: str) -> int:
    """How many runs have another fact by it. BadCorrection where it is undone, or says nothing any more."""
    wait_briefly()
    made = RunCorrection.objects.select_for_update().get(pk=correction_id)
    if made.undone_at:
        raise BadCorrection(words("correction was undone"))
    lock(list(made.replaced.values_list("run", flat=True)))
    done = undoing(made)
    if not done.is_possible:
        raise BadCorrection(words("no run to put back"))
    for run, facts in done.changed.values():
        set_facts(run, {name: then for name, (_, then) in facts.items()})
    store([*({run.pk: run for run in done.runs} | done.restated).values()], {one.name for one in done.changes})
    ReplacedFact.objects.bulk_update(done.moved, ("had", "stated"), batch_size=AT_ONCE)
    made.replaced.all().delete()
    made.undone_at, made.undone_by = timezone.now(), who[:160]
    made.save(update_fields=("undone_at", "undone_by"))
    note_undone(made, done)
    return len(done.changed)


def note_undone(made: RunCorrection, done: Undoing) -> None:
    """What was really put back."""
    subject = whose(len(done.changed), len({run.file.upload_id for run in done.runs}))
    before = {change.name: change.values for change in done.changes}
    after = {change.name: change.fact for change in done.changes}
    record("runs.put back", subject, before=before, after=after, page=f"/runs/corrections/{made.pk}/")
