"""`{% grid_rows table spot %}`: the rows of a comparison of many columns, written by Python: hundreds of cells."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from benchdb.wording import counted, words
from frontend.answers.comparison.chosen_cell import Chosen, as_data, first_chosen
from frontend.answers.comparison.page_table import Compared, PageRow, PageTable

register = template.Library()

NOT_RUN = '<td class="d num q{}"><small>not run</small></td>'
NO_VALUE = '<td class="val{}"></td>'
CURRENT = ' aria-current="true"'
OF_CHOSEN = " on"  #: a class: the column of the cell that is chosen
NOT_BY_TAB = ' tabindex="-1"'


@register.simple_tag
def grid_rows(table: PageTable, spot: str = "") -> SafeString:
    """`spot` is what the page's anchors begin with."""
    chosen = first_chosen(table)
    return mark_safe("\n".join(grid_row(table, row, spot, chosen) for row in table.rows))


register.filter(first_chosen)
register.filter("data_of_cells", as_data)


def grid_row(table: PageTable, row: PageRow, spot: str, chosen: Chosen | None) -> str:
    base = escape(row.base.text) if row.base else '<span class="q">not run</span>'
    cells = []
    for place, cell in enumerate(row.compared):
        on = OF_CHOSEN if chosen and place == chosen.place else ""
        if cell is None:
            cells.append((NO_VALUE * table.has_values + NOT_RUN).replace("{}", on))
        else:
            cells.append(grid_cell(table, row, cell, on, is_chosen=chosen is not None and cell is chosen.cell))
    if chosen and table.has_strip_of_column:
        cells.append(grid_strip(table, row.compared[chosen.place]))
    head = f'<th scope="row" id="{escape(spot + row.anchor)}">{escape(row.label)}</th>'
    return f'<tr>{head}<td class="num base">{base}</td>{"".join(cells)}</tr>'


def grid_strip(table: PageTable, cell: Compared | None) -> str:
    """The change of the chosen column, on the scale of the whole table; its interval is written beneath the grid."""
    strip, stripe = cell.strip if cell else None, ""
    if table.stripe:
        stripe = f'<rect class="soft" x="{table.stripe[0]}" width="{table.stripe[1]}" height="20" stroke="none" />'
    mark = f'<path d="M{strip.low} 10H{strip.high}" /><circle cx="{strip.dot}" cy="10" r="4" />' if strip else ""
    tone = cell.tone if cell else "q2"
    zero = f'<path class="zero" d="M{table.zero} 0v20" />'
    drawing = f'{stripe}{zero}<g class="{tone}">{mark}</g>'
    return f'<td class="strip"><svg viewBox="0 0 230 20" aria-hidden="true">{drawing}</svg></td>'


def grid_cell(table: PageTable, row: PageRow, cell: Compared, on: str, *, is_chosen: bool) -> str:
    """The keyboard comes in by the chosen one, and arrows go on from there."""
    text = escape(cell.side.text)
    value = f'<td class="num val{on}">{text}</td>' if table.has_values else ""
    tint = f" h{cell.step}" if cell.step else ""
    outcome = ", ".join(filter(None, (cell.change or cell.side.text, cell.verdict)))
    label = escape(f"{cell.side.name} at {row.label}: {outcome}")
    return (
        f'{value}<td class="d{on}"{CURRENT if is_chosen else ""}><button type="button" class="heat {cell.tone}{tint}"'
        f'{"" if is_chosen else NOT_BY_TAB} aria-label="{label}">{shown_text(table, row, cell)}</button></td>'
    )


def shown_text(table: PageTable, row: PageRow, cell: Compared) -> str:
    if cell.step:
        return escape(in_brief(cell.change))
    if row.base:
        return f"<i>{escape(cell.sign)}</i>{escape(in_brief(cell.change))}"
    return "–" if table.has_values else escape(cell.side.text)


def in_brief(change: str) -> str:
    """A change that leaves room for the columns beside it: `2.81× less` is `÷2.81`; of coarse figures, that they are.
    What it may be stands beneath the grid, where the cell is chosen.
    """
    if change == words("same printed value"):
        return words("same printed value in a grid")
    if " to " in change:
        return words("coarse in a grid")
    times = change.removesuffix("× less")
    return change if times == change else f"÷{times}"


@register.filter
def has_less(table: PageTable) -> bool:
    """Whether some change is told as a division."""
    return any(cell and in_brief(cell.change).startswith("÷") for row in table.rows for cell in row.compared)


@register.filter
def chosen_place(table: PageTable) -> int:
    """Of the column whose cell is chosen; -1 where none is."""
    chosen = first_chosen(table)
    return chosen.place if chosen else -1


@register.filter
def column_of(table: PageTable, place: int) -> list[tuple[PageRow, Compared | None]]:
    """The rows of one column."""
    return [(row, row.compared[place]) for row in table.rows]


@register.filter
def counted_runs(n: int | str) -> str:
    """`5 runs`; "" of a side that was not run."""
    return counted(n, "run") if isinstance(n, int) else ""
