"""`python -m benchdb.dev.testing.workers`: how many processes the tests run in, side by side."""

from __future__ import annotations

import os

MOST = 4
GIB = 1 << 30
OF_ONE = 2 * GIB  #: of memory, with its servers and its browser


def workers(processors: int, memory: int) -> int:
    """One more than processors, as many tests wait for a site or a page to be there; `memory` in bytes."""
    return max(1, min(MOST, processors + 1, max(memory // OF_ONE, min(processors, MOST))))


if __name__ == "__main__":
    print(workers(len(os.sched_getaffinity(0)), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")))
