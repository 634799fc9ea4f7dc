"""A run's measurements that come from its recordings, such as CPU time per request, and what limited it."""

from __future__ import annotations

from benchdb.domain.activity.derived import DERIVED, Load, derived
from benchdb.domain.activity.limits import Evidence, limits
from benchdb.domain.activity.series import Window
from benchdb.models import Measurement, Run, RunRecording, WindowSummary
from benchdb.recordings.basis import SECONDS_OF_A_SAMPLE, coverage_in
from benchdb.recordings.before import busy_before
from benchdb.wording import sentences


def derive(run: Run) -> None:
    """The run's measurements that come from its server's recordings, and its limits: computed anew, on no line."""
    server, client = (means_of(run, side) for side in RunRecording.Side.values)
    run.measurements.filter(metric__in=DERIVED, item="", line=0).delete()
    numbers = {(metric, item): value for metric, item, value in run.measurements.values_list("metric", "item", "value")}
    load = Load(numbers.get(("requests_per_second", "")), cpus_of(run), str(run.facts.get("host", "")))
    computed = derived(server, load) if server else {}
    rows = [
        Measurement(run=run, metric=name, value=value) for name, value in computed.items() if (name, "") not in numbers
    ]
    Measurement.objects.bulk_create(rows)  # what the log itself says stands
    before, cpus = busy_before(server_recordings(run)), contradicted_cpus(run)
    known_limits = list(sentences(limits(Evidence(numbers, server, client, before, cpus))))
    if known_limits != run.limits:
        run.limits = known_limits
        Run.objects.filter(pk=run.pk).update(limits=known_limits)  # computed: nobody changed a fact


def cpus_of(run: Run) -> int | None:
    """As the recording of the machine under load says; else as stated."""
    return recorded_cpus(run) or run.setup.cpus


def recorded_cpus(run: Run) -> int | None:
    recorded = (attached.recording.facts.get("cpus") for attached in server_recordings(run))
    return next((int(cpus) for cpus in recorded if cpus), None)


def contradicted_cpus(run: Run) -> tuple[int, int] | None:
    """(CPUs as stated, as recorded) where these are not the same."""
    stated, recorded = run.setup.cpus, recorded_cpus(run)
    return (stated, recorded) if stated and recorded and stated != recorded else None


def server_recordings(run: Run) -> list[RunRecording]:
    return list(run.attachments.filter(side=RunRecording.Side.SERVER).select_related("recording").order_by("pk"))


def means_of(run: Run, side: str) -> dict[tuple[str, str], float]:
    """(trace's metric, item) -> its mean inside the window; of several recordings the first that has it.

    Without a window there is none: over all of a recording a machine also did what had nothing to do with the load.
    Nor where it covers too little of the window.
    """
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
