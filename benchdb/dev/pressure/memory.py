"""How large the processes of a site are at their largest."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchdb.dev.own_site import parent, running

POLL = 1.0  #: seconds between two checks: a reading child may live for a second only
MIB = 2**20
#: What is in a command line, and what such a process is; the first that fits.
KINDS = {"sandbox.child": "reading child", "dry_run": "dry run", "gunicorn": "web", "celery": "worker"}


def largest(launcher: int, seen: dict[str, int]) -> None:
    """Raise `seen` (kind -> MiB of its largest process) to what there is now."""
    for process, command in running().items():
        kind = next((kind for word, kind in KINDS.items() if word in command), "")
        if kind and launcher in ancestors(process):
            seen[kind] = max(seen.get(kind, 0), high_water(process))


def ancestors(process: int) -> Iterator[int]:
    """Who started it, and who started that; ends where one has ended."""
    with suppress(OSError):
        while process > 1:
            process = parent(Path(f"/proc/{process}"))
            yield process


def high_water(process: int) -> int:
    """MiB that it had in memory at most, what it shares with others included; 0 where it has ended."""
    with suppress(OSError):
        if line := re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text()):
            return int(line[1]) * 1024 // MIB
    return 0


@contextmanager
def watched(launcher: int) -> Iterator[dict[str, int]]:
    """Kind of process -> MiB of its largest, as long as it lasts."""
    seen: dict[str, int] = {}
    over = threading.Event()

    def poll() -> None:
        while not over.is_set():
            largest(launcher, seen)
            time.sleep(POLL)

    thread = threading.Thread(target=poll)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()
