"""What the machines of two sides did otherwise inside the load windows, and what one request cost there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from benchdb.domain.activity.coverage import Coverage
from benchdb.domain.activity.derived import DERIVED, LOOPBACK_HOSTS
from benchdb.domain.activity.differences import RunActivity, SystemDifference, system_difference
from benchdb.domain.activity.effects import Key, RunMean
from benchdb.domain.activity.series import Window
from benchdb.domain.setups.hosts import different
from benchdb.models import Measurement, Run, RunRecording, WindowSummary
from benchdb.models.recordings import counting
from benchdb.recordings.basis import SECONDS_OF_A_SAMPLE, coverage_in
from benchdb.recordings.servers import overlaps

MOST_RUNS = 400  #: of which summaries are read
RATE = "requests_per_second"


Columns = Mapping[str, Collection[int]]  #: column -> the ids of its runs


def system_differences(rows: Mapping[str, Columns], baseline: str) -> list[SystemDifference]:
    """One for each column that has recorded runs, as the baseline has; [] where nothing can be said.

    Of several rows those of the one with the most recorded runs, and of these of the last: a request of 4 CPUs does
    not cost what one of 8 does.
    """
    runs = {run for columns in rows.values() for own in columns.values() for run in own}
    if not runs or len(runs) > MOST_RUNS:
        return []
    activities, units = activities_of(runs)
    listed = [of_row(row, columns, baseline, activities, units) for row, columns in rows.items()]
    return max(reversed(listed), key=lambda one: sum(sum(pair.runs) for pair in one), default=[])


def of_row(
    row: str, columns: Columns, baseline: str, activities: Mapping[int, RunActivity], units: Mapping[Key, str]
) -> list[SystemDifference]:
    base, listed = set(columns.get(baseline, ())), list[SystemDifference]()
    for column, ids in columns.items():
        here = [activities[run] for run in sorted(set(ids) - base) if run in activities]
        there = [activities[run] for run in sorted(base) if run in activities]
        if column != baseline and here and there:
            listed.append(replace(system_difference((baseline, column), there, here, units), row=row))
    return listed


@dataclass(slots=True)
class Summaries:
    """What the server's recordings say inside the windows of the runs."""

    means: dict[int, dict[Key, RunMean]] = field(default_factory=lambda: defaultdict(dict))
    coverages: dict[int, list[Coverage]] = field(default_factory=lambda: defaultdict(list))
    units: dict[Key, str] = field(default_factory=dict)


def activities_of(runs: Iterable[int]) -> tuple[dict[int, RunActivity], dict[Key, str]]:
    """Run -> what is known of it, of those with means that cover enough; and the units of the series. Four queries."""
    summaries, numbers, recordings = summaries_of(runs), numbers_of(runs), recordings_of(runs)
    rows = Run.objects.filter(pk__in=list(summaries.means)).values_list("pk", "started_at", "setup__cpus", "facts")
    activities = dict[int, RunActivity]()
    for run, started_at, cpus, facts in rows:
        started, recorded = started_at.timestamp() if started_at else 0.0, recordings[run]
        if recorded.are_several:
            continue
        activities[run] = RunActivity(
            started_at=started,
            rate=numbers[run].pop(RATE, None),
            cpus=recorded.cpus or cpus,
            means={key: replace(mean, started_at=started) for key, mean in summaries.means[run].items()},
            derived=numbers[run],
            coverage=min(summaries.coverages[run], key=lambda covered: (covered.share, covered.samples)),
            shares_machine=facts.get("host") in LOOPBACK_HOSTS or recorded.is_one_machine,
        )
    return activities, summaries.units


def summaries_of(runs: Iterable[int]) -> Summaries:
    """Without means that cover too little; of several recordings the first that has a series."""
    inside = WindowSummary.objects.filter(
        counting("attachment__"), attachment__window_start__isnull=False, attachment__side=RunRecording.Side.SERVER
    )
    rows = (
        inside.filter(attachment__run__in=list(runs))
        .order_by("-attachment_id")
        .values_list(
            *("attachment__run", "trace__metric", "trace__item", "trace__unit"),
            *("attachment__window_start", "attachment__window_end", "samples", SECONDS_OF_A_SAMPLE),
            *("mean", "mad", "low", "high"),
        )
    )
    summaries = Summaries()
    for run, name, item, unit, start, end, samples, seconds, *numbers in rows:
        covered = coverage_in(Window(start, end), samples, seconds)
        if covered.is_enough:
            summaries.means[run][name, item] = RunMean(*numbers)
            summaries.coverages[run].append(covered)
            summaries.units[name, item] = unit
    return summaries


def numbers_of(runs: Iterable[int]) -> dict[int, dict[str, float]]:
    """Run -> its derived measures, and its rate."""
    numbers: dict[int, dict[str, float]] = defaultdict(dict)
    rows = Measurement.objects.filter(run__in=list(runs), metric__in=(*DERIVED, RATE), item="")
    for run, name, value in rows.values_list("run", "metric", "value"):
        numbers[run][name] = value
    return numbers


@dataclass(slots=True)
class RunHosts:
    """Where a run was recorded."""

    cpus: int | None = None  #: of the server
    hosts: dict[str, str] = field(default_factory=dict)  #: side -> host
    servers: set[str] = field(default_factory=set)  #: hosts under load that were recorded during it

    @property
    def is_one_machine(self) -> bool:
        return len(self.hosts) > 1 and len(set(self.hosts.values())) == 1

    @property
    def are_several(self) -> bool:
        """Several machines under load, of which no one says what the others did."""
        return len(different(self.servers)) > 1


def recordings_of(runs: Iterable[int]) -> dict[int, RunHosts]:
    """Run -> where it was recorded; of several recordings of a side the first."""
    recordings: dict[int, RunHosts] = defaultdict(RunHosts)
    rows = RunRecording.objects.filter(counting(), run__in=list(runs)).order_by("-pk")
    for one in rows.select_related("recording"):
        recordings[one.run_id].hosts[one.side] = one.recording.host
        if one.side == RunRecording.Side.SERVER:
            recordings[one.run_id].cpus = one.recording.facts.get("cpus") or recordings[one.run_id].cpus
            recordings[one.run_id].servers |= {one.recording.host} if overlaps(one) else set()
    return recordings
