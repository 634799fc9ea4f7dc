"""How many requests of which side failed, where that stands against a verdict, or beside one. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.failures import COUNTING
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.headline.limits import FAILING, Compared, Place, unserved_kind
from benchdb.questions.replies.failures import NO_2XX, NOISE, NOTHING, answers_errors_alone, are_redirects
from benchdb.questions.replies.unserved import lost_by_side
from benchdb.wording.values import shown_value

MOST_NAMED = 2  #: sides
Side = tuple[str, Cell]  #: a column, and its cell of a row


def failure_limit(comparison: Comparison, compared: Compared, *, is_first_format: bool = False) -> tuple[Phrase, ...]:
    """How many requests of which side failed where that stands against a verdict; that is not always on record."""
    gone = sides_without_replies(comparison, compared) if len(compared) > 1 and not is_first_format else {}
    if gone and not are_all(comparison, compared, gone):
        others = [place for place in compared if {place[1], comparison.baseline}.isdisjoint(gone)]
        return (*nothing_served(comparison, compared), *(failure_limit(comparison, others) if others else ()))
    apart = [place for place in compared if is_apart_by_failing(place[2])]
    if not apart:
        return failing_with_a_verdict(comparison, compared)
    where = where_of(comparison, compared, apart[0]) if len(apart) == 1 < len(compared) else ()
    if len(apart) == 1 and (where or len(compared) == 1):
        return of_pair(comparison, apart[0], where)
    return of_columns(comparison, apart)


def failing_with_a_verdict(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """The same where the verdict stands: as many failed on both sides, or more on the one that is worse."""
    places = [place for place in compared if place[0].metric not in COUNTING and not unserved_kind(place[2])]
    if len(compared) == 1 == len(places):
        return of_pair(comparison, places[0], ())
    return of_columns(comparison, places)


def failing_beside(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """The same of what is not comparable anyhow, where more failed on one side; of sides that served nothing it is said
    before."""
    silent = sides_without_replies(comparison, compared)
    pairs = [(place, [cell.failed or 0.0 for _, cell in sides(comparison, place)]) for place in compared]
    unlike = [place for place, (one, other) in pairs if abs(one - other) > NOISE]
    return of_columns(comparison, [place for place in unlike if {place[1], comparison.baseline}.isdisjoint(silent)])


def nothing_served(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """Of which sides every request failed: where that is so, nothing else that differs matters."""
    gone = sides_without_replies(comparison, compared)
    if not gone:
        return ()
    kind = NO_2XX if are_redirects(cell for cells in gone.values() for cell in cells) else NOTHING
    if are_all(comparison, compared, gone):
        return (phrase(f"{kind}, all"),)
    cols = comparison.question.cols
    if len(gone) > MOST_NAMED:
        return (phrase(f"{kind}, sides", sides=len(gone)),)
    return tuple(phrase(f"{kind}, of a side", name=(cols, name)) for name in gone)


def are_all(comparison: Comparison, compared: Compared, gone: Collection[str]) -> bool:
    return {comparison.baseline, *(column for _, column, _ in compared)} == set(gone)


def sides_without_replies(comparison: Comparison, compared: Compared) -> dict[str, list[Cell]]:
    """The columns that answered nothing but errors in every row that is compared, with their cells. Where some of a
    side's runs did, its figures are those of the others."""
    lost = {name for name, *_ in lost_by_side(comparison.caveats)}
    cells: dict[str, list[tuple[str, Cell]]] = {}
    for place in compared:
        for name, cell in sides(comparison, place):
            cells.setdefault(name, []).append((place[0].metric, cell))
    return {
        name: [cell for _, cell in own]
        for name in comparison.columns
        if name not in lost
        and (own := cells.get(name))
        and all(answers_errors_alone(metric, cell.failed) for metric, cell in own)
    }


def of_pair(comparison: Comparison, place: Place, where: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Both shares, that of the side of which more failed first."""
    both = sorted(sides(comparison, place), key=lambda side: -(side[1].failed or 0.0))
    (name, one), (other_name, other) = both
    if not NOISE < (one.failed or 0.0) < math.inf:
        return ()
    given = {"share": one.failed or 0.0, "name": (comparison.question.cols, name)}
    rest = {"other": other.failed or 0.0, "other_name": (comparison.question.cols, other_name)}
    kind = f"{word(both)} of two sides" if other.failed else f"{word(both)} of one side"
    return (phrase(f"{kind}, somewhere", where=where, **given, **rest) if where else phrase(kind, **given, **rest),)


def of_columns(comparison: Comparison, places: Compared) -> tuple[Phrase, ...]:
    """Of several pairs: up to how large a share of each side failed; of more than two sides that of the worst."""
    every = [side for place in places for side in sides(comparison, place)]
    most = {
        name: max(cell.failed or 0.0 for own, cell in every if own == name) for name in dict.fromkeys(map(first, every))
    }
    failing = sorted((name for name in most if most[name] > NOISE), key=lambda name: -most[name])
    if not failing or not math.isfinite(most[failing[0]]):
        return ()
    cols, kind = comparison.question.cols, f"up to {word(every)}"
    given = {"share": most[failing[0]], "name": (cols, failing[0])}
    if len(failing) == 2 == len(most):
        return (phrase(f"{kind} of two sides", **given, other=most[failing[1]], other_name=(cols, failing[1])),)
    return (phrase(f"{kind} of one of more" if len(failing) > 1 else f"{kind} of one side", **given),)


def first(side: Side) -> str:
    return side[0]


def word(some: Sequence[Side]) -> str:
    """What is said of those that failed: of ab's redirects no more is known than that they were no 2xx."""
    return "no 2xx" if are_redirects(cell for _, cell in some) else "failed"


def sides(comparison: Comparison, place: Place) -> tuple[Side, Side]:
    """What is compared, then its baseline."""
    row, column, cell = place
    return (column, cell), (comparison.baseline, row.cells[comparison.baseline])


def is_apart_by_failing(cell: Cell) -> bool:
    return cell.verdict == "not comparable" and any(one.kind in FAILING for one in cell.caveats)


def where_of(comparison: Comparison, compared: Compared, place: Place) -> tuple[Phrase, ...]:
    """What tells a pair from the others that are compared; () where these are other metrics of the same one."""
    (own, column, _), question = place, comparison.question
    cols, rows, made = question.cols, question.rows, []
    if len({name for _, name, _ in compared}) > 1:
        made.append(phrase("of two sides", name=(cols, column), baseline=(cols, comparison.baseline)))
    if len({row.key for row, *_ in compared}) > 1 and rows not in ("metric", "item") and not question.split:
        made.append(phrase("in rows", rows=(rows, (shown_value(rows, own.key),), True)))
    return tuple(made)
