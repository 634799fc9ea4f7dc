"""Runs that belong to another setup once something is known of them: there they are numbered anew, under its lock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection

from benchdb.models import Run, Setup
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.rows.earlier import numbers_before
from ingest.pipeline.rows.trials import TrialNumbers, Trials

LOCK = "SELECT benchdb_lock_setups(%s)"  #: in the order of their ids


@dataclass(slots=True)
class Moves:
    """The runs of one upload that changed their setups, and the setups that they left."""

    runs: dict[int, Run] = field(default_factory=dict)  #: by id
    left: set[int] = field(default_factory=set)

    def add(self, run: Run, setup: Setup) -> None:
        self.left.add(run.setup.pk)
        run.setup = setup
        self.runs[run.pk] = run


def number_anew(ingestion: Ingestion, moves: Moves) -> None:
    """As a log is numbered that is stored there; setups that nothing is left of go.

    All setups are locked together, once: two uploads that end at once wait for each other in one order.
    """
    if not moves.runs:
        return
    runs = [run for _, run in sorted(moves.runs.items())]
    setups = {run.setup.pk: run.setup for run in runs}
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [[*setups, *moves.left]])
    before = numbers_before({run.file.pk: run.file for run in runs if run.first_stored_at}.values())
    numbers = TrialNumbers(ingestion.upload, ingestion.declared, came_before=True, before=before)
    know_taken(numbers, setups.values(), moves, {ingestion.upload.pk, *numbers.parts})
    for run in runs:
        run.trial = numbers.next(run.setup, run.file, run.line, run.facts, as_before=bool(run.stated))
    Run.objects.bulk_update(runs, ("trial",), batch_size=1000)
    Setup.objects.filter(pk__in=moves.left, runs=None).delete()


def know_taken(numbers: TrialNumbers, setups: Iterable[Setup], moves: Moves, uploads: set[int]) -> None:
    """From the rows: what is packed of these setups waits (`packed_once`)."""
    others: dict[int, list[int]] = defaultdict(list)
    ours: dict[int, list[int]] = defaultdict(list)
    rows = Run.objects.filter(setup__in=setups, retired_at=None, trial__isnull=False)
    for run, setup, trial, upload in rows.values_list("pk", "setup_id", "trial", "file__upload_id"):
        if run not in moves.runs:
            (ours if upload in uploads else others)[setup].append(trial)
    for one in setups:
        numbers.give(one, Trials(ours[one.pk], others[one.pk], numbers.kept(one)))
