"""`iostat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and device.

Source: iostat.c of these releases, and what two of them print.
Reads: `-c -d -x -t -y -k -m`, dates and times of all languages, decimal commas; documents with a comma too many or
brackets too few, and runs that were interrupted; several documents in one file.
Metrics, the report since boot and times are those of the text (see iostat). The keys of 11.5.1 to 11.5.6 (`rrqm` for
a rate) are known by the keys beside them.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._live_columns import ITEM, Layout, cell, columns
from ingest.parsers._live_json_reader import Reader, Tool
from ingest.parsers._live_parse import parsed
from ingest.records import Parsed

TITLE = "iostat (sysstat), JSON"
SHARES = {"rrqm": "%rrqm", "wrqm": "%wrqm", "drqm": "%drqm", "util": "%util"}
EARLY = {"rrqm": "rrqm/s", "wrqm": "wrqm/s", "r": "r/s", "w": "w/s", "rkB": "rkB/s", "wkB": "wkB/s"} | {
    f"{unit}_{way}_per_sec": f"{unit}_{way}/s" for unit in ("kB", "MB", "Blk") for way in ("read", "wrtn")
}
OURS = re.compile(rb'"(?:avg-cpu"\s*:\s*\{|disk_device")')


def layout(name: str, keys: tuple[str, ...]) -> Layout | None:
    """What the values under `keys` are; None if the object is none of iostat's."""
    if name == "avg-cpu":
        return Layout(tuple(cell("iostat", f"%{key}") for key in keys))
    if name != "disk" or "disk_device" not in keys:
        return None
    is_early = "r" in keys or any(key.endswith("_per_sec") for key in keys)
    names = SHARES | EARLY if is_early else SHARES
    return Layout(
        tuple(
            ITEM if key == "disk_device" else cell("iostat", key if key in columns("iostat") else names.get(key, key))
            for key in keys
        )
    )


TOOL = Tool("iostat", layout, has_since_boot=True)


def sniff(head: bytes) -> bool:
    """Whether `head` is a document of sysstat with objects of iostat."""
    return head.lstrip()[:1] == b"{" and b'"sysstat"' in head[:200] and bool(OURS.search(head))


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a document, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No samples of iostat: expected objects 'avg-cpu' or 'disk'.")
