"""Observations -> Comparison: rows, columns, what is held constant, what else differs. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.dimensions import Dimension, dimension
from benchdb.domain.metrics import Better
from benchdb.questions.cells import Cell, cell, contradicts
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline import headline
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.conditions import (
    Difference,
    Group,
    Observation,
    compared_conditions,
    differences,
    held_constant,
    merged_mixtures,
    mixtures,
    provenance_caveats,
    union,
    without_accepted,
)
from benchdb.questions.failures import with_failures
from benchdb.questions.gate import like_runs
from benchdb.questions.unfinished import finished

Groups = Mapping[tuple[str, str, str], Group]  #: (metric, row, column) -> its observations


def tabulate(question: ComparisonQuestion, observations: Sequence[Observation]) -> Comparison:
    """The answer to `question`. Observations must come in the order of their trials."""
    counted = finished(question, observations)
    observations = counted.observations
    every = compared_conditions(question.laid_out, observations)
    conditions, accepted = without_accepted(every, question.accepted)
    groups = grouped(observations)
    columns = in_order(question.cols, {column for _, _, column in groups}, question.metrics)
    baseline = question.baseline if question.baseline in columns else next(iter(columns), "")
    rows = judged(question, made_rows(question, groups, columns, baseline, conditions), baseline)
    constant, unknown = held_constant(observations, every)
    answer = Comparison(
        query=question.to_query(),
        columns=columns,
        baseline=baseline,
        rows=rows,
        held_constant=constant,
        unknown=unknown,
        also_differs=union(one.differs for row in rows for one in row.cells.values()),
        caveats=(
            *counted.caveats,
            *accepted_mixtures(groups, accepted),
            *caveats(question, rows, observations, baseline),
        ),
        runs=tuple(sorted({one.run for one in observations})),
        published=len({one.run for one in observations if one.is_published}),
        accepted=accepted_differences(groups, baseline, accepted),
    )
    shares = {one.run: one.failed for one in observations if one.failed is not None}
    answer = with_failures(answer, shares)
    return replace(answer, headline=headline(answer), groups=like_runs(observations, answer.conflicts))


def grouped(observations: Sequence[Observation]) -> Groups:
    groups: dict[tuple[str, str, str], Group] = defaultdict(list)
    for one in observations:
        groups[one.metric, one.row, one.column].append(one)
    return groups


def in_order(key: str, values: set[str], metrics: Sequence[str]) -> tuple[str, ...]:
    """Values of a dimension as its readers expect them; metrics in the order they were asked for."""
    if key == "metric":
        return tuple(name for name in metrics if name in values)
    return tuple(sorted(values, key=dimension(key).order))


def rows_in_order(question: ComparisonQuestion, keys: set[str]) -> tuple[str, ...]:
    """The rows as readers expect them: by what they are split by, then by their own value."""
    if not question.split:
        return in_order(question.rows, keys, question.metrics)
    first, own = dimension(question.split), dimension(question.rows)

    def order(key: str) -> tuple[object, object]:
        part, rest = question.row_values(key)
        return first.order(part), own.order(rest)

    return tuple(sorted(keys, key=order))


def made_rows(
    question: ComparisonQuestion, groups: Groups, columns: Sequence[str], baseline: str, conditions: Sequence[Dimension]
) -> tuple[Row, ...]:
    """Every row, each group as a cell, set against the baseline's."""
    rows = []
    for name in question.metrics:
        for key in rows_in_order(question, {row for metric, row, _ in groups if metric == name}):
            own = {column: groups[name, key, column] for column in columns if (name, key, column) in groups}
            rows.append(Row(name, key, cells(question, own, baseline, conditions)))
    return tuple(rows)


def cells(
    question: ComparisonQuestion, groups: Mapping[str, Group], baseline: str, conditions: Sequence[Dimension]
) -> dict[str, Cell]:
    base = groups.get(baseline)
    return {
        column: cell(question.aggregation, group, None if column == baseline else base, conditions)
        for column, group in groups.items()
    }


def judged(question: ComparisonQuestion, rows: Sequence[Row], baseline: str) -> tuple[Row, ...]:
    """The rows with a verdict in each compared cell: p is adjusted over all, so that many rows find no chance."""
    places = [(index, column) for index, row in enumerate(rows) for column, one in row.cells.items() if one.is_compared]
    sides = [(rows[index].cells[column], rows[index].cells[baseline]) for index, column in places]
    tested = tested_together(sides, question.aggregation)
    qs = iter(statistics.adjusted([one.p for one in tested if one.p is not None]))
    made = [dict(row.cells) for row in rows]
    for (index, column), one, (_, base) in zip(places, tested, sides, strict=True):
        better = rows[index].known_metric.better
        made[index][column] = with_verdict(question, replace(one, q=None if one.p is None else next(qs)), base, better)
    return tuple(Row(row.metric, row.key, own) for row, own in zip(rows, made, strict=True))


def tested_together(sides: Sequence[tuple[Cell, Cell]], aggregation: str) -> list[Cell]:
    """Each cell with its p and its interval against its baseline, all computed at once."""
    pairs = [(one.values, base.values) for one, base in sides]
    ps = statistics.run_ps(pairs)
    intervals = statistics.change_intervals(pairs, aggregation)
    return [replace(one, p=p, interval=interval) for (one, _), p, interval in zip(sides, ps, intervals, strict=True)]


def with_verdict(question: ComparisonQuestion, one: Cell, base: Cell, better: Better) -> Cell:
    verdict = statistics.verdict(
        one.values,
        base.values,
        better,
        comparable=not one.differs,
        q=one.q,
        equivalent=statistics.is_equivalent(one.values, base.values, question.equivalence_margin / 100),
    )
    return replace(one, verdict="no evidence" if contradicts(one.change, verdict, better) else verdict)


def accepted_mixtures(groups: Groups, accepted: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """What cells mix, and may."""
    mixed = merged_mixtures(one for group in groups.values() for one in mixtures(group, accepted))
    return tuple(caveat("accepted mixture", dimension=one["dimension"], values=one["values"]) for one in mixed)


def accepted_differences(groups: Groups, baseline: str, accepted: Sequence[Dimension]) -> tuple[Difference, ...]:
    """What differs between a cell and its baseline, or within one, and may: somebody said so."""
    if not accepted:
        return ()
    pairs = [(groups.get((name, row, baseline)), group) for (name, row, _), group in groups.items()]
    return union(differences(base, group, accepted) for base, group in pairs if base)


def caveats(
    question: ComparisonQuestion, rows: Sequence[Row], observations: Sequence[Observation], baseline: str
) -> tuple[Caveat, ...]:
    """What a reader of the whole must know."""
    made = []
    if question.baseline and question.baseline != baseline:
        made.append(caveat("no runs of the baseline", baseline=question.baseline))
    made += provenance_caveats(observations)
    every = [one for row in rows for one in row.cells.values()]
    aggregation = statistics.AGGREGATIONS[question.aggregation]
    if any(one.value is None for one in every):
        needs = {"aggregation": aggregation.title, "needs": aggregation.needs}
        made.append(caveat("too few for the aggregation", **needs))
    if any(one.verdict == "too few runs" for one in every):
        made.append(caveat("too few for a test"))
    return tuple(made)
