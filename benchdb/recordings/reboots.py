"""When machines booted, as recordings show it: rows such as sar's `LINUX RESTART`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from benchdb.domain.columns import Floats
from benchdb.models import Trace

RESTART = "restart"


def reboots_of(machines: Sequence[str], as_of: datetime | None) -> dict[str, Floats]:
    """Machine -> seconds since 1970, rising, from what was stored by `as_of`.

    Not from recordings of an unknown day, nor from the load generator's.
    """
    if not machines:
        return {}
    traces = Trace.objects.filter(
        metric=RESTART, recording__machine__name__in=machines, recording__date_is_known=True
    ).select_related("timeline", "recording__machine")
    if as_of is not None:
        traces = traces.filter(recording__stored_at__lte=as_of)
    moments = defaultdict[str, list[Floats]](list)
    for trace in traces.defer("data").order_by("pk"):
        moments[trace.recording.machine.name].append(trace.timeline.times - trace.recording.clock_ahead)
    return {machine: np.unique(np.concatenate(parts)) for machine, parts in moments.items()}
