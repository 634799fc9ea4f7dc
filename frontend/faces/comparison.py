"""Comparison -> Document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchdb.comparison.alike import FEW, alike
from benchdb.comparison.answer import Cell, Comparison, Row
from benchdb.comparison.headline import headline, title
from benchdb.dimensions import dimension
from benchdb.metrics import Metric, metric
from benchdb.stats import PROTOCOLS
from benchdb.units import shown, signed_percent, times
from frontend.charts import charts
from frontend.faces.document import Column, Document, Group, Line, Listing, Origin, Table
from frontend.twins import document, records

BASE = (Column(""), Column("n"))
OTHER = (
    Column("change"), Column(""), Column("n"), Column("95% interval", is_extra=True), Column("q", is_extra=True),
    Column("verdict"),
)  # fmt: skip
DIRECTIONS = {"higher": "higher is better", "lower": "lower is better", "neither": ""}
PUBLISHED = "*"
MOST_PLACES = 3  #: where a sentence holds, named; the others are counted


def comparison_document(
    comparison: Comparison, origin: Origin, *, heading: str = "", note: str = "", more: Mapping[str, Any] | None = None
) -> Document:
    """What every face of a comparison says. `more` goes into the data for programs."""
    return Document(
        name="comparison",
        title=heading or title(comparison.spec),
        headline=headline(comparison),
        note=note,
        summary=summary(comparison),
        tables=tables(comparison),
        facts=tuple((dimension(key).title, value) for key, value in comparison.held_constant),
        listings=tuple(each for each in listings(comparison) if each.sentences),
        charts=tuple(charts(comparison)),
        data=document(comparison) | dict(more or {}),
        records=records(comparison),
        origin=origin,
    )


def summary(comparison: Comparison) -> str:
    """`Median of all runs; 1 to 4 runs per value; published figures.`"""
    counts = sorted({cell.n for row in comparison.rows for cell in row.cells.values()})
    if not counts:
        return "No runs answer this question."
    runs = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    kept = (
        f"; {comparison.published} of {len(comparison.runs)} runs are published figures" if comparison.published else ""
    )
    return f"{PROTOCOLS[comparison.spec.protocol].title}; {runs}{kept}."


def tables(comparison: Comparison) -> tuple[Table, ...]:
    """One table per metric; one for all where the metrics are the rows."""
    along = comparison.along
    names = list(dict.fromkeys(row.metric for row in comparison.rows))
    if comparison.spec.rows == "metric":
        return (table(comparison, "", along, list(comparison.rows)),) if names else ()
    return tuple(
        table(comparison, directed(metric(name)), along, [row for row in comparison.rows if row.metric == name])
        for name in names
    )


def directed(known: Metric) -> str:
    """The metric's title, and which way is better."""
    return f"{known.title} ({DIRECTIONS[known.better]})" if DIRECTIONS[known.better] else known.title


def table(comparison: Comparison, heading: str, along: str, rows: list[Row]) -> Table:
    order = columns(comparison)
    baseline = " (baseline)" if len(order) > 1 else ""
    groups = [Group(f"{name}{baseline}" if not at else name, OTHER if at else BASE) for at, name in enumerate(order)]
    places = comparison.places
    lines = [
        Line(
            row.label,
            tuple(texts(comparison, row, name, places[row.metric], is_base=not at) for at, name in enumerate(order)),
        )
        for row in rows
    ]
    return Table(heading, along, tuple(groups), tuple(lines))


def columns(comparison: Comparison) -> tuple[str, ...]:
    """The baseline, then the others."""
    return (comparison.baseline, *(name for name in comparison.columns if name != comparison.baseline))


def texts(comparison: Comparison, row: Row, column: str, places: int, *, is_base: bool) -> tuple[str, ...]:
    """What the columns of one group say of one cell."""
    cell = row.cells.get(column)
    if cell is None:
        return ()
    value = shown(cell.value, row.known_metric.unit, places)
    if cell.spread is not None:
        value += f" ± {100 * cell.spread:.1f}%" if cell.spread < 10 else " ± >999%"
    n = f"{cell.n}{PUBLISHED if cell.is_published else ''}"
    if is_base:
        return value, n
    interval = f"{signed_percent(cell.interval[0])} to {signed_percent(cell.interval[1])}" if cell.interval else ""
    return change(cell), value, n, interval, "" if cell.q is None else f"{cell.q:.3f}", verdict(comparison, cell)


def change(cell: Cell) -> str:
    """−2.4%; +509% (6.09×) where percents are hard to read."""
    if cell.change is None:
        return ""
    far = cell.ratio is not None and (cell.ratio >= 2 or cell.ratio <= 0.5)
    return signed_percent(cell.change) + (f" ({times(cell.ratio)})" if far else "")


def verdict(comparison: Comparison, cell: Cell) -> str:
    if cell.verdict == "equivalent":
        return f"equivalent within {comparison.spec.band:g}%"
    return cell.verdict or ""


def listings(comparison: Comparison) -> tuple[Listing, ...]:
    is_marked = any(cell.is_published for row in comparison.rows for cell in row.cells.values())
    marks = (f"n with {PUBLISHED}: published figures, of which no raw log is kept here.",) if is_marked else ()
    unknown = ", ".join(dimension(key).title for key in comparison.unknown)
    return (
        Listing("Not recorded by any run", (f"{unknown}.",) if unknown else ()),
        Listing("Also differs", tuple(map(str, comparison.also_differs))),
        Listing("Caveats", (*marks, *comparison.caveats, *cell_caveats(comparison))),
    )


def cell_caveats(comparison: Comparison) -> list[str]:
    """What is said of single cells: each sentence once, with the cells that it is about."""
    found: dict[str, list[str]] = {}
    is_one = len(comparison.spec.metrics) == 1
    for row in comparison.rows:
        for column, cell in row.cells.items():
            for sentence in sentences(cell):
                of = "" if row.key == row.metric or is_one else f"{row.known_metric.title}, "
                found.setdefault(sentence, []).append(f"{of}{row.label}, {column}")
    return [f"{sentence.rstrip('.')} ({where(places)})." for sentence, places in joined(found).items()]


def joined(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Sentences that many cells say with other figures are told once, with all their cells."""
    kinds: dict[str, list[str]] = {}
    for sentence in found:
        kinds.setdefault(alike(sentence), []).append(sentence)
    together: dict[str, list[str]] = {}
    for same in kinds.values():
        for sentence in same if len(same) <= FEW or "Also differs" in same[0] else same[:1]:
            together[sentence] = found[sentence]
        if len(same) > FEW and "Also differs" not in same[0]:
            together[same[0]] = [place for sentence in same for place in found[sentence]]
    return together


def sentences(cell: Cell) -> tuple[str, ...]:
    differs = tuple(f"Also differs: {each}" for each in cell.differs)
    few = cell.verdict in ("too few runs", "no evidence") and cell.needed
    needed = (f"About {cell.needed} runs a side would show a change this large",) if few else ()
    return (*differs, *cell.caveats, *needed)


def where(places: list[str]) -> str:
    named = "; ".join(places[:MOST_PLACES])
    return named if len(places) <= MOST_PLACES else f"{named} and {len(places) - MOST_PLACES} cells more"
