"""The setups of a machine, a kernel or a server, each with its runs in the order of time: latest, best, how many."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchdb.domain.failures import COMPLETED
from benchdb.domain.metrics import metric
from benchdb.models.packed import NO_START
from benchdb.reads.packed.census import Mask, latest
from benchdb.reads.packed.failures import failing, with_failures
from benchdb.reads.packed.runs import runs_of, values_of
from benchdb.reads.packed.series import Floats
from benchdb.reads.packed.setups import Ints
from benchdb.reads.search.selection import Selection
from benchdb.reads.varied.series import FREE, MOST_POINTS, NAMING
from benchdb.reads.varied.table import Filters, Table, tables

MOST_TRACKS = 8
MOST_SETUPS = 1000  #: whose newest runs are told
NOISE = 0.001  #: of its requests may fail in the best run


@dataclass(frozen=True, slots=True)
class RunValue:
    """One run's number."""

    value: float
    run: int
    moment: int  #: microseconds since 1970: when it began, or was stored where nobody knows
    is_dated: bool  #: it began then


@dataclass(frozen=True, slots=True)
class Track:
    """Runs of one setup, whatever its kernel and server were."""

    metric: str
    where: Filters  #: the fewest that let through its runs and no others
    name: tuple[tuple[str, str], ...]  #: (dimension key, value): the same conditions for every setup here
    runs: int
    best: RunValue
    latest: RunValue
    points: tuple[tuple[int, float], ...]  #: (moment, value) of the newest runs, in order


@dataclass(frozen=True, slots=True)
class Tracks:
    setups: int
    began: tuple[int, int] | None  #: the first and the last of those whose start is on record; None = of none
    undated: int  #: runs whose start is not
    tracks: tuple[Track, ...]  #: those of the most runs first; of as many, what was stored last
    best: Track  #: of all setups
    latest: Track
    newest: tuple[int, ...] = ()  #: of every setup, what was stored last; () = there are too many setups


def tracks_of(selection: Selection, key: str) -> Tracks | None:
    """By the metric that is asked for first; `key` is in every filter. None where no run has a number."""
    mask = selection.counts > 0
    table = next(tables(latest.census(), mask), None) if mask.any() else None
    if table is None:
        return None
    held = table.held(*(one for one in FREE if one != key))
    group = table.groups(held)
    runs = np.bincount(group, table.counts)
    moments, is_dated = moments_of(table)
    naming = conditions_for_names(table, held, group)
    of_runs, stored = group[table.of_runs], np.zeros(len(runs), np.int64)
    np.maximum.at(stored, of_runs, table.runs.runs)
    largest = np.lexsort((-stored, -runs))[:MOST_TRACKS].tolist()
    answered = answering(table)
    best = int(of_runs[np.lexsort((table.runs.runs, np.where(answered, goodness(table), -np.inf)))[-1]])
    last = int(of_runs[np.lexsort((table.runs.runs, moments))[-1]])
    times = (moments, is_dated)
    made = {one: track(table, times, held, group == one, key, naming, answered) for one in {*largest, best, last}}
    dated = moments[is_dated]
    began = (int(dated.min()), int(dated.max())) if len(dated) else None
    undated = len(moments) - len(dated)
    newest = tuple(stored.tolist()) if len(stored) <= MOST_SETUPS else ()
    return Tracks(len(runs), began, undated, tuple(made[one] for one in largest), made[best], made[last], newest)


def goodness(table: Table) -> Floats:
    """Of each run: more is better."""
    return -table.runs.values if metric(table.metric).better == "lower" else table.runs.values


def answering(table: Table) -> Mask:
    """Which runs' requests did not fail, but for a few: errors are answered faster than pages. All, where none has."""
    counted = failing(table.census) & rows_of(table)
    answered: Mask = np.ones(len(table.runs.runs), bool)
    if not counted.any():
        return answered
    failed, completed = with_failures(table.census, counted), values_of(table.census, counted, COMPLETED)
    sent = dict(zip(completed.runs.tolist(), completed.values.tolist(), strict=True))
    shares = failed.values / (failed.values + [sent.get(run, 0.0) for run in failed.runs.tolist()])
    answered = ~np.isin(table.runs.runs, failed.runs[~(shares <= NOISE)])
    return answered if answered.any() else ~answered


def conditions_for_names(table: Table, held: list[str], group: Ints) -> list[str]:
    """The fewest conditions that tell all groups apart, those that setups are called by before others."""
    rows = np.unique(group, return_index=True)[1]
    candidates = sorted(held, key=lambda key: key not in NAMING)
    chosen: list[str] = []
    parts = np.zeros(len(rows), np.int64)
    while len(np.unique(parts)) < len(rows):
        finer = [parts * (int(table.codes[key].max()) + 1) + table.codes[key][rows] for key in candidates]
        counts = [len(np.unique(one)) for one in finer]
        usual = [n for key, n in zip(candidates, counts, strict=True) if key in NAMING and n > len(np.unique(parts))]
        best = counts.index(max(usual or counts))
        parts = np.unique(finer[best], return_inverse=True)[1].reshape(-1)
        chosen.append(candidates[best])
    return [key for key in candidates if key in chosen]


def moments_of(table: Table) -> tuple[Ints, Mask]:
    """When each run of the table was made, or was stored where nobody knows; whether somebody does."""
    started, stored = (runs_of(table.census, rows_of(table), moments) for moments in ("started", "stored"))
    order = np.argsort(started.runs)
    places = order[np.searchsorted(started.runs[order], table.runs.runs)]
    is_dated: Mask = started.moments[places] != NO_START
    return np.where(is_dated, started.moments[places], stored.moments[places]), is_dated


def rows_of(table: Table) -> Mask:
    """The rows of the census that the table is of."""
    mask = np.zeros(len(table.census.counts), bool)
    mask[table.rows] = True
    return mask


def track(
    table: Table, times: tuple[Ints, Mask], held: list[str], mask: Mask, key: str, naming: list[str], answered: Mask
) -> Track:
    """`answered`: of each run of the table, whether it may be the best."""
    row, (moments, is_dated) = int(np.argmax(mask)), times
    pins = [(name, int(table.codes[name][row])) for name in held]
    own = (key, int(table.codes[key][row]))
    mine = np.flatnonzero(mask[table.of_runs])
    mine = mine[np.argsort(moments[mine], kind="stable")]
    values: Floats = table.runs.values[mine]
    may_be = answered[mine] | ~answered[mine].any()
    best = int(np.argmax(np.where(may_be, goodness(table)[mine], -np.inf)))
    newest = mine[-MOST_POINTS:]

    def number(place: int) -> RunValue:
        run = mine[place]
        return RunValue(float(values[place]), int(table.runs.runs[run]), int(moments[run]), bool(is_dated[run]))

    return Track(
        metric=table.metric,
        where=table.filters([*pins, *(() if own in pins else (own,))], key),
        name=tuple((name, table.text(name, int(table.codes[name][row]))) for name in naming),
        runs=int(table.counts[mask].sum()),
        best=number(best),
        latest=number(-1),
        points=tuple(zip(moments[newest].tolist(), table.runs.values[newest].tolist(), strict=True)),
    )
