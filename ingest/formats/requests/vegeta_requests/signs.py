"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.requests.layout import FIRST_LINES, WHOLE, WORD, Layout, cells

COLUMNS = ("timestamp", "code", "latency", "bytes_out", "bytes_in", "error", "body", "attack", "seq", "method", "url")
ALL = (*COLUMNS, "headers")
WIDTHS = (6, 7, 8, 9, 11, 12)  #: cells in a row, by version
READ = {**dict.fromkeys(COLUMNS[:5], WHOLE), **dict.fromkeys(("error", "method", "url"), WORD)}
ROW = re.compile(r'(?P<before>[ \t>|#*]*)"?\d{18,19}"?,"?\d{1,3}"?,"?\d{1,15}"?,"?\d+"?,"?\d+"?,')
BEGINS = re.compile(r'"?\d{16,19}"?,')


def first_row(line: str) -> Layout | None:
    """Such rows, if `line` is one."""
    match = ROW.match(line)
    if not match or not line.endswith("\n"):
        return None
    width = len(cells(line[match.end("before") :], ",", is_quoted=True))
    if width not in WIDTHS:
        return None
    kinds = {name: kind for name, kind in READ.items() if name in ALL[:width]}
    return Layout(ALL[:width], kinds, ",", is_quoted=True, row=BEGINS, prefix=match["before"])


def sniff(head: bytes) -> bool:
    """One of the first lines is a row of vegeta."""
    lines = head.decode("utf-8", "replace").splitlines(keepends=True)
    return any(first_row(line) for line in lines[:FIRST_LINES])
