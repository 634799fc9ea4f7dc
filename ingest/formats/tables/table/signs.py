"""How a log of this format is recognised."""

from __future__ import annotations

import csv
import re

from benchdb.domain.metrics import UnknownMetric, metric

METRIC_COLUMN = re.compile(
    r"^(?P<metric>[a-z][a-z0-9_.]*)(?::(?P<item>.+?))?\s*(?:\[(?P<unit>[^\]]*)\]|\((?P<round>[^()]*)\))$"
)
METRIC_NAME = re.compile(r"[a-z][a-z0-9]*(?:[_.][a-z0-9_.]+)")
TITLE = re.compile(r"[A-Za-z][\w.:-]{0,80}(?: ?(?:\[[^\]]{0,20}\]|\([^()]{0,20}\)))?")
SEPARATORS = ("\t", ";", ",")


def separator_of(header: str) -> str:
    """The separator that a header line uses: the first of tab, semicolon, comma that stands in it."""
    return next((separator for separator in SEPARATORS if separator in header), ",")


def cells(line: str, separator: str) -> list[str]:
    """One line cut at its separators, quotes taken off; [] for one beyond csv's limit (128 KiB a cell)."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
    except csv.Error:
        return []


def sniff(head: bytes) -> bool:
    """A header line with at least one known metric: with its unit, or among names alone, which is told then."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    header = next((line for line in text.splitlines() if is_content(line)), "")[:20000]
    titles = cells(header, separator_of(header))
    if ("[" in header or "(" in header) and any(_is_known_metric(title) for title in titles):
        return True
    return len(titles) > 1 and all(map(TITLE.fullmatch, titles)) and any(map(is_metric, titles))


def is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _is_known_metric(title: str) -> bool:
    match = METRIC_COLUMN.match(title)
    return match is not None and is_metric(match["metric"])


def is_metric(name: str) -> bool:
    """Whether a metric is called so."""
    try:
        metric(name)
    except UnknownMetric:
        return False
    return METRIC_NAME.fullmatch(name) is not None
