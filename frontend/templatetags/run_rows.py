"""`{% run_rows rows are_published %}`: the rows of a list of runs, written by Python.

Fifty rows of ten cells are the page: as a template they took 20 ms of CPU, most of it looking up names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.dimensions import MISSING
from benchdb.reads.runs import ListedRun
from benchdb.wording import words
from frontend.answers.run.bars import MAIN, highest_of_machines, machine_of
from frontend.answers.run_columns import RunCell, about

register = template.Library()

BAR = 48  #: pixels of the longest bar
MOST_IN_VIEW = 16  #: characters of a cell; a longer text may be cut, and stands in its title
OUT = ' class="out"'  #: of a run that does not count as others do


@register.simple_tag
def run_rows(rows: Iterable[tuple[ListedRun, Sequence[RunCell]]], are_published: bool = False) -> SafeString:
    """`are_published` says once of all runs what each would say of itself."""
    rows = list(rows)
    highest = highest_of_machines(run for run, _ in rows)
    lines = (row(run, cells, are_published, highest[machine_of(run)]) for run, cells in rows)
    return mark_safe("\n".join(lines))


def row(run: ListedRun, cells: Sequence[RunCell], are_published: bool, most: float) -> str:
    is_complete, key = run.status == "complete", run.pk
    own = f'<a data-open href="/runs/{key}/">{key}</a>'
    if not is_complete:
        own += f' <span class="tag worse">{escape(run.status)}</span>'
    if run.provenance == "published" and not are_published:
        own += ' <span class="tag published">published</span>'
    if run.recorded_share is not None:
        whole = escape(words("recorded share", share=run.recorded_share))
        own += f' <span class="tag part" title="{whole}">{escape(words("recorded in part"))}</span>'
    return (
        f"<tr data-row{'' if is_complete else OUT}><td>"
        f'<input type="checkbox" form="selected" name="run" value="{key}" aria-label="Select run {key}"'
        f' data-select-run></td><td class="nowrap">{own}<span class="about">{escape(about(cells))}</span></td>'
        f"{''.join(cell(one, bar(run, one, most)) for one in cells)}</tr>"
    )


def bar(run: ListedRun, shown: RunCell, most: float) -> str:
    """Beside a run's throughput: its length as a share of the highest one shown of its machine."""
    if shown.column.key != MAIN or not most:
        return ""
    width = BAR * (run.numbers.get(MAIN) or 0) / most
    return f'<svg class="share" viewBox="0 0 {BAR} 8" aria-hidden="true"><path d="M0 0h{width:.0f}v8H0z"/></svg>'


def cell(shown: RunCell, beside: str) -> str:
    text = escape(shown.text)
    if not text and shown.column.key == "started":
        text = f'<span class="q">{MISSING}</span>'
    if shown.href:
        text = f'<a href="{escape(shown.href)}" class="{shown.mark}">{text}</a>'
    whole = shown.exact or (shown.text if len(shown.text) > MOST_IN_VIEW else "")
    title = f' title="{escape(whole)}"' if whole else ""
    return f'<td class="{shown.classes}"{title}>{text}{beside}</td>'
