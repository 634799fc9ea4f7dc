"""`{% grid_rows table spot %}`: the rows of a comparison of many columns, written by Python: hundreds of cells."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from benchdb.wording import counted
from frontend.answers.comparison.chosen_cell import as_data, first_chosen
from frontend.answers.comparison.page_table import Compared, PageRow, PageTable

register = template.Library()

NOT_RUN = '<td class="d num q"><small>not run</small></td>'
NO_VALUE = '<td class="val"></td>'
CURRENT = ' aria-current="true"'
NOT_BY_TAB = ' tabindex="-1"'


@register.simple_tag
def grid_rows(table: PageTable, spot: str = "") -> SafeString:
    """`spot` is what the page's anchors begin with."""
    chosen = first_chosen(table)
    return mark_safe("\n".join(grid_row(table, row, spot, chosen.cell if chosen else None) for row in table.rows))


register.filter(first_chosen)
register.filter("data_of_cells", as_data)


def grid_row(table: PageTable, row: PageRow, spot: str, chosen: Compared | None) -> str:
    base = escape(row.base.text) if row.base else '<span class="q">not run</span>'
    cells = []
    for cell in row.compared:
        if cell is None:
            cells.append(NO_VALUE * table.has_values + NOT_RUN)
        else:
            cells.append(grid_cell(table, row, cell, is_chosen=cell is chosen))
    head = f'<th scope="row" id="{escape(spot + row.anchor)}">{escape(row.label)}</th>'
    return f'<tr>{head}<td class="num base">{base}</td>{"".join(cells)}</tr>'


def grid_cell(table: PageTable, row: PageRow, cell: Compared, *, is_chosen: bool) -> str:
    """The keyboard comes in by the chosen one, and arrows go on from there."""
    text = escape(cell.side.text)
    value = f'<td class="num val">{text}</td>' if table.has_values else ""
    tint = f" h{cell.step}" if cell.step else ""
    outcome = ", ".join(filter(None, (cell.change or cell.side.text, cell.verdict)))
    label = escape(f"{cell.side.name} at {row.label}: {outcome}")
    return (
        f'{value}<td class="d"{CURRENT if is_chosen else ""}><button type="button" class="heat {cell.tone}{tint}"'
        f'{"" if is_chosen else NOT_BY_TAB} aria-label="{label}">{shown_text(table, row, cell)}</button></td>'
    )


def shown_text(table: PageTable, row: PageRow, cell: Compared) -> str:
    if cell.step:
        return escape(cell.change)
    if row.base:
        return f"<i>{escape(cell.sign)}</i>{escape(cell.change)}"
    return "–" if table.has_values else escape(cell.side.text)


@register.filter
def column_of(table: PageTable, place: int) -> list[tuple[PageRow, Compared | None]]:
    """The rows of one column."""
    return [(row, row.compared[place]) for row in table.rows]


@register.filter
def counted_runs(n: int | str) -> str:
    """`5 runs`; "" of a side that was not run."""
    return counted(n, "run") if isinstance(n, int) else ""
