"""Runs' measurements that come from their recordings, such as CPU time per request, and what limited them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import prefetch_related_objects

from benchdb.domain.activity.derived import DERIVED, Load, derived, programs, whole
from benchdb.domain.activity.limits import NONE_FULL, Evidence, limits
from benchdb.domain.activity.series import Window
from benchdb.domain.caveats import as_row
from benchdb.domain.setups.load_tools import COUNT_WIRE
from benchdb.models import Measurement, Run, RunRecording, WindowSummary
from benchdb.models.recordings import counting
from benchdb.recordings.basis import SECONDS_OF_A_SAMPLE, coverage_in
from benchdb.recordings.before import BusyBefore
from benchdb.recordings.processes import Processes, SingleCpus
from benchdb.recordings.servers import Server, busiest, by_host, together

AT_ONCE = 500  #: runs, whose summaries are in memory together
Key = tuple[str, str]
Means = dict[Key, float]  #: (trace's metric, item) -> its mean inside the window
SERVER, CLIENT = RunRecording.Side.values


def derive(runs: Iterable[Run]) -> None:
    """Their measurements that come from their servers' recordings, and their limits: computed anew, on no line.

    A run that is given twice is computed once, on the row that was given last.
    """
    rows = [*{run.pk: run for run in runs}.values()]
    for begin in range(0, len(rows), AT_ONCE):
        derive_some(rows[begin : begin + AT_ONCE])


def derive_some(runs: Sequence[Run]) -> None:
    """In a number of statements that does not grow with the runs, but with their recordings."""
    ids = [run.pk for run in runs]
    prefetch_related_objects(runs, "setup__server")
    Measurement.objects.filter(run__in=ids, metric__in=DERIVED, item="", line=0).delete()
    recorded, numbers = Recorded(ids), numbers_of(ids)
    rows, limited = list[Measurement](), list[Run]()
    for run in runs:
        computed, evidence = recorded.figures(run, numbers[run.pk])
        new = {name: value for name, value in computed.items() if (name, "") not in numbers[run.pk]}
        rows += (Measurement(run=run, metric=name, value=value) for name, value in new.items())
        known_limits = [as_row(one) for one in limits(evidence)]
        if known_limits != run.limits:
            run.limits = known_limits
            limited.append(run)
    Measurement.objects.bulk_create(rows)  # what the log itself says stands
    Run.objects.bulk_update(limited, ("limits",))  # computed: nobody changed a fact


def numbers_of(runs: Collection[int]) -> Mapping[int, Means]:
    """Run -> what its log says."""
    numbers = defaultdict[int, Means](dict)
    rows = Measurement.objects.filter(run__in=runs).order_by()
    for run, metric, item, value in rows.values_list("run", "metric", "item", "value"):
        numbers[run][metric, item] = value
    return numbers


class Recorded:
    """What was recorded beside some runs, as far as it counts."""

    def __init__(self, runs: Collection[int]) -> None:
        self._attached = defaultdict[int, list[RunRecording]](list)
        rows = RunRecording.objects.filter(counting(), run__in=runs).select_related("recording")
        for one in rows.order_by("pk"):
            self._attached[one.run_id].append(one)
        self._means = means_of(runs)
        self._before, self._processes, self._cpus = BusyBefore(), Processes(), SingleCpus()

    def figures(self, run: Run, numbers: Means) -> tuple[Mapping[str, float], Evidence]:
        """(what is derived of the run, what its limits are known by)."""
        of_side = {side: [one for one in self._attached[run.pk] if one.side == side] for side in (SERVER, CLIENT)}
        parts = by_host(of_side[SERVER])
        servers = [self._server(run, numbers, some, is_alone=len(parts) == 1) for some in parts]
        known = together(run, servers)
        busy = max(filter(None, (self._before.share(one.attached) for one in servers)), default=None)
        wire = known.computed.get("network_bytes_per_request") if run.setup.tool in COUNT_WIRE else None
        cpus, client = contradicted(run.setup.cpus, known.cpus), self._first(of_side[CLIENT])
        single = {} if (whole(known.means, "cpu.idle") or 0.0) < 1 - NONE_FULL else self._cpus.busy(busiest(servers))
        return known.computed, Evidence(numbers, known.means, client, busy, wire, cpus, single, known.several)

    def _server(self, run: Run, numbers: Means, attached: Sequence[RunRecording], *, is_alone: bool) -> Server:
        """`is_alone`: the CPUs that were stated are its own."""
        means, recorded = self._first(attached), recorded_cpus(attached)
        name = run.setup.server.name if run.setup.server else ""
        cpus = recorded or (run.setup.cpus if is_alone else None)
        load = Load(numbers.get(("requests_per_second", "")), cpus, str(run.facts.get("host", "")), name)
        every = {**means, **self._processes.means(attached, programs(name))}
        return Server(attached, means, derived(every, load) if every else {}, recorded)

    def _first(self, attached: Sequence[RunRecording]) -> Means:
        """Of several recordings of a machine the first that has it."""
        means: Means = {}
        for one in reversed(attached):
            means |= self._means.get(one.pk, {})
        return means


def recorded_cpus(servers: Iterable[RunRecording]) -> int | None:
    counts = (attached.recording.facts.get("cpus") for attached in servers)
    return next((int(cpus) for cpus in counts if cpus), None)


def contradicted(stated: int | None, recorded: int | None) -> tuple[int, int] | None:
    """(CPUs as stated, as recorded) where these are not the same."""
    return (stated, recorded) if stated and recorded and stated != recorded else None


def means_of(runs: Collection[int]) -> Mapping[int, Means]:
    """Attachment -> what its traces say inside its window.

    Without a window there is none: over all of a recording a machine also did what had nothing to do with the load.
    Nor where it covers too little of the window.
    """
    known = WindowSummary.objects.filter(attachment__run__in=runs, attachment__window_start__isnull=False)
    rows = known.values_list(
        *("attachment", "trace__metric", "trace__item", "mean"),
        *("attachment__window_start", "attachment__window_end", "samples", SECONDS_OF_A_SAMPLE),
    )
    means = defaultdict[int, Means](dict)
    for attached, metric, item, mean, start, end, samples, seconds in rows:
        if coverage_in(Window(start, end), samples, seconds).is_enough:
            means[attached][metric, item] = mean
    return means
