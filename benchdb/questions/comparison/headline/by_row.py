"""Two sides along some rows -> which rows are better, worse, the same. Pure. It says no more than the table does."""

from __future__ import annotations

from collections.abc import Iterable

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.figures import ORDER, moved, tally
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.questions.comparison.judged import DECIDED
from benchdb.wording.values import shown_value

MOST_ROWS = 12  #: that can be told one by one
MOST_SIDES, MOST_ROWS_OF_SEVERAL = 3, 4  #: sides beside the baseline, and rows of each, that can be told
MOST_COUNTED = 5  #: sides beside the baseline, each of which has a range and a count of its rows
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


def has_few_rows(comparison: Comparison, compared: Compared) -> bool:
    """Of one metric and two sides, some rows decided, all with ratios that can be told."""
    question = comparison.question
    is_plain = len(question.metrics) == 1 and question.rows not in ("metric", "item") and not question.split
    is_fine = all(cell.change is not None and cell.ratio_span is None for _, _, cell in compared)
    some = any(cell.verdict in DECIDED for _, _, cell in compared)
    is_of_two = len(comparison.columns) == 2 and not comparison.conflicts
    return is_plain and is_of_two and is_fine and some and FEWEST_ROWS <= len(compared) <= MOST_ROWS


def has_few_columns(comparison: Comparison, compared: Compared) -> bool:
    """The same of a few sides against their baseline, along a few rows."""
    question, others = comparison.question, len(comparison.columns) - 1
    is_plain = len(question.metrics) == 1 and question.rows not in ("metric", "item") and not question.split
    is_fine = all(cell.change is not None and cell.ratio_span is None for _, _, cell in compared)
    some = any(cell.verdict in DECIDED for _, _, cell in compared)
    is_small = 1 < others <= MOST_SIDES and others < len(compared) <= MOST_SIDES * MOST_ROWS_OF_SEVERAL
    return is_plain and is_fine and some and is_small and not comparison.conflicts


def has_some_columns(comparison: Comparison, compared: Compared) -> bool:
    """A few more sides, or more rows of each: a middle of the changes of unrelated sides would be nobody's."""
    question, others = comparison.question, len({column for _, column, _ in compared})
    is_plain = len(question.metrics) == 1 and question.rows not in ("metric", "item")
    is_fine = all(cell.change is not None and cell.ratio_span is None for _, _, cell in compared)
    return is_plain and is_fine and 1 < others <= MOST_COUNTED and others < len(compared) and not comparison.conflicts


def counted_by_column(comparison: Comparison, compared: Compared) -> Phrase:
    """`c +9.4% to +10% (better in each of 6 rows); e +5.0% at concurrency 1, 8 and 3 more, −50% at 64`"""
    question, sides = comparison.question, in_columns(compared)
    parts = tuple(
        side_in_short(comparison, column, places)
        if {"better", "worse"} <= {str(cell.verdict) for _, _, cell in places} and not question.split
        else side_counted(comparison, column, places)
        for column, places in sides.items()
    )
    return phrase(
        "sides in short", metric=question.metrics[0], cols=question.cols, baseline=comparison.baseline, parts=parts
    )


def side_counted(comparison: Comparison, column: str, places: Compared) -> Phrase:
    changes = sorted((cell for _, _, cell in places), key=lambda cell: cell.change or 0.0)
    ends = (moved(changes[0]), moved(changes[-1]))
    return phrase("side counted", name=(comparison.question.cols, column), ends=ends, verdicts=tally(places))


def in_columns(compared: Compared) -> dict[str, Compared]:
    sides = dict[str, Compared]()
    for place in compared:
        sides.setdefault(place[1], []).append(place)
    return sides


def side_in_short(comparison: Comparison, column: str, places: Compared) -> Phrase:
    question = comparison.question
    parts = tuple(of_verdict(comparison, verdict, own) for verdict, own in by_verdict(places))
    return phrase("side in short", name=(question.cols, column), parts=located(question.rows, parts))


def by_column(comparison: Comparison, compared: Compared) -> Phrase:
    """`6.6.0: +9.0% at concurrency 10, −9.5% at 100; 6.9.1: same within 2% at concurrency 10`"""
    question, sides = comparison.question, in_columns(compared)
    parts = tuple(side_in_short(comparison, column, places) for column, places in sides.items())
    return phrase(
        "sides in short", metric=question.metrics[0], cols=question.cols, baseline=comparison.baseline, parts=parts
    )


def by_row(comparison: Comparison, compared: Compared) -> Phrase:
    """`+14% at concurrency 50; −16% at 30; same within 5% at 100`"""
    (row, other, _), question = compared[0], comparison.question
    parts = tuple(of_verdict(comparison, verdict, own) for verdict, own in by_verdict(compared))
    given = {"metric": row.metric, "name": (question.cols, other), "baseline": comparison.baseline}
    return phrase("in short", **given, parts=located(question.rows, parts))


def by_verdict(compared: Compared) -> Iterable[tuple[str, Compared]]:
    """The rows of each verdict, the better ones first."""
    for verdict in ORDER:
        if own := [place for place in compared if place[2].verdict == verdict]:
            yield verdict, own


def of_verdict(comparison: Comparison, verdict: str, own: Compared) -> Phrase:
    """What the rows of one verdict have in common: `+14% at 50`."""
    ordered = sorted((cell for _, _, cell in own), key=lambda cell: cell.change or 0.0)
    ends = tuple((cell.change, cell.ratio) for cell in (ordered[0], ordered[-1]))
    rows = tuple(shown_value(comparison.question.rows, row.key) for row, _, _ in own)
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
