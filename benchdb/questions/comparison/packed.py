"""ComparisonQuestion -> observations from the packed series: its limits are kept before a number is read."""

from __future__ import annotations

import numpy as np

from benchdb.domain.dimensions import ITEM
from benchdb.models import Run
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import SPLIT_SIGN, ComparisonQuestion
from benchdb.questions.conditions import Observation
from benchdb.questions.failures import COMPLETED, FAILED, failure_share
from benchdb.reads.packed.observed import Observed
from benchdb.reads.packed.series import OF_RUNS, Series, Wanted, series_of, whole_numbers

MOST_COLUMNS, MOST_CELLS = 100, 10_000
MOST_NUMBERS = 50_000  #: of one answer; counted before any is read
PUBLISHED = str(Run.Provenance.PUBLISHED)


def is_packed(question: ComparisonQuestion) -> bool:
    """Whether the packed series can answer it: of now, and with no cell that pools several parts of a metric."""
    laid_out = (question.rows, question.cols, question.split)
    pools_items = len(dict(question.where).get(ITEM.key, ())) > 1 and ITEM.key not in laid_out
    return question.as_of is None and not pools_items and "upload" not in laid_out


def packed_observations(question: ComparisonQuestion) -> list[Observation]:
    """Every number that the question is about, in the order of the trials."""
    return observations_of(question, series_of(wanted(question), lambda series: allow(question, series)))


def wanted(question: ComparisonQuestion) -> Wanted:
    return Wanted(question.metrics, question.where, ITEM.key in (question.rows, question.cols))


def observations_of(question: ComparisonQuestion, series: Series) -> list[Observation]:
    """The numbers of a series as the question lays them out, in the order of the trials."""
    observed = Observed(series)
    row, column = observed.texts(question.rows), observed.texts(question.cols)
    split = observed.texts(question.split) if question.split else None
    kinds, kind = observed.series.groups, observed.series.group.tolist()
    counts = whole_numbers(series, (FAILED, COMPLETED))
    made = []
    for place, of_row, run, value in observed.numbers():
        own = row(place)
        made.append(
            Observation(
                run=run,
                metric=kinds[kind[of_row]][0],
                value=value,
                row=split(place).replace(SPLIT_SIGN, " – ") + SPLIT_SIGN + own if split else own,
                column=column(place),
                conditions=observed.conditions[of_row],
                is_published=kinds[kind[of_row]][3] == PUBLISHED,
                caveats=observed.caveats.get(run, ()),
                failed=failure_share(counts[FAILED][run], counts[COMPLETED].get(run))
                if run in counts[FAILED]
                else None,
            )
        )
    return made


def allow(question: ComparisonQuestion, series: Series) -> None:
    """BadQuestion for more columns, cells or numbers than one answer has."""
    keys = [key for key in (question.cols, question.rows, question.split) if key and key not in OF_RUNS]
    codes = [series.coded(key).codes for key in keys]
    columns = len(np.unique(codes[0])) if question.cols in keys else 0
    cells = len(np.unique(np.stack([series.metric_codes, *codes]), axis=1).T) if len(series.counts) else 0
    check_size(columns, cells)
    if (numbers := int(series.counts.sum())) > MOST_NUMBERS:
        raise BadQuestion(
            f"{numbers:,} numbers are more than one answer is made of ({MOST_NUMBERS:,}): "
            "filter by a machine, a server or a study"
        )


def check_size(columns: int, cells: int) -> None:
    if columns > MOST_COLUMNS or cells > MOST_CELLS:
        size = f"{columns} columns and {cells} cells"
        raise BadQuestion(
            f"{size} are more than anybody reads ({MOST_COLUMNS}, {MOST_CELLS}): filter, or lay out another way"
        )
