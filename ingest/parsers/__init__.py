"""One module per log format; the module's name is the format's name. They are found here, registered nowhere.

A format module has `TITLE`, `sniff(head: bytes) -> bool` (head: the first HEAD_SIZE bytes, as UTF-8) and
`parse(stream: BinaryIO) -> Iterator[Record | Problem]` (stream: the log's own bytes, decompressed).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import BinaryIO, Protocol, cast

from ingest.records import Parsed

HEAD_SIZE = 64 * 1024

#: Stored with every run. Raised whenever a parser reads anything differently.
VERSION = "2"


class Format(Protocol):
    """What a module of this package offers."""

    TITLE: str
    __name__: str

    def sniff(self, head: bytes) -> bool: ...

    def parse(self, stream: BinaryIO) -> Parsed: ...


@cache
def formats() -> dict[str, Format]:
    """Every format by name, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    return {name: cast(Format, importlib.import_module(f"{__name__}.{name}")) for name in names}
