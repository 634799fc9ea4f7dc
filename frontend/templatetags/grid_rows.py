"""`{% grid_rows table spot %}`: the rows of a comparison of many columns, written by Python: hundreds of cells."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from frontend.answers.comparison.page_table import Compared, PageRow, PageTable

register = template.Library()

NOT_RUN = '<td class="num q"><small>not run</small></td>'
NO_VALUE = '<td class="val"></td>'
NOT_BY_TAB = ' tabindex="-1"'


@register.simple_tag
def grid_rows(table: PageTable, spot: str = "") -> SafeString:
    """`spot` is what the page's anchors begin with."""
    return mark_safe("\n".join(grid_row(table, number, row, spot) for number, row in enumerate(table.rows)))


def grid_row(table: PageTable, number: int, row: PageRow, spot: str) -> str:
    base = escape(row.base.text) if row.base else '<span class="q">not run</span>'
    cells = []
    for place, cell in enumerate(row.cells):
        if cell is None:
            cells.append(NO_VALUE * table.has_values + NOT_RUN)
        else:
            cells.append(grid_cell(table, row, *cell, is_first=number == place == 0))
    head = f'<th scope="row" id="{escape(spot + row.anchor)}">{escape(row.label)}</th>'
    return f'<tr>{head}<td class="num base">{base}</td>{"".join(cells)}</tr>'


def grid_cell(table: PageTable, row: PageRow, cell: Compared, words: str, is_first: bool) -> str:
    """The keyboard comes in by the first one, and arrows go on from there."""
    text = escape(cell.side.text)
    value = f'<td class="num val">{text}</td>' if table.has_values else ""
    tint = f" h{cell.step}" if cell.step else ""
    label = escape(f"{cell.side.name} at {row.label}: {words}")
    return (
        f'{value}<td class="d"><button type="button" class="heat {cell.tone}{tint}"'
        f'{"" if is_first else NOT_BY_TAB} aria-label="{label}">{shown_text(table, row, cell)}</button></td>'
    )


def shown_text(table: PageTable, row: PageRow, cell: Compared) -> str:
    if cell.step:
        return escape(cell.change)
    if row.base:
        return f"<i>{escape(cell.sign)}</i>{escape(cell.change)}"
    return "–" if table.has_values else escape(cell.side.text)
