"""Uploads withdrawn, restored, and moved to another machine. Nothing is deleted; what was frozen keeps its bytes."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.curation.exclusions import WITHDRAWN, settle_copies
from benchdb.curation.inventory import move_runs
from benchdb.domain.text.names import composed
from benchdb.held_rows import alone, wait_briefly
from benchdb.models import Machine, Permalink, Recording, ReplacedFact, Run, RunRecording, Upload
from benchdb.recordings.derivation import derive
from benchdb.recordings.machines import GUESSED
from benchdb.wording import words

SHORTEST, LONGEST = 3, 500  #: characters of a reason
LONGEST_NAME = 120


class BadChange(ValueError):
    """A change of an upload that cannot be; the message says why."""


def finished(upload_id: int) -> Upload:
    """The upload, locked, and no other part of its folder changes. BadChange while it is being read.

    OperationalError where another part of its folder takes long to end (`held_rows.has_waited`).
    """
    wait_briefly()
    upload = Upload.objects.select_for_update().get(pk=upload_id)
    if not upload.is_finished:
        raise BadChange(words("not read yet"))
    upload.hold_import()
    return upload


def hold_recordings(upload: Upload) -> None:
    """Whoever attaches one to a run ends first (`Recording.hold`), or sees what became of the upload."""
    list(Recording.objects.select_for_update().filter(file__upload=upload).order_by("pk").values_list("pk"))


@alone
def withdraw(upload_id: int, reason: str, who: str) -> int:
    """From now on nothing of it counts, neither runs nor recordings. How many runs did until now; those excluded before
    keep their reasons."""
    upload, reason = finished(upload_id), " ".join(reason.replace("\0", "").split())
    if not SHORTEST <= len(reason) <= LONGEST:
        raise BadChange(words("reason of a withdrawal", least=SHORTEST, most=LONGEST))
    if upload.withdrawn_at:
        raise BadChange(words("withdrawn before"))
    hold_recordings(upload)
    upload.withdrawn_at, upload.withdrawn_because, upload.withdrawn_by = timezone.now(), reason, who[:160]
    upload.save(update_fields=("withdrawn_at", "withdrawn_because", "withdrawn_by"))
    runs = leave_out(upload)
    settle_copies(upload)
    derive(recorded_beside(upload))
    page = f"/uploads/{upload.pk}/"
    record("upload.withdrawn", str(upload), after={"reason": reason, "runs": runs}, page=page)
    return runs


def leave_out(upload: Upload) -> int:
    """The runs of a withdrawn upload that count; how many they were."""
    counting = Run.objects.active().filter(file__upload=upload)
    reason = f"{WITHDRAWN}: {upload.withdrawn_because}"
    return counting.update(excluded_at=upload.withdrawn_at, excluded_because=reason)


@alone
def restore(upload_id: int) -> int:
    """Its runs and recordings count again, but for runs that were excluded one by one. How many runs."""
    upload = finished(upload_id)
    if upload.withdrawn_at is None:
        raise BadChange(words("not withdrawn"))
    hold_recordings(upload)
    left_out = with_it(upload)
    runs = left_out.filter(retired_at=None).count()
    left_out.update(excluded_at=None, excluded_because="")
    before = {"reason": upload.withdrawn_because}
    upload.withdrawn_at, upload.withdrawn_because, upload.withdrawn_by = None, "", ""
    upload.save(update_fields=("withdrawn_at", "withdrawn_because", "withdrawn_by"))
    settle_copies(upload)
    derive(recorded_beside(upload))
    record("upload.restored", str(upload), before=before, after={"runs": runs}, page=f"/uploads/{upload.pk}/")
    return runs


def with_it(upload: Upload) -> QuerySet[Run]:
    """Its runs that do not count because it was withdrawn, retired ones among them."""
    return Run.objects.filter(file__upload=upload, excluded_because__startswith=f"{WITHDRAWN}: ")


def recorded_beside(upload: Upload) -> QuerySet[Run]:
    """The runs of other uploads that its recordings belong to."""
    attached = RunRecording.objects.filter(recording__file__upload=upload).values("run")
    return Run.objects.filter(pk__in=attached, retired_at=None).exclude(file__upload=upload)


@alone
def move(upload_id: int, name: str) -> int:
    """Its runs and recordings belong to the machine of this name, which is made where it is new. How many runs.

    The name stays with the upload as its sender's word, so that a later reading of its logs says the same.
    """
    upload, name = finished(upload_id), composed(" ".join(name.replace("\0", "").split()))
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadChange(words("name of a machine", most=LONGEST_NAME))
    into = Machine.named(name)
    runs, before = 0, {"machine": upload.facts.get("machine", "")}
    own = Run.objects.filter(file__upload=upload, retired_at=None)
    for machine in {run.setup.machine for run in own.select_related("setup__machine")} - {into}:
        runs += len(move_runs("machine", machine, into, own.filter(setup__machine=machine)))
    forget_stated(own, "machine")
    move_recordings(upload, into)
    upload.facts = {**upload.facts, "machine": name}
    upload.save(update_fields=("facts",))
    record(
        "upload.moved", str(upload), before=before, after={"machine": name, "runs": runs}, page=f"/uploads/{upload.pk}/"
    )
    return runs


def move_recordings(upload: Upload, into: Machine | None) -> None:
    """It is no guess any more: their runs have what was not computed of a guess."""
    recordings = list(Recording.objects.filter(file__upload=upload))
    for recording in recordings:
        recording.machine = into
        recording.facts.pop(GUESSED, None)
    Recording.objects.bulk_update(recordings, ("machine", "facts"), batch_size=500)
    attached = RunRecording.objects.filter(recording__in=recordings).values("run")
    derive(Run.objects.filter(pk__in=attached, retired_at=None))


def forget_stated(runs: QuerySet[Run], name: str) -> None:
    """What was said of single runs gives way to what is now said of all; undoing that changes it no more."""
    ReplacedFact.objects.filter(run__in=runs, name=name).delete()
    stated = list(runs.filter(stated__has_key=name))
    for run in stated:
        del run.stated[name]
    Run.objects.bulk_update(stated, ("stated",), batch_size=500)


def permalinks_of(upload: Upload) -> QuerySet[Permalink]:
    """The permalinks that show runs of it, the newest first."""
    runs = list(Run.objects.filter(file__upload=upload).values_list("pk", flat=True))
    return Permalink.objects.filter(run_ids__overlap=runs) if runs else Permalink.objects.none()
