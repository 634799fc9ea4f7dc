"""Export: an answer as texts, before it is rendered. Every number is formatted once, for all renderers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchdb.wording import words
from frontend.charts.model import Chart


@dataclass(frozen=True, slots=True)
class Column:
    """One column of texts."""

    head: str  #: "" = it is called as its group is
    is_extra: bool = False  #: stands beneath the others where a line has 80 characters only


@dataclass(frozen=True, slots=True)
class Group:
    """Columns that belong together."""

    head: str
    columns: tuple[Column, ...]


def head_of(group: Group, column: Column, *, is_shared: bool) -> str:
    """Behind its group's where another group has the same, and no column of this one says whose it is."""
    if is_shared and group.head and all(one.head for one in group.columns):
        return f"{group.head}: {column.head}"
    return column.head or group.head


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table."""

    label: str
    texts: tuple[tuple[str, ...], ...]  #: one per column, of each group; a group of () has nothing to say here
    brief: tuple[str, ...] = ()  #: of each group but the first, in one text; () = there is none


@dataclass(frozen=True, slots=True)
class Table:
    """Lines of texts. The first group is the one that the others are set against."""

    title: str
    along: str  #: what the labels are values of
    groups: tuple[Group, ...]
    lines: tuple[Line, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """Of the label and of every column."""
        often = Counter(column.head for group in self.groups for column in group.columns)
        columns = [(group, column) for group in self.groups for column in group.columns]
        return (self.along, *(head_of(*one, is_shared=often[one[1].head] > 1) for one in columns))

    def in_brief(self, most: int) -> Table:
        """The same table; of more than `most` groups besides the first, each has one column where lines say it so."""
        first, *others = self.groups
        if len(others) <= most or not all(line.brief for line in self.lines):
            return self
        groups = (replace(first, columns=first.columns[:1]), *(Group(one.head, (Column(""),)) for one in others))
        lines = (
            Line(line.label, (line.texts[0][:1], *((text,) if text else () for text in line.brief)))
            for line in self.lines
        )
        return replace(self, groups=groups, lines=tuple(lines))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Of every line its label and a text for each column; a group that has nothing to say says –."""
        return tuple(self.row(line) for line in self.lines)

    def row(self, line: Line) -> tuple[str, ...]:
        filled = [
            texts or ("–", *("",) * (len(group.columns) - 1))
            for group, texts in zip(self.groups, line.texts, strict=True)
        ]
        return (line.label, *(text for texts in filled for text in texts))


@dataclass(frozen=True, slots=True)
class Listing:
    """Sentences under a title."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the answer stands, and what a citation names."""

    url: str  #: of the page
    key: str  #: of the BibTeX entry
    frozen_at: str = ""  #: 2026-11-21; "" = the address answers with whatever is known when it is asked
    author: str = ""  #: who froze it; "" = not on record
    logs: tuple[str, ...] | None = None  #: the axes drawn as logarithms; None = those that each chart has so


@dataclass(frozen=True, slots=True)
class Records:
    """The numbers in base units, one line per cell."""

    heads: tuple[str, ...]
    lines: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Export:
    """What every renderer prints."""

    name: str  #: of a downloaded file
    title: str
    headline: str
    note: str
    summary: str  #: how the numbers were made: protocol, runs per cell
    tables: tuple[Table, ...]
    facts: tuple[tuple[str, str], ...]  #: what is held constant: (title, value)
    listings: tuple[Listing, ...]  #: what else a reader must know
    charts: tuple[Chart, ...]  #: as the page draws them: one layout for browser and paper
    data: Mapping[str, Any]  #: the numbers in base units, for programs
    records: Records
    origin: Origin

    @property
    def address(self) -> str:
        """The address that an export's ending is put behind: http://host/p/abc or http://host/compare{}?…"""
        path, _, query = self.origin.url.partition("?")
        return path.rstrip("/") + "{}" + (f"?{query}" if query else "")


class LazyExport(Export):
    """An Export whose fields are made when a renderer first asks for them: a CSV draws no chart."""

    def __init__(self, **makers: Callable[[], Any]) -> None:
        self.__dict__["_makers"] = makers

    def __getattr__(self, name: str) -> Any:
        makers = self.__dict__.get("_makers", {})
        if name not in makers:
            raise AttributeError(name)
        return self.__dict__.setdefault(name, makers[name]())


def numbers_in_words(document: Export, most: int) -> list[str]:
    """The first `most` lines of all tables as sentences, for those who cannot see a drawing."""
    sentences = [line_in_words(table, line) for table in document.tables for line in table.lines]
    more = len(sentences) - most
    return sentences if more <= 0 else [*sentences[:most], words("lines more", lines=more)]


def line_in_words(table: Table, line: Line) -> str:
    groups = [
        f"{group.head}: " + ", ".join(filter(None, map(named, group.columns, texts)))
        for group, texts in zip(table.groups, line.texts, strict=True)
        if texts
    ]
    return f"{table.title}, {table.along} {line.label} – " + "; ".join(groups)


def named(column: Column, text: str) -> str:
    return f"{column.head} {text}".strip() if text else ""
