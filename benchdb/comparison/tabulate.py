"""Observations -> Comparison: rows, columns, what is held constant, what else differs. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchdb import stats
from benchdb.comparison.alike import told_once
from benchdb.comparison.answer import Cell, Comparison, Difference, Row
from benchdb.comparison.spec import Spec
from benchdb.dimensions import CONDITIONS, MISSING, TUNING, Dimension, dimension, related


@dataclass(frozen=True, slots=True)
class Observation:
    """One measured number with the conditions it was measured under."""

    run: int
    metric: str
    value: float
    row: str
    column: str
    conditions: Mapping[str, str]  #: dimension key -> value as text
    is_published: bool = False
    caveats: tuple[str, ...] = ()


Group = list[Observation]


def tabulate(spec: Spec, observations: Sequence[Observation]) -> Comparison:
    """The answer to `spec`. Observations must come in the order of their trials."""
    keys = compared_conditions(spec, observations)
    cells: dict[tuple[str, str, str], Group] = defaultdict(list)
    for observation in observations:
        cells[observation.metric, observation.row, observation.column].append(observation)
    columns = in_order(spec.cols, {column for _, _, column in cells}, spec.metrics)
    baseline = spec.baseline if spec.baseline in columns else next(iter(columns), "")
    rows = tuple(
        row(spec, name, key, {c: cells[name, key, c] for c in columns if (name, key, c) in cells}, baseline, keys)
        for name in spec.metrics
        for key in rows_in_order(spec, {r for m, r, _ in cells if m == name})
    )
    rows = judged(spec, rows, baseline)
    constant, unknown = held_constant(observations, keys)
    return Comparison(
        query=spec.to_query(),
        columns=columns,
        baseline=baseline,
        rows=rows,
        held_constant=constant,
        unknown=unknown,
        also_differs=union(cell.differs for each in rows for cell in each.cells.values()),
        caveats=caveats(spec, rows, observations, baseline),
        runs=tuple(sorted({observation.run for observation in observations})),
        published=len({observation.run for observation in observations if observation.is_published}),
    )


def compared_conditions(spec: Spec, observations: Sequence[Observation]) -> tuple[Dimension, ...]:
    """Every condition that must be equal, besides those that the rows and columns decide, or are decided by.

    What another of them decides is left out: where the kernel is the same, so is its series.
    """
    settings = sorted({key for each in observations for key in each.conditions if key.startswith(TUNING)})
    laid_out = [dimension(key) for key in (*spec.row_keys, spec.cols)]
    conditions = (*CONDITIONS, *(dimension(key) for key in settings))
    free = [each for each in conditions if not any(related(each, other) for other in laid_out)]
    keys = {each.key for each in free}
    return tuple(each for each in free if each.of not in keys)


def in_order(key: str, values: set[str], metrics: Sequence[str]) -> tuple[str, ...]:
    """Values of a dimension as its readers expect them; metrics in the order they were asked for."""
    if key == "metric":
        return tuple(name for name in metrics if name in values)
    return tuple(sorted(values, key=dimension(key).order))


def rows_in_order(spec: Spec, keys: set[str]) -> tuple[str, ...]:
    """The rows as readers expect them: by what they are split by, then by their own value."""
    if not spec.split:
        return in_order(spec.rows, keys, spec.metrics)
    first, own = dimension(spec.split), dimension(spec.rows)

    def order(key: str) -> tuple[object, object]:
        part, rest = spec.row_values(key)
        return first.order(part), own.order(rest)

    return tuple(sorted(keys, key=order))


def row(
    spec: Spec, name: str, key: str, groups: Mapping[str, Group], baseline: str, conditions: Sequence[Dimension]
) -> Row:
    """One row: each group as a cell, set against the baseline's."""
    against = groups.get(baseline)
    return Row(
        name,
        key,
        {
            column: cell(spec, group, None if column == baseline else against, conditions)
            for column, group in groups.items()
        },
    )


def cell(spec: Spec, group: Group, against: Group | None, conditions: Sequence[Dimension]) -> Cell:
    """The runs of one cell; compared where there is a baseline to compare with."""
    alone = Cell(
        values=tuple(each.value for each in group),
        runs=tuple(each.run for each in group),
        value=central(spec, group),
        spread=stats.spread([each.value for each in group]),
        ratio=None,
        change=None,
        verdict=None,
        caveats=(*mixtures(group, conditions), *told_once(text for each in group for text in each.caveats)),
        is_published=all(each.is_published for each in group),
    )
    if against is None:
        return alone
    base = central(spec, against)
    ratio = None if alone.value is None or base is None else stats.ratio(alone.value, base)
    there = [each.value for each in against]
    return replace(
        alone,
        ratio=ratio,
        change=None if ratio is None else ratio - 1,
        delta=stats.cliffs_delta(alone.values, there),
        needed=stats.runs_needed(alone.values, there),
        differs=differences(against, group, conditions),
    )


def judged(spec: Spec, rows: Sequence[Row], baseline: str) -> tuple[Row, ...]:
    """The rows with a verdict in each compared cell: p is adjusted over all, so that many rows find no chance."""
    rows = tested_together(rows, baseline)
    compared = [(row, column) for row in rows for column, cell in row.cells.items() if cell.delta is not None]
    tested = [place for place in compared if place[0].cells[place[1]].p is not None]
    qs = stats.adjusted([p for row, column in tested if (p := row.cells[column].p) is not None])
    q_of = {(row.metric, row.key, column): q for (row, column), q in zip(tested, qs, strict=True)}
    found: dict[tuple[str, str], dict[str, Cell]] = {(row.metric, row.key): dict(row.cells) for row in rows}
    for row, column in compared:
        cell, q = row.cells[column], q_of.get((row.metric, row.key, column))
        said: stats.Verdict = stats.verdict(
            cell.values,
            row.cells[baseline].values,
            row.known_metric.better,
            comparable=not cell.differs,
            q=q,
            band=spec.band / 100,
        )
        if contradicts(cell, said, row.known_metric.better):
            said = "no evidence"
        found[row.metric, row.key][column] = replace(cell, q=q, verdict=said)
    return tuple(Row(row.metric, row.key, found[row.metric, row.key]) for row in rows)


def tested_together(rows: Sequence[Row], baseline: str) -> tuple[Row, ...]:
    """The rows with the p and the interval of each compared cell, all computed at once."""
    places = [(row, column) for row in rows for column, cell in row.cells.items() if cell.delta is not None]
    sides = [(row.cells[column], row.cells[baseline]) for row, column in places]
    pairs = [(cell.values, base.values) for cell, base in sides]
    ps = stats.mann_whitney_ps(pairs)
    intervals = stats.change_intervals(pairs, [(*cell.runs, *base.runs) for cell, base in sides])
    found = {id(row): dict(row.cells) for row in rows}
    for (row, column), p, interval in zip(places, ps, intervals, strict=True):
        found[id(row)][column] = replace(row.cells[column], p=p, interval=interval)
    return tuple(Row(row.metric, row.key, found[id(row)]) for row in rows)


def contradicts(cell: Cell, said: stats.Verdict, better: str) -> bool:
    """The ranks say one thing and the protocol's number another: a mean that one run has pulled away, say."""
    if said not in ("better", "worse") or not cell.change:
        return False
    return (cell.change > 0) != ((said == "better") == (better == "higher"))


def central(spec: Spec, group: Group) -> float | None:
    """The group's one number by the Spec's protocol, None if it has too few runs for that."""
    value = stats.PROTOCOLS[spec.protocol].of([each.value for each in group])
    return value if math.isfinite(value) else None


def values_of(group: Group, condition: Dimension) -> tuple[str, ...]:
    """The values that a condition takes in a group, in order."""
    found = {each.conditions.get(condition.key, MISSING) for each in group}
    return tuple(sorted(found, key=condition.order))


def differences(against: Group, group: Group, conditions: Sequence[Dimension]) -> tuple[Difference, ...]:
    """The conditions that are not alike on both sides: other values, or the same ones in other shares."""
    kinds = distinct(group, conditions)
    if len(kinds) == 1 and kinds == distinct(against, conditions):
        return ()  # nearly always, and much faster than to count
    found = []
    for each in conditions:
        there, here = counted(against, each), counted(group, each)
        if there.keys() != here.keys():
            found.append(Difference(each.key, values_of(against, each), values_of(group, each)))
        elif any(there[value] * len(group) != here[value] * len(against) for value in there):
            found.append(Difference(each.key, shares(there, each), shares(here, each)))
    return tuple(found)


def distinct(group: Group, conditions: Sequence[Dimension]) -> set[tuple[str | None, ...]]:
    """Every combination of conditions that a group has."""
    keys = [each.key for each in conditions]
    return {tuple(map(each.conditions.get, keys)) for each in group}


def counted(group: Group, condition: Dimension) -> Counter[str]:
    """How many runs of a group have each value of a condition."""
    return Counter(each.conditions.get(condition.key, MISSING) for each in group)


def shares(counts: Counter[str], condition: Dimension) -> tuple[str, ...]:
    return tuple(f"{value} ({counts[value]} runs)" for value in sorted(counts, key=condition.order))


def mixtures(group: Group, conditions: Sequence[Dimension]) -> tuple[str, ...]:
    """A sentence for each condition that is not one value within the group."""
    if len(distinct(group, conditions)) == 1:
        return ()
    pairs = ((each, values_of(group, each)) for each in conditions)
    return tuple(f"Mixes {each.title}: {', '.join(values)}" for each, values in pairs if len(values) > 1)


def held_constant(
    observations: Sequence[Observation], conditions: Sequence[Dimension]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """(the conditions that have one value in all runs, with it; the conditions that no run records)"""
    one_valued = [(each, values_of([*observations], each)) for each in conditions] if observations else []
    constant = tuple((each.key, values[0]) for each, values in one_valued if len(values) == 1 and values[0] != MISSING)
    return constant, tuple(each.key for each, values in one_valued if values == (MISSING,))


def union(parts: Iterable[Iterable[Difference]]) -> tuple[Difference, ...]:
    """The differences of all cells, one per dimension, with all values that occur on each side."""
    sides: dict[str, tuple[set[str], set[str]]] = {}
    for part in parts:
        for each in part:
            there, here = sides.setdefault(each.dimension, (set(), set()))
            there.update(each.baseline)
            here.update(each.here)
    return tuple(Difference(key, tuple(sorted(there)), tuple(sorted(here))) for key, (there, here) in sides.items())


def caveats(spec: Spec, rows: Sequence[Row], observations: Sequence[Observation], baseline: str) -> tuple[str, ...]:
    """What a reader of the whole must know."""
    said = []
    if spec.baseline and spec.baseline != baseline:
        said.append(f"The baseline {spec.baseline!r} has no runs here; the first column serves instead.")
    published = {each.is_published for each in observations}
    if published == {True}:
        said.append("All figures are published ones; no raw logs of them are kept here.")
    if published == {True, False}:
        said.append("Some figures are published ones, others measured from raw logs kept here.")
    protocol = stats.PROTOCOLS[spec.protocol]
    if any(cell.value is None for each in rows for cell in each.cells.values()):
        said.append(f"“{protocol.title}” needs {protocol.needs} runs; cells with fewer show none.")
    if any(cell.verdict == "too few runs" for each in rows for cell in each.cells.values()):
        said.append(
            "Where a cell or its baseline has too few runs, no test can reach 5%: the change is shown, not judged."
        )
    return tuple(said)
