"""Document: an answer as texts, before it has a face. Every number is formatted here, once, for all faces. Pure.

Whoever answers another kind of question (scaling, history) makes a Document of it and has all faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Column:
    """One column of texts."""

    head: str  #: "" = it is called as its group is
    is_extra: bool = False  #: left out where a line has 80 characters only


@dataclass(frozen=True, slots=True)
class Group:
    """Columns that belong together."""

    head: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table."""

    label: str
    texts: tuple[tuple[str, ...], ...]  #: one per column, of each group; a group of () has nothing to say here


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
        return (self.along, *(column.head or group.head for group in self.groups for column in group.columns))

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


@dataclass(frozen=True, slots=True)
class Records:
    """The numbers in base units, one line per cell."""

    heads: tuple[str, ...]
    lines: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What every face prints."""

    name: str  #: of a downloaded file
    title: str
    headline: str
    note: str
    summary: str  #: how the numbers were made: protocol, runs per cell
    tables: tuple[Table, ...]
    facts: tuple[tuple[str, str], ...]  #: what is held constant: (title, value)
    listings: tuple[Listing, ...]  #: what else a reader must know
    charts: tuple[Mapping[str, Any], ...]  #: as frontend/charts.py makes them: one layout for browser and paper
    data: Mapping[str, Any]  #: the numbers in base units, for programs
    records: Records
    origin: Origin

    @property
    def twin(self) -> str:
        """The address that a face's ending is put behind: http://host/p/abc or http://host/compare{}?…"""
        path, _, query = self.origin.url.partition("?")
        return path.rstrip("/") + "{}" + (f"?{query}" if query else "")


def numbers_in_words(document: Document, most: int) -> list[str]:
    """The first `most` lines of all tables as sentences, for those who cannot see a drawing."""
    said = []
    for table in document.tables:
        for line in table.lines:
            told = [
                f"{group.head}: "
                + ", ".join(filter(None, (named(c, t) for c, t in zip(group.columns, texts, strict=True))))
                for group, texts in zip(table.groups, line.texts, strict=True)
                if texts
            ]
            said.append(f"{table.title}, {table.along} {line.label} – " + "; ".join(told))
    return said if len(said) <= most else [*said[:most], f"and {len(said) - most} lines more"]


def named(column: Column, text: str) -> str:
    return f"{column.head} {text}".strip() if text else ""
