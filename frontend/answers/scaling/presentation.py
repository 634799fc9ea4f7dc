"""How scaling is shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.utils.functional import SimpleLazyObject

from benchdb.domain.dimensions import LAYOUT, dimension
from benchdb.domain.metrics import metric
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.acceptance.classes import named
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.scaling.answer import ScalingAnswer
from benchdb.questions.scaling.headline.failing import FAILING, NOTHING
from benchdb.questions.scaling.laws import LAWS
from benchdb.questions.scaling.question import AXES, GAMMAS, ScalingQuestion
from benchdb.reads.facets import Facet, settings_at_hand
from benchdb.wording import full_sentences, sentences, words
from benchdb.wording.figures import BASES, BELOW, quantity
from frontend.answers.comparison.tables import tables as comparison_tables
from frontend.answers.comparison.tabulate import page_tables
from frontend.answers.comparison.within_page import within_page
from frontend.answers.export import Listing, Records, Table
from frontend.answers.openapi import AGGREGATION, KEYS, ONE_METRIC, one_of, parameter
from frontend.answers.presentation import PUBLISHED, Link, Presentation, parted
from frontend.answers.scaling import tables
from frontend.answers.scaling.data import as_dict, records
from frontend.answers.scaling.finer import with_finer_mean
from frontend.answers.scaling.lead import lead
from frontend.answers.shown_tables import ShownTable, as_text, without_column, without_empty_columns
from frontend.charts.comparison import is_flat
from frontend.charts.scaling.curves import curve_charts

MOST_AT_ONCE = 60  #: cells beneath a load curve that its page shows by itself; more are asked for when opened


class ScalingPresentation(Presentation):
    kind, name, is_of_curves = "scaling", "scaling", True
    form, sidebar = "frontend/questions/_scaling_form.html", "frontend/answers/_scaling_sidebar.html"
    body, figure = "frontend/answers/_scaling_answer.html", "frontend/answers/_scaling_figure.html"
    fields = ("x", "by", "metric", "protocol", "gamma")
    parameters = (
        parameter("x", one_of(AXES), words("parameter x of scaling")),
        parameter("by", KEYS, words("parameter by of scaling")),
        ONE_METRIC,
        AGGREGATION,
        parameter("gamma", one_of(GAMMAS), words("parameter gamma")),
    )

    def summary(self, answer: ScalingAnswer) -> str:
        if self.is_empty(answer):
            return words("no runs answer")
        return f"{AGGREGATIONS[answer.question.aggregation].title}."

    def tables(self, answer: ScalingAnswer) -> tuple[Table, ...]:
        beneath = comparison_tables(answer.comparison) if answer.question.is_load else ()
        return (*map(as_text, tables.tables(answer)), *beneath)

    def charts(self, answer: ScalingAnswer) -> Sequence[Any]:
        return curve_charts(answer)

    def data(self, answer: ScalingAnswer) -> dict[str, Any]:
        return as_dict(answer)

    def records(self, answer: ScalingAnswer) -> Records:
        return records(answer)

    def caveats(self, answer: ScalingAnswer) -> tuple[str, ...]:
        is_marked = any(point.is_published for curve in answer.curves for point in curve.points)
        marks = (words("published", mark=PUBLISHED),) if is_marked else ()
        of_curves = (f"{curve.name}: {note}" for curve in answer.curves for note in full_sentences(curve.notes))
        return (*marks, *sentences(answer.caveats), *of_curves)

    def listings(self, answer: ScalingAnswer) -> tuple[Listing, ...]:
        along = tuple(f"{dimension(key).title}: {', '.join(values)}" for key, values in answer.along)
        *before, last = super().listings(answer)
        return (*before, Listing(words("listing along the curves"), along), last)

    def is_empty(self, answer: ScalingAnswer) -> bool:
        return not answer.curves

    def completed(self, answer: ScalingAnswer) -> ScalingAnswer:
        """With the mean of ab that has all its digits, where there is one."""
        return with_finer_mean(answer)

    def controls(self, question: ScalingQuestion, answer: ScalingAnswer) -> dict[str, Any]:
        groups = [known for known in (*LAYOUT, *settings_at_hand()) if known.key not in ("metric", question.x)]
        return {
            "axes": [dimension(name) for name in AXES],
            "groups": dict.fromkeys((*groups, dimension(question.by))),
            "aggregations": AGGREGATIONS.values(),
            "gammas": [(name, words(f"gamma: {name}")) for name in GAMMAS],
            "chosen_metric": question.metric,
        }

    def context(self, answer: ScalingAnswer) -> dict[str, Any]:
        beneath = answer.comparison  #: its own caveats stand under its table
        own = [one for one in answer.caveats if not answer.question.is_load or one not in beneath.caveats]
        flat = flat_rows(answer)
        drawn = super().context(answer)
        first = [chart for chart in drawn["charts"] if chart.panel == drawn["charts"][0].panel]
        first = first if first and first[0].panel else first[:1]
        more = drawn["charts"][len(first) :]
        bases = {law.uncertainty.how for curve in answer.curves for law in curve.laws}
        return drawn | {
            "first_charts": first,
            "more_charts": more,
            "more_titles": titles_beneath(answer) if more else [],
            **every_load(answer, flat),
            "flat": [flat_words(beneath, rows) for rows in flat.values()],
            "alone": alone(answer),
            "changing": answer.along,
            "along_words": words("along a load", key=answer.question.x),
            "tables": shown_tables(answer),
            "notes": [(curve.name, full_sentences(curve.notes)) for curve in answer.curves if curve.notes],
            "bases": [BASES[how] for how in sorted(bases) if BASES[how]],
            "caveats": own,
            "gamma": words(f"gamma: {answer.question.gamma}"),
            "laws": list(LAWS.values()) if any(curve.laws for curve in answer.curves) else [],
        }

    def brief(self, answer: ScalingAnswer) -> dict[str, Any]:
        return dict(lead(answer) or parted(answer.headline))

    def in_study(self, answer: ScalingAnswer) -> dict[str, Any]:
        """Its numbers beside its chart: without the efficiency, which is the speed-up once more."""
        shown = [without_column(table, words("head: efficiency")) for table in shown_tables(answer)]
        return dict(lead(answer)) | {"tables": shown}

    def live(self, answer: ScalingAnswer, charts: Sequence[Any]) -> dict[str, Any]:
        return super().live(answer, charts) | later(answer)

    def elsewhere(self, question: ScalingQuestion) -> list[Link]:
        return [Link(words("open as a comparison"), question.comparison().path())]

    def hidden(self, question: Any, facets: Sequence[Facet]) -> list[tuple[str, str]]:
        is_kept = question.is_load and question.gamma != ScalingQuestion().gamma
        return [*super().hidden(question, facets), *([("gamma", question.gamma)] if is_kept else [])]


def shown_tables(answer: ScalingAnswer) -> list[ShownTable]:
    """Those of the page: of knees that nobody found, no columns are left."""
    made = tables.tables(answer)
    made[:1] = [tables.with_ratio(answer, table) for table in made[:1]]
    shown = [without_empty_columns(table) for table in made]
    has_knees = not answer.question.is_load or any(curve.knee or curve.step or curve.drop for curve in answer.curves)
    return shown if has_knees else [replace(table, title=words("no knee found")) for table in shown]


def flat_rows(answer: ScalingAnswer) -> dict[str, list[Row]]:
    """Of what stands beneath a load curve: metrics that are 0, or below what the tool prints, at each load."""
    rows: dict[str, list[Row]] = {}
    for row in answer.comparison.rows if answer.question.is_load else ():
        rows.setdefault(row.metric, []).append(row)
    failing = any(note.kind in (*FAILING, *NOTHING) for curve in answer.curves for note in curve.notes)
    known = {answer.question.metric, *(("requests_failed",) if failing else ())}  # a tool's own count may be another
    return {name: own for name, own in rows.items() if name not in known and is_flat(own)}


def every_load(answer: ScalingAnswer, flat: Collection[str]) -> dict[str, Any]:
    """The table beneath a load curve, of what is not `flat`. It is made where it is shown."""
    shown, missing = within_page(answer.comparison)
    return {
        "comparison": answer.comparison,
        "page_tables": SimpleLazyObject(lambda: [one for one in page_tables(shown) if one.metric not in flat]),
        "cut": words("rows left out", missing=missing, rows=len(answer.comparison.rows)) if missing else "",
    }


def later(answer: ScalingAnswer) -> dict[str, Any]:
    """Where a table of many cells is asked for, and what it is of."""
    cells = sum(len(row.cells) for row in answer.comparison.rows)
    if not answer.question.is_load or cells <= MOST_AT_ONCE:
        return {}
    loads = {row.key for row in answer.comparison.rows}
    return {
        "caveats": answer.caveats,  # those of the table are of its runs, too
        "later": answer.question.path("/loads/"),
        "as_comparison": answer.question.comparison(answer.comparison.question.metrics).path(),
        "of_loads": words("so many loads and curves", loads=len(loads), curves=len(answer.curves)),
    }


def titles_beneath(answer: ScalingAnswer) -> list[str]:
    """What the charts after the first show: the other metrics of a load, or the efficiency of each CPU."""
    if not answer.question.is_load:
        return [words("chart of efficiency")]
    rows = [row for row in answer.comparison.rows if row.metric != answer.question.metric]
    names = dict.fromkeys(row.metric for row in rows)
    return [metric(name).title for name in names if not is_flat([row for row in rows if row.metric == name])]


def flat_words(comparison: Comparison, rows: Sequence[Row]) -> str:
    """`Requests failed: 0 in each of 105 runs.`"""
    cells = [cell for row in rows for cell in row.cells.values()]
    steps = [cell.step for cell in cells if cell.is_below_step and cell.step]
    figure = quantity(max(steps), rows[0].metric, BELOW) if steps else "0"
    return words("flat at every load", metric=rows[0].metric, figure=figure, runs=sum(cell.n for cell in cells))


def alone(answer: ScalingAnswer) -> str:
    """What is said where nothing else differs between the curves."""
    if answer.also_differs:
        return ""
    if len(answer.curves) > 1 and (answer.accepted or named((), answer.caveats)):
        return words("nothing besides the accepted")
    if len(answer.curves) > 1:
        return words("only the curves differ", key=answer.question.by)
    return words("one curve")


PRESENTATION = ScalingPresentation()
