"""Sides whose runs were held up by the network or the load generator and not by the server, or by one CPU. Pure.

A run's page says so of each. Where most runs of a side were, its figure is not the server's, nor is a difference; that
of a server which kept one CPU full is one of that CPU.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

import numpy as np

from benchdb.domain.activity.full_cpus import AT_LEAST, FULL, IN_TURN, full_cpus
from benchdb.domain.activity.limits import NOT_THE_SERVER, ONE_CPU
from benchdb.domain.caveats import Caveat, Parameter, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.headline.limits import Compared
from benchdb.questions.log_caveats import OTHERS, Likeness, likeness
from benchdb.wording.values import shown_value

Met = dict[str, set[str]]  #: side -> the keys of the rows in which most of its runs met a limit
LIMITING = (*NOT_THE_SERVER, *FULL)  #: kinds of such caveats
MOST_GROUPS = 3  #: of sides that met it in the same rows, each told with its rows
#: What says of a limit the same as another kind does, by other evidence.
LIKE = {
    "line nearly full": "line full", "generator busy, server idle": "generator busy",
    AT_LEAST: ONE_CPU, IN_TURN: ONE_CPU,
}  # fmt: skip


def upstream_limit(comparison: Comparison, compared: Compared, kinds: Collection[str] = LIMITING) -> tuple[Phrase, ...]:
    """One sentence for each limit, with the sides that met it; of the first of them its figures."""
    met, cells, compared_in = dict[Likeness, Met](), dict[Likeness, list[Cell]](), defaultdict[str, set[str]](set)
    for row, column in sides_of(comparison, compared):
        compared_in[column].add(row.key)
        for limit in limits_met(row.cells[column], kinds):
            met.setdefault(limit, defaultdict(set))[column].add(row.key)
            cells.setdefault(limit, []).append(row.cells[column])
    texts = {limit: text_of(limit, own, kinds) for limit, own in cells.items()}
    return tuple(
        phrase(f"limit met: {text.kind}", **dict(text.parameters), whose=whose(comparison, met[limit], compared_in))
        for limit, text in texts.items()
    )


def text_of(limit: Likeness, cells: Sequence[Cell], kinds: Collection[str]) -> Phrase:
    """As most runs of the first cell say it; of full CPUs what is true of all runs, for each may have another one."""
    if limit != likeness(Phrase(ONE_CPU)):
        return limits_met(cells[0], kinds)[limit].most_common(1)[0][0]
    of_runs = {np.asarray(cell.runs).tobytes(): cell for cell in cells}.values()  # of several metrics the same runs
    texts = [one for cell in of_runs for one in limits_of_runs(cell, FULL)]
    runs, of = sum(count for _, count in texts), sum(cell.n for cell in of_runs)
    if runs == of and texts[0][0].kind == ONE_CPU and len({text for text, _ in texts}) == 1:
        return texts[0][0]
    return full_cpus(texts, runs=runs, of=of)


def sides_of(comparison: Comparison, compared: Compared) -> Iterable[tuple[Row, str]]:
    """(row, column) of what is compared, the baseline's among them, each once."""
    return {
        (row.metric, row.key, side): (row, side)
        for row, column, _ in compared
        for side in (comparison.baseline, column)
    }.values()


def limits_met(cell: Cell, kinds: Collection[str]) -> Mapping[Likeness, Counter[Phrase]]:
    """Those that more than half of its runs met, with how many of these say it how."""
    counts = defaultdict[Likeness, Counter[Phrase]](Counter)
    for text, runs in limits_of_runs(cell, kinds):
        counts[likeness(Phrase(LIKE.get(text.kind, text.kind), text.parameters))][text] += runs
    return {limit: texts for limit, texts in counts.items() if 2 * texts.total() > cell.n}


def limits_of_runs(cell: Cell, kinds: Collection[str]) -> Iterator[tuple[Phrase, int]]:
    """What its runs say of that, and of how many of them."""
    for one in cell.caveats:
        text = dict(one.parameters).get("text")
        if isinstance(text, Phrase) and text.kind in kinds:
            yield text, runs_of(one, cell)


def runs_of(one: Caveat, cell: Cell) -> int:
    """Of others like it, permalinks of before know no more than how many different figures they have."""
    given = dict(one.parameters)
    if one.kind == OTHERS:
        return int(given.get("runs", given["more"] + 1))
    return int(given["runs"]) if one.kind == "log of some" else cell.n


def whose(comparison: Comparison, met: Met, compared_in: Met) -> tuple[Phrase, ...]:
    """`both sides`; `Linux 6.6.0 at concurrency 64`, and for another side at other rows. Sides are told together where
    they met it in the same rows; these are named where they are not all in which the side is compared.
    """
    groups: dict[frozenset[str], list[str]] = {}
    for name in comparison.columns:
        if name in met:
            rows = met[name] if is_named_by_row(comparison) and met[name] != compared_in[name] else ()
            groups.setdefault(frozenset(rows), []).append(name)
    if len(groups) > MOST_GROUPS:
        return (sides("some, in some rows", comparison, list(met)),)
    return tuple(of_rows(comparison, names, rows) for rows, names in groups.items())


def is_named_by_row(comparison: Comparison) -> bool:
    return comparison.question.rows not in ("metric", "item") and not comparison.question.split


def of_rows(comparison: Comparison, names: Sequence[str], rows: Set[str]) -> Phrase:
    kind, key = "both" if len(comparison.columns) == len(names) == 2 else "some", comparison.question.rows
    if not rows:
        return sides(kind, comparison, names)
    keys = dict.fromkeys(row.key for row in comparison.rows if row.key in rows)
    return sides(f"{kind}, at rows", comparison, names, rows=(key, tuple(shown_value(key, one) for one in keys), True))


def sides(kind: str, comparison: Comparison, names: Sequence[str], **more: Parameter) -> Phrase:
    given = tuple((comparison.question.cols, name) for name in comparison.columns if name in names)
    return phrase(f"sides: {kind}", names=given, **more)
