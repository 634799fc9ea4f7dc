"""What the traces of a recording say inside the load windows of its runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from django.db.models import Q

from benchdb.domain.activity.series import inside, summary
from benchdb.models import Recording, RunRecording, WindowSummary
from benchdb.recordings.windows import loaded, whole

#: Parts of a machine whose summaries are kept beside those of the whole; a machine has few of them.
PARTS = ("net.", "disk.", "zone.")


def summarise(attached: Sequence[RunRecording], recording: Recording) -> None:
    """Store what each trace of the whole machine, and of its disks and interfaces, says inside each window."""
    WindowSummary.objects.filter(attachment__in=attached).delete()
    alone = whole(recording)
    windows = [(one, window) for one in attached if (window := loaded(one) or alone)]
    summaries = []
    for timeline in recording.timelines.all() if windows else ():
        times = timeline.times
        chosen = [(one, mask) for one, window in windows if (mask := inside(times, window)).any()]
        for trace in timeline.traces.filter(summarised()) if chosen else ():
            values = trace.values
            for one, mask in chosen:
                if numbers := summary(values[mask]):
                    summaries.append(WindowSummary(attachment=one, trace=trace, **asdict(numbers)))
    WindowSummary.objects.bulk_create(summaries, batch_size=2000)


def summarised() -> Q:
    """Traces of a whole machine, and of the parts that matter to a server."""
    parts = Q()
    for prefix in PARTS:
        parts |= Q(metric__startswith=prefix)
    return parts | Q(item__in=("", "all", "sum", "SUM"))
