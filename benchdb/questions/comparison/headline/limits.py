"""What a headline says against its own verdicts: nothing served, sittings, replies of another size. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Caveat, Phrase, phrase
from benchdb.questions.acceptance.classes import named
from benchdb.questions.acceptance.partly_recorded import OF_SIDES
from benchdb.questions.cells import POOLED, SHARED, SHARED_APART, Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.changes_within.caveats import WITHIN
from benchdb.questions.comparison.headline.lacking import more_runs_lacking
from benchdb.questions.comparison.judged import ALONG, DECIDED, HIDDEN, OPPOSED, tests_of
from benchdb.questions.replies.at_once import AT_ONCE
from benchdb.questions.replies.failures import NO_2XX, NO_2XX_ON_ONE, NOTHING, NOTHING_ON_ONE
from benchdb.questions.replies.lengths import APART, MIXED
from benchdb.questions.replies.unserved import SIDE_KINDS, SIDES_KINDS
from benchdb.wording.values import shown_value

MOST_ROWS = 3  #: that one line names where only they have both sides
MOST_FAR = 2  #: sides with a run far off that one line names
ON_ONE_SIDE = (NOTHING_ON_ONE, NO_2XX_ON_ONE)  #: kinds of the caveat where one side has figures of errors alone
FAILING = {"better by failing", "baseline fails more", *ON_ONE_SIDE}  #: what failures say against a verdict

Place = tuple[Row, str, Cell]
Compared = list[Place]
Noted = list[tuple[str, str, Caveat]]  #: what is said of cells: (row, column, caveat)


def limits(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    return (
        *nothing_limit(comparison, compared),
        *sitting_limit(compared),
        *block_limit(compared),
        *shared_limit(compared),
        *drift_limit(compared),
        *reply_limit(compared),
        *within_limit(comparison, compared),
        *group_limit(comparison, compared),
        *far_limit(comparison, compared),
        *length_limit(comparison, compared),
        *size_limit(comparison, compared),
        *row_limit(comparison, compared),
        *record_limit(comparison),
        *(phrase(one.kind, **dict(one.parameters)) for one in comparison.caveats if one.kind == AT_ONCE),
        *named(comparison.accepted, comparison.caveats),
    )


def nothing_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """Where both sides answered with errors alone. Of a single pair its verdict says it."""
    unserved = [place for place in compared if unserved_kind(place[2])]
    if not unserved or len(compared) == 1:
        return ()
    kind = NOTHING if any(unserved_kind(cell) == NOTHING for *_, cell in unserved) else NO_2XX
    if len(unserved) == len(compared):
        return (phrase(f"{kind}, all"),)
    key, rows = comparison.question.rows, tuple(dict.fromkeys(row.key for row, *_ in unserved))
    is_named = len(comparison.columns) == 2 and key not in ("metric", "item") and not comparison.question.split
    if not is_named or len(rows) > MOST_ROWS:
        return (phrase(f"{kind}, some", cells=len(unserved), total=len(compared)),)
    return (phrase(f"{kind}, at rows", rows=(key, tuple(shown_value(key, row) for row in rows), True)),)


def unserved_limit(comparison: Comparison) -> tuple[Phrase, ...]:
    """How many runs of which side are in no figure, because they answered nothing but errors."""
    noted = (one for one in comparison.caveats if one.kind in (*SIDE_KINDS, *SIDES_KINDS))
    return tuple(phrase(one.kind, **dict(one.parameters)) for one in noted)


def unserved_kind(cell: Cell) -> str:
    """How it is said that neither side of it served anything; "" where one did."""
    return next((one.kind for one in cell.caveats if one.kind in (NOTHING, NO_2XX)), "")


def sitting_limit(compared: Compared) -> tuple[Phrase, ...]:
    """The limit of verdicts that rest on one sitting of each side."""
    decided = [cell for _, _, cell in compared if cell.verdict in DECIDED]
    limited = sum(cell.has_one_sitting_a_side for cell in decided)
    if not limited:
        return ()
    return (phrase("one sitting a side") if limited == len(decided) else phrase("one sitting in some", cells=limited),)


def block_limit(compared: Compared) -> tuple[Phrase, ...]:
    """That the sides of a verdict did not take turns in their sitting."""
    decided = [cell for _, _, cell in compared if cell.verdict in DECIDED]
    limited = sum(any(one.kind == "in blocks" for one in cell.caveats) for cell in decided)
    if not limited:
        return ()
    return (phrase("all in blocks") if limited == len(decided) else phrase("some in blocks", cells=limited),)


def shared_limit(compared: Compared) -> tuple[Phrase, ...]:
    """That some sittings have one side alone, and that a change is not that of the runs put together."""
    return of_kinds(compared, SHARED, SHARED_APART, POOLED)


def drift_limit(compared: Compared) -> tuple[Phrase, ...]:
    """That a drift of both sides hides a part of a difference, or is one."""
    return of_kinds(compared, OPPOSED, ALONG, HIDDEN)


def of_kinds(compared: Compared, *kinds: str) -> tuple[Phrase, ...]:
    """Each kind of caveat once: of one cell in its words, of several with their number."""
    made = list[Phrase]()
    for kind in kinds:
        noted = [one for *_, cell in compared for one in cell.caveats if one.kind == kind]
        if len(noted) > 1:
            made.append(phrase(f"{kind} in some", cells=len(noted)))
        made += [phrase(f"{kind}, of one", **dict(one.parameters)) for one in noted if len(noted) == 1]
    return tuple(made)


def size_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """How many more runs are enough where they are too few for a test, or among so many tests."""
    lacking = [cell.more_runs for *_, cell in compared if cell.verdict == "too few runs" and cell.more_runs]
    if not lacking:
        return ()
    tests = len(tests_of(cell for row in comparison.rows for cell in row.cells.values()))
    ending, given = more_runs_lacking(lacking, tests)
    return (phrase(f"more runs {ending}", **given),)


def row_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """That of two sides only a few rows have both. Of more the line says how many rows it is of."""
    key = comparison.question.rows
    if len(comparison.columns) != 2 or key in ("metric", "item") or comparison.question.split:
        return ()
    both = tuple(dict.fromkeys(row.key for row, _, _ in compared))
    every = {row.key for row in comparison.rows}
    given = {"lost": len(every) - len(both), "total": len(every)}
    if not given["lost"] or len(both) > MOST_ROWS:
        return ()
    return (phrase("sides of one row", rows=(key, tuple(shown_value(key, row) for row in both), True), **given),)


def record_limit(comparison: Comparison) -> tuple[Phrase, ...]:
    """That nobody knows whether both sides had as many CPUs: a fact of one side alone would be a difference if it were
    stated, and no log tells it from one that was recorded."""
    counted = (one for one in comparison.caveats if one.kind == OF_SIDES and one["dimension"] == "cpus")
    return tuple(phrase("on record of one side", dimension=one["dimension"], value=one["value"]) for one in counted)


def reply_limit(compared: Compared) -> tuple[Phrase, ...]:
    """That the sides did not answer with the same."""
    doubts = [one for _, _, cell in compared for one in cell.caveats if is_said_of_sizes(one, cell)]
    if not doubts:
        return ()
    if len(set(doubts)) > 1:
        return (phrase("some replies differ", cells=len(doubts)),)
    words = "replies apart" if doubts[0].kind == "another document" else "replies differ"
    return (phrase(words, **dict(doubts[0].parameters)),)


def is_said_of_sizes(one: Caveat, cell: Cell) -> bool:
    return one.kind == "another document" or (one.kind == "other replies" and cell.verdict in DECIDED)


def group_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """That runs of a side fall into two groups, so that its figure is none that they had; of several rows, at which."""
    noted, cols = noted_cells(comparison, compared, "two groups"), comparison.question.cols
    if not noted:
        return ()
    if not is_row_named(comparison, compared):
        if len(noted) > 1:
            return (phrase("groups in some", cells=len(noted)),)
        return tuple(phrase("groups in one", name=(cols, name), **dict(one.parameters)) for _, name, one in noted)
    if len(noted) > 1:
        return (groups_in_cells(comparison, noted),)
    return tuple(
        phrase("groups in one row", rows=row_names(comparison, key), name=(cols, name), **dict(one.parameters))
        for key, name, one in noted
    )


def groups_in_cells(comparison: Comparison, noted: Noted) -> Phrase:
    """`Linux 6.1.0 at concurrency 32 and 128`: the first few sides, each with its rows."""
    sides = dict[str, list[str]]()
    for key, name, _ in noted:
        sides.setdefault(name, []).append(key)
    parts = tuple(
        phrase("a side at rows", name=(comparison.question.cols, name), rows=row_names(comparison, *keys))
        for name, keys in list(sides.items())[:MOST_ROWS]
    )
    return phrase(f"groups in {'more ' if len(sides) > MOST_ROWS else ''}cells", cells=len(noted), parts=parts)


def within_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """That a level changed in the course of time within a side, so that what parts the sides alone is not why: of one
    of several rows, at which."""
    noted = [(row, [one for one in cell.caveats if one.kind.startswith(WITHIN)]) for row, _, cell in compared]
    some = [(row, several) for row, several in noted if several]
    if len(some) > 1:
        return (phrase("changed within some", cells=len(some), key=comparison.question.cols),)
    if not is_row_named(comparison, compared):
        return tuple(phrase(f"{one.kind}, in one", **dict(one.parameters)) for _, several in some for one in several)
    return tuple(
        phrase(f"{one.kind}, in one row", rows=row_names(comparison, row.key), **dict(one.parameters))
        for row, several in some
        for one in several
    )


def far_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """That a run which lies far from the others of its side may hide a difference."""
    noted = of_sides(comparison, [place for place in compared if place[2].is_open], "far run")
    if len(noted) > MOST_FAR:
        return (phrase("far runs in some", cells=len(noted)),)
    return tuple(
        phrase("far run of one", name=(comparison.question.cols, name), **dict(one.parameters)) for name, one in noted
    )


def length_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """That runs of very different length are compared: of one row, or of all that differ alike."""
    kinds = {MIXED: "lengths mixed", APART: "lengths apart"}
    noted = [(name, one) for kind in kinds for name, one in of_sides(comparison, compared, kind)]
    if len(dict.fromkeys(noted)) > MOST_FAR:
        return (phrase("lengths in some", cells=len(noted)),)
    cols = comparison.question.cols
    return tuple(
        phrase(kinds[one.kind], name=(cols, name), **dict(one.parameters)) for name, one in dict.fromkeys(noted)
    )


def is_row_named(comparison: Comparison, compared: Compared) -> bool:
    """Whether what is said of one cell has to name its row, and one condition does."""
    question = comparison.question
    is_of_values = question.rows not in ("metric", "item") and not question.split
    return is_of_values and len({row.key for row, *_ in compared}) > 1


def row_names(comparison: Comparison, *rows: str) -> tuple[str, tuple[str, ...], bool]:
    """For `{rows:rows}`."""
    key = comparison.question.rows
    return key, tuple(shown_value(key, row) for row in rows), True


def of_sides(comparison: Comparison, compared: Compared, kind: str) -> list[tuple[str, Caveat]]:
    """The caveats of a kind of what is compared and of the baselines, each with its column."""
    return [(name, one) for _, name, one in noted_cells(comparison, compared, kind)]


def noted_cells(comparison: Comparison, compared: Compared, kind: str) -> Noted:
    """The same, each with its row."""
    cells = {
        (row.metric, row.key, name): row.cells[name]
        for row, column, _ in compared
        for name in (comparison.baseline, column)
    }
    return [(key, name, one) for (_, key, name), cell in cells.items() for one in cell.caveats if one.kind == kind]
