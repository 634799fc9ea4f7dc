"""What each label of a JTL file adds up to, and what JMeter's failures without an HTTP status are called here."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl

from benchdb.domain.text.names import printable

MOST_TOLD = 50
MOST_KEPT = 10_000
LONGEST = 200  #: characters of an item
NO_LABEL = "(no label)"
MANY = "There are {} labels; the {} with the most requests are told one by one."

#: a part of the exception's name -> item of requests_failed
REASONS = {
    "ConnectTimeout": "timeout",
    "SocketTimeout": "timeout",
    "InterruptedIO": "timeout",
    "ConnectException": "connect",
    "HttpHostConnect": "connect",
    "UnknownHost": "connect",
    "NoRouteToHost": "connect",
    "NoHttpResponse": "reset",
    "SocketException": "reset",
}


def reason(code: str) -> str:
    """The item for a responseCode such as "Non HTTP response code: java.net.ConnectException"; "" for a status."""
    if not code.startswith("Non HTTP response code"):
        return ""
    return next((item for part, item in REASONS.items() if part in code), "other")


class Labels:
    """Requests and the sum of their latencies by label, of the first MOST_KEPT labels."""

    def __init__(self) -> None:
        self.sums: dict[str, tuple[int, float]] = {}
        self.seen: set[str] = set()
        self.suspects: set[str] = set()  #: those whose rows may be no requests of their own

    def plain(self) -> list[str]:
        """The labels whose rows are requests, as far as is known."""
        return sorted(self.seen - self.suspects)

    def suspect(self, labels: Iterable[str]) -> None:
        if len(self.suspects) < MOST_KEPT:
            self.suspects.update(labels)

    def add(self, frame: pl.DataFrame) -> None:
        for label, count, total in self._sums(frame):
            if len(self.seen) < MOST_KEPT:
                self.seen.add(label)
            name = printable(label)[:LONGEST] or NO_LABEL
            if name in self.sums or len(self.sums) < MOST_KEPT:
                before, sum_before = self.sums.get(name, (0, 0.0))
                self.sums[name] = before + count, sum_before + total / 1000

    def _sums(self, frame: pl.DataFrame) -> Iterable[tuple[str, int, int]]:
        """(label, rows, sum of elapsed) of each label in `frame`."""
        labels = frame["label"]
        if not isinstance(labels.dtype, pl.Enum):
            grouped = frame.group_by("label").agg(pl.len().alias("count"), pl.col("elapsed").sum().alias("total"))
            return grouped.sort("label").rows()
        places = labels.to_physical().to_numpy()  # an Enum: three times as fast as a group
        counts = np.bincount(places)
        totals = np.bincount(places, frame["elapsed"].to_numpy())
        names = labels.dtype.categories.to_list()
        return [(names[code], int(counts[code]), int(totals[code])) for code in np.flatnonzero(counts)]

    def most_frequent(self, caveats: list[str]) -> dict[str, tuple[int, float]]:
        """label -> (requests, seconds); none where there is but one label."""
        if len(self.sums) > MOST_TOLD:
            some = f"{MOST_KEPT} or more" if len(self.sums) == MOST_KEPT else str(len(self.sums))
            caveats.append(MANY.format(some, MOST_TOLD))
        ranked = sorted(self.sums.items(), key=lambda entry: (-entry[1][0], entry[0]))
        return dict(ranked[:MOST_TOLD]) if len(ranked) > 1 else {}
