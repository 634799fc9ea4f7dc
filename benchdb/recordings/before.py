"""What a machine did just before a load began: work that goes on beside it is not the requests'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from benchdb.domain.activity.series import Floats, Window, inside, usual_step
from benchdb.models import RunRecording

SECONDS = 30.0  #: before the start; what was earlier may have ended
LAST = 3  #: samples
NOT_BUSY = ("cpu.idle", "cpu.iowait")
WHOLE = ("all", "")  #: items of the whole machine


def busy_before(attached: Iterable[RunRecording]) -> float | None:
    """The share of all CPUs that worked at least, before the load began; None where nothing was recorded then."""
    known = (busy_in(one, Window(one.window_start - SECONDS, one.window_start)) for one in attached if one.window_start)
    return next((share for share in known if share is not None), None)


def busy_in(attached: RunRecording, before: Window) -> float | None:
    """In one recording, outside the load windows of other runs."""
    traces = attached.recording.traces.filter(metric__in=NOT_BUSY, item__in=WHOLE).select_related("timeline")
    rows = list(traces.order_by("metric", "item"))
    if not rows or rows[0].metric != NOT_BUSY[0]:
        return None
    times = rows[0].timeline.times
    rest = [row.values for row in rows if row.timeline_id == rows[0].timeline_id and row.item == rows[0].item]
    others = RunRecording.objects.filter(
        recording=attached.recording_id, window_start__lt=before.end, window_end__gt=before.start
    ).exclude(pk=attached.pk)
    loads = [Window(start, end) for start, end in others.values_list("window_start", "window_end")]
    return least_busy(times, np.sum(rest, axis=0), before, loads)


def least_busy(times: Floats, rest: Floats, before: Window, loads: Sequence[Window]) -> float | None:
    """Of the last samples whose whole interval lies in `before` and in no other load; `rest` is the share not at work.

    The least of them, for one that reaches into a load by the rounding of its time says too much.
    """
    chosen = inside(times, before) & np.isfinite(rest)
    starts = times - usual_step(times)
    for load in loads:
        chosen &= (times <= load.start) | (starts >= load.end)
    last = rest[chosen][-LAST:]
    return float(np.clip(1.0 - last.max(), 0.0, 1.0)) if len(last) else None
