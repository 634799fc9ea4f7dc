"""Trials that several files of a folder state of one setup: each keeps its number, and that is said, once an upload.

Mostly their folders stand for a condition that nobody stated: the runs then count together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import timedelta
from itertools import pairwise

from benchdb.domain.caveats import phrase
from benchdb.models import Run, UploadFile
from benchdb.wording import sentence
from ingest.declared.facts import first_of
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import OF_PATH, ONCE, note_once, problem_as_json
from ingest.records import Problem

MOST = 2000  #: runs that are asked for
ONE_TIME = timedelta(hours=6)  #: runs further apart are of several nights, not of several folders
REPEATED = "repeated trials"
TWICE_IN_PARTS = "trial stated by another part"
Stated = tuple[int, int | None]  #: (setup, trial)


def note_repeated_trials(ingestion: Ingestion) -> None:
    """On the file of the first run whose number another one has."""
    if ingestion.went_before:
        forget_repeated(ingestion)
    ours = by_trial(ingestion)
    suspects = [*of_other_parts(ingestion, ours), *(run for runs in ours.values() for run in runs)]
    repeated = [runs for runs in groups(suspects).values() if len(runs) > 1 and is_ours(ingestion, runs[-1])]
    if not repeated:
        return
    kind = "trial stated twice" if all(is_ours(ingestion, runs[0]) for runs in repeated) else TWICE_IN_PARTS
    first, second = repeated[0][0], next(run for run in repeated[0][1:] if is_ours(ingestion, run))
    names, count = (first.file.name, second.file.name), sum(map(len, repeated))
    message = sentence(phrase(kind, trial=first.trial, files=names, runs=count))
    file = UploadFile.objects.get(pk=second.file_id)
    note_once(file, REPEATED, problem_as_json(Problem(0, message)) | {OF_PATH: True})
    file.save(update_fields=("problems",))


def forget_repeated(ingestion: Ingestion) -> None:
    """What was noted when the upload was read before: with what is read now there may be more of them, or none."""
    for file in ingestion.upload.files.filter(problems__contains=[{ONCE: REPEATED}]):
        file.problems = [problem for problem in file.problems if problem.get(ONCE) != REPEATED]
        file.save(update_fields=("problems",))


def groups(suspects: Sequence[Run]) -> dict[Stated, list[Run]]:
    """Those that count: of each number and file the first run, as they come."""
    alike = Counter((run.setup_id, run.trial) for run in suspects)
    some = [run for run in suspects if alike[run.setup_id, run.trial] > 1][:MOST]
    counting = set(Run.objects.active().filter(pk__in=[run.pk for run in some]).values_list("pk", flat=True))
    by_file: dict[Stated, dict[int, Run]] = defaultdict(dict)
    for run in some:
        if run.pk in counting:
            by_file[run.setup_id, run.trial].setdefault(run.file_id, run)
    return {stated: at_one_time(list(runs.values())) for stated, runs in by_file.items()}


def at_one_time(runs: Sequence[Run]) -> list[Run]:
    """Those that began within hours of another one, in their order; all, where one does not say when it began.

    A nightly begins with its run 1 each night: that is no condition that nobody stated.
    """
    if any(run.started_at is None for run in runs):
        return list(runs)
    near: set[int] = set()
    for earlier, later in pairwise(sorted(runs, key=lambda run: run.started_at)):
        if later.started_at - earlier.started_at <= ONE_TIME:
            near |= {earlier.pk, later.pk}
    return [run for run in runs if run.pk in near]


def is_ours(ingestion: Ingestion, run: Run) -> bool:
    return run.file.upload_id == ingestion.upload.pk


def of_other_parts(ingestion: Ingestion, ours: Collection[Stated]) -> list[Run]:
    """Of what came before, those that state one of these numbers; no more than are looked at."""
    before = [number for number in ingestion.alike if number < ingestion.upload.pk]
    if not before or not ours:
        return []
    setups, trials = ({one[place] for one in ours} for place in (0, 1))
    runs = Run.objects.active().filter(file__upload__in=before, setup__in=setups, trial__in=trials)
    some = runs.select_related("file").order_by("pk")[:MOST]
    return [run for run in some if (run.setup_id, run.trial) in ours and is_stated(ingestion, run)]


def is_stated(ingestion: Ingestion, run: Run) -> bool:
    return bool(first_of("trial", ingestion.declared.facts_of(run.file.place)[0]) == run.trial)


def by_trial(ingestion: Ingestion) -> dict[Stated, list[Run]]:
    """The upload's runs of which it is stated, of each by itself."""
    alike: dict[Stated, list[Run]] = defaultdict(list)
    if "trial" in ingestion.declared.stated:
        return alike
    for run in ingestion.runs.values():
        if is_ours(ingestion, run) and not run.excluded_at and run.trial and is_stated(ingestion, run):
            alike[run.setup_id, run.trial].append(run)
    return alike
