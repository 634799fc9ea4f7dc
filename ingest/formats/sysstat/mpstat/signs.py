"""How a log of this format is recognised."""

from __future__ import annotations

from ingest.formats.sysstat.interval.columns import is_column
from ingest.formats.sysstat.kit.beginnings import beginnings
from ingest.formats.sysstat.kit.clock import NO_TIME, may_begin_with_time, time_tokens
from ingest.formats.sysstat.kit.columns import is_foreign
from ingest.formats.sysstat.kit.words import cells_of
from ingest.formats.sysstat.mpstat.layout import layout


def sniff(head: bytes) -> bool:
    """Whether a header of mpstat stands near the beginning: sar has some of the same names in another order."""
    return any(is_mpstat(line) for line in beginnings(head))


def is_mpstat(line: bytes) -> bool:
    if not (may_begin_with_time(line) or line.startswith(NO_TIME)):
        return False
    tokens = cells_of(line)
    count = time_tokens(tokens, is_column)
    names = tuple(tokens[count:])
    if not names or not (count or line.startswith(NO_TIME)):
        return False
    return layout(names) is not None and (is_foreign(names) or names[0] == "NODE")
