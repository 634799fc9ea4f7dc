"""When machines booted: by their recordings (rows such as sar's `LINUX RESTART`), and as people say with their runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

import numpy as np
from django.db import connection
from django.db.models import F, Q

from benchdb.domain.columns import Floats
from benchdb.models import Run, Trace

RESTART = "restart"


#: Whether anything is known at all, of any moment: Django takes 3 ms to ask what mostly is nothing.
KNOWN = """
SELECT EXISTS (
  SELECT FROM benchdb_trace t JOIN benchdb_recording r ON r.id = t.recording_id JOIN benchdb_machine m
  ON m.id = r.machine_id WHERE t.metric = %s AND m.name = ANY(%s)
) OR EXISTS (
  SELECT FROM benchdb_run u JOIN benchdb_setup s ON s.id = u.setup_id JOIN benchdb_machine m ON m.id = s.machine_id
  WHERE u.booted_at IS NOT NULL AND m.name = ANY(%s)
)
"""


def is_any_known(machines: Sequence[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, [RESTART, list(machines), list(machines)])
        return bool(cursor.fetchone()[0])


def reboots_of(machines: Sequence[str], as_of: datetime | None) -> dict[str, Floats]:
    """Machine -> seconds since 1970, rising, from what was stored by `as_of`.

    Not from recordings of an unknown day or a withdrawn upload, nor from the load generator's.
    """
    if not machines or not is_any_known(machines):
        return {}
    traces = Trace.objects.filter(
        metric=RESTART, recording__machine__name__in=machines, recording__date_is_known=True
    ).select_related("timeline", "recording__machine")
    withdrawn = Q(recording__file__upload__withdrawn_at__isnull=False)
    if as_of is not None:
        traces = traces.filter(recording__stored_at__lte=as_of)
        withdrawn = Q(recording__file__upload__withdrawn_at__lte=as_of)
    stated = Run.objects.active() if as_of is None else Run.objects.active_at(as_of)
    stated = stated.filter(setup__machine__name__in=machines, booted_at__isnull=False)
    possible = Q(started_at=None) | Q(booted_at__lte=F("started_at"))  # nothing ran before its machine had booted
    moments = defaultdict[str, list[Floats]](list)
    for trace in traces.exclude(withdrawn).defer("data").order_by("pk"):
        moments[trace.recording.machine.name].append(trace.timeline.times - trace.recording.clock_ahead)
    boots = stated.filter(possible).order_by().values_list("setup__machine__name", "booted_at")
    for machine, booted in boots.distinct():
        moments[machine].append(np.array([booted.timestamp()]))
    return {machine: np.unique(np.concatenate(parts)) for machine, parts in moments.items()}
