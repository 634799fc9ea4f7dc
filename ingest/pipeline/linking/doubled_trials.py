"""Runs of one setup that have one number, and nobody stated it: as releases left them that counted a setup's runs where
two uploads ended at once, or where some of the runs were excluded, withdrawn or stated otherwise.

A correction, a merge or a move files runs under another setup, and they keep their numbers: those are not meant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from django.db import connection, transaction

from benchdb.curation.inventory import moved_by
from benchdb.curation.merges import MERGED
from benchdb.models import AuditEntry, Run, Setup
from benchdb.wording import counted
from ingest.declared.facts import first_of
from ingest.pipeline.linking.moved_setups import LOCK
from ingest.pipeline.linking.stated_in_parts import StatedInParts
from ingest.pipeline.rows.trials import trials_of

DOUBLED = """
SELECT setup_id, array_agg(id ORDER BY id) FROM benchdb_run
WHERE retired_at IS NULL AND trial IS NOT NULL AND stated = '{}'
  AND (%(setup)s::bigint IS NULL OR setup_id = %(setup)s)
GROUP BY setup_id, trial HAVING count(*) > 1 ORDER BY setup_id, trial
"""
MOVED = "upload.moved"  #: the audit log's word for an upload whose machine was corrected
Group = tuple[int, Sequence[Run]]  #: a setup, and the runs of it that share a number


def doubled_trials() -> Iterator[str]:
    for setup, (first, *others) in groups(Known()):
        numbers = ", ".join(str(run.pk) for run in others)
        yield (
            f"setup {setup}: trial {first.trial} is run {first.pk} and also {numbers}, and nobody stated that number; "
            "`fsck --mend` numbers the later ones anew"
        )


def number_doubled_anew() -> str:
    """Each number stays with its first run. "" where none is double."""
    numbered, known = 0, Known()
    for setup in sorted({setup for setup, _ in groups(known)}):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(LOCK, [[setup]])
            later = [run for _, (_, *others) in groups(known, setup) for run in others]
            trials = trials_of(Setup.objects.get(pk=setup))
            for run in sorted(later, key=lambda run: run.pk):
                run.trial = trials.next(None)
            Run.objects.bulk_update(later, ("trial",), batch_size=1000)
            numbered += len(later)
    return f"trials: {counted(numbered, 'run')} numbered anew" if numbered else ""


class Known:
    """What is asked for once, however many setups are looked at."""

    def __init__(self) -> None:
        self.stated = StatedInParts()

    @cached_property
    def moved(self) -> set[int]:
        return runs_of_merges()

    @cached_property
    def uploads(self) -> Collection[int]:
        return moved_uploads()


def groups(known: Known, setup: int | None = None) -> Iterator[Group]:
    """Of one setup, or of all."""
    with connection.cursor() as cursor:
        cursor.execute(DOUBLED, {"setup": setup})
        every = cursor.fetchall()
    for of_setup, numbers in every:
        runs = Run.objects.filter(pk__in=set(numbers) - known.moved).exclude(file__upload__in=known.uploads)
        ours = [run for run in runs.select_related("file__upload").order_by("pk") if not is_stated(known.stated, run)]
        if len(ours) > 1:
            yield of_setup, ours


def is_stated(stated: StatedInParts, run: Run) -> bool:
    """Of the run, or of the first of several; also where what was stated is not kept any more."""
    declared = stated.declared_of(run.file.upload)
    return declared is None or first_of("trial", *declared.facts_of(run.file.place), run.facts) is not None


def runs_of_merges() -> set[int]:
    """That a merge gave to another machine, kernel or server."""
    merges = AuditEntry.objects.filter(action__endswith=f".{MERGED}")
    return {number for entry in merges for number in moved_by(entry).values_list("pk", flat=True)}


def moved_uploads() -> Collection[int]:
    subjects = AuditEntry.objects.filter(action=MOVED).values_list("subject", flat=True)
    return {int(subject.removeprefix("upload ")) for subject in subjects}
