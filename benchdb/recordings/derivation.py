"""A run's measurements that come from its recordings, such as CPU time per request, and what limited it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchdb.domain.activity.derived import DERIVED, Load, derived, programs
from benchdb.domain.activity.limits import Evidence, limits
from benchdb.domain.activity.series import Window
from benchdb.domain.caveats import as_row
from benchdb.domain.setups.load_tools import COUNT_WIRE
from benchdb.models import Measurement, Run, RunRecording, WindowSummary
from benchdb.recordings.basis import SECONDS_OF_A_SAMPLE, coverage_in
from benchdb.recordings.before import busy_before
from benchdb.recordings.processes import means_of_processes


def derive(run: Run) -> None:
    """The run's measurements that come from its server's recordings, and its limits: computed anew, on no line."""
    attached = list(run.attachments.select_related("recording").order_by("pk"))
    servers = [one for one in attached if one.side == RunRecording.Side.SERVER]
    server, client = (means_of(run, attached, side) for side in RunRecording.Side.values)
    run.measurements.filter(metric__in=DERIVED, item="", line=0).delete()
    numbers = {(metric, item): value for metric, item, value in run.measurements.values_list("metric", "item", "value")}
    recorded = recorded_cpus(servers)
    server_name = run.setup.server.name if run.setup.server else ""
    rate, host = numbers.get(("requests_per_second", "")), str(run.facts.get("host", ""))
    load = Load(rate, recorded or run.setup.cpus, host, server_name)
    of_processes = means_of_processes(servers, programs(server_name))
    computed = derived({**server, **of_processes}, load) if server or of_processes else {}
    rows = [
        Measurement(run=run, metric=name, value=value) for name, value in computed.items() if (name, "") not in numbers
    ]
    Measurement.objects.bulk_create(rows)  # what the log itself says stands
    wire = computed.get("network_bytes_per_request") if run.setup.tool in COUNT_WIRE else None
    cpus = contradicted(run.setup.cpus, recorded)
    evidence = Evidence(numbers, server, client, busy_before(servers), wire, cpus)
    known_limits = [as_row(one) for one in limits(evidence)]
    if known_limits != run.limits:
        run.limits = known_limits
        Run.objects.filter(pk=run.pk).update(limits=known_limits)  # computed: nobody changed a fact


def recorded_cpus(servers: Iterable[RunRecording]) -> int | None:
    counts = (attached.recording.facts.get("cpus") for attached in servers)
    return next((int(cpus) for cpus in counts if cpus), None)


def contradicted(stated: int | None, recorded: int | None) -> tuple[int, int] | None:
    """(CPUs as stated, as recorded) where these are not the same."""
    return (stated, recorded) if stated and recorded and stated != recorded else None


def means_of(run: Run, attached: Sequence[RunRecording], side: str) -> dict[tuple[str, str], float]:
    """(trace's metric, item) -> its mean inside the window; of several recordings the first that has it.

    Without a window there is none: over all of a recording a machine also did what had nothing to do with the load.
    Nor where it covers too little of the window.
    """
    if not any(one.side == side and one.window_start is not None for one in attached):
        return {}
    known = WindowSummary.objects.filter(
        attachment__run=run, attachment__side=side, attachment__window_start__isnull=False
    )
    rows = known.order_by("-attachment_id").values_list(
        *("trace__metric", "trace__item", "mean"),
        *("attachment__window_start", "attachment__window_end", "samples", SECONDS_OF_A_SAMPLE),
    )
    return {
        (metric, item): mean
        for metric, item, mean, start, end, samples, seconds in rows
        if coverage_in(Window(start, end), samples, seconds).is_enough
    }
