"""Numbers -> Comparison: rows, columns, what is held constant, what else differs. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchdb.domain import statistics
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Column, Ints, in_32_bits
from benchdb.domain.dimensions import Dimension, dimension
from benchdb.questions.acceptance.classes import let_pass, united
from benchdb.questions.base import BadQuestion
from benchdb.questions.cells import Cell, cells, compared
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.changes_within import with_changes_within
from benchdb.questions.comparison.coarse import with_steps
from benchdb.questions.comparison.far_runs import with_far_runs
from benchdb.questions.comparison.headline import headline
from benchdb.questions.comparison.headline.lacking import more_runs_lacking
from benchdb.questions.comparison.judged import DECIDED, Noises, judged, tests_of
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.two_groups import with_groups
from benchdb.questions.conditions import (
    compared_conditions,
    held_constant,
    provenance_caveats,
    union,
    without_accepted,
)
from benchdb.questions.effort import go_on
from benchdb.questions.gate import comparable_group, like_runs, sides_of
from benchdb.questions.numbers import Numbered, Numbers
from benchdb.questions.numbers.freed import free
from benchdb.questions.numbers.places import Places, places_of
from benchdb.questions.replies.at_once import with_loads_at_once
from benchdb.questions.replies.doubts import with_doubts
from benchdb.questions.replies.failures import failure_shares, not_2xx, shares_in_rates, with_failures
from benchdb.questions.replies.lengths import with_lengths
from benchdb.questions.replies.unserved import Unserved, of_sides, without_unserved
from benchdb.questions.shares import all_differences, all_mixtures, place_differences
from benchdb.questions.unfinished import counted

NO_NOISES: Noises = {}
MOST_COLUMNS, MOST_CELLS = 100, 10_000


def tabulate(question: ComparisonQuestion, group: Numbered, noises: Noises = NO_NOISES) -> Comparison:
    """The answer to `question`; observations must come in the order of their trials. BadQuestion for too many cells.

    `noises` are what the machines' other runs say of their sittings. Runs that answered nothing but errors are in no
    figure beside others that served; their requests count among those that failed, so that no side gains by them.
    """
    counting = counted(question, group)
    served, unserved = without_unserved(counting.numbers)
    places = places_of(served)
    numbers = places.numbers
    every = compared_conditions(question.laid_out, numbers)
    conditions, accepted = without_accepted(every, question.accepted)
    columns = in_order(question.cols, {column for _, _, column in places.keys}, question.metrics)
    check_size(len(columns), len(places))
    baseline = question.baseline if question.baseline in columns else next(iter(columns), "")
    go_on()
    rows = made_rows(question, places, columns, baseline, conditions)
    go_on()
    rows = judged(question, rows, baseline, places, noises)
    rows = with_groups(with_steps(rows, baseline, places, question.equivalence_margin / 100), places)
    rows = with_far_runs(with_changes_within(question, rows, baseline, places), baseline, places)
    go_on()
    constant, unknown = held_constant(numbers, every)
    answer = Comparison(
        query=question.to_query(),
        columns=columns,
        baseline=baseline,
        rows=rows,
        held_constant=constant,
        unknown=unknown,
        also_differs=union(one.differs for row in rows for one in row.cells.values()),
        caveats=(
            *counting.caveats,
            *of_sides(counting.numbers, unserved, question.cols, columns),
            *accepted_mixtures(places, accepted),
            *united(one for row in rows for cell in row.cells.values() for one in cell.caveats),
            *caveats(question, rows, numbers, baseline),
        ),
        runs=Column(in_32_bits(counting.numbers.run_ids())),
        published=len(numbers.run_ids(numbers.is_published)),
        accepted=all_differences(places, *based(places, baseline), accepted),
    )
    answer = with_failing_requests(answer, places_of(counting.numbers) if unserved else places, unserved)
    answer = with_doubts(answer, places)
    answer = with_lengths(with_loads_at_once(answer, places), places)
    return with_gate(replace(answer, headline=headline(answer)), places)


def with_failing_requests(answer: Comparison, every: Places, unserved: Unserved) -> Comparison:
    """With those of all runs, also of such as are in no figure."""
    shares = failure_shares(every)
    return with_failures(answer, shares, not_2xx(every, shares), shares_in_rates(every, shares), unserved)


def with_gate(answer: Comparison, places: Places) -> Comparison:
    """With what stands before the comparison where conditions are in conflict."""
    keys = answer.conflicts
    if not keys:
        return answer
    free(len(places.numbers))
    groups = like_runs(places.numbers, keys)
    comparable = comparable_group(places, keys, groups)
    free(len(places.numbers))
    sides = sides_of(places, answer.columns)
    return replace(
        answer,
        groups=groups,
        comparable=sides.holding(comparable) if comparable else None,
        spreads=tuple(map(sides.spread, keys)),
    )


def check_size(columns: int, cells: int) -> None:
    if columns > MOST_COLUMNS or cells > MOST_CELLS:
        most = {"most_columns": MOST_COLUMNS, "most_cells": MOST_CELLS}
        raise BadQuestion("too large a table", columns=columns, cells=cells, **most)


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


def based(places: Places, baseline: str) -> tuple[Ints, Ints]:
    """(the places that have a baseline, that baseline's place), in the order in which their numbers come."""
    pairs = [(place, places.place.get((*places.keys[place][:2], baseline))) for place in places.first.tolist()]
    kept = [pair for pair in pairs if pair[1] is not None and pair[0] != pair[1]]
    here, there = np.array(kept, np.int64).reshape(-1, 2).T
    return here, there


def made_rows(
    question: ComparisonQuestion, places: Places, columns: Sequence[str], baseline: str, conditions: Sequence[Dimension]
) -> tuple[Row, ...]:
    """Every row, each place as a cell, set against the baseline's."""
    made = made_cells(question, places, baseline, conditions)
    rows: dict[str, set[str]] = {name: set() for name in question.metrics}
    for metric, row, _ in places.keys:
        rows[metric].add(row)
    return tuple(
        Row(
            name,
            key,
            {column: made[place] for column in columns if (place := places.place.get((name, key, column))) is not None},
        )
        for name in question.metrics
        for key in rows_in_order(question, rows[name])
    )


def made_cells(
    question: ComparisonQuestion, places: Places, baseline: str, conditions: Sequence[Dimension]
) -> list[Cell]:
    """The cell of each place."""
    alone = cells(places, question.aggregation, conditions)
    here, there = based(places, baseline)
    pairs = list(zip(here.tolist(), there.tolist(), strict=True))
    deltas = statistics.cliffs_deltas([(alone[place].values, alone[base].values) for place, base in pairs])
    differs = place_differences(places, here, there, conditions)
    made = [*alone]
    for (place, base), delta in zip(pairs, deltas, strict=True):
        made[place] = compared(alone[place], alone[base], delta, tuple(differs.get(place, ())))
    for place, accepted in let_pass(places, here, there, conditions).items():
        made[place] = made[place].but(caveats=(*made[place].caveats, *accepted))
    return made


def accepted_mixtures(places: Places, accepted: Sequence[Dimension]) -> tuple[Caveat, ...]:
    """What cells mix, and may."""
    return tuple(
        caveat("accepted mixture", dimension=key, values=values) for key, values in all_mixtures(places, accepted)
    )


def caveats(question: ComparisonQuestion, rows: Sequence[Row], numbers: Numbers, baseline: str) -> tuple[Caveat, ...]:
    """What a reader of the whole must know."""
    made = []
    if question.baseline and question.baseline != baseline:
        made.append(caveat("no runs of the baseline", baseline=question.baseline))
    made += provenance_caveats(numbers)
    every = [one for row in rows for one in row.cells.values()]
    aggregation = statistics.AGGREGATIONS[question.aggregation]
    if any(one.value is None for one in every):
        needs = {"aggregation": aggregation.title, "needs": aggregation.needs}
        made.append(caveat("too few for the aggregation", **needs))
    if any(one.verdict == "too few runs" and one.p is None for one in every):
        made.append(caveat("too few for a test"))
    made += too_few_for_so_many(rows)
    if any(one.verdict in DECIDED and one.sitting_basis == "unknown" and not one.is_published for one in every):
        made.append(caveat("starts not recorded"))
    if any(one.verdict in DECIDED and one.assumes_sittings and not one.is_published for one in every):
        made.append(caveat("sittings by bundle"))
    return tuple(made)


def too_few_for_so_many(rows: Sequence[Row]) -> Iterator[Caveat]:
    """How many more runs it takes to decide anything among so many tests."""
    every = [one for row in rows for one in row.cells.values()]
    lacking = [one.more_runs for one in every if one.is_tested_of_too_few and one.more_runs]
    if lacking:
        ending, given = more_runs_lacking(lacking, len(tests_of(every)))
        yield caveat(f"too few {ending}", **given)
