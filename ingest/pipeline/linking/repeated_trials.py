"""Trials that several files of an upload state of one setup: each keeps its number, and that is said, once.

Mostly their folders stand for a condition that nobody stated: the runs then count together.
"""

from __future__ import annotations

from collections import defaultdict

from benchdb.domain.caveats import phrase
from benchdb.models import Run, UploadFile
from benchdb.wording import sentence
from ingest.declared.facts import first_of
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import OF_PATH, problem_as_json
from ingest.records import Problem

MOST = 2000  #: runs that are asked for


def note_repeated_trials(ingestion: Ingestion) -> None:
    """On the file of the first run whose number another one has."""
    suspects = [run for runs in by_trial(ingestion).values() if len(runs) > 1 for run in runs][:MOST]
    if not suspects:
        return
    counting = set(Run.objects.active().filter(pk__in=[run.pk for run in suspects]).values_list("pk", flat=True))
    groups: dict[tuple[int, int | None], dict[int, Run]] = defaultdict(dict)
    for run in suspects:
        if run.pk in counting:
            groups[run.setup_id, run.trial].setdefault(run.file_id, run)
    repeated = [list(runs.values()) for runs in groups.values() if len(runs) > 1]
    if not repeated:
        return
    (first, second, *_), runs = repeated[0], sum(len(runs) for runs in repeated)
    names = (first.file.name, second.file.name)
    message = sentence(phrase("trial stated twice", trial=first.trial, files=names, runs=runs))
    file = UploadFile.objects.get(pk=second.file_id)
    file.problems = [*file.problems, problem_as_json(Problem(0, message)) | {OF_PATH: True}]
    file.save(update_fields=("problems",))


def by_trial(ingestion: Ingestion) -> dict[tuple[int, int | None], list[Run]]:
    """(setup, trial) -> the upload's runs of which it is stated, of each by itself."""
    alike: dict[tuple[int, int | None], list[Run]] = defaultdict(list)
    if "trial" in ingestion.declared.stated:
        return alike
    for run in ingestion.runs.values():
        if run.file.upload_id != ingestion.upload.pk or run.excluded_at:
            continue
        if first_of("trial", ingestion.declared.facts_of(run.file.place)[0]) == run.trial:
            alike[run.setup_id, run.trial].append(run)
    return alike
