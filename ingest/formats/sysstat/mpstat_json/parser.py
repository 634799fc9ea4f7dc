"""`mpstat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and CPU."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.interval.columns import Layout
from ingest.formats.sysstat.interval.json_reader import INTERRUPTS, Reader, Tool
from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.mpstat.layout import layout as text_layout
from ingest.records import Parsed

LISTS = ("cpu-load", "node-load", "sum-interrupts", *(name.decode() for name in INTERRUPTS))
NAMES = {"cpu": "CPU", "intr": "intr/s", "core": "CORE", "socket": "SOCK"}


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


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a document, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No samples of mpstat: expected lists such as 'cpu-load'.")
