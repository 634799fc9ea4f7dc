"""The process that listens on the load's port on this machine -> how many files it may have open.

Source: proc(5): net/tcp, PID/fd, PID/limits. Those of other accounts cannot be read but by root.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
OPEN_FILES = "ulimit.nofile"  #: the setting
LISTENS = "0A"  #: state of a socket in net/tcp
SOFT = re.compile(r"^Max open files +(\S+)", re.MULTILINE)


def most_open_files(port: int) -> str:
    """The soft limit of those that accept connections; "" where none can be read, or they differ."""
    every = processes_with(sockets_of(port))
    parents = {parent_of(process) for process in every}
    workers = [process for process in every if process not in parents]
    limits = {limit for process in workers if (limit := limit_of(process))}
    return limits.pop() if len(limits) == 1 else ""


def sockets_of(port: int) -> set[str]:
    """The inodes of those that listen on the port, at whatever address."""
    inodes = set[str]()
    for table in ("tcp", "tcp6"):
        for line in text_of(PROC / "net" / table).splitlines()[1:]:
            fields = line.split()
            if len(fields) > 9 and fields[3] == LISTENS and int(fields[1].rpartition(":")[2], 16) == port:
                inodes.add(fields[9])
    return inodes


def processes_with(inodes: Collection[str]) -> list[int]:
    links = {f"socket:[{inode}]" for inode in inodes}
    numbers = [int(path.name) for path in PROC.iterdir() if path.name.isdecimal()] if links else []
    return [number for number in numbers if not links.isdisjoint(links_of(number))]


def links_of(process: int) -> Iterator[str]:
    """What its descriptors lead to; nothing where that may not be read, or it is gone."""
    try:
        paths = list((PROC / str(process) / "fd").iterdir())
    except OSError:
        return
    for path in paths:
        with suppress(OSError):  # closed meanwhile: those of a server come and go
            yield str(path.readlink())


def parent_of(process: int) -> int:
    fields = text_of(PROC / str(process) / "stat").rpartition(")")[2].split()
    return int(fields[1]) if len(fields) > 1 else 0


def limit_of(process: int) -> str:
    match = SOFT.search(text_of(PROC / str(process) / "limits"))
    return match[1] if match else ""


def text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
