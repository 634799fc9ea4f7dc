"""What a machine did just before a load began: work that goes on beside it is not the requests'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from benchdb.domain.activity.series import Floats, Window, inside, usual_step
from benchdb.models import RunRecording, Trace

SECONDS = 30.0  #: before the start; what was earlier may have ended
LAST = 3  #: samples
NOT_BUSY = ("cpu.idle", "cpu.iowait")
WHOLE = ("all", "")  #: items of the whole machine
RECENT = 8  #: recordings that are kept in mind


class BusyBefore:
    """The shares of all CPUs that worked before loads began; what several loads share of a recording is read once."""

    def __init__(self) -> None:
        self._rest, self._loads = lru_cache(RECENT)(rest_of), lru_cache(RECENT)(loads_of)

    def share(self, attached: Iterable[RunRecording]) -> float | None:
        """That worked at least; None where nothing was recorded then."""
        shares = (
            self._of(one, Window(one.window_start - SECONDS, one.window_start)) for one in attached if one.window_start
        )
        return next((share for share in shares if share is not None), None)

    def _of(self, attached: RunRecording, before: Window) -> float | None:
        """In one recording, outside the load windows of other runs."""
        if (rest := self._rest(attached.recording_id)) is None:
            return None
        loads = self._loads(attached.recording_id)
        near = (loads[:, 1] < before.end) & (loads[:, 2] > before.start) & (loads[:, 0] != attached.pk)
        return least_busy(*rest, before, [Window(start, end) for _, start, end in loads[near].tolist()])


def rest_of(recording: int) -> tuple[Floats, Floats] | None:
    """(moments, the share of all CPUs that was not at work)."""
    traces = Trace.objects.filter(recording=recording, metric__in=NOT_BUSY, item__in=WHOLE).select_related("timeline")
    rows = list(traces.order_by("metric", "item"))
    if not rows or rows[0].metric != NOT_BUSY[0]:
        return None
    rest = [row.values for row in rows if row.timeline_id == rows[0].timeline_id and row.item == rows[0].item]
    return rows[0].timeline.times, np.sum(rest, axis=0)


def loads_of(recording: int) -> Floats:
    """(n, 3) each attachment of a known time: its id, when its load began and ended."""
    known = RunRecording.objects.filter(recording=recording, window_start__isnull=False, window_end__isnull=False)
    return np.array(known.order_by().values_list("pk", "window_start", "window_end"), float).reshape(-1, 3)


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
