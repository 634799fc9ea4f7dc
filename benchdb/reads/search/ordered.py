"""All of a selection's runs by what they measured, when they began, or a condition; of equals the newest first."""

from __future__ import annotations

import numpy as np

from benchdb.domain.columns import among
from benchdb.domain.dimensions import MISSING, dimension
from benchdb.models.packed import NO_TRIAL
from benchdb.reads.packed.census import Census
from benchdb.reads.packed.figures import figures_of
from benchdb.reads.packed.runs import RunColumns, runs_of
from benchdb.reads.packed.series import Floats
from benchdb.reads.packed.setups import Ints
from benchdb.reads.search.selection import Selection

STARTED, TRIAL = "started", "trial"


def ordered(selection: Selection, key: str, is_descending: bool) -> Ints:
    """The ids of all runs. `key`: started, trial, a condition or a metric. What has no value comes last.

    Of those that started together the newest comes first or last, as the order is: so their index has them.
    """
    counts = selection.counts
    columns = runs_of(selection.census, counts > 0, moments="placed" if key == STARTED else "")
    keep = chosen(selection, columns)
    runs, rows = columns.runs[keep], columns.rows[keep]
    if key == STARTED:
        values = columns.moments[keep].astype(np.float64)
    elif key == TRIAL:
        trials = columns.trials[keep]
        values = np.where(trials == NO_TRIAL, np.nan, trials.astype(np.float64))
    else:
        values = of_condition(selection.census, key, rows)
        values = of_metric(selection, key, runs) if values is None else values
    is_missing = np.isnan(values)
    equals = runs if key == STARTED and not is_descending else -runs
    return np.asarray(runs[np.lexsort((equals, -values if is_descending else values, is_missing))])


def chosen(selection: Selection, columns: RunColumns) -> np.ndarray:
    return selection.mask[columns.rows] | among(columns.runs, selection.singles)


def of_condition(census: Census, key: str, rows: Ints) -> Floats | None:
    """The place of each row's value in the order of its dimension; None for what is no condition."""
    try:
        known = dimension(key)
        coded = census.coded(key)
    except (KeyError, ValueError):
        return None
    texts = sorted(coded.texts, key=known.order)
    places = {text: np.nan if text == MISSING else float(place) for place, text in enumerate(texts)}
    return np.array([places[text] for text in coded.texts] or [0.0])[coded.codes[rows]]


def of_metric(selection: Selection, key: str, runs: Ints) -> Floats:
    measured = figures_of(selection.census, selection.counts > 0, key)
    order = np.argsort(measured.runs)
    values = np.full(len(runs), np.nan)
    if len(order):
        places = np.minimum(np.searchsorted(measured.runs[order], runs), len(order) - 1)
        hit = measured.runs[order][places] == runs
        values[hit] = measured.values[order][places][hit]
    return values


def constants(selection: Selection, keys: tuple[str, ...]) -> dict[str, str]:
    """The conditions that have one value in the whole selection, with it."""
    sums = {key: selection.census.sums(key, selection.counts) for key in keys}
    return {key: next(iter(values)) for key, values in sums.items() if len(values) == 1}
