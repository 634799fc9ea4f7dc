"""`mpstat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and CPU.

Source: mpstat.c of these releases, and what two of them print.
Reads: `-u -P -A -N -I -T`, times of all languages, decimal commas; documents that break off.
Metrics and items are those of the text (see mpstat). Times are the host's of the day that the document begins on.
A document of one sample may be one since boot, which cannot be told: it is read as a sample.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._live_columns import Layout
from ingest.parsers._live_json_reader import INTERRUPTS, Reader, Tool
from ingest.parsers._live_parse import parsed
from ingest.parsers._mpstat_layout import layout as text_layout
from ingest.records import Parsed

TITLE = "mpstat (sysstat), JSON"
LISTS = ("cpu-load", "node-load", "sum-interrupts", *(name.decode() for name in INTERRUPTS))
NAMES = {"cpu": "CPU", "intr": "intr/s", "core": "CORE", "socket": "SOCK"}
OURS = re.compile(rb'"(?:cpu-load|node-load|sum-interrupts|individual-interrupts|soft-interrupts)"\s*:\s*\[')
OF_SADF = re.compile(rb'"file-date"|"timestamp"\s*:\s*\{')


def layout(name: str, keys: tuple[str, ...]) -> Layout | None:
    """What the values under `keys` are; None if the object is none of mpstat's."""
    if name not in LISTS or not keys:
        return None
    if name.encode() in INTERRUPTS:
        return text_layout(("CPU", *(f"{key}/s" for key in keys[1:])))
    is_node = keys[0] == "node"
    return text_layout(tuple(column(key, is_first=not place, is_node=is_node) for place, key in enumerate(keys)))


def column(key: str, *, is_first: bool, is_node: bool) -> str:
    """The name that the text has for a key."""
    if key == "node":
        return "NODE"
    return NAMES.get(key, f"%{key}") if is_first or not is_node else f"%{key}"


TOOL = Tool("mpstat", layout, has_since_boot=False)


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with lists of mpstat; sadf has some of the same names."""
    is_document = head.lstrip()[:1] == b"{" and b'"sysstat"' in head[:200]
    return is_document and bool(OURS.search(head)) and not OF_SADF.search(head)


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a document, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No samples of mpstat: expected lists such as 'cpu-load'.")
