"""Which recordings belong to which runs, and what they say inside each run's load window. Rows in, rows out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.db.models import FloatField, Q
from django.db.models.functions import Cast, Extract

from benchdb.models import Host, Machine, Measurement, Recording, Run, Tie, WindowSummary
from benchdb.recordings.derived import DERIVED, Load, derived
from benchdb.recordings.limits import Evidence, limits
from benchdb.recordings.series import Window, inside, summary

#: Parts of a machine whose summaries are kept beside those of the whole; a machine has few of them.
PARTS = ("net.", "disk.", "zone.")
DAY = 86_400.0  #: seconds
SLACK = 2.0  #: seconds; archives keep whole or even ones
LONGEST_RUN = 7 * DAY  #: seconds; how far back a run may have begun that a recording still overlaps


class BadZone(ValueError):
    """A time zone that nobody knows."""


def zone(name: str) -> tzinfo:
    """`Europe/Berlin`, `UTC` or `+02:00`. BadZone for anything else."""
    try:
        if name[:1] in "+-" and name:
            return datetime.strptime(name, "%z").tzinfo or UTC
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError, OSError) as error:
        raise BadZone(f"{name!r} is no time zone; write Europe/Berlin or +02:00") from error


def clock_ahead(recording: Recording, timezone: str) -> float:
    """Seconds that the recording's clock was ahead of UTC: by what it says itself, else by its host's zone, else 0."""
    if recording.facts.get("clock") == "UTC" or not timezone or not recording.date_is_known:
        return 0.0
    shown = datetime.fromtimestamp(recording.start, UTC).replace(tzinfo=zone(timezone))
    return (shown.utcoffset() or timedelta()).total_seconds()


def window_of(run: Run, recording: Recording) -> Window | None:
    """The run's load window on the recording's clock; None where nobody knows when the run was.

    Where it does not say so itself, the time at which its file was last written (an archive knows it) is its end, if
    all of the window then lies inside the recording: of a file that was copied later it would not.
    """
    lasted = run.measurements.filter(metric="duration", item="").values_list("value", flat=True).first()
    if not lasted or not recording.date_is_known:
        return None
    if run.started_at is not None:
        start = run.started_at.timestamp() + recording.clock_ahead
        return Window(start, start + lasted)
    written = run.file.modified_at
    if written is None or run.file.runs.filter(retired_at=None).count() > 1:
        return None
    end = written.timestamp() + recording.clock_ahead
    found = Window(end - lasted, end)
    return found if recording.start <= found.start + SLACK and found.end <= recording.end + SLACK else None


def side_of(run: Run, recording: Recording) -> str:
    """The machine under load is the server; another machine's recording is the client's."""
    known = run.setup.machine_id
    return str(Tie.Side.SERVER if known in (None, recording.machine_id) else Tie.Side.CLIENT)


def tie_directory(runs: Sequence[Run], recordings: Sequence[Recording]) -> None:
    """All of one directory: one occasion."""
    for recording in recordings:
        tie(runs, recording, Tie.How.DIRECTORY)


def tie_by_time(recordings: Iterable[Recording] = (), runs: Iterable[Run] = ()) -> None:
    """Runs and recordings of the same machine that overlap in time."""
    for recording in recordings:
        tie(list(runs_during(recording)), recording, Tie.How.TIME)
    for run in runs:
        for recording in recordings_during(run):
            tie([run], recording, Tie.How.TIME)


def runs_during(recording: Recording) -> Iterator[Run]:
    """Standing runs of the recording's machine whose load it overlaps."""
    if recording.machine_id is None or not recording.date_is_known:
        return
    start, end = (moment - recording.clock_ahead for moment in (recording.start, recording.end))
    near = Run.objects.standing().filter(setup__machine=recording.machine_id, started_at__isnull=False)
    begun = near.annotate(begun=Cast(Extract("started_at", "epoch"), FloatField()))
    for run in begun.filter(begun__gte=start - LONGEST_RUN, begun__lte=end).select_related("setup"):
        if overlaps(run, recording):
            yield run


def recordings_during(run: Run) -> Iterator[Recording]:
    """Recordings of the run's machine that overlap its load."""
    if run.setup.machine_id is None or run.started_at is None:
        return
    begun = run.started_at.timestamp()  # a clock is at most 14 hours ahead
    near = Q(end__gte=begun - DAY, start__lte=begun + LONGEST_RUN + DAY)
    for recording in Recording.objects.filter(near, machine=run.setup.machine_id, date_is_known=True):
        if overlaps(run, recording):
            yield recording


def overlaps(run: Run, recording: Recording) -> bool:
    window = window_of(run, recording)
    return window is not None and window.start <= recording.end and window.end >= recording.start


@transaction.atomic
def tie(runs: Sequence[Run], recording: Recording, how: Tie.How) -> list[Tie]:
    """The ties, made or made anew: their windows, the summaries inside them, and the runs' derived measurements."""
    ties = [_tie(run, recording, how) for run in runs]
    shared = recording.ties.filter(window_start=None).exclude(run__in=runs).select_related("run")
    affected = [*ties, *(shared if any(tied.window_start is None for tied in ties) else ())]
    summarise(affected, recording)
    for tied in affected:
        derive(tied.run)
    return ties


def _tie(run: Run, recording: Recording, how: Tie.How) -> Tie:
    found, is_new = Tie.objects.get_or_create(run=run, recording=recording, defaults={"how": how})
    if is_new or how == Tie.How.CHOICE:
        found.how = how
    window = window_of(run, recording)
    found.side = side_of(run, recording)
    found.window_start, found.window_end = (window.start, window.end) if window else (None, None)
    found.save()
    return found


def untie(run: Run, recording: Recording) -> None:
    """What somebody says does not belong together."""
    Tie.objects.filter(run=run, recording=recording).delete()
    derive(run)


def summarise(ties: Sequence[Tie], recording: Recording) -> None:
    """Store what each trace of the whole machine, and of its disks and interfaces, says inside each window."""
    WindowSummary.objects.filter(tie__in=ties).delete()
    windows = [(tied, window) for tied in ties if (window := counted(tied))]
    found = []
    for timeline in recording.timelines.all() if windows else ():
        times = timeline.times
        chosen = [(tied, mask) for tied, window in windows if (mask := inside(times, window)).any()]
        for trace in timeline.traces.filter(summarised()) if chosen else ():
            values = trace.values
            for tied, mask in chosen:
                if numbers := summary(values[mask]):
                    found.append(WindowSummary(tie=tied, trace=trace, **asdict(numbers)))
    WindowSummary.objects.bulk_create(found, batch_size=2000)


def summarised() -> Q:
    """Traces of a whole machine, and of the parts that matter to a server."""
    parts = Q()
    for prefix in PARTS:
        parts |= Q(metric__startswith=prefix)
    return parts | Q(item__in=("", "all", "sum", "SUM"))


def counted(tied: Tie) -> Window | None:
    """The part of a recording that counts for a run: its load window without the ramp-up.

    Without a window it is all of the recording, if no other run shares it; else None: it could not be told apart.
    """
    if tied.window_start is not None and tied.window_end is not None:
        return Window(tied.window_start, tied.window_end).settled
    if Tie.objects.filter(recording=tied.recording_id).count() > 1:
        return None
    return Window(tied.recording.start - DAY, tied.recording.end)


def derive(run: Run) -> None:
    """The run's measurements that come from its server's recordings, and its limits: computed anew, on no line."""
    server, client = (means_of(run, side) for side in Tie.Side.values)
    run.measurements.filter(metric__in=DERIVED, item="", line=0).delete()
    numbers = {(metric, item): value for metric, item, value in run.measurements.values_list("metric", "item", "value")}
    cpus = run.setup.cpus or next((each.recording.facts.get("cpus") for each in server_ties(run)), None)
    load = Load(numbers.get(("requests_per_second", "")), cpus, str(run.facts.get("host", "")))
    found = derived(server, load) if server else {}
    rows = [
        Measurement(run=run, metric=name, value=value) for name, value in found.items() if (name, "") not in numbers
    ]
    Measurement.objects.bulk_create(rows)  # what the log itself says stands
    found_limits = limits(Evidence(numbers, server, client))
    if found_limits != run.limits:
        run.limits = found_limits
        Run.objects.filter(pk=run.pk).update(limits=found_limits)  # computed: nobody changed a fact


def server_ties(run: Run) -> list[Tie]:
    return list(run.ties.filter(side=Tie.Side.SERVER).select_related("recording").order_by("pk"))


def means_of(run: Run, side: str) -> dict[tuple[str, str], float]:
    """(trace's metric, item) -> its mean inside the window; of several recordings the first that has it.

    Without a window there is none: over all of a recording a machine also did what had nothing to do with the load.
    """
    known = WindowSummary.objects.filter(tie__run=run, tie__side=side, tie__window_start__isnull=False)
    rows = known.order_by("-tie_id")
    return {(metric, item): mean for metric, item, mean in rows.values_list("trace__metric", "trace__item", "mean")}


def machine_of(host: str, stated: Machine | None) -> Machine | None:
    """The machine that a host name stands for: as stated now, as said before, else one of that name, made where new."""
    if not host:
        return stated
    known = Host.objects.get_or_create(name=host)[0]
    if stated and known.machine_id != stated.pk:
        known.machine = stated
        known.save(update_fields=("machine",))
    if known.machine is None:
        known.machine = Machine.named(host)
        known.save(update_fields=("machine",))
    return known.machine


def moved(recording: Recording, seconds: float) -> None:
    """Shift a recording whose date has become known."""
    recording.start += seconds
    recording.end += seconds
    for timeline in recording.timelines.all():
        timeline.start += seconds
        timeline.save(update_fields=("start",))
    recording.date_is_known = True
    recording.save(update_fields=("start", "end", "date_is_known"))
