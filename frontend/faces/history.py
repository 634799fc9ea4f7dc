"""HistoryAnswer -> Document."""

from __future__ import annotations

from benchdb.comparison.headline import inside
from benchdb.dimensions import dimension
from benchdb.history.answer import HistoryAnswer
from benchdb.history.headline import headline
from benchdb.history.spec import TITLES, HistorySpec
from benchdb.metrics import metric
from frontend import history_tables
from frontend.faces.document import Column, Document, Group, Line, Listing, Origin, Table
from frontend.faces.scaling import PUBLISHED, text
from frontend.history_curves import history_charts
from frontend.history_twins import document, records
from frontend.scaling_tables import Table as Shown

EXTRA = ("Also differs there",)  #: columns that a line of 80 characters has no room for; listings say them too
METHOD = "Levels are medians. A change: binary segmentation on ranks, by random orders, at 5% for all that is shown."


def title(spec: HistorySpec) -> str:
    """`Requests per second over kernel versions, by zone`."""
    by = f", by {inside(dimension(spec.by).title)}" if spec.by else ""
    return f"{metric(spec.metric).title} over {inside(TITLES[spec.x])}{by}"


def history_document(answer: HistoryAnswer, origin: Origin) -> Document:
    """What every face of a history says."""
    return Document(
        name="history",
        title=title(answer.spec),
        headline=headline(answer),
        note="",
        summary=METHOD,
        tables=tuple(table(answer, each) for each in history_tables.tables(answer)),
        facts=tuple((dimension(key).title, value) for key, value in answer.held_constant),
        listings=tuple(each for each in listings(answer) if each.sentences),
        charts=tuple(history_charts(answer)),
        data=document(answer),
        records=records(answer),
        origin=origin,
    )


def table(answer: HistoryAnswer, told: Shown) -> Table:
    """A table of the page as texts. All its columns are of one metric."""
    columns = tuple(Column(head, is_extra=head in EXTRA) for head in told.heads)
    lines = tuple(Line(label, (tuple(text(cell) for cell in cells),)) for label, cells in told.rows)
    return Table(told.title, told.first, (Group(metric(answer.spec.metric).title, columns),), lines)


def listings(answer: HistoryAnswer) -> tuple[Listing, ...]:
    is_marked = any(point.is_published for curve in answer.curves for point in curve.points)
    marks = (f"{PUBLISHED}: published figures, of which no raw log is kept here.",) if is_marked else ()
    along = tuple(f"{dimension(key).title}: {', '.join(values)}" for key, values in answer.along)
    notes = tuple(f"{curve.name}: {note}" if curve.name else note for curve in answer.curves for note in curve.notes)
    return (
        Listing("Also differs", tuple(map(str, answer.also_differs))),
        Listing("Changes along the curve", along),
        Listing("Caveats", (*marks, *answer.caveats, *notes)),
    )
