"""Comparison of two sides along some rows -> the first line of its page: which row is better, worse, the same. Pure.

Says no more than the table beneath it; exports and permalinks have the headline, which counts the verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline import ORDER
from benchdb.questions.comparison.judged import DECIDED
from benchdb.wording import marked_line
from benchdb.wording.values import shown_value

PORTRAIT = "a few metrics of one pair"  #: kind of a headline
MOST_ROWS = 12  #: that can be told one by one
FEWEST_ROWS = 2  #: of one, the headline has its figures
#: verdict -> kind of its phrase
KINDS = {
    "better": "rows that moved",
    "worse": "rows that moved",
    "differs": "rows that moved",
    "equivalent": "rows alike",
    "no evidence": "rows that cannot tell",
    "cannot be told from drift": "rows like drift",
    "too few runs": "rows of few runs",
    "not comparable": "rows apart",
}

Judged = list[tuple[Row, Cell]]


def lead(comparison: Comparison) -> dict[str, SafeString]:
    """In place of the headline; {} where there is no answer, or it takes more than a line or two."""
    if comparison.headline and comparison.headline[0].kind == PORTRAIT:
        return {"headline": mark_safe(marked_line(with_named_side(comparison)))}
    other = other_side(comparison)
    judged = [(row, row.cells[other]) for row in comparison.rows if other in row.cells and row.cells[other].verdict]
    if not other or comparison.conflicts or not is_tellable(comparison, judged):
        return {}
    question = comparison.question
    given = {"metric": judged[0][0].metric, "name": (question.cols, other), "baseline": comparison.baseline}
    parts = tuple(of_verdict(comparison, verdict, own) for verdict, own in by_verdict(judged))
    words = (phrase("in short", **given, parts=located(question.rows, parts)), *comparison.headline[1:])
    return {"headline": mark_safe(marked_line(words)), "besides": mark_safe(marked_line(one_sided(comparison, other)))}


def with_named_side(comparison: Comparison) -> tuple[Phrase, ...]:
    """The headline of a few metrics, in which a bare number says of what it is one: `workers 2 against 1`.

    That of exports and permalinks does not: a frozen phrase has no room for the dimension.
    """
    first, *limits = comparison.headline
    given = {name: first[name] for name in ("baseline", "changes", "verdicts")}
    return (phrase("metrics in short", name=(comparison.question.cols, first["column"]), **given), *limits)


def other_side(comparison: Comparison) -> str:
    """The only column besides the baseline; "" where there are more."""
    others = [name for name in comparison.columns if name != comparison.baseline]
    return others[0] if len(others) == 1 else ""


def is_tellable(comparison: Comparison, judged: Judged) -> bool:
    """Of one metric, a few rows, some of them decided, with ratios that can be told."""
    question = comparison.question
    is_plain = len(question.metrics) == 1 and question.rows not in ("metric", "item") and not question.split
    is_fine = all(cell.change is not None and cell.ratio_span is None for _, cell in judged)
    some = any(cell.verdict in DECIDED for _, cell in judged)
    return is_plain and is_fine and some and FEWEST_ROWS <= len(judged) <= MOST_ROWS


def by_verdict(judged: Judged) -> Iterable[tuple[str, Judged]]:
    """The rows of each verdict, the better ones first."""
    for verdict in ORDER:
        if own := [(row, cell) for row, cell in judged if cell.verdict == verdict]:
            yield verdict, own


def of_verdict(comparison: Comparison, verdict: str, own: Judged) -> Phrase:
    """What the rows of one verdict have in common: `+14% at 50`."""
    ordered = sorted((cell for _, cell in own), key=lambda cell: cell.change or 0.0)
    ends = tuple((cell.change, cell.ratio) for cell in (ordered[0], ordered[-1]))
    rows = tuple(shown_value(comparison.question.rows, row.key) for row, _ in own)
    if verdict == "equivalent":
        return phrase("rows alike", margin=comparison.question.equivalence_margin, rows=rows)
    if KINDS[verdict] == "rows that moved":
        return phrase("rows that moved", moved=(verdict, ends), rows=rows)
    return phrase(KINDS[verdict], rows=rows)


def located(key: str, parts: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """The first of them says of what the rows are values."""
    return tuple(
        phrase(one.kind, **{**dict(one.parameters), "rows": (key, one["rows"], not place)})
        for place, one in enumerate(parts)
    )


def one_sided(comparison: Comparison, other: str) -> tuple[Phrase, ...]:
    """The rows that one side was not run at."""
    key = comparison.question.rows
    return tuple(
        phrase("rows of one side", rows=rows, name=(comparison.question.cols, side))
        for side, lacking in ((comparison.baseline, other), (other, comparison.baseline))
        if (rows := tuple(shown_value(key, row.key) for row in alone(comparison, side, lacking)))
    )


def alone(comparison: Comparison, side: str, lacking: str) -> list[Row]:
    return [row for row in comparison.rows if side in row.cells and lacking not in row.cells]
