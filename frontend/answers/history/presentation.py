"""How histories are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from benchdb.domain.dimensions import LAYOUT, METRIC, STRETCH, SUCCESSIONS, dimension
from benchdb.domain.metrics import metric
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.curves import MOST_CURVES
from benchdb.questions.history.answer import HistoryAnswer
from benchdb.questions.history.question import TITLES, HistoryQuestion, axis_of, axis_title
from benchdb.questions.stretches import printed
from benchdb.reads.facets import settings_at_hand
from benchdb.reads.varied.recorded_along import notes_along, values_along
from benchdb.wording import full_sentences, inside, sentences, words
from benchdb.wording.figures import stretch
from frontend.answers.export import Column, Group, Line, Listing, Records, Table
from frontend.answers.gate import other_document
from frontend.answers.history import tables
from frontend.answers.history.changes import ChangeTable, change_table
from frontend.answers.history.data import as_dict, records
from frontend.answers.history.lanes import MOST_RUNS, events, lane_keys, lanes
from frontend.answers.history.lead import last_level, told_apart
from frontend.answers.history.machine_notes import changes_at, form_of_all, note_sentences, spans_of
from frontend.answers.history.run_notes import Noted, note_lane, note_marks, run_notes
from frontend.answers.openapi import AXIS, KEYS, MOMENT_OR_DAY, ONE_METRIC, parameter
from frontend.answers.presentation import PUBLISHED, Link, Presentation, parted
from frontend.answers.shown_tables import ShownTable, text
from frontend.charts.history import history_charts, with_last_level
from frontend.charts.model import Lane

#: Columns that a line of 80 characters has no room for; listings say them too.
EXTRA = (words("head: also differs there"), words("head: notes there"))
MOST_OFFERED = 6  #: conditions, and values of one, that the page offers to be restricted to
MOST_POINTS = 200  #: rows of the table of every run; the CSV has them all
FEW = 3  #: conditions; where more change along a curve, single values would not make like of unlike


class HistoryPresentation(Presentation):
    kind, name, is_of_curves = "history", "history", True
    form = "frontend/questions/_history_form.html"
    body, figure = "frontend/answers/_history_answer.html", "frontend/answers/_history_figure.html"
    fields = ("x", "by", "since", "until", "metric")
    parameters = (
        parameter("x", AXIS, words("parameter x of history")),
        parameter("by", KEYS, words("parameter by of history")),
        parameter("since", MOMENT_OR_DAY, words("parameter since")),
        parameter("until", MOMENT_OR_DAY, words("parameter until")),
        ONE_METRIC,
    )

    def summary(self, answer: HistoryAnswer) -> str:
        return words("no runs answer" if self.is_empty(answer) else "method of a history")

    def tables(self, answer: HistoryAnswer) -> tuple[Table, ...]:
        return tuple(one_group(answer, table) for table in tables.tables(answer))

    def charts(self, answer: HistoryAnswer) -> Sequence[Any]:
        charts, beneath = history_charts(answer), note_lane((), spans_of(answer))
        return [replace(chart, lanes=beneath) for chart in charts] if beneath else charts

    def data(self, answer: HistoryAnswer) -> dict[str, Any]:
        return as_dict(answer)

    def records(self, answer: HistoryAnswer) -> Records:
        return records(answer)

    def caveats(self, answer: HistoryAnswer) -> tuple[str, ...]:
        is_marked = any(point.is_published for curve in answer.curves for point in curve.points)
        marks = (words("published", mark=PUBLISHED),) if is_marked else ()
        of_curves = (
            f"{curve.title}: {note}" if curve.name else note
            for curve in answer.curves
            for note in full_sentences(curve.notes)
        )
        return (*marks, *sentences(answer.caveats), *of_curves)

    def listings(self, answer: HistoryAnswer) -> tuple[Listing, ...]:
        along = tuple(f"{dimension(key).title}: {', '.join(values)}" for key, values in answer.along)
        _, *before, last = super().listings(answer)
        noted = Listing(words("notes of machines"), note_sentences(answer))
        return (*before, Listing(words("listing along the curve"), along), noted, last)

    def is_empty(self, answer: HistoryAnswer) -> bool:
        return not answer.curves

    def controls(self, question: HistoryQuestion, answer: HistoryAnswer) -> dict[str, Any]:
        settings = settings_at_hand()
        groups = [known for known in (*LAYOUT, *settings) if known.key not in (METRIC.key, axis_of(question.x))]
        along = [known for known in settings if known.key in (*SUCCESSIONS, question.x)]
        axes = {**TITLES, **{known.key: known.title for known in along}}
        own = (dimension(question.by),) if question.by else ()
        return {"axes": axes.items(), "groups": dict.fromkeys((*groups, *own)), "chosen_metric": question.metric}

    def context(self, answer: HistoryAnswer) -> dict[str, Any]:
        every = tables.tables(answer)
        return super().context(answer) | {
            "tables": every[:-1],
            "points": every[-1] if every else None,
            "most_points": "",
            "changes": change_table(answer),
            "levels": every[-2] if every else None,
            "notes": [(curve.title, full_sentences(curve.notes)) for curve in answer.curves if curve.notes],
            "alone": alone(answer),
            "machine_notes": [(note, changes_at(answer, note)) for note in answer.machine_notes],
            "changing": answer.along,
            "along_words": words("along a history"),
        }

    def brief(self, answer: HistoryAnswer) -> dict[str, Any]:
        return dict(parted(told_apart(answer)))

    def live(self, answer: HistoryAnswer, charts: Sequence[Any]) -> dict[str, Any]:
        """With what its runs recorded, beneath the chart and beside the changes."""
        known = notes_known(answer)
        beneath, changes = along_one_curve(answer, known)
        return super().live(answer, charts) | {
            "charts": [with_last_level(answer, replace(chart, lanes=beneath)) for chart in charts],
            "add_note": form_of_all(answer),
            "run_notes": run_notes(answer, known),
            **({"changes": changes} if changes else {}),
            "watch": "/watches/new/?" + urlencode({"question": answer.question.path()}),
            "most_points": MOST_POINTS,
            "every_point": answer.question.path(".csv"),
            **stretch_of(answer),
            "last_level": "" if answer.conflicts else last_level(answer),
        }

    def of_today(self, answer: HistoryAnswer) -> dict[str, Any]:
        notes = run_notes(answer, notes_known(answer))
        return {"notes": [note.as_dict for note in notes]} if notes else {}

    def activity_listings(self, answer: HistoryAnswer) -> tuple[Listing, ...]:
        return (
            Listing(words("notes of runs"), tuple(note.sentence for note in run_notes(answer, notes_known(answer)))),
        )

    def restricted(self, answer: HistoryAnswer) -> list[Link]:
        """One curve for each value of what changes; single values where little does."""
        question, links = answer.question, []
        if not question.by:
            splitting = [key for key, values in answer.along[:MOST_OFFERED] if len(values) <= MOST_CURVES]
            links += [Link(words("a curve for each", key=key), question.with_(by=key).path()) for key in splitting]
        for key, values in answer.along if len(answer.along) <= FEW else ():
            links += [
                Link(words("one value only", key=key, value=value), question.narrowed(key, value).path())
                for value in values[:MOST_OFFERED]
            ]
        return links

    def elsewhere(self, question: HistoryQuestion) -> list[Link]:
        if question.x != "time":
            return [Link(words("open as a comparison"), question.comparison().path())] * (not question.is_stretch)
        return [
            Link(words("list the runs"), listed(question, *ends(question))),
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
        "stretches": stretches_of(question),
        "caveats": [one for one in answer.caveats if one.kind != "stretch of time"],  # its sentence says it
    }


def stretches_of(question: HistoryQuestion) -> str:
    """Where stretches of it are set beside each other, once they are named."""
    return ComparisonQuestion(metrics=(question.metric,), cols=STRETCH.key, where=question.where).path()


def one_group(answer: HistoryAnswer, table: ShownTable) -> Table:
    """A table of the page as texts. All its columns are of one metric."""
    columns = tuple(Column(head, is_extra=head in EXTRA) for head in table.heads)
    lines = tuple(Line(label, (tuple(map(text, cells)),)) for label, cells in table.rows)
    return Table(table.title, table.first, (Group(metric(answer.question.metric).title, columns),), lines)


def along_one_curve(answer: HistoryAnswer, known: Noted) -> tuple[tuple[Lane, ...], ChangeTable | None]:
    """What was recorded and noted beneath its chart, and its changes with it; nothing where there are several."""
    if len(answer.curves) != 1 or answer.labels:
        return (), None
    (curve,), keys = answer.curves, lane_keys(answer)
    recorded = values_along(answer.runs, keys) if keys else {}
    happened = [*events(curve, keys, recorded), *note_marks(curve, known)]
    changes = change_table(answer, happened) if keys or happened else None
    noted = note_lane(run_notes(answer, known), spans_of(answer))
    return (*lanes(curve, keys, recorded), *noted), changes


def notes_known(answer: HistoryAnswer) -> dict[int, str]:
    """What people noted of its runs; of very many runs nothing."""
    return notes_along(answer.runs) if len(answer.runs) <= MOST_RUNS else {}


def alone(answer: HistoryAnswer) -> str:
    """What is said where nothing else changes along a curve; what was accepted may."""
    if answer.along or answer.question.accepted or other_document(answer):
        return ""
    return words("nothing along the curve", axis=inside(axis_title(answer.question.x)))


PRESENTATION = HistoryPresentation()
