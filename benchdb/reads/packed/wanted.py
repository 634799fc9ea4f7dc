"""Filters -> the packed series that they let through, with the conditions of each. Counted first, then read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db.models import Q, QuerySet

from benchdb.domain.columns import Ints, distinct
from benchdb.domain.dimensions import DIMENSIONS, MISSING, dimension
from benchdb.models import PackedSeries, Run, Study, Tag
from benchdb.reads.conditions import Where, filtered
from benchdb.reads.packed.binary import fetched, joined_arrays, listed
from benchdb.reads.packed.census import latest
from benchdb.reads.packed.series import GROUP, LEAST, OF_RUNS, TYPES, Series, narrowed


def of_setups(where: Where) -> Q:
    """The filters that a setup, a status and a provenance decide."""
    return filtered([(key, values) for key, values in where if key not in (*OF_RUNS, "item")])


def of_items(where: Where, is_laid_out: bool) -> Q:
    """Which parts of the metrics: those asked for; all, if they are laid out; else the whole."""
    if items := dict(where).get("item"):
        return Q(item__in=["" if value == MISSING else value for value in items])
    return ~Q(item="") if is_laid_out else Q(item="")


def chosen_runs(where: Where) -> Ints | None:
    """The ids of the runs that filters let through which are not of setups; None where there is no such filter.

    Not of a trial: that is in the arrays.
    """
    chosen: Ints | None = None
    for key, values in where:
        if key in RUN_IDS:
            ids = np.unique(np.array(RUN_IDS[key](values), np.int64))
            chosen = ids if chosen is None else np.intersect1d(chosen, ids)
    return chosen


def _studies(slugs: Sequence[str]) -> list[int]:
    return list(Study.runs.through.objects.filter(study__slug__in=slugs).values_list("run_id", flat=True))


def _tags(names: Sequence[str]) -> list[int]:
    return list(Tag.runs.through.objects.filter(tag__name__in=names).values_list("run_id", flat=True))


def _uploads(ids: Sequence[str]) -> list[int]:
    uploads = [number for number in map(dimension("upload").value, ids) if number is not None]
    return list(Run.objects.filter(file__upload__in=uploads).order_by().values_list("pk", flat=True))


def _ids(ids: Sequence[str]) -> list[int]:
    return [number for number in map(DIMENSIONS["run"].value, ids) if number is not None]


RUN_IDS: dict[str, Callable[[Sequence[str]], list[int]]] = {
    "study": _studies,
    "tag": _tags,
    "upload": _uploads,
    "run": _ids,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which series: by metrics and filters."""

    metrics: tuple[str, ...]
    where: Where = ()
    has_items: bool = False  #: whether the parts of the metrics are laid out


Query = tuple[str, Sequence[Any]]  #: with its parameters
FEW = 1_000  #: runs or setups that are named: these are read without being counted
FEW_NUMBERS = 50_000


Allow = Callable[[Series], None]  #: sees how many numbers there are before any is read, and may raise
Needed = Callable[[Series], frozenset[str]]  #: the metrics of which any is wanted, once it is seen how many there are


def series_of(wanted: Wanted, allow: Allow = lambda counted: None, needed: Needed | None = None) -> Series:
    """The series, with their numbers. `needed` is asked where filters choose by setups alone, as counts then hold."""
    if (query := query_of_few(wanted)) is not None:
        return few(joined(grouped(query, tuple(TYPES))), wanted, allow, needed)
    chosen = chosen_runs(wanted.where)
    rows = PackedSeries.objects.filter(
        of_setups(wanted.where), of_items(wanted.where, wanted.has_items), metric__in=wanted.metrics
    )
    if chosen is not None:
        named = chosen.tolist() or [0]  # no run has this number; Django makes no SQL of an empty list
        rows = rows.filter(setup__in=Run.objects.filter(pk__in=named).order_by().values("setup"))
    if (query := query_of(rows)) is None:
        allow(joined([]))
        return joined([])
    if chosen is None or len(chosen) > FEW:
        counted = joined(grouped(query, ()))
        if needed and chosen is None and "trial" not in dict(wanted.where):
            counted, query = needed_alone(counted, needed(counted), rows, query)
        allow(counted)
        return narrowed(joined(grouped(query, tuple(TYPES))), wanted.where, chosen)
    series = narrowed(joined(grouped(query, tuple(TYPES))), wanted.where, chosen)
    allow(series)
    return series


BY_SETUP = """
SELECT metric, item, status, provenance, setup_id, count, runs, trials, "values" FROM benchdb_packedseries
WHERE metric = ANY(%s) AND setup_id = ANY(%s::bigint[]) AND status = ANY(%s) AND provenance = ANY(%s)
"""


def query_of_few(wanted: Wanted) -> Query | None:
    """By the setups themselves, where the census is at hand and says that there are few, with few runs.

    Django takes a millisecond to write a filter, PostgreSQL as long to plan it, and it would be asked twice.
    None where filters are not of setups alone, or where it is not known how many they let through.
    """
    keys = {key for key, _ in wanted.where}
    if wanted.has_items or keys & {*RUN_IDS, "item"} or (census := latest.at_hand()) is None:
        return None
    mask = census.mask(wanted.where)
    setups, runs = distinct(census.setups[mask]), int(census.counts[mask].sum())
    if len(setups) > FEW or runs * len(wanted.metrics) > FEW_NUMBERS:
        return None
    groups = [census.groups[group] for group in distinct(census.group[mask]).tolist()]
    statuses, provenances = ([*{group[place] for group in groups}] for place in (0, 1))
    return BY_SETUP + "AND item = ''", [list(wanted.metrics), listed(setups), statuses, provenances]


def few(series: Series, wanted: Wanted, allow: Allow, needed: Needed | None) -> Series:
    """What was read without being counted first, as if it had been."""
    series = narrowed(series, wanted.where, None)
    if needed and "trial" not in dict(wanted.where):
        series = series.of_metrics(needed(series))
    allow(series)
    return series


def needed_alone(
    counted: Series, metrics: frozenset[str], rows: QuerySet[PackedSeries], query: Query
) -> tuple[Series, Query]:
    """What was counted, and the query, of these metrics alone."""
    keep = counted.coded("metric").where(metrics.__contains__)
    if keep.all():
        return counted, query
    left = replace(counted, setups=counted.setups[keep], counts=counted.counts[keep], group=counted.group[keep])
    return left, query_of(rows.filter(metric__in=sorted(metrics))) or query


def joined(groups: list[tuple[Any, ...]]) -> Series:
    """What `grouped` read, as columns; the arrays that were not read are empty. Each is let go once it is copied."""
    arrays = [*zip(*(group[7:] for group in groups), strict=True)][::-1]
    groups[:] = [group[:7] for group in groups]
    setups = [np.frombuffer(group[5], ">i8") for group in groups]
    columns = {name: joined_arrays(arrays.pop(), TYPES[name], LEAST[name]) for name in TYPES if arrays}
    return Series(
        setups=joined_arrays([group[5] for group in groups], ">i8"),
        counts=joined_arrays([group[6] for group in groups], ">i4"),
        group=np.repeat(np.arange(len(groups)), [len(part) for part in setups]),
        groups=tuple((group[0], group[1], group[2], group[3]) for group in groups),
        runs=columns.get("runs", np.empty(0, np.int64)),
        trials=columns.get("trials", np.empty(0, np.int64)),
        values=columns.get("values", np.empty(0, np.float64)),
        names=groups[0][4] if groups else 0,
    )


def query_of(rows: QuerySet[PackedSeries]) -> Query | None:
    """All columns of the rows: Django takes a millisecond to write it, and it is asked twice.

    None where Django knows without asking that no row can be meant: no run has a study of that name, say.
    """
    try:
        return rows.order_by().values_list(*GROUP, "setup_id", "count", *TYPES).query.sql_with_params()
    except EmptyResultSet:
        return None


def grouped(query: Query, arrays: Sequence[str]) -> list[tuple[Any, ...]]:
    """(metric, item, status, provenance, version of the names, setups, counts, *arrays), each of its rows joined."""
    keys, parameters = query
    joined = "".join(f", string_agg(c{place}, '')" for place in range(7, 7 + len(arrays)))
    names = ", ".join(f"c{place}" for place in range(1, 7 + len(TYPES)))
    sql = (
        "SELECT c1, c2, c3, c4, benchdb_data_version('names'), "
        f"string_agg(int8send(c5), ''), string_agg(int4send(c6), ''){joined} "
        f"FROM ({keys}) AS rows({names}) GROUP BY c1, c2, c3, c4 ORDER BY c1, c2, c3, c4"
    )
    return fetched(sql, parameters)
