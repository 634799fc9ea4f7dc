"""How comparisons are shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import mark_safe

from benchdb.domain.activity.limits import OF_OTHER_WORK
from benchdb.domain.caveats import Phrase
from benchdb.domain.dimensions import ITEM, LAYOUT, METRIC, STRETCH, dimension
from benchdb.domain.metrics import MEAN_TIME, Metric
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.acceptance.classes import named
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.more_runs import more_runs
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.reads.facets import settings_at_hand
from benchdb.reads.metrics import metrics_at_hand
from benchdb.reads.system_differences import MOST_RUNS, SystemDifference, system_differences
from benchdb.wording import line, marked_line, sentences, words
from benchdb.wording.figures import at_rows
from frontend.answers.comparison import caveats, tables
from frontend.answers.comparison.data import as_dict, records
from frontend.answers.comparison.one_sided import one_sided
from frontend.answers.comparison.tabulate import page_tables
from frontend.answers.comparison.waiting import waiting_of
from frontend.answers.comparison.why import basis, unrecorded, why_sentences
from frontend.answers.comparison.within_page import within_page
from frontend.answers.export import Listing, Records, Table
from frontend.answers.openapi import AGGREGATION, BAND, COLUMN_KEYS, KEYS, METRIC_NAMES, TEXT, parameter, several
from frontend.answers.presentation import PUBLISHED, Link, Presentation
from frontend.charts.comparison import charts
from frontend.charts.distribution import links

MARGIN_OFFERED = 5.0  #: percent
MEAN_LATENCY = "latency_mean"


class ComparisonPresentation(Presentation):
    kind, name = "compare", "comparison"
    form, sidebar = "frontend/questions/_compare_form.html", "frontend/answers/comparison/_compare_sidebar.html"
    body, figure = "frontend/answers/comparison/_answer.html", "frontend/answers/comparison/_compare_figure.html"
    fields = ("metric", "rows", "cols", "split", "protocol", "baseline", "band")
    parameters = (
        several("metric", METRIC_NAMES, words("parameter metric")),
        parameter("rows", KEYS, words("parameter rows")),
        parameter("cols", COLUMN_KEYS, words("parameter cols")),
        parameter("split", KEYS, words("parameter split")),
        parameter("baseline", TEXT, words("parameter baseline")),
        several(STRETCH.key, TEXT, words("parameter stretch")),
        AGGREGATION,
        parameter("band", {"type": "string", "pattern": BAND}, words("parameter band")),
    )

    def summary(self, answer: Comparison) -> str:
        return tables.summary(answer)

    def tables(self, answer: Comparison) -> tuple[Table, ...]:
        return tables.tables(answer)

    def charts(self, answer: Comparison) -> Sequence[Any]:
        return charts(answer)

    def data(self, answer: Comparison) -> dict[str, Any]:
        return as_dict(answer)

    def of_today(self, answer: Comparison) -> dict[str, Any]:
        why = system_differences_of(answer)
        return {"why": [difference.data for difference in why]} if why else {}

    def activity_listings(self, answer: Comparison) -> tuple[Listing, ...]:
        why = system_differences_of(answer)
        return tuple(Listing(words("listing of why"), tuple(why_sentences(difference))) for difference in why)

    def records(self, answer: Comparison) -> Records:
        return records(answer)

    def caveats(self, answer: Comparison) -> tuple[str, ...]:
        is_marked = any(cell.is_published for row in answer.rows for cell in row.cells.values())
        marks = (words("published beside n", mark=PUBLISHED),) if is_marked else ()
        return (*marks, *sentences(answer.caveats), *caveats.of_cells(answer))

    def is_empty(self, answer: Comparison) -> bool:
        return not answer.rows

    def metrics(self, question: ComparisonQuestion) -> list[Metric]:
        return metrics_at_hand(question.metrics)

    def controls(self, question: ComparisonQuestion, answer: Comparison) -> dict[str, Any]:
        taken = ("metric", "item", question.rows, question.cols)
        return {
            "splits": [known for known in (*LAYOUT, *settings_at_hand()) if known.key not in taken],
            "layout": dict.fromkeys((*LAYOUT, *settings_at_hand(), dimension(question.rows), dimension(question.cols))),
            "aggregations": AGGREGATIONS.values(),
            **self.equivalence(question.equivalence_margin),
            "chosen_metric": question.metrics[0],
            "chosen_metrics": question.metrics,
            "has_more_metrics": len(question.metrics) > 1,
            "other_metrics": other_metrics(question.metrics),
        }

    def shown_values(self, answer: Comparison) -> Mapping[str, Collection[str]]:
        question = answer.question
        rows = [question.row_values(row.key) for row in answer.rows]
        values = {key: {one[place] for one in rows} for place, key in enumerate(question.row_keys)}
        return {question.cols: answer.columns, **values}

    def context(self, answer: Comparison) -> dict[str, Any]:
        shown, missing = within_page(answer)
        made = super().context(shown)
        in_headline = tuple(one for one in answer.caveats if Phrase(one.kind, one.parameters) in answer.headline)
        return made | {
            "in_headline": in_headline,
            "said_above": (*made["said_above"], *in_headline),
            "answer": answer,
            "comparison": answer,
            "answered": mark_safe(marked_line(answer.headline[:1])),
            "limits": mark_safe(marked_line(answer.headline[1:])),
            "page_tables": page_tables(shown),
            "cut": words("rows left out", missing=missing, rows=len(answer.rows)) if missing else "",
            "alone": alone(answer),
            "other_work": caveats.of_kinds(answer, OF_OTHER_WORK, "busy"),
        }

    def live(self, answer: Comparison, charts: Sequence[Any]) -> dict[str, Any]:
        why = system_differences_of(answer)
        behind = {
            "why": why,
            "why_basis": basis(why),
            "unrecorded": unrecorded(why, answer.question.cols, answer.columns),
            "waiting_recordings": None if why or len(answer.runs) > MOST_RUNS else waiting_of(answer.runs),
            **lacking_runs(answer),
            "distributions": links(answer),
            "besides": line(one_sided(answer)),
            "finer": finer(answer),
        }
        return super().live(answer, charts) | behind

    def elsewhere(self, question: ComparisonQuestion) -> list[Link]:
        if question.stretches:
            return []
        swapped = replace(question, rows=question.cols, cols=question.rows, baseline="")
        return [Link(words("swap"), swapped.path())]


def other_metrics(names: Sequence[str]) -> str:
    """What the question's sentence says behind its first metric: the second one, or how many more there are."""
    if len(names) < 2:
        return ""
    return words("and a metric", metric=names[1]) if len(names) == 2 else words("and metrics", count=len(names) - 1)


def finer(answer: Comparison) -> Link | None:
    """The same mean with all its digits, where ab's table of whole milliseconds is too coarse for it."""
    cells = [cell for row in answer.rows if row.metric == MEAN_LATENCY for cell in row.cells.values()]
    is_of_ab = ("tool", "ab") in answer.held_constant
    if not is_of_ab or not any(cell.step for cell in cells):
        return None
    name, item = MEAN_TIME
    return Link(words("finer mean"), answer.question.with_(metrics=(name,)).narrowed(ITEM.key, item).path())


def lacking_runs(answer: Comparison) -> dict[str, Any]:
    """What would decide it: commands where there are any, else how many runs; a margin where those are too many."""
    lacking = more_runs(answer)
    has_command = any(one.command and not one.is_too_many for one in lacking)
    wider = answer.question.with_(equivalence_margin=MARGIN_OFFERED)
    within = Link(words("margin", margin=MARGIN_OFFERED), wider.path())
    return {
        "more_runs": lacking,
        "more_runs_title": words("commands for more runs" if has_command else "more runs would decide"),
        "within": None if answer.question.equivalence_margin else within,
    }


def alone(answer: Comparison) -> str:
    """What is said where nothing else differs between the sides."""
    if answer.also_differs:
        return ""
    if answer.is_compared and answer.mixes:
        return words("nothing, but cells mix")
    if answer.is_compared and (answer.accepted or named((), answer.caveats)):
        return words("nothing besides the accepted")
    if answer.is_compared:
        return words("only the columns differ", key=answer.question.cols)
    if answer.has_others:
        return words("no row compares")
    return words("one column")


PRESENTATION = ComparisonPresentation()


def system_differences_of(answer: Comparison) -> list[SystemDifference]:
    """What the machines did otherwise; [] for more runs than are looked at, and for sides that cannot be compared."""
    if answer.conflicts or len(answer.runs) > MOST_RUNS:
        return []
    return system_differences(runs_by_row(answer), answer.baseline)


def runs_by_row(answer: Comparison) -> dict[str, dict[str, set[int]]]:
    """Row, in words -> column -> its runs. Metrics are of the same runs: there is one row, without words."""
    question = answer.question
    if question.rows in (METRIC.key, ITEM.key) and not question.split:
        return {"": answer.runs_by_column}
    rows: dict[str, dict[str, set[int]]] = {}
    for row in answer.rows:
        own = rows.setdefault(row.label if question.split else at_rows(question.rows, (row.label,), True), {})
        for column, cell in row.cells.items():
            own.setdefault(column, set()).update(cell.runs)
    return rows if len(rows) > 1 else {"": answer.runs_by_column}
