"""Runs of which another machine or number of CPUs is said: what was recorded beside them follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet

from benchdb.models import Recording, Run, RunRecording
from benchdb.recordings.attachment import attach, attach_by_time, side_of
from benchdb.recordings.derivation import derive

How, Side = RunRecording.How, RunRecording.Side


def follow(runs: Sequence[Run], *, with_machine: bool) -> None:
    """Recordings of these runs alone go with them to their machine; then each is seen from its side again."""
    attached = RunRecording.objects.filter(run__in=runs)
    known = {run.pk: run for run in runs}
    if with_machine:
        take_along(runs)
        attached.filter(how=How.TIME).delete()  # found by the machine
        attach_by_time(runs=[run for run in runs if run.started_at])
        see_anew(known, attached)
    derive(known[number] for number in attached.order_by("run").values_list("run", flat=True).distinct())


def take_along(runs: Sequence[Run]) -> None:
    """A recording of the machine under load whose runs are all among these, and now all of one machine."""
    theirs = Recording.objects.filter(attachments__run__in=runs, attachments__side=Side.SERVER).distinct()
    for recording in theirs:
        servers = recording.attachments.filter(side=Side.SERVER, run__retired_at=None)
        machines = set(servers.values_list("run__setup__machine", flat=True))
        if len(machines) == 1 and not servers.exclude(run__in=runs).exists():
            Recording.objects.filter(pk=recording.pk).update(machine=machines.pop())


def see_anew(runs: Mapping[int, Run], attached: QuerySet[RunRecording]) -> None:
    """Those whose side is another one now, with all that is computed of them."""
    turned = defaultdict[tuple[Recording, str], list[Run]](list)
    for one in attached.select_related("recording").order_by("pk"):
        run = runs[one.run_id]
        if side_of(run, one.recording) != one.side:
            turned[one.recording, one.how].append(run)
    for (recording, how), theirs in turned.items():
        attach(theirs, recording, How(how))
