"""Memory that a large answer leaves behind: given back to the system, so that a process does not stay as large.

An answer's objects point at each other, so they wait for the garbage collector; and what glibc's `malloc` has freed in
the middle of its heap it keeps. After a question of a million runs that was 175 to 470 MB.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from pathlib import Path

USUAL = 200  #: MiB, above which it is worth the 10 to 30 ms
GROWN = 64  #: MiB more than after the last time: a process that is large for another reason stays so
PAGES_OF_MIB = (1 << 20) // os.sysconf("SC_PAGE_SIZE")
STATM = Path("/proc/self/statm")


def resident() -> int:
    """MiB of this process; 0 where the system does not say."""
    try:
        return int(STATM.read_text("ascii").split()[1]) // PAGES_OF_MIB
    except OSError:
        return 0


class Last:
    """How it was when memory was last given back."""

    resident = 0  #: MiB


def give_back(above: int = USUAL) -> None:
    """What is no longer used, where the process has more MiB than that, and has grown."""
    if resident() < max(above, Last.resident + GROWN, 1):
        return
    gc.collect()
    trim()
    Last.resident = resident()


def trim() -> None:
    """What was freed, at once: what an answer reads lies among what it was made of. Takes a millisecond or few."""
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if malloc_trim is not None:  # glibc's; musl gives back by itself
        malloc_trim(0)


def settle() -> None:
    """What is loaded by now is there for good: no collection looks at it again, and forks go on sharing its pages."""
    gc.collect()
    gc.freeze()
