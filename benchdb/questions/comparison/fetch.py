"""ComparisonQuestion -> its numbers, from the packed series where they can answer it, else from the rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from django.db.models import BigIntegerField, F, Func, OuterRef, Q, Subquery

from benchdb.domain.caveats import of_row
from benchdb.domain.columns import Coded
from benchdb.domain.dimensions import CONDITIONS, ITEM, METRIC, MISSING, TUNING, dimension
from benchdb.domain.setups.load_tools import ANSWERED_ONLY, RATE_OF_ANSWERS
from benchdb.models import Measurement, Run
from benchdb.questions.acceptance.fetch import under_rules
from benchdb.questions.base import BadQuestion, Question
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.machine_noise import machine_noises
from benchdb.questions.comparison.packed import is_packed, packed_numbers, split_row
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.numbers import DURATION, Numbers, Observation, numbers_of
from benchdb.questions.replies.counted import READ, replies_by_run
from benchdb.questions.stretches import Stretch
from benchdb.reads.conditions import condition
from benchdb.reads.packed.wanted import Needed
from benchdb.recordings.reboots import reboots_of

PATHS = {condition.key: f"run__{condition.path}" for condition in CONDITIONS}
MOST_STORED = 50_000  #: numbers that are read one by one
OWN = (
    "run_id", "metric", "item", "value", "run__setup__tuning", "run__caveats", "run__limits", "run__trial",
    "run__file__upload_id", "run__started_at",
)  # fmt: skip
COUNTS = ("duration", "bundle")
UNCOUNTED: tuple[float, dict[str, float]] = (math.nan, {})  #: of a run of whose replies nothing is known
#: What a run came in, as the packed arrays have it.
BUNDLE = Func(
    *(F(f"run__file__{name}") for name in ("upload_id", "archive_id", "name")),
    function="benchdb_bundle",
    output_field=BigIntegerField(),
)


def fetch_comparison(question: ComparisonQuestion) -> Comparison:
    """The answer to `question` from the database. BadQuestion where it would be too large to read."""
    seen = numbers(question)
    noises = machine_noises(question, seen)
    return under_rules(question, seen, lambda ruled: tabulate(question, ruled, noises))


def numbers(question: ComparisonQuestion, needed: Needed | None = None) -> Numbers:
    """Every number the question is about; those of metrics that are not `needed` may be left out."""
    if question.stretches:
        return in_stretches(question.stretches, numbers(without_stretches(question), needed))
    read = packed_numbers(question, needed) if is_packed(question) else numbers_of(stored_observations(question))
    return replace(read, reboots=reboots_of(read.machines_with_starts, question.as_of))


def without_stretches(question: ComparisonQuestion) -> ComparisonQuestion:
    """The same numbers, laid out by something that the rows are not."""
    others = (known.key for known in CONDITIONS if known.key not in question.row_keys)
    return question.with_(cols=next(others), stretches=())


def in_stretches(stretches: Sequence[Stretch], read: Numbers) -> Numbers:
    """The numbers of runs that were made in one of them, in columns by which; starts that nobody knows are in none."""
    codes = np.full(len(read), -1)
    for place, (since, until) in enumerate(one.seconds for one in stretches):
        codes[(read.starts >= since) & (read.starts < until)] = place
    kept = codes >= 0
    columns = Coded(codes[kept], tuple(one.name for one in stretches))
    return replace(read.taken(kept), column=columns.compact())


def stored_observations(question: ComparisonQuestion) -> list[Observation]:
    """From the narrow rows: of any moment, and slow where there are many."""
    wanted = Measurement.objects.filter(item_filter(question), metric__in=question.metrics, run__in=runs(question))
    if wanted[MOST_STORED : MOST_STORED + 1].exists():
        raise BadQuestion("too many numbers of then", most=MOST_STORED)
    # By trial, then by age: the zones protocol drops the first run.
    counts = wanted.annotate(duration=whole(DURATION), bundle=BUNDLE)
    rows = counts.order_by("run__trial", "run_id", "pk").values(*OWN, *PATHS.values(), *COUNTS)
    conditions: dict[int, dict[str, str]] = {}
    replies = replies_of((row["run_id"] for row in rows), question.metrics)
    return [observation(question, row, conditions, *replies.get(row["run_id"], UNCOUNTED)) for row in rows]


def replies_of(runs: Iterable[int], metrics: Sequence[str]) -> dict[int, tuple[float, dict[str, float]]]:
    """The share of failures of each run, and what else is known of its replies."""
    of_runs = set(runs)
    rows = Measurement.objects.filter(run__in=of_runs, metric__in=READ).values_list("run_id", "metric", "item", "value")
    tools = Run.objects.filter(pk__in=of_runs, setup__tool__in=ANSWERED_ONLY).values_list("pk", "setup__tool")
    of_answers = [run for run, tool in tools if tool in RATE_OF_ANSWERS]
    return replies_by_run(rows, [run for run, _ in tools], metrics, of_answers)


def whole(metric: str) -> Subquery:
    """Another number of the same run."""
    numbers = Measurement.objects.filter(run=OuterRef("run_id"), metric=metric, item="")
    return Subquery(numbers.values("value")[:1])


def runs(question: Question) -> Any:
    """The runs that the question is about, as they stood at its moment."""
    active = Run.objects.active_at(question.as_of) if question.as_of else Run.objects.active()
    for key, values in question.where:
        if key != ITEM.key:
            active = active.filter(condition(dimension(key), values))
    return active


def item_filter(question: ComparisonQuestion) -> Q:
    """Which parts of the metrics: those asked for; all, if they are laid out; else the whole."""
    items = dict(question.where).get(ITEM.key)
    if items:
        return Q(item__in=["" if value == MISSING else value for value in items])
    return ~Q(item="") if ITEM.key in (question.rows, question.cols) else Q(item="")


def observation(
    question: ComparisonQuestion,
    row: Mapping[str, Any],
    conditions: dict[int, dict[str, str]],
    failed: float,
    beside: Mapping[str, float],
) -> Observation:
    run = row["run_id"]
    if run not in conditions:
        conditions[run] = condition_texts(row)
    texts = conditions[run]
    return Observation(
        run=run,
        metric=row["metric"],
        value=row["value"],
        row=row_of(question, row, texts),
        column=placed(question.cols, row, texts),
        conditions=texts,
        is_published=row["run__provenance"] == Run.Provenance.PUBLISHED,
        caveats=tuple(map(of_row, (*row["run__caveats"], *row["run__limits"]))),
        failed=None if math.isnan(failed) else failed,
        start=row["run__started_at"] and row["run__started_at"].timestamp(),
        bundle=0 if row["run__started_at"] else row["bundle"],
        duration=row["duration"] if row["run__started_at"] else None,
        beside=beside,
    )


def condition_texts(row: Mapping[str, Any]) -> dict[str, str]:
    """A run's conditions as texts, its tuning setting by setting."""
    texts = {known.key: known.text(row[PATHS[known.key]]) for known in CONDITIONS}
    return texts | {f"{TUNING}{name}": str(value) for name, value in row["run__setup__tuning"].items()}


def row_of(question: ComparisonQuestion, row: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """The row of a number: its place along the rows, behind the value that they are split by."""
    own = placed(question.rows, row, texts)
    if not question.split:
        return own
    return split_row(placed(question.split, row, texts), own)


def placed(key: str, row: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Where a number stands along the dimension `key`."""
    if key == METRIC.key:
        return str(row["metric"])
    if key == ITEM.key:
        return str(row["item"])
    if key in texts or key.startswith(TUNING):
        return texts.get(key, MISSING)
    known = dimension(key)
    return known.text(row["run_id"] if key == "run" else row[f"run__{known.path}"])
