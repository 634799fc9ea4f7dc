"""Sides whose runs were held up by the network or the load generator, and not by the server. Pure.

A run's page says so of each. Where most runs of a side were, its figure is not the server's, nor is a difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from benchdb.domain.activity.limits import NOT_THE_SERVER
from benchdb.domain.caveats import Caveat, Parameter, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.questions.log_caveats import Likeness, likeness
from benchdb.wording.values import shown_value

Met = dict[str, list[Row]]  #: side -> the rows in which most of its runs met a limit


def upstream_limit(comparison: Comparison, compared: Compared) -> tuple[Phrase, ...]:
    """One sentence for each limit, with the sides that met it; of the first of them its figures."""
    met, texts = dict[Likeness, Met](), dict[Likeness, Phrase]()
    for row, column in sides_of(comparison, compared):
        for kind, text in limits_met(row.cells[column]).items():
            met.setdefault(kind, defaultdict(list))[column].append(row)
            texts.setdefault(kind, text)
    rows = {row.key for row, *_ in compared}
    return tuple(
        phrase(f"limit met: {text.kind}", **dict(text.parameters), whose=whose(comparison, met[kind], len(rows)))
        for kind, text in texts.items()
    )


def sides_of(comparison: Comparison, compared: Compared) -> Iterable[tuple[Row, str]]:
    """(row, column) of what is compared, the baseline's among them, each once."""
    return {
        (row.metric, row.key, side): (row, side)
        for row, column, _ in compared
        for side in (comparison.baseline, column)
    }.values()


def limits_met(cell: Cell) -> Mapping[Likeness, Phrase]:
    """Those that more than half of its runs met."""
    counts, texts = defaultdict[Likeness, int](int), dict[Likeness, Phrase]()
    for text, runs in limits_of_runs(cell):
        counts[likeness(text)] += runs
        texts.setdefault(likeness(text), text)
    return {kind: texts[kind] for kind, runs in counts.items() if 2 * runs > cell.n}


def limits_of_runs(cell: Cell) -> Iterator[tuple[Phrase, int]]:
    """What its runs say of that, and of how many of them."""
    for one in cell.caveats:
        text = dict(one.parameters).get("text")
        if isinstance(text, Phrase) and text.kind in NOT_THE_SERVER:
            yield text, runs_of(one, cell)


def runs_of(one: Caveat, cell: Cell) -> int:
    if one.kind == "log of some":
        return int(one["runs"])
    return int(one["more"]) + 1 if one.kind == "log, and others like it" else cell.n


def whose(comparison: Comparison, met: Met, total: int) -> tuple[Phrase, ...]:
    """`both sides`, `Linux 6.6.0 at concurrency 64`: the rows where it is not of all of them."""
    key, question = comparison.question.cols, comparison.question
    given: Parameter = tuple((key, name) for name in comparison.columns if name in met)
    kind = "both" if len(comparison.columns) == len(met) == 2 else "some"
    rows = tuple(dict.fromkeys(shown_value(question.rows, row.key) for own in met.values() for row in own))
    if len(rows) == total or question.rows in ("metric", "item") or question.split:
        return (phrase(f"sides: {kind}", names=given),)
    return (phrase(f"sides: {kind}, at rows", names=given, rows=(question.rows, rows, True)),)
