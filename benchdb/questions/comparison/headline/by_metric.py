"""Several metrics -> what became of each, with its verdict. Pure.

Metrics are never pooled: more requests per second are better, and more milliseconds are worse.
"""

from __future__ import annotations

from benchdb.domain.caveats import Parameter, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.figures import moved, quantity, tally
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.questions.comparison.headline.one_pair import FEW, changed_metrics, is_portrait


def are_metrics(comparison: Comparison, compared: Compared) -> bool:
    """Whether the line is of several metrics, some of which can be compared."""
    some = any(cell.verdict != "not comparable" for _, _, cell in compared)
    return some and (len(by_name(compared)) > 1 or is_portrait(comparison, compared))


def by_metric(comparison: Comparison, compared: Compared) -> Phrase:
    """Of a few each one; of many how many got which verdict, since their changes have no middle."""
    columns = {column for _, column, _ in compared}
    given: dict[str, Parameter] = {"baseline": comparison.baseline, "verdicts": tally(compared)}
    given |= {"name": (comparison.question.cols, *columns)} if len(columns) == 1 else {"cols": comparison.question.cols}
    sides = "one column" if len(columns) == 1 else "some columns"
    if is_portrait(comparison, compared):
        changed = changed_metrics(comparison, compared)
        is_alike = len({cell.verdict for _, _, cell in compared}) == 1
        parts = tuple(one_metric(comparison, row, cell, is_alike=is_alike) for row, _, cell in changed)
        return phrase(f"metrics of {sides}{', alike' if is_alike else ''}", changes=parts, **given)
    named = by_name(compared)
    if len(named) > FEW:
        return phrase(f"metrics of {sides}, counted", metrics=len(named), **given)
    known = {name: own for name, own in named.items() if has_figures(comparison, own)} or named
    parts = tuple(in_cells(name, own, is_of_one=len(columns) == 1) for name, own in known.items())
    return phrase(f"metrics of {sides}", changes=parts, **given)


def by_name(compared: Compared) -> dict[str, Compared]:
    """The cells of each metric, in the order of their rows."""
    named: dict[str, Compared] = {}
    for place in compared:
        named.setdefault(place[0].metric, []).append(place)
    return named


def has_figures(comparison: Comparison, own: Compared) -> bool:
    """Whether any is not 0 on both sides: of nothing against nothing there is nothing to tell."""
    return any(cell.value or row.cells[comparison.baseline].value for row, _, cell in own)


def one_metric(comparison: Comparison, row: Row, cell: Cell, *, is_alike: bool) -> Phrase:
    """`Latency, mean 5.10× less (better)`; a verdict that all share is said once."""
    if cell.change is None:
        base = quantity(comparison, row, row.cells[comparison.baseline])
        change = phrase("from zero to", base=base, value=quantity(comparison, row, cell))
    else:
        change = phrase("a change in words", moved=(cell.verdict, moved(cell)))
    if not is_alike:
        change = phrase("judged", change=change, verdict=(cell.verdict, comparison.question.equivalence_margin))
    return phrase("one metric", metric=row.metric, change=change)


def in_cells(name: str, own: Compared, *, is_of_one: bool) -> Phrase:
    """`Latency, mean −12% to −3.0% (2 of 4 rows better, 2 cannot tell)`; no range where a change is too coarse."""
    cells = sorted(
        (cell for _, _, cell in own if cell.change is not None),
        key=lambda cell: cell.change or 0.0,
    )
    kind = "one metric in rows" if is_of_one else "one metric in comparisons"
    if not cells or any(cell.ratio_span for _, _, cell in own):
        return phrase(f"{kind}, without change", metric=name, verdicts=tally(own))
    return phrase(kind, metric=name, ends=(moved(cells[0]), moved(cells[-1])), verdicts=tally(own))
