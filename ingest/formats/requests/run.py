"""One run of a log with a row per request, from its header to its record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import polars as pl

from ingest.formats.requests.blocks import Block, newlines, row_end
from ingest.formats.requests.layout import Layout, cells, row, unprefixed
from ingest.formats.requests.table import Trouble, by_polars, frames
from ingest.formats.requests.tally import Requests, doubts, numbers
from ingest.records import EXCERPT_LENGTH, Fact, Parsed, Problem, RunRecord, Status

FEW_ROWS = 2  #: that somebody may quote in a text
QUOTED = "These lines stand alone in other text, so no run is made of them."
CUT_ROW = "The last row has no line end: if the log was cut there, that row's last number is too short."


@dataclass(frozen=True, slots=True)
class Format:
    """What is a format's own."""

    tool: str
    mark: bytes  #: stands in every header; empty if there are none
    header: Callable[[str], Layout | None]  #: a header's line -> the rows below it
    requests: Callable[[Layout], Requests]
    is_quoted: bool = False
    first_row: Callable[[str], Layout | None] | None = None  #: a row -> such rows, for logs without a header
    no_header: str = ""  #: the caveat of such a log
    is_kept_beside: bool = False  #: the tool prints its report as well


class Run:
    """One run, while its rows are read."""

    def __init__(self, format: Format, layout: Layout, line: int) -> None:
        self.format, self.line = format, line
        self.requests = format.requests(layout)
        self.trouble = Trouble()
        self.cut: Problem | None = None
        self.has_header, self.is_text_above = True, False
        self.is_broken = False  #: the stream broke off, perhaps between two rows

    @property
    def layout(self) -> Layout:
        return self.requests.layout

    def take(self, data: bytes) -> int:
        """Count the rows of `data` if it has nothing but good rows. How many lines they are; 0: none was counted."""
        layout = self.requests.fast
        frame = self._good_rows(layout, data)
        if frame is None and layout != self.layout:
            layout = self.layout
            frame = self._good_rows(layout, data)
        if frame is None:
            return 0
        self.trouble.rows_follow()
        self.requests.add(frame)
        return newlines(data) if layout.is_quoted and b'"' in data else frame.height

    def _good_rows(self, layout: Layout, data: bytes) -> pl.DataFrame | None:
        return by_polars(layout, unprefixed(layout, data)) if data.endswith(b"\n") else None

    def read(self, block: Block) -> None:
        """Add those rows of `block` that can be read."""
        block = Block(unprefixed(self.layout, block.data), block.line)
        self.requests.begin(block.data)
        whole, rest = block.cut(row_end(block.data, self.layout.is_quoted, len(block.data)))
        if whole.data:
            self._add(whole)
        if rest.data.strip():
            self._add_last(rest)

    def _add(self, block: Block) -> None:
        for frame in frames(self.layout, block, self.trouble):
            if frame.height:
                self.requests.add(frame)

    def _add_last(self, block: Block) -> None:
        text = block.data.decode("utf-8", "benchdb-latin1")
        count = len(cells(text, self.layout.separator, self.layout.is_quoted))
        wrong = row(self.layout, text)
        if isinstance(wrong, list) and count == len(self.layout.columns):
            self._add(Block(block.data + b"\n", block.line))
            self.requests.caveats.append(CUT_ROW)
        elif wrong:
            expected = self.layout.columns[min(count, len(self.layout.columns)) - 1]
            message = f"The log breaks off in this row: expected the end of its {expected!r} cell next."
            self.cut = Problem(block.line, message, excerpt=text[:EXCERPT_LENGTH])

    @property
    def is_quoted(self) -> bool:
        """Whether other text stands around a header without rows, or around one or two rows without a header."""
        is_text_below = self.trouble.foreign is not None
        if self.has_header:
            return is_text_below and not (self.requests.completed or self.trouble.count or self.cut)
        return is_text_below and self.is_text_above and self.requests.completed <= FEW_ROWS

    def results(self) -> Parsed:
        """The run, and what could not be read in it. A header or a row that somebody quotes in a text is no run."""
        if self.is_quoted:
            yield Problem(self.line, QUOTED)
            return
        is_cut = self.is_broken or self.cut is not None
        made = record(self.format.tool, self.requests.settled(), self.trouble, self.line, is_cut=is_cut)
        yield replace(made, is_kept_beside=self.format.is_kept_beside)
        yield from self.trouble.results()
        if self.cut:
            yield self.cut
        elif not self.requests.completed:
            yield Problem(self.line, "A header, but no request below it can be read: expected rows of requests next.")


def record(tool: str, requests: Requests, trouble: Trouble, line: int, *, is_cut: bool) -> RunRecord:
    """A run's record from what its requests add up to; `requests` are settled."""
    version = str(requests.facts.get("tool_version", ""))
    facts: dict[str, Fact] = {"tool": tool, **requests.facts}
    status: Status = "complete" if requests.completed and not is_cut else "aborted"
    if status == "aborted":
        facts["reason"] = "the log breaks off" if requests.completed else "no request in the log"
    rows = trouble.rows
    lost = f"{rows} row{'s' * (rows > 1)} could not be read and are not counted." if rows else ""
    caveats = (*doubts(requests), *([lost] if lost else []))
    measurements = tuple(numbers(requests)) if requests.completed else ()
    return RunRecord(tool, version, facts, measurements, line, status, caveats)
