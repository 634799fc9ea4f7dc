"""What earlier readings of a file leave to the next one: since when it is here, its tags, its studies.

What people say of a run is of what was measured, not of a row: it stays when the file is read anew or a fact corrected.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Min, Model

from benchdb.curation.corrections.replaced_facts import follow_readings
from benchdb.models import Run, Study, Tag, UploadFile
from ingest.pipeline.rows.trials import Number, Place

LABELS: dict[type[Tag] | type[Study], str] = {Tag: "tag_id", Study: "study_id"}  #: of runs; how their links name them


def first_stored(files: Iterable[UploadFile]) -> dict[int, datetime]:
    """When the first reading of each file was stored, of those that were read before."""
    rows = Run.objects.filter(file__in=[file.pk for file in files]).order_by()
    return dict(rows.values_list("file").annotate(first=Min("stored_at")))


def stated_of(files: Iterable[UploadFile]) -> dict[Place, list[dict[str, Any]]]:
    """What was said of single runs alone, as the last reading of their files had it; of those at one place in order."""
    places = last_retired(file.pk for file in files)
    every = [run for runs in places.values() for run in runs]
    stated = dict(Run.objects.filter(pk__in=every).exclude(stated={}).values_list("pk", "stated"))
    return {place: [stated.get(run, {}) for run in runs] for place, runs in places.items()} if stated else {}


def numbers_before(files: Iterable[UploadFile]) -> dict[Place, list[Number]]:
    """The setup and the trial of each run in the last reading of their files; of those at one place in order."""
    places = last_retired(file.pk for file in files)
    every = [run for runs in places.values() for run in runs]
    rows = Run.objects.filter(pk__in=every).values_list("pk", "setup_id", "trial") if every else ()
    numbers = {run: (setup, trial) for run, setup, trial in rows}
    return {place: [numbers[run] for run in runs] for place, runs in places.items()}


def take_place(runs: Sequence[Run]) -> None:
    """Give new runs the tags, the studies and the corrections of those that they are read instead of."""
    places: dict[Place, list[Run]] = defaultdict(list)
    for run in runs:
        if run.first_stored_at is not None:
            places[run.file_id, run.line].append(run)
    before = last_retired({file for file, _ in places}) if places else {}
    successors = {
        old: run.pk for place, theirs in places.items() for old, run in zip(before.get(place, ()), theirs, strict=False)
    }
    if successors:
        follow_readings(successors)
    for label, name in LABELS.items() if successors else ():
        copy_links(label.runs.through, name, successors)


def last_retired(files: Iterable[int]) -> dict[Place, list[int]]:
    """The runs of the last reading before this one, at each place in their order."""
    rows = Run.objects.filter(file__in=list(files), retired_at__isnull=False).order_by("retired_at", "ordinal")
    last: dict[Place, tuple[datetime | None, list[int]]] = {}
    for run, file, line, since in rows.values_list("pk", "file_id", "line", "retired_at"):
        if last.get((file, line), (None, []))[0] != since:
            last[file, line] = (since, [])
        last[file, line][1].append(run)
    return {place: runs for place, (_, runs) in last.items()}


def copy_links(links: type[Model], name: str, successors: Mapping[int, int]) -> None:
    rows = links._default_manager.filter(run__in=successors).values_list("run_id", name)
    new = [links(run_id=successors[run], **{name: label}) for run, label in rows]
    links._default_manager.bulk_create(new, ignore_conflicts=True)
