"""JMeter results, CSV (a stream) -> one RunRecord for each: all requests, and each label's mean."""

from __future__ import annotations

import itertools
from typing import BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ingest.formats.requests.jtl import columns
from ingest.formats.requests.jtl.parts import Mask, Parents, families, transactions
from ingest.formats.requests.jtl.tally import Tally, not_added
from ingest.formats.requests.jtl.times import WRITTEN, grain, milliseconds
from ingest.formats.requests.layout import WHOLE, WORD, Layout, cells, one_of
from ingest.formats.requests.reader import runs
from ingest.formats.requests.run import Format
from ingest.formats.requests.tally import Requests, Window
from ingest.records import Parsed

MOST_NARROW = 1000  #: labels; with more, each block is likely to bring new ones
COLUMNS_GUESSED = "The log has no header: its columns are taken to be those that JMeter writes by default."


class JtlRequests(Tally):
    """The rows of one JTL file."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.transactions = Tally(layout)
        self.parents = Parents()
        self.sub_results = 0
        self.is_settled = False

    def begin(self, data: bytes) -> None:
        """The first row tells whether timeStamp is a number or a date."""
        line = next((line for line in data[:65536].split(b"\n") if line.strip()), b"").decode("utf-8", "replace")
        first = cells(line, self.layout.separator, is_quoted=True)[0].strip()
        if not self.is_settled and line:
            self.is_settled = True
            if "timeStamp" in self.layout.kinds and WRITTEN.match(first):
                self.layout = self.layout.reading({**self.layout.kinds, "timeStamp": WORD})
                self.window, self.transactions.window = Window(1000, grain(first)), Window(1000, grain(first))
            self.fast = self.layout

    def _narrow(self) -> Layout:
        """Enough for blocks whose labels are known: without messages and threads, and HTTP statuses as numbers."""
        labels = self.by_label.plain()
        if "label" in self.layout.kinds and not 0 < len(labels) <= MOST_NARROW:
            return self.layout
        kinds = {
            name: kind for name, kind in self.layout.kinds.items() if name not in ("responseMessage", "threadName")
        }
        if "label" in kinds:
            kinds["label"] = one_of(labels)
        if "responseCode" in kinds and self.has_plain_codes:
            kinds["responseCode"] = WHOLE
        return self.layout.reading(kinds)

    def add(self, frame: pl.DataFrame) -> None:
        starts = milliseconds(frame)
        is_whole = set(frame.columns) == set(self.layout.kinds)
        if is_whole:
            frame, starts = self._own(frame, starts)
        if frame.height:
            self.add_rows(frame, starts)
        if is_whole and self.is_settled:
            self.fast = self._narrow()

    def _own(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The requests among the rows of `frame`; its other rows are counted apart."""
        sums, subs = transactions(frame), self._subs(frame, starts)
        if sums.any():
            self.transactions.add_rows(frame.filter(sums), starts[sums])
        self.sub_results += int(subs.sum())
        own = ~(sums | subs)
        if own.all():
            return frame, starts
        if "label" in frame.columns:
            self.by_label.suspect(frame["label"].filter(~own).unique().to_list())
        return frame.filter(own), starts[own]

    def _subs(self, frame: pl.DataFrame, starts: NDArray[np.int64]) -> Mask:
        if "label" not in frame.columns:
            return np.zeros(frame.height, np.bool_)
        labels = frame["label"].unique().to_list()
        family = families(itertools.chain(labels, self.by_label.seen))
        self.by_label.suspect(family)
        return self.parents.sub_results(frame, starts, family)

    def settled(self) -> Requests:
        return not_added(self, self.transactions, self.sub_results)


FORMAT = Format("jmeter", b"elapsed", columns.header, JtlRequests, True, columns.first_row, COLUMNS_GUESSED)


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a JTL file. What is none is passed over in silence."""
    return runs(stream, FORMAT)
