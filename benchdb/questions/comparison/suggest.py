"""Runs -> the ComparisonQuestion that lays them out best: what differs among them goes on columns and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Count, Q, QuerySet

from benchdb.domain.dimensions import DIMENSIONS, ITEM, MISSING, dimension, related
from benchdb.models import Measurement, Run
from benchdb.questions.comparison.fetch import runs as runs_of
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.reads.metrics import has_metric
from benchdb.reads.varied.differing import Values, differing, independent, meet, settings_to_compare, taken

#: What a reader most likely compares, likeliest first; and what usually runs down the side.
COLUMNS = ("zone", "kernel", "server", "machine", "cpus", "keepalive", "tls", "tool", "tool_version")
ROWS = ("concurrency", "rate", "cpus", "path", "threads", "requests", "document_bytes", "machine", "server", "kernel")
NUMBERED = ("run", "upload")  #: what somebody names to have it compared
FIRST_METRICS = ("requests_per_second", "latency_mean", "latency_median")
#: What a profile is about: shares of its items. Of itself it only tells how many samples it has.
PROFILE, SHARES = "profile_samples", ("function_share", "module_share")


def suggested(where: Mapping[str, Sequence[str]]) -> ComparisonQuestion:
    """A comparison of the runs that `where` names."""
    kept = tuple(sorted((key, tuple(sorted(values))) for key, values in where.items()))
    runs, values = runs_of(ComparisonQuestion(where=kept)), differing(kept)
    cols = columns(runs, values, where)
    rows = [key for key in ROWS if not related(dimension(key), dimension(cols))]
    parted = (key for key in rows if key in values and (cols not in values or meet(kept, key, cols)))
    row = next(chain(parted, (key for key in rows if key not in values), rows))  # the first alone is looked up
    metric = next((name for name in FIRST_METRICS if has_metric(kept, name)), None) or metric_of(runs)
    if metric in ("", PROFILE) and (parts := share_of(runs) if metric else metric_of(runs, whole=False)):
        return ComparisonQuestion(metrics=(parts,), rows=ITEM.key, cols=cols, where=kept)
    return ComparisonQuestion(metrics=(metric or FIRST_METRICS[0],), rows=row, cols=cols, where=kept)


def columns(runs: QuerySet[Run], values: Values, where: Mapping[str, Sequence[str]]) -> str:
    """What is compared: the likeliest condition of those that differ; where none does, trials, or the runs themselves.

    Of conditions that nobody would look for first, one is compared where it alone differs.
    """
    likely = [key for key in (*COLUMNS, *settings_to_compare(values)) if key in values]
    alone = independent(values)
    named = [key for key in NUMBERED if len(where.get(key, ())) > 1]
    repeated = ["trial"] if not likely and len(alone) != 1 and differs(runs, "trial") else []
    best = next(iter((*likely, *(alone if len(alone) == 1 else ()), *repeated, *named)), "")
    return best or next((key for key in COLUMNS if is_recorded(key, where)), COLUMNS[0])


def is_recorded(key: str, where: Mapping[str, Sequence[str]]) -> bool:
    """Whether some of the runs say what they had of it: a lone side without a name is nothing to begin with."""
    kept = tuple((name, tuple(values)) for name, values in where.items())
    return taken(kept).get(key, [MISSING]) != [MISSING]


def differs(runs: QuerySet[Run], key: str) -> bool:
    """Whether some run has another value than any one of them: to gather all values takes as long as all runs."""
    path = DIMENSIONS[key].path
    return any(runs.order_by().exclude(**{path: value}).exists() for value in runs.values_list(path, flat=True)[:1])


def metric_of(runs: Any, *, whole: bool = True) -> str:
    """The metric that these runs are most likely about, where they have none of FIRST_METRICS; "" where they have none.

    Without `whole`, of those that they have by item, as a table of ratios does.
    """
    is_whole = Q(item="") if whole else ~Q(item="")
    counted = Measurement.objects.filter(is_whole, run__in=runs).values_list("metric").annotate(n=Count("pk"))
    by_size = dict(counted.order_by("-n", "metric"))
    return next((name for name in FIRST_METRICS if name in by_size), next(iter(by_size), ""))


def share_of(runs: Any) -> str:
    """The kind of shares that profiles have; "" where they have none."""
    shares = Measurement.objects.filter(run__in=runs, metric__in=SHARES).order_by()
    names = set(shares.values_list("metric", flat=True).distinct())
    return next((name for name in SHARES if name in names), "")
