"""Which metrics the stored runs have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from django.db import connection
from django.db.models.expressions import RawSQL

from benchdb.domain.metrics import Metric, UnknownMetric, metric
from benchdb.models import Measurement, PackedSeries
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.runs import having_any
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.wanted import Wanted, of_setups, series_of
from benchdb.reads.search.selection import Selection
from benchdb.reads.versions import UntilChanged

MOST_MENUS = 20  #: of many setups, that are remembered
MOST_SETUPS = 15_000  #: whose metrics are looked up for a menu
FEW_SETUPS = 500  #: whose every series is read; of more it is asked for each metric whether one of them has it

#: One step of the index for each name: there are few names and many rows.
NAMES = """
WITH RECURSIVE names AS (
  (SELECT metric FROM benchdb_measurement ORDER BY metric LIMIT 1)
  UNION ALL
  SELECT (SELECT metric FROM benchdb_measurement WHERE metric > names.metric ORDER BY metric LIMIT 1)
  FROM names WHERE metric IS NOT NULL
) SELECT metric FROM names WHERE metric IS NOT NULL
"""


def metrics_at_hand(besides: Iterable[str] = ()) -> list[Metric]:
    """Every metric that some run has, and those named `besides`, by title."""
    names = {*names_of_all(), *besides}
    known = []
    for name in names:
        try:
            known.append(metric(name))
        except UnknownMetric:
            continue
    return sorted(known, key=lambda one: one.title)


def _names_of_all() -> tuple[str, ...]:
    with connection.cursor() as cursor:
        cursor.execute(NAMES)
        return tuple(name for (name,) in cursor.fetchall())


names_of_all = UntilChanged(_names_of_all)


def _metrics_among(where: Where, beginning: str) -> frozenset[str]:
    names = [name for name in names_of_all() if name.startswith(beginning)]
    rows = PackedSeries.objects.filter(of_setups(where), metric=RawSQL("wanted.name", ()), item="")
    some, parameters = rows.order_by().values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT name FROM unnest(%s::text[]) AS wanted(name) WHERE EXISTS ({some})", [names, *parameters]
        )
        return frozenset(name for (name,) in cursor.fetchall())


#: (filters, a beginning) -> the metrics whose name begins so and that a setup which they let through has as a whole.
metrics_among = UntilChanged(_metrics_among)


def measured_metrics(selection: Selection) -> set[str] | None:
    """The metrics that some setup of these runs has; None where there are too many setups to look."""
    setups = np.unique(selection.census.setups[selection.counts > 0])
    if len(setups) > MOST_SETUPS:
        return None
    look = metrics_of_setups if len(setups) <= FEW_SETUPS else metrics_of_many_setups
    return set(look(tuple(setups.tolist())))


def _metrics_of_setups(setups: tuple[int, ...]) -> frozenset[str]:
    rows = PackedSeries.objects.filter(setup__in=setups).order_by()
    return frozenset(rows.values_list("metric", flat=True).distinct())


metrics_of_setups = UntilChanged(_metrics_of_setups)

#: Ends with the first series of each metric: most setups have the metrics that are asked for.
OF_MANY = """
SELECT name FROM unnest(%s::text[]) AS wanted(name)
WHERE EXISTS (SELECT FROM benchdb_packedseries WHERE metric = name AND setup_id = ANY(%s::bigint[]))
"""


def _metrics_of_many_setups(setups: tuple[int, ...]) -> frozenset[str]:
    with connection.cursor() as cursor:
        cursor.execute(OF_MANY, [list(names_of_all()), list(setups)])
        return frozenset(name for (name,) in cursor.fetchall())


metrics_of_many_setups = UntilChanged(_metrics_of_many_setups, MOST_MENUS)


def _rows_of_metrics(names: tuple[str, ...], whole: bool) -> tuple[tuple[int, str, str], ...]:
    series = PackedSeries.objects.filter(metric__in=names, **({"item": ""} if whole else {})).order_by()
    return tuple(series.values_list("setup_id", "status", "provenance").distinct())


rows_of_metrics = UntilChanged(_rows_of_metrics)


def rows_measuring(census: Census, names: tuple[str, ...], *, whole: bool) -> Mask | None:
    """The rows of the census that have one of the metrics, `whole` or by item; None where they are too many to look."""
    if len(census.setups) > MOST_SETUPS:
        return None
    known = [row for row in rows_of_metrics(names, whole) if row[1:] in census.groups]
    setups = np.array([setup for setup, *_ in known], np.int64)
    places = census.places(setups, np.array([census.groups.index(row[1:]) for row in known], np.int64))
    mask = np.zeros(len(census.counts), bool)
    mask[places[places >= 0]] = True
    return mask


def runs_measuring(census: Census, names: Sequence[str]) -> Selection:
    """The runs that have one of the metrics as a whole: of one setup some were recorded, and others not."""
    known = having_any(census, names)
    runs, first = np.unique(known.runs, return_index=True)
    return Selection(census, np.zeros(len(census.counts), bool), runs, known.rows[first])


def has_metric(where: Where, name: str) -> bool:
    """Whether a run that the filters let through has the metric as a whole; no number is read where setups tell."""
    if not any(key in OF_RUNS or key == "item" for key, _ in where):
        return bool(PackedSeries.objects.filter(of_setups(where), metric=name, item="").order_by().exists())
    return len(series_of(Wanted((name,), where)).counts) > 0


def metrics_of(runs: Sequence[int], beginning: str) -> set[str]:
    """The metrics whose name begins so and that some of the runs have as a whole."""
    numbers = Measurement.objects.filter(run__in=list(runs), metric__startswith=beginning, item="").order_by()
    return set(numbers.values_list("metric", flat=True).distinct())
