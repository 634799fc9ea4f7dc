"""How the cost of a request is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchdb.domain.activity.limits import OF_OTHER_WORK
from benchdb.domain.dimensions import LAYOUT, METRIC, dimension
from benchdb.domain.metrics import Metric
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.cost.answer import CostAnswer
from benchdb.questions.cost.question import CostQuestion
from benchdb.reads.facets import Facet, settings_at_hand
from benchdb.recordings.caveats.beside import BESIDE
from benchdb.recordings.caveats.elsewhere import OUTSIDE, UNTIMED
from benchdb.recordings.caveats.own_works import OWN_WORK, OWN_WORK_NOT_APART
from benchdb.recordings.caveats.several import SEVERAL
from benchdb.recordings.caveats.too_short import TOO_SHORT
from benchdb.recordings.caveats.waiting import WAITING
from benchdb.wording import sentence, words
from frontend.answers.comparison import caveats, tables
from frontend.answers.comparison.data import as_dict as comparison_data
from frontend.answers.comparison.data import records
from frontend.answers.comparison.presentation import alone
from frontend.answers.comparison.tabulate import page_tables
from frontend.answers.comparison.waiting import waiting
from frontend.answers.comparison.within_page import within_page
from frontend.answers.export import Records, Table
from frontend.answers.openapi import AGGREGATION, BAND, SIDES, TEXT, parameter
from frontend.answers.presentation import Link, Presentation, parted
from frontend.charts.comparison import charts

#: Phrases of its headline that answer; the others limit them.
ANSWERING = (
    *("costs", "cost against", "cost of another", "costs against", "costs of one against", "costs not told apart"),
    *("costs of others", "costs of many others", "not comparable", "would mix"),
)
OF_OTHERS = (
    OWN_WORK,
    OWN_WORK_NOT_APART,
    BESIDE,
)  #: caveats of work that is in the costs and not of the load: above them
WITHOUT_COSTS = (TOO_SHORT, OUTSIDE, UNTIMED, SEVERAL)  #: caveats of runs whose recordings say nothing of a cost


class CostPresentation(Presentation):
    kind, name = "cost", "cost"
    form, sidebar = "frontend/questions/_cost_form.html", ""
    body, figure = "frontend/answers/_cost_answer.html", "frontend/answers/_cost_figure.html"
    fields = ("by", "protocol", "band")
    parameters = (
        parameter("by", SIDES, words("parameter by of cost")),
        parameter("baseline", TEXT, words("parameter baseline of cost")),
        AGGREGATION,
        parameter("band", {"type": "string", "pattern": BAND}, words("parameter band")),
    )

    def summary(self, answer: CostAnswer) -> str:
        return tables.summary(answer.comparison)

    def tables(self, answer: CostAnswer) -> tuple[Table, ...]:
        return tables.tables(answer.comparison)

    def charts(self, answer: CostAnswer) -> Sequence[Any]:
        return charts(answer.comparison)

    def data(self, answer: CostAnswer) -> dict[str, Any]:
        data = comparison_data(answer.comparison)
        own = {"query": answer.query, "headline": self.headline(answer), "by": answer.question.by}
        return {**data, **own, "runs_without_recording": answer.unrecorded, "caveats": list(super().caveats(answer))}

    def records(self, answer: CostAnswer) -> Records:
        return records(answer.comparison)

    def caveats(self, answer: CostAnswer) -> tuple[str, ...]:
        return (*super().caveats(answer), *caveats.of_cells(answer.comparison))

    def is_empty(self, answer: CostAnswer) -> bool:
        return not answer.comparison.rows

    def metrics(self, question: CostQuestion) -> list[Metric]:
        return []

    def controls(self, question: CostQuestion, answer: CostAnswer) -> dict[str, Any]:
        groups = (known for known in (*LAYOUT, *settings_at_hand()) if known.key not in (METRIC.key, "item"))
        return {
            "groups": dict.fromkeys((*groups, dimension(question.by))),
            "aggregations": AGGREGATIONS.values(),
            **self.equivalence(question.equivalence_margin),
        }

    def context(self, answer: CostAnswer) -> dict[str, Any]:
        own = [one for one in answer.caveats if one not in answer.comparison.caveats]  # the table has those
        shown, missing = within_page(answer.comparison)
        return super().context(answer) | {
            "comparison": answer.comparison,
            "page_tables": page_tables(shown),
            "cut": words("rows left out", missing=missing, rows=len(answer.comparison.rows)) if missing else "",
            "caveats": [one for one in own if one.kind not in (WAITING, *OF_OTHERS)],
            "waiting": waiting(own),
            "without_costs": any(one.kind in WITHOUT_COSTS for one in own),
            "other_work": [
                *(sentence(one) for one in own if one.kind in OF_OTHERS),
                *caveats.of_kinds(answer.comparison, OF_OTHER_WORK, "busy"),
            ],
            "alone": alone(answer.comparison),
        }

    def brief(self, answer: CostAnswer) -> dict[str, Any]:
        return dict(parted(answer.headline, sum(one.kind in ANSWERING for one in answer.headline)))

    def hidden(self, question: Any, facets: Sequence[Facet]) -> list[tuple[str, str]]:
        own = [("baseline", question.baseline)] if question.baseline else []
        return [*super().hidden(question, facets), *own]

    def elsewhere(self, question: CostQuestion) -> list[Link]:
        return [Link(words("open as a comparison"), question.comparison().path())]


PRESENTATION = CostPresentation()
