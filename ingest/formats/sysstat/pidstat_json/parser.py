"""The objects of pidstat's JSON -> the layout of its text."""

from __future__ import annotations

from functools import lru_cache
from typing import BinaryIO

from ingest.formats.sysstat.interval.columns import ITEM, Cell, Layout, as_it_is, cell, columns
from ingest.formats.sysstat.interval.json_reader import Reader, Tool
from ingest.formats.sysstat.interval.parse import parsed
from ingest.formats.sysstat.pidstat.signs import process
from ingest.records import Parsed

NUMBERS = ("pid", "tgid", "tid", "ppid")
COMMANDS = ("cmd", "command")
PROCESSOR = "processor"  #: the number of one, where `cpu` is a share


@lru_cache(maxsize=1024)
def layout(name: str, keys: tuple[str, ...]) -> Layout | None:
    """What the values under `keys` are; None if the object is no process's."""
    lowered = [key.lower() for key in keys]
    if not set(NUMBERS) & set(lowered) or not set(COMMANDS) & set(lowered):
        return None
    are_threads = {"tgid", "tid"} <= set(lowered)
    return Layout(tuple(cell_of(key) for key in with_share(keys)), item_name=process if are_threads else as_it_is)


def with_share(keys: tuple[str, ...]) -> list[str]:
    """The keys, of which `cpu` is `%CPU` where the other shares lost their signs, too: the processor's comes after."""
    lowered = [key.lower() for key in keys]
    if "usr" not in lowered or "cpu" not in lowered or "%cpu" in lowered:
        return list(keys)
    names = ["CPU" if key == PROCESSOR else name for key, name in zip(lowered, keys, strict=True)]
    names[lowered.index("cpu")] = "%CPU"
    return names


def cell_of(key: str) -> Cell:
    if key.lower() in (*NUMBERS, *COMMANDS):
        return ITEM
    return cell("pidstat", column_name(key))


def column_name(key: str) -> str:
    """The name that the text has for a key; the key itself where it has none."""
    names = {name.lower(): name for name in columns("pidstat")}
    spellings = (key, f"%{key}", f"{key}/s", key.removesuffix("_per_sec") + "/s")
    return next((names[spelling.lower()] for spelling in spellings if spelling.lower() in names), key)


TOOL = Tool("pidstat", layout, has_since_boot=False)


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a document, and what could not be read of it."""
    yield from parsed(stream, Reader(TOOL), "No samples of pidstat: expected objects with the number of a process.")
