"""Tables as pages show them: a text in each cell, and what stands small beneath it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from frontend.answers.export import Column, Group, Line, Table
from frontend.answers.presentation import PUBLISHED

MOST_LINKED = 40  #: runs that one link can name
MOST_BESIDE = 2  #: columns of unlike things that a phone has room for beside a row's name


def runs_path(runs: Sequence[int]) -> str:
    """Where the runs are listed; "" where they are too many to name."""
    return "/runs/?" + "&".join(f"run={run}" for run in runs) if len(runs) <= MOST_LINKED else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One cell."""

    text: str
    under: tuple[str, ...] = ()
    runs: Sequence[int] = ()  #: where they can be seen
    is_published: bool = False
    range: str = ""  #: the lowest and the highest run: in its line there is no room for it

    @property
    def is_linked(self) -> bool:
        return len(self.runs) <= MOST_LINKED


@dataclass(frozen=True, slots=True)
class ShownTable:
    title: str
    heads: tuple[str, ...]  #: of the columns after the first
    first: str  #: head of the first column
    rows: tuple[tuple[str, tuple[Shown | None, ...]], ...]
    spans: tuple[tuple[str, int], ...] = ()  #: groups of columns above the heads: (title, how many)
    series: tuple[int, ...] = ()  #: of the first groups, whose colour in the chart each has, from 1
    spare: tuple[str, ...] = ()  #: heads of columns that a phone has no room for
    spare_last: tuple[str, ...] = ()  #: and of those that only the narrowest phones have none for

    @property
    def classed_heads(self) -> list[tuple[str, str]]:
        """Each head, and the class of its column."""
        kinds = {**dict.fromkeys(self.spare_last, " spare-last"), **dict.fromkeys(self.spare, " spare")}
        return [(head, kinds.get(head, "")) for head in self.heads]

    @property
    def folds(self) -> bool:
        """Whether a phone stacks its rows, each figure beneath its head: its columns are of unlike things, all kept."""
        return len(self.heads) > MOST_BESIDE and not (self.spans or self.spare or self.spare_last)

    @property
    def marks_published(self) -> bool:
        """Whether some figures are published ones and others not; what all share is said once, elsewhere."""
        cells = [cell for _, row in self.rows for cell in row if cell is not None and cell.runs]
        return len({cell.is_published for cell in cells}) > 1

    @property
    def coloured_spans(self) -> list[tuple[str, int, int]]:
        """Groups of columns, each with the number of its colour; 0 = none."""
        colours = (*self.series, *(0 for _ in self.spans))
        return [(*span, colour) for span, colour in zip(self.spans, colours, strict=False)]

    @property
    def n(self) -> int:
        """Runs of every cell that has any; 0 where they differ. What all share is said once, above."""
        counts = {len(cell.runs) for _, row in self.rows for cell in row if cell is not None and cell.runs}
        return counts.pop() if len(counts) == 1 else 0

    @property
    def is_of_one_run(self) -> bool:
        """Every cell that has a run has one."""
        return self.n == 1

    @property
    def is_short(self) -> bool:
        return len(self.rows) <= 12


def as_text(table: ShownTable) -> Table:
    """The table for exports; what stands small beneath a value follows it."""
    groups = [Group(head, (Column(""),)) for head in table.heads] if not table.spans else grouped(table)
    lines = tuple(line(groups, label, cells) for label, cells in table.rows)
    return Table(table.title, table.first, tuple(groups), lines)


def grouped(table: ShownTable) -> list[Group]:
    heads = iter(table.heads)
    return [Group(name, tuple(Column(next(heads)) for _ in range(count))) for name, count in table.spans]


def line(groups: list[Group], label: str, cells: tuple[Shown | None, ...]) -> Line:
    texts, index = [], 0
    for group in groups:
        part = cells[index : index + len(group.columns)]
        texts.append(() if all(cell is None for cell in part) else tuple(text(cell) for cell in part))
        index += len(group.columns)
    return Line(label, tuple(texts))


def text(cell: Shown | None) -> str:
    if cell is None:
        return "–"
    mark = PUBLISHED if cell.is_published else ""
    more = (*cell.under, *filter(None, (cell.range,)))
    return f"{cell.text}{mark}" + (f" ({', '.join(more)})" if more else "")


def without_empty_columns(table: ShownTable) -> ShownTable:
    """The table without columns in which no row has anything; as it is where its columns are in groups."""
    kept = [place for place in range(len(table.heads)) if any(cells[place] is not None for _, cells in table.rows)]
    return table if table.spans or len(kept) == len(table.heads) else with_columns(table, kept)


def without_column(table: ShownTable, head: str) -> ShownTable:
    """The table without the columns of this head, of which each group may have one."""
    return with_columns(table, [place for place, one in enumerate(table.heads) if one != head])


def with_columns(table: ShownTable, kept: Sequence[int]) -> ShownTable:
    """Only those columns; groups are as large as what is left of them."""
    spans, begin = [], 0
    for title, size in table.spans:
        spans.append((title, sum(begin <= place < begin + size for place in kept)))
        begin += size
    rows = tuple((label, tuple(cells[place] for place in kept)) for label, cells in table.rows)
    return replace(table, heads=tuple(table.heads[place] for place in kept), rows=rows, spans=tuple(spans))
