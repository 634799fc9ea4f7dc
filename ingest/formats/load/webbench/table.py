"""Text -> tables of WebBench results: headings that are known, and rows of cells. Knows no numbers yet.

A table is known by one heading for clients (or mixes) and one for requests per second. Between cells stands a tab,
a semicolon, a comma, a bar, or two blanks and more; or they are HTML.
"""

from __future__ import annotations

import csv
import html
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, NamedTuple

from benchdb.domain.text import ANSI_CODE
from ingest.formats.kit.report_scanner import pages

LONGEST_ROW = 5000  #: characters; a longer line is no row of a table
LONGEST_HEADING = 60
MOST_ABOVE = 30  #: lines kept from above a table
PER_SECOND = r"(?:per|/) ?s(?:ec(?:ond)?s?)?\b"
KINDS = {  # what a column holds -> its heading; the first that matches
    "threads": r"threads?\b",
    "rate": rf"req\w* ?{PER_SECOND}|rps\b",
    "throughput": rf"through ?put|\b[km]?i?b(?:yte|it)?s? ?\)? ?{PER_SECOND}",
    "clients": r"\bclients?\b",
    "mix": r"\bmix(?:es)?\b",
}
HEADINGS = {kind: re.compile(shape, re.IGNORECASE) for kind, shape in KINDS.items()}
HINT = re.compile(rf"req\w{{0,8}}\s?{PER_SECOND}|\brps\b", re.IGNORECASE)
PREFIX = re.compile(r"[ >*`\ufeff]*(?:#+ )?(?:\[\d[^\[\]\r\n]{0,60}\] ?)?")
TAG = re.compile(r"<[^<>]{0,500}>")
CELL = re.compile(r"<t[dh]\b[^<>]{0,500}>", re.IGNORECASE)
TABLE_TAG = re.compile(r"</?t[rdh]\b", re.IGNORECASE)
ROW_BREAK = re.compile(r"</?tr\b[^<>]{0,500}>|</table>", re.IGNORECASE)
OF_FAILURES = re.compile(r"err|fail|refus|reject|drop|lost|time[d ]?-? ?out", re.IGNORECASE)
NO_HEADING = re.compile(r"[\[\]{}\"=]")
RULE = re.compile(r"[-=|+: \t_]+$")
NUMBER = re.compile(r"\d[\d., \u00a0]*$")
GAP = re.compile(r"\t+| {2,}")


Line = tuple[int, str, bool]  #: number, text, and whether it was ended


class Row(NamedTuple):
    """The cells of a line."""

    line: int
    cells: list[str]


@dataclass(slots=True, eq=False)
class Table:
    """Headings by what their columns hold, and the rows below."""

    line: int
    separator: str
    headings: dict[str, tuple[int, str]]  #: kind -> (column, heading)
    unknown: list[str]  #: headings of columns that are not read
    above: list[str] = field(default_factory=list)  #: lines before it: a title, parameters of the test
    rows: list[Row] = field(default_factory=list)
    is_cut: bool = False  #: the log ends in its last row
    broken: int = 0  #: the line of a row that is too short, at the log's end

    def takes(self, number: int, text: str, is_ended: bool) -> bool:
        """Whether `text` is of this table: a row, a rule between rows, or an empty line."""
        if not text.strip() or RULE.match(text):
            return True
        cells = divided(text, self.separator) if len(text) <= LONGEST_ROW else []
        place, _ = self.headings["rate"]
        is_row = len(cells) > place and NUMBER.match(cells[place]) is not None
        if is_row:
            self.rows.append(Row(number, cells))
        self.is_cut = is_row and not is_ended
        self.broken = number if not is_row and not is_ended else 0
        return is_row or bool(self.broken)


def divided(line: str, separator: str) -> list[str]:
    if separator == "  ":
        return [cell.strip() for cell in GAP.split(line.strip())]
    if separator == "|":
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]


def headings(cells: list[str]) -> dict[str, tuple[int, str]]:
    """What the columns hold; empty if these are not the headings of WebBench results.

    A heading with a unit in square brackets is the table format's; braces and quotes are JSON's.
    """
    known: dict[str, tuple[int, str]] = {}
    for place, cell in enumerate(cells):
        if len(cell) > LONGEST_HEADING or NO_HEADING.search(cell):
            return {}
        kind = next((kind for kind, shape in HEADINGS.items() if shape.search(cell)), "")
        if kind and not OF_FAILURES.search(cell):
            known.setdefault(kind, (place, cell))
    return known if "rate" in known and ("clients" in known or "mix" in known) else {}


def table_of(number: int, line: str) -> Table | None:
    """The table whose headings stand on `line`."""
    if len(line) > LONGEST_ROW or not HINT.search(line):
        return None
    for separator in ("\t", ";", ",", "|", "  "):
        cells = divided(line, separator) if separator in line else []
        if known := headings(cells):
            places = {place for place, _ in known.values()}
            unknown = [cell for place, cell in enumerate(cells) if cell and place not in places]
            return Table(number, separator, known, unknown)
    return None


def numbered(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a log without mail quotes; an HTML row is one line, that of its first cell, with tabs between."""
    row, first = "", 0
    for number, text, is_ended in text_lines(stream):
        if row or TABLE_TAG.search(text):
            first = first if row else number
            joined = f"{row} {text}"[-LONGEST_ROW:]
            *whole, row = ROW_BREAK.split(joined) if ROW_BREAK.search(f"{open_tag(row)} {text}") else [joined]
            yield from ((first, flat(whole_row), True) for whole_row in whole if CELL.search(whole_row))
            row, first = (row, first if not whole else number) if CELL.search(row) else ("", 0)
        else:
            yield number, bare_line(text), is_ended
    if row:
        yield first, flat(row), False


def open_tag(row: str) -> str:
    """The tag that `row` ends within: all of it that a row's end on the next line can begin in."""
    place = row.rfind("<")
    return row[place:] if place > row.rfind(">") else ""


def bare_line(text: str) -> str:
    """A line that is no row of HTML, without mail quotes and tags."""
    bare = PREFIX.sub("", text, count=1)
    return html.unescape(TAG.sub(" ", bare)) if "<" in bare else bare


def text_lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines; bars, bullets and tags stay, for they may be the table's own."""
    for page in pages(stream, as_left):
        cut_line = page.cut_line
        yield from ((number, text, number != cut_line) for number, text in page.lines())


def as_left(text: str) -> str:
    """`text` as a terminal leaves it: what a lone CR overwrote is gone."""
    lines = ANSI_CODE.sub("", text).split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def flat(row: str) -> str:
    """An HTML row as text; what stands before its first cell is no cell."""
    cells = CELL.split(row)[1:]
    return "\t".join(" ".join(html.unescape(TAG.sub(" ", cell)).split()) for cell in cells)


def tables(lines: Iterable[Line]) -> Iterator[Table]:
    """The tables of a log, each with its rows and with what stands above it."""
    table: Table | None = None
    above: deque[str] = deque(maxlen=MOST_ABOVE)
    for number, text, is_ended in lines:
        if new := table_of(number, text):
            if table:
                yield table
            table, new.above, above = new, list(above), deque(maxlen=MOST_ABOVE)
        elif table is None or not table.takes(number, text, is_ended):
            if table:
                yield table
            table = None
            if text.strip():
                above.append(text[:LONGEST_ROW])
    if table:
        yield table
