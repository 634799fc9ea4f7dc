"""How histories are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from benchdb.domain.dimensions import LAYOUT, METRIC, dimension
from benchdb.domain.metrics import metric
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import AXES, TITLES, HistoryQuestion, printed
from benchdb.reads.facets import settings_at_hand
from benchdb.reads.varied.recorded_along import values_along
from benchdb.wording import full_sentences, sentences
from benchdb.wording.figures import stretch
from frontend.answers.export import Column, Group, Line, Listing, Records, Table
from frontend.answers.history import tables
from frontend.answers.history.changes import ChangeTable, change_table
from frontend.answers.history.data import as_dict, records
from frontend.answers.history.lanes import events, lane_keys, lanes
from frontend.answers.history.lead import full_lead
from frontend.answers.openapi import KEYS, MOMENT_OR_DAY, ONE_METRIC, one_of, parameter
from frontend.answers.presentation import PUBLISHED, Link, Presentation
from frontend.answers.shown_tables import ShownTable, text
from frontend.charts.history import history_charts

EXTRA = ("Also differs there",)  #: columns that a line of 80 characters has no room for; listings say them too
METHOD = "Levels are medians. A change: binary segmentation on ranks, by random orders, at 5% for all that is shown."
MOST_OFFERED = 6  #: conditions, and values of one, that the page offers to be restricted to
MOST_POINTS = 200  #: rows of the table of every run; the CSV has them all
FEW = 3  #: conditions; where more change along a curve, single values would not make like of unlike


class HistoryPresentation(Presentation):
    kind, name, navigation, heading = "history", "history", "History", "When did it change?"
    form = "frontend/questions/_history_form.html"
    body, figure = "frontend/answers/_history_answer.html", "frontend/answers/_history_figure.html"
    fields = ("x", "by", "since", "until", "metric")
    parameters = (
        parameter("x", one_of(AXES), "without it, time"),
        parameter("by", KEYS, "one curve for each value of it, which must not be `x`; without it, one curve"),
        parameter("since", MOMENT_OR_DAY, "of a stretch of time: runs made from this moment on, or this day"),
        parameter("until", MOMENT_OR_DAY, "runs made before this moment, or to the end of this day"),
        ONE_METRIC,
    )

    def summary(self, answer: HistoryAnswer) -> str:
        return METHOD

    def tables(self, answer: HistoryAnswer) -> tuple[Table, ...]:
        return tuple(one_group(answer, table) for table in tables.tables(answer))

    def charts(self, answer: HistoryAnswer) -> Sequence[Any]:
        return history_charts(answer)

    def data(self, answer: HistoryAnswer) -> dict[str, Any]:
        return as_dict(answer)

    def records(self, answer: HistoryAnswer) -> Records:
        return records(answer)

    def caveats(self, answer: HistoryAnswer) -> tuple[str, ...]:
        is_marked = any(point.is_published for curve in answer.curves for point in curve.points)
        marks = (f"{PUBLISHED}: published figures, of which no raw log is kept here.",) if is_marked else ()
        of_curves = (
            f"{curve.name}: {note}" if curve.name else note
            for curve in answer.curves
            for note in full_sentences(curve.notes)
        )
        return (*marks, *sentences(answer.caveats), *of_curves)

    def listings(self, answer: HistoryAnswer) -> tuple[Listing, ...]:
        along = tuple(f"{dimension(key).title}: {', '.join(values)}" for key, values in answer.along)
        _, *before, last = super().listings(answer)
        return (*before, Listing("Changes along the curve", along), last)

    def is_empty(self, answer: HistoryAnswer) -> bool:
        return not answer.curves

    def controls(self, question: HistoryQuestion, answer: HistoryAnswer) -> dict[str, Any]:
        groups = [known for known in (*LAYOUT, *settings_at_hand()) if known.key not in (METRIC.key, AXES[question.x])]
        own = (dimension(question.by),) if question.by else ()
        return {"axes": TITLES.items(), "groups": dict.fromkeys((*groups, *own)), "chosen_metric": question.metric}

    def context(self, answer: HistoryAnswer) -> dict[str, Any]:
        every = tables.tables(answer)
        return super().context(answer) | {
            "tables": every[:-1],
            "points": every[-1] if every else None,
            "most_points": "",
            "changes": change_table(answer),
            "levels": every[-2] if every else None,
            "notes": [(curve.name, full_sentences(curve.notes)) for curve in answer.curves if curve.notes],
            "alone": alone(answer),
            "changing": answer.along,
            "along_words": "Along a curve these change too, so what changes it may be one of them:",
        }

    def live(self, answer: HistoryAnswer) -> dict[str, Any]:
        """With what its runs recorded, beneath the chart and beside the changes."""
        keys = lane_keys(answer)
        watch = {
            "watch": "/watches/new/?" + urlencode({"question": answer.question.path()}),
            "most_points": MOST_POINTS,
            "every_point": answer.question.path(".csv"),
            **stretch_of(answer),
        }
        if not keys:
            return super().live(answer) | watch | first_sentence(answer, change_table(answer))
        recorded, (curve,) = values_along(answer.runs, keys), answer.curves
        drawn = tuple(lanes(curve, keys, recorded))
        changes = change_table(answer, list(events(curve, keys, recorded)))
        return super().live(answer) | {
            "charts": [replace(chart, lanes=drawn) for chart in self.charts(answer)],
            "changes": changes,
            **watch,
            **first_sentence(answer, changes),
        }

    def restricted(self, answer: HistoryAnswer) -> list[Link]:
        """One curve for each value of what changes; single values where little does."""
        question, links = answer.question, []
        if not question.by:
            splitting = [key for key, values in answer.along[:MOST_OFFERED] if len(values) <= MOST_CURVES]
            links += [
                Link(f"One curve for each: {dimension(key).title}", question.with_(by=key).path()) for key in splitting
            ]
        for key, values in answer.along if len(answer.along) <= FEW else ():
            links += [
                Link(f"{dimension(key).title} {value} only", question.narrowed(key, value).path())
                for value in values[:MOST_OFFERED]
            ]
        return links

    def elsewhere(self, question: HistoryQuestion) -> list[Link]:
        if question.x != "time":
            return [Link("Open as a comparison", question.comparison().path())] * (not question.is_stretch)
        return [
            Link("List these runs", listed(question, *ends(question))),
            Link("How changes are found", "/docs/history/"),
        ]


def ends(question: HistoryQuestion) -> tuple[str, str]:
    """Of its stretch of time, as fields and addresses have them; "" where it has none."""
    since, until = (printed(moment) if moment else "" for moment in (question.since, question.until))
    return since, until


def listed(question: HistoryQuestion, since: str, until: str) -> str:
    """The list of its runs."""
    pairs = [(key, value) for key, values in question.where for value in values]
    search = " ".join(f"{name}:{moment}" for name, moment in (("since", since), ("until", until)) if moment)
    return "/runs/?" + urlencode([*pairs, *((("q", search),) if search else ())])


def stretch_of(answer: HistoryAnswer) -> dict[str, Any]:
    """What the sentence, the chips and the chart need for a stretch of time to be chosen, and left again."""
    question = answer.question
    chosen, whole = ends(question), question.with_(since=None, until=None)
    return {
        "ends": chosen,
        "stretch": stretch(*chosen),
        "whole": f"/history/?{whole.to_query() or urlencode({'metric': whole.metric})}",  # no query: the launcher
        "listed": listed(question, "", "") if question.x == "time" else "",
        "caveats": sentences(one for one in answer.caveats if one.kind != "stretch of time"),  # its sentence says it
    }


def first_sentence(answer: HistoryAnswer, changes: ChangeTable) -> dict[str, str]:
    """In place of the headline, where something changed."""
    words = full_lead(answer, changes.rows)
    return {"headline": words} if words else {}


def one_group(answer: HistoryAnswer, table: ShownTable) -> Table:
    """A table of the page as texts. All its columns are of one metric."""
    columns = tuple(Column(head, is_extra=head in EXTRA) for head in table.heads)
    lines = tuple(Line(label, (tuple(map(text, cells)),)) for label, cells in table.rows)
    return Table(table.title, table.first, (Group(metric(answer.question.metric).title, columns),), lines)


def alone(answer: HistoryAnswer) -> str:
    """What is said where nothing else changes along a curve."""
    if answer.along:
        return ""
    return f"Nothing that is recorded changes along a curve besides {TITLES[answer.question.x].lower()}."


PRESENTATION = HistoryPresentation()
