"""A page of a selection's runs in the order of a column, from indexes: not all runs are read, however many there are.

By a condition: the setups of each value are known, so its runs come newest first, value after value. By start and by
trial: the runs themselves have an index. By a metric: each packed series knows its lowest and highest value, and the
first runs are in the series whose bound comes first; it is enough when no later bound can reach the page's last run.
Of smaller selections the bounds of all series are read. What has no bound is sorted whole where it is small, and so is
that of which an index would find too few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from django.db.models import QuerySet

from benchdb.domain.columns import Floats, Ints, among
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.failures import FAILED
from benchdb.domain.metrics import LATENCY
from benchdb.models import Run
from benchdb.models.runs import MOMENT
from benchdb.reads.packed.binary import fetched, joined_arrays
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.failures import with_failures
from benchdb.reads.packed.figures import figure_bounds, figures_of
from benchdb.reads.search.newest import MOST_LISTED, newest, selected_of
from benchdb.reads.search.ordered import STARTED, TRIAL, chosen, ordered
from benchdb.reads.search.selection import Selection

BATCHES = (256, 1_024, 4_096)  #: series, or as many hundred runs, that are read by an index before all are sorted
BOUNDED = """
SELECT status, provenance, setup_id, {bound}, runs, values FROM benchdb_packedseries
WHERE metric = %s AND item = '' ORDER BY {bound} {way}, setup_id {way} LIMIT %s OFFSET %s
"""


def page(selection: Selection, key: str, is_descending: bool, skip: int, limit: int) -> list[int]:
    """The ids of a page of the runs; what has no value comes last."""
    ids = None
    if selection.total > MOST_LISTED:
        ids = by_index(selection, key, is_descending, skip + limit)
    elif is_metric(selection.census, key) and key != FAILED:
        ids = by_bounds(selection, key, is_descending, skip + limit)
    return (ordered(selection, key, is_descending).tolist() if ids is None else ids)[skip : skip + limit]


def by_index(selection: Selection, key: str, is_descending: bool, most: int) -> list[int] | None:
    """The first runs; None where the index finds too few."""
    if key == STARTED:
        runs = Run.objects.active().order_by(*((MOMENT.desc(), "-pk") if is_descending else (MOMENT.asc(), "pk")))
        return sifted(selection, runs, most)
    if key == TRIAL:
        return by_trial(selection, is_descending, most)
    if is_metric(selection.census, key):
        return by_metric(selection, key, is_descending, most)
    coded = selection.census.coded(dimension(key).key)
    texts = sorted(set(coded.texts) - {MISSING}, key=dimension(key).order, reverse=is_descending)
    codes = [coded.texts.index(text) for text in (*texts, MISSING) if text in coded.texts]
    ids: list[int] = []
    for code in codes:
        if len(ids) < most:
            ids += newest(part(selection, coded.codes == code), None, most - len(ids))
    return ids


def is_metric(census: Census, key: str) -> bool:
    """What is neither start, trial nor a condition."""
    if key in (STARTED, TRIAL):
        return False
    try:
        census.coded(dimension(key).key)
    except (KeyError, ValueError):
        return True
    return False


def part(selection: Selection, rows: Mask) -> Selection:
    """Only the runs of these rows."""
    own = rows[selection.rows]
    return replace(selection, mask=selection.mask & rows, singles=selection.singles[own], rows=selection.rows[own])


def sifted(selection: Selection, runs: QuerySet[Run], most: int) -> list[int] | None:
    """The first of some runs that are selected; None where they lie too far apart."""
    for size in BATCHES:
        rows = list(runs.values_list("pk", "setup", "status", "provenance")[: size * 8])
        if len(ids := selected_of(selection, rows)) >= most or len(rows) < size * 8:
            return ids[:most]
    return None


def by_trial(selection: Selection, is_descending: bool, most: int) -> list[int] | None:
    ids: list[int] = []
    for trial in chain(trials(is_descending), (None,)):
        own = sifted(selection, of_trial(trial), most - len(ids))
        if own is None:
            return None
        ids += own
        if len(ids) >= most:
            break
    return ids


def of_trial(trial: int | None) -> QuerySet[Run]:
    """Its runs, newest first. A range of one: of `trial = 1` PostgreSQL would walk the ids, which may lie far apart."""
    runs = Run.objects.active()
    if trial is None:
        return runs.filter(trial=None).order_by("-pk")
    return runs.filter(trial__range=(trial, trial)).order_by("-trial", "-pk")


def trials(is_descending: bool) -> Iterator[int]:
    """Every trial that a run has, found one after the other in the index."""
    way, beyond = ("-trial", "trial__lt") if is_descending else ("trial", "trial__gt")
    runs = Run.objects.active().exclude(trial=None).order_by(way)
    trial = runs.values_list("trial", flat=True).first()
    while trial is not None:
        yield trial
        trial = runs.filter(**{beyond: trial}).values_list("trial", flat=True).first()


def by_failures(selection: Selection, is_descending: bool, most: int) -> list[int] | None:
    """What counts them has no bound of its own: the runs with failures are sorted, if that is enough of them."""
    if not is_descending:  # most runs have none
        return None
    columns = with_failures(selection.census, selection.counts > 0)
    keep = chosen(selection, columns)
    runs, values = columns.runs[keep], columns.values[keep]
    order = np.lexsort((-runs, -values))[:most]
    return runs[order].tolist() if len(order) == most else None


def by_metric(selection: Selection, metric: str, is_descending: bool, most: int) -> list[int] | None:
    if metric == FAILED:
        return by_failures(selection, is_descending, most)
    if metric == LATENCY:  # of two series, whose bounds no index has together
        return by_bounds(selection, metric, is_descending, most)
    bound, way = ("highest", "DESC") if is_descending else ("lowest", "ASC")
    runs, values, offset = np.empty(0, np.int64), np.empty(0), 0
    for size in BATCHES:
        rows = fetched(BOUNDED.format(bound=bound, way=way), [metric, size, offset])
        if len(rows) < size:  # all that have the metric: those that have not come after them
            return None
        more_runs, more_values = selected_numbers(selection, rows)
        runs, values = np.concatenate([runs, more_runs]), np.concatenate([values, more_values])
        order = np.lexsort((-runs, -values if is_descending else values))[:most]
        runs, values, offset = runs[order], values[order], offset + size
        last = rows[-1][3]
        if len(runs) == most and (last < values[-1] if is_descending else last > values[-1]):
            return [int(run) for run in runs]
    return None


def by_bounds(selection: Selection, metric: str, is_descending: bool, most: int) -> list[int] | None:
    """The first runs of a selection of whole rows, from the rows whose bound comes first; None where there are too few.

    Twice: first as many rows as have enough runs, then all whose bound reaches the last of these.
    """
    census, bounds = selection.census, figure_bounds(selection.census, selection.mask, metric)
    if len(selection.singles) or int(bounds.counts.sum()) < most:  # what has no number comes last
        return None
    edges = -bounds.highest if is_descending else bounds.lowest
    order = np.argsort(edges, kind="stable")
    enough = edges[order[np.searchsorted(np.cumsum(bounds.counts[order]), most)]]
    for _ in range(2):
        mask = np.zeros(len(selection.mask), bool)
        mask[bounds.rows[edges <= enough]] = True
        columns = figures_of(census, mask, metric)
        values = -columns.values if is_descending else columns.values
        first = np.lexsort((-columns.runs, values))[:most]
        enough = values[first[-1]]
    return [int(run) for run in columns.runs[first]]


def selected_numbers(selection: Selection, rows: list[tuple[Any, ...]]) -> tuple[Ints, Floats]:
    """(runs, values) of BOUNDED's rows, of the runs that are selected."""
    census = selection.census
    known = [row for row in rows if (row[0], row[1]) in census.groups]
    groups = np.array([census.groups.index((row[0], row[1])) for row in known], np.int64)
    places = census.places(np.array([row[2] for row in known], np.int64), groups)
    ids = joined_arrays([row[4] for row in known], ">i8")
    of_runs = np.repeat(places, [len(row[4]) // ids.itemsize for row in known])
    values = joined_arrays([row[5] for row in known], ">f8")
    keep = ((of_runs >= 0) & selection.mask[of_runs]) | among(ids, selection.singles)
    return ids[keep], values[keep]
