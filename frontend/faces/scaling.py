"""ScalingAnswer -> Document."""

from __future__ import annotations

from benchdb.comparison.headline import inside
from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.scaling.answer import ScalingAnswer
from benchdb.scaling.headline import headline
from benchdb.scaling.spec import ScalingSpec
from benchdb.stats import PROTOCOLS
from frontend import scaling_tables
from frontend.curves import curve_charts
from frontend.faces.comparison import tables as comparison_tables
from frontend.faces.document import Column, Document, Group, Line, Listing, Origin, Table
from frontend.scaling_tables import Shown
from frontend.scaling_twins import document, records

PUBLISHED = "*"


def title(spec: ScalingSpec) -> str:
    """`Requests per second over CPUs online, by kernel`."""
    return f"{metric(spec.metric).title} over {inside(dimension(spec.x).title)}, by {inside(dimension(spec.by).title)}"


def scaling_document(answer: ScalingAnswer, origin: Origin) -> Document:
    """What every face of a scaling question says."""
    spec, comparison = answer.spec, answer.comparison
    return Document(
        name="scaling",
        title=title(spec),
        headline=headline(answer),
        note="",
        summary=f"{PROTOCOLS[spec.protocol].title}.",
        tables=(
            *(table(each) for each in scaling_tables.tables(answer)),
            *(comparison_tables(comparison) if spec.is_load else ()),
        ),
        facts=tuple((dimension(key).title, value) for key, value in comparison.held_constant),
        listings=tuple(each for each in listings(answer) if each.sentences),
        charts=tuple(curve_charts(answer)),
        data=document(answer),
        records=records(answer),
        origin=origin,
    )


def table(told: scaling_tables.Table) -> Table:
    """A table of the page as texts; what stands small beneath a value follows it."""
    if told.spans:
        groups, at = [], 0
        for name, count in told.spans:
            groups.append(Group(name, tuple(Column(head) for head in told.heads[at : at + count])))
            at += count
    else:
        groups = [Group(head, (Column(""),)) for head in told.heads]
    return Table(told.title, told.first, tuple(groups), tuple(line(groups, *row) for row in told.rows))


def line(groups: list[Group], label: str, cells: tuple[Shown | None, ...]) -> Line:
    texts, at = [], 0
    for group in groups:
        part = cells[at : at + len(group.columns)]
        texts.append(() if all(cell is None for cell in part) else tuple(text(cell) for cell in part))
        at += len(group.columns)
    return Line(label, tuple(texts))


def text(cell: Shown | None) -> str:
    if cell is None:
        return "–"
    mark = PUBLISHED if cell.is_published else ""
    return f"{cell.text}{mark}" + (f" ({', '.join(cell.under)})" if cell.under else "")


def listings(answer: ScalingAnswer) -> tuple[Listing, ...]:
    is_marked = any(point.is_published for curve in answer.curves for point in curve.points)
    marks = (f"{PUBLISHED}: published figures, of which no raw log is kept here.",) if is_marked else ()
    along = tuple(f"{dimension(key).title}: {', '.join(values)}" for key, values in answer.along)
    notes = tuple(f"{curve.name}: {note}" for curve in answer.curves for note in curve.notes)
    return (
        Listing("Also differs", tuple(map(str, answer.also_differs))),
        Listing("Changes along the curves", along),
        Listing("Caveats", (*marks, *dict.fromkeys(answer.caveats), *notes)),
    )
