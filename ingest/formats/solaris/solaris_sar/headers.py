"""The banner and the headers of Solaris' sar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from ingest.formats.kit.archived_lines import UNAME
from ingest.formats.solaris.columns import Column, raw, sections
from ingest.formats.solaris.solaris_sar.rows import Layout

BANNER = re.compile(UNAME.pattern.replace("(?P<rest>.{0,200})", r"\s+(?P<date>\d{1,2}/\d{1,2}/(?:\d{4}|\d{2}))"))
TIMED = re.compile(r"(\d\d):(\d\d):(\d\d)(?=\s|$)")
NAME = re.compile(r"[%A-Za-z][\w%/+.-]*")


@lru_cache(maxsize=1024)
def layout_of(names: tuple[str, ...]) -> Layout | None:
    """The columns of a header: those of the section that has these names, or of the one that has most of them."""
    known = sections("sar")
    for columns in known.values():
        if tuple(column.name for column in columns) == names:
            return Layout(columns)
    if not names or not all(NAME.fullmatch(name) for name in names):
        return None
    best = max(known.values(), key=lambda columns: len({column.name for column in columns} & set(names)))
    by_name: Mapping[str, Column] = {column.name: column for column in best}
    if len(by_name.keys() & set(names)) * 2 < len(names):
        return None
    return Layout(tuple(by_name.get(name) or raw(name) for name in names))


def header(line: str) -> Layout | None:
    """The columns that a header with its time names; None for any other line."""
    match = TIMED.match(line)
    return layout_of(tuple(line[match.end() :].split())) if match else None
