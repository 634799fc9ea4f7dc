"""ComparisonQuestion -> its numbers from the packed series: its limits are kept before a number is read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchdb.domain.columns import MANY, in_32_bits, paired, picked
from benchdb.domain.dimensions import ITEM
from benchdb.models import Run
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import SPLIT_SIGN, ComparisonQuestion
from benchdb.questions.comparison.tabulate import check_size
from benchdb.questions.effort import go_on
from benchdb.questions.numbers import Numbers
from benchdb.questions.numbers.freed import free
from benchdb.questions.numbers.places import place_codes, sorted_by
from benchdb.questions.replies.known import known_in_parts, known_of
from benchdb.reads.packed.observed import caveats_of, conditions_of, order_of
from benchdb.reads.packed.series import OF_RUNS, Series
from benchdb.reads.packed.wanted import Needed, Wanted, series_of

MOST_NUMBERS = 3_000_000  #: of one answer, by what memory holds; counted before any is read
PUBLISHED = str(Run.Provenance.PUBLISHED)


def is_packed(question: ComparisonQuestion) -> bool:
    """Whether the packed series can answer it: of now, and with no cell that pools several parts of a metric."""
    laid_out = (question.rows, question.cols, question.split)
    pools_items = len(dict(question.where).get(ITEM.key, ())) > 1 and ITEM.key not in laid_out
    return question.as_of is None and not pools_items and "upload" not in laid_out


def packed_numbers(question: ComparisonQuestion, needed: Needed | None = None) -> Numbers:
    """Every number that the question is about; of the metrics that are `needed`."""
    made = numbers_of_series(question, series_of(wanted(question), lambda series: allow(question, series), needed))
    free(len(made))
    return made


def wanted(question: ComparisonQuestion) -> Wanted:
    return Wanted(question.metrics, question.where, ITEM.key in (question.rows, question.cols))


def numbers_of_series(question: ComparisonQuestion, series: Series) -> Numbers:
    """The numbers of a series as the question lays them out, those of each place beside each other."""
    go_on()
    known = known_in_parts(question.metrics, series) if len(series.runs) >= MANY else known_of(question.metrics, series)
    free(len(series.runs))
    row, column, metric = (series.coded_numbers(key) for key in (question.rows, question.cols, "metric"))
    if question.split:
        row = paired(series.coded_numbers(question.split), row, split_row)
    order = in_32_bits(order_of(series))
    sorting = in_32_bits(sorted_by(place_codes(metric, row, column), order))
    kind, order = picked(series.row, sorting), picked(order, sorting)
    series = replace(series, trials=series.trials[:0])  # from here on, numbers of a row lie apart
    free(len(order))
    row, column, metric = row.of(sorting), column.of(sorting), metric.of(sorting)
    known.sort(sorting)
    series = replace(series, values=picked(series.values, sorting))
    series = replace(series, runs=picked(series.runs, sorting))
    del sorting
    go_on()
    published = np.array([group[3] == PUBLISHED for group in series.groups], bool)
    return Numbers(
        values=series.values,
        runs=series.runs,
        order=order,
        metric=metric,
        row=row,
        column=column,
        kind=kind,
        conditions=conditions_of(series),
        is_published=picked(published[series.group], kind),
        failed=known.failed,
        starts=known.starts,
        bundles=known.bundles,
        durations=known.durations,
        caveats=caveats_of(series),
        beside=known.beside,
    )


def split_row(part: str, own: str) -> str:
    """The row's place behind the value that rows are split by."""
    return part.replace(SPLIT_SIGN, " – ") + SPLIT_SIGN + own


def allow(question: ComparisonQuestion, series: Series) -> None:
    """BadQuestion for more columns, cells or numbers than one answer has."""
    keys = [key for key in (question.cols, question.rows, question.split) if key and key not in OF_RUNS]
    codes = [series.coded(key).codes for key in keys]
    columns = len(np.unique(codes[0])) if question.cols in keys else 0
    cells = len(np.unique(np.stack([series.metric_codes, *codes]), axis=1).T) if len(series.counts) else 0
    check_size(columns, cells)
    if (numbers := int(series.counts.sum())) > MOST_NUMBERS:
        raise BadQuestion("too many numbers", numbers=numbers, most=MOST_NUMBERS)
