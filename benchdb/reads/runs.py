"""Runs as lists and pages show them: one page of the list, one run with its siblings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from benchdb.domain.dimensions import CONDITIONS, ITEM, MISSING, TUNING
from benchdb.domain.failures import COUNTING, FAILED, failed_by_run, may_be_redirects
from benchdb.domain.metrics import LATENCY, MEAN_LATENCY, MEAN_TIME
from benchdb.domain.setups.load_tools import ANSWERED_ONLY
from benchdb.models import Measurement, Run, Tag
from benchdb.models.runs import RunQuerySet
from benchdb.reads.conditions import Where, filtered
from benchdb.reads.packed.binary import fetched
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.excluded import setups_with_excluded
from benchdb.reads.raw_log import Excerpt, excerpt
from benchdb.reads.search.newest import newest
from benchdb.reads.search.select import selected
from benchdb.reads.versions import UntilChanged

PAGE = 50  #: runs
MEASURED = ("requests_per_second", LATENCY)
LISTED = (*MEASURED, FAILED)
PERCENTILES = ("latency_p50", "latency_p99")  #: read for who asks for them
NUMBERS = (("requests_per_second", ""), (MEAN_LATENCY, ""), MEAN_TIME)  #: (metric, item)
#: What a line shows, as it is stored: a page of the list is all of them, and models cost more than the query.
NUMBER = "(SELECT value FROM benchdb_measurement WHERE run_id = r.id AND metric = '{}' AND item = '{}')"
LINES = f"""
SELECT r.id, r.status, r.provenance, r.started_at, r.trial, r.line, f.name, f.upload_id,
       EXISTS (SELECT FROM benchdb_runrecording WHERE run_id = r.id),
       m.name, m.slug, k.name, k.slug, v.name, v.slug, s.zone, s.cpus, s.tool, s.tool_version, s.path, s.keepalive,
       s.concurrency, s.threads, s.rate, s.tuning, {", ".join(NUMBER.format(*one) for one in NUMBERS)}{{}},
       counted.metrics, counted.items, counted.values
FROM benchdb_run r JOIN benchdb_setup s ON s.id = r.setup_id JOIN benchdb_uploadfile f ON f.id = r.file_id
LEFT JOIN benchdb_machine m ON m.id = s.machine_id LEFT JOIN benchdb_kernel k ON k.id = s.kernel_id
LEFT JOIN benchdb_server v ON v.id = s.server_id
LEFT JOIN LATERAL (SELECT array_agg(metric) AS metrics, array_agg(item) AS items, array_agg(value) AS values
                   FROM benchdb_measurement WHERE run_id = r.id AND metric = ANY(%s)) AS counted ON true
WHERE r.id = ANY(%s::bigint[])
"""
TOOL = 17  #: its place in a row of LINES


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A machine, a kernel or a server."""

    name: str
    slug: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ListedSetup:
    """Of a line: the conditions that the list has columns for."""

    machine: NamedPart | None
    kernel: NamedPart | None
    server: NamedPart | None
    zone: str
    cpus: int | None
    tool: str
    tool_version: str
    path: str
    keepalive: bool | None
    concurrency: int | None
    threads: int | None
    rate: float | None  #: requests per second, offered
    tuning: Mapping[str, Any]  #: setting -> value


@dataclass(frozen=True, slots=True)
class ListedRun:
    """One line of the list."""

    pk: int
    setup: ListedSetup
    status: str
    provenance: str
    numbers: dict[str, float]  #: figure -> value, of `LISTED`, MEAN_LATENCY and the percentiles asked for
    started_at: datetime | None
    trial: int | None
    line: int  #: of its file, where it begins
    file: str
    upload: int
    is_recorded: bool = False  #: sysstat ran beside it
    may_be_redirects: bool = False  #: what failed: all that is known is that replies were no 2xx
    recorded_share: float | None = None  #: of its load, where it was recorded in part

    @property
    def is_published(self) -> bool:
        return self.provenance == Run.Provenance.PUBLISHED


@dataclass(frozen=True, slots=True)
class RunDetails:
    """What a run's own page shows besides the run."""

    measurements: list[Measurement]
    conditions: list[tuple[str, str]]  #: (title, text) of what was recorded
    studies: list[Any]
    tags: list[Tag]
    siblings: list[Run]  #: the first runs of its setup that count, itself among them
    log: Excerpt

    @property
    def lines_read(self) -> set[int]:
        """The lines of the log that its numbers come from."""
        return {measurement.line for measurement in self.measurements}

    @property
    def metrics(self) -> list[str]:
        return [measurement.metric for measurement in self.measurements if not measurement.item]


def listed_runs(ids: Sequence[int], beside: Collection[str] = ()) -> list[ListedRun]:
    """These runs, in this order. `beside`: those of PERCENTILES that are shown."""
    percentiles = [name for name in PERCENTILES if name in beside]
    more = "".join(f", {NUMBER.format(name, '')}" for name in percentiles)
    rows = fetched(LINES.format(more), [list(COUNTING), list(ids)])
    counted = {row[0]: list(zip(*row[-3:], strict=True)) for row in rows if row[-3]}
    every = ((run, *one) for run, counts in counted.items() for one in counts)
    failed = failed_by_run(every, {row[0] for row in rows if row[TOOL] in ANSWERED_ONLY})
    by_id = {row[0]: listed_run(failed.get(row[0]), percentiles, *row[:-3]) for row in rows}
    for run in filter(by_id.__contains__, counted):
        if may_be_redirects(counted[run]):
            by_id[run] = replace(by_id[run], may_be_redirects=True)
    return [by_id[run] for run in ids if run in by_id]


def listed_run(
    failed: float | None, percentiles: Sequence[str], pk: int, status: str, provenance: str,
    started_at: datetime | None, trial: int | None, line: int, file: str, upload: int, is_recorded: bool, *rest: Any,
) -> ListedRun:  # fmt: skip
    """A row of LINES, and how many requests failed by all that counts them."""
    last = len(rest) - len(percentiles)  # of what every line has
    names, conditions, (rate, coarse, mean_time) = rest[:6], rest[6 : last - 3], rest[last - 3 : last]
    latencies = (coarse if mean_time is None else mean_time, coarse)
    names_of_numbers = (*MEASURED, MEAN_LATENCY, FAILED, *percentiles)
    numbers = dict(zip(names_of_numbers, (rate, *latencies, failed, *rest[last:]), strict=True))
    pairs = zip(names[::2], names[1::2], strict=True)
    machine, kernel, server = (None if name is None else NamedPart(name, slug) for name, slug in pairs)
    values = {metric: value for metric, value in numbers.items() if value is not None}
    setup = ListedSetup(machine, kernel, server, *conditions)
    return ListedRun(pk, setup, status, provenance, values, started_at, trial, line, file, upload, is_recorded)


def by_number(numbers: Sequence[str], most: int) -> list[Run]:
    """The runs of these numbers as somebody sent them, in order."""
    ids = [int(number) for number in numbers if number.isascii() and number.isdigit()][:most]
    return list(Run.objects.filter(pk__in=ids).order_by("pk"))


def trial_values(runs: Sequence[Run], metric: str) -> dict[int, float]:
    """What each of the runs measured of a metric as a whole: run -> value."""
    rows = Measurement.objects.filter(run__in=runs, metric=metric, item="")
    return dict(rows.order_by("run_id").values_list("run_id", "value"))


def in_setup(setup: int) -> int:
    """How many runs a setup has that count and were not stopped before their end."""
    return Run.objects.active().filter(setup=setup, status=Run.Status.COMPLETE).count()


def count(where: Where, query: str = "") -> int:
    return selected(latest.census(), where, query).total


def shown_run(number: int) -> Run | None:
    """One run with its setup, its upload and its raw log."""
    return Run.objects.with_setup().select_related("file__upload", "file__log").filter(pk=number).first()


def log_withdrawn_at(number: int) -> datetime | None:
    """When the bytes of a run's raw log were given up: the version of the data does not count that."""
    return Run.objects.filter(pk=number).values_list("file__log__withdrawn_at", flat=True).first()


def newest_run() -> int | None:
    """The number of the run that was stored last; None where there is none."""
    return Run.objects.order_by("-pk").values_list("pk", flat=True).first()


def details(run: Run) -> RunDetails:
    siblings = Run.objects.active().filter(setup=run.setup).select_related("file").order_by("trial", "pk")
    return RunDetails(
        measurements=list(run.measurements.all()),
        conditions=condition_texts(run),
        studies=list(run.studies.all()),
        tags=list(run.tags.all()),
        siblings=list(siblings[:PAGE]),
        log=excerpt(run),
    )


def setup_filters(run: Run) -> Where:
    """The filters that let exactly the run's setup through; what is not recorded filters too."""
    own = [known for known in CONDITIONS if known.path.startswith("setup") and not known.of]
    where = [(known.key, (known.text(follow(run, known.path)),)) for known in own]
    where += [(f"{TUNING}{name}", (str(value),)) for name, value in run.setup.tuning.items()]
    return tuple(sorted(where))


def condition_texts(run: Run) -> list[tuple[str, str]]:
    """The setup, dimension by dimension; what was not recorded is left out."""
    texts = [
        (known.title, known.text(follow(run, known.path))) for known in CONDITIONS if known.path.startswith("setup")
    ]
    texts += sorted((f"{name} (tuning)", str(value)) for name, value in run.setup.tuning.items())
    return [(title, text) for title, text in texts if text not in (MISSING, "none")]


def follow(start: Any, path: str) -> Any:
    """The value at the end of a path in Django's notation."""
    for name in path.split("__"):
        start = getattr(start, name, None)
    return start


@dataclass(frozen=True, slots=True)
class Replaced:
    """What took the place of a reading that no longer counts."""

    run: Run  #: the one that counts today, else the last one
    is_of_newer_parser: bool  #: else somebody corrected facts


def replaced(run: Run) -> Replaced | None:
    """None for a run that counts, and where the log gave nothing at that line any more."""
    if run.retired_at is None:
        return None
    later = Run.objects.filter(file=run.file_id, line=run.line, pk__gt=run.pk, stored_at__gte=run.retired_at)
    readings = list(later.order_by("pk"))
    if not readings:
        return None
    same = [one for one in readings if one.ordinal == run.ordinal] or readings
    was, now = ((one.format, one.parser_version) for one in (run, same[0]))
    return Replaced(same[-1], was != now)


def documents() -> RunQuerySet:
    """Runs with all that the API's document of a run holds."""
    return Run.objects.with_setup().select_related("file").prefetch_related("tags")


def filtered_documents(where: Where, query: str, before: int, limit: int) -> list[Run]:
    """The newest of the runs that filters and a search let through, with all that the API's document holds."""
    ids = newest(selected(latest.census(), where, query), before, limit)
    by_id = documents().in_bulk(ids)
    return [by_id[run] for run in ids if run in by_id]


def excluded() -> QuerySet[Run]:
    """The runs that an editor left out of comparisons."""
    return Run.objects.exclude(excluded_at=None).filter(retired_at=None)


def excluded_runs(where: Where, moment: datetime | None) -> list[tuple[int, str]]:
    """(run, why) of those that somebody excluded, at that moment; None = today."""
    census = latest.at_hand()
    if not (census.has_excluded if census else some_are_excluded()):
        return []
    of_runs = [(key, values) for key, values in where if key != ITEM.key]
    there = Run.objects.filter(filtered(of_runs))
    if moment:
        stood = there.filter(stored_at__lte=moment, excluded_at__lte=moment).exclude(retired_at__lte=moment)
    else:
        stood = there.filter(retired_at=None, excluded_at__isnull=False)
        if (setups := setups_with_excluded(of_runs)) is not None:
            stood = stood.filter(setup__in=setups.tolist())
    return list(stood.order_by("pk").values_list("pk", "excluded_because"))


def _some_are_excluded() -> bool:
    return Run.objects.filter(excluded_at__isnull=False).exists()


some_are_excluded = UntilChanged(_some_are_excluded)
