"""`iostat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and device."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.sysstat.interval.columns import ITEM, Layout, cell, columns
from ingest.formats.sysstat.interval.json_reader import Reader, Tool
from ingest.formats.sysstat.interval.parse import parsed
from ingest.records import Parsed

SHARES = {"rrqm": "%rrqm", "wrqm": "%wrqm", "drqm": "%drqm", "util": "%util"}
EARLY = {"rrqm": "rrqm/s", "wrqm": "wrqm/s", "r": "r/s", "w": "w/s", "rkB": "rkB/s", "wkB": "wkB/s"} | {
    f"{unit}_{way}_per_sec": f"{unit}_{way}/s" for unit in ("kB", "MB", "Blk") for way in ("read", "wrtn")
}


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


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a document, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No samples of iostat: expected objects 'avg-cpu' or 'disk'.")
