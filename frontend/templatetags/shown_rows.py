"""`{% shown_rows table %}`: the rows of a ShownTable, written by Python: a history has one for each of its runs."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from benchdb.wording import words
from frontend.answers.shown_tables import Shown, ShownTable, runs_path

register = template.Library()

PUBLISHED = '<span class="tag published">published</span> '


@register.simple_tag
def shown_rows(table: ShownTable) -> SafeString:
    marks, says_n = table.marks_published, not table.n
    columns = [f'{kind}"' + (f' data-side="{escape(head)}"' * table.folds) for head, kind in table.classed_heads]
    rows = (
        f'<tr><th scope="row">{escape(name)}</th>'
        f"{''.join(shown_cell(cell, marks, says_n, column) for cell, column in zip(cells, columns, strict=True))}</tr>"
        for name, cells in table.rows
    )
    return mark_safe("\n".join(rows))


@register.filter
def leads_to_runs(table: ShownTable) -> bool:
    """Whether a cell links to its runs: a table without a link is one that the keyboard has to scroll."""
    return any(cell and cell.runs and cell.is_linked for _, cells in table.rows for cell in cells)


def shown_cell(cell: Shown | None, marks_published: bool, says_n: bool, column: str) -> str:
    """A cell; what its column says is the end of its class and the attributes behind it."""
    if cell is None:
        return f'<td class="number none{column}>–</td>'
    under = "".join(f'<span class="under">{escape(line)}</span>' for line in cell.under)
    mark = PUBLISHED if cell.runs and cell.is_published and marks_published else ""
    if cell.runs and says_n:
        under += f'<span class="under">{mark}{to_runs(cell, f"n = {len(cell.runs)}")}</span>'
    title = f' title="{escape(words("range of runs", range=cell.range))}"' if cell.range else ""
    if cell.runs and not says_n:
        return f'<td class="number{column}{title}>{mark}{to_runs(cell, escape(cell.text))} {under}</td>'
    return f'<td class="number{column}{title}>{escape(cell.text)} {under}</td>'


def to_runs(cell: Shown, text: str) -> str:
    path = runs_path(cell.runs)
    return f'<a href="{escape(path)}">{text}</a>' if path else text
