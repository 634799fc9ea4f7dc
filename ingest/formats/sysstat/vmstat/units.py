"""Which unit the memory of vmstat is in, as far as its values say: -S is not printed.

Source: procps' vmstat.c; the kernel's fs/proc/meminfo.c, whose numbers are whole pages. A page has 4 KiB or a multiple,
so every number in KiB can be divided by 4. Of those in MiB, or in 1000 or 1,000,000 bytes, one of four can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ingest.formats.kit.samples.clocks import SINCE_BOOT
from ingest.records import Problem, TraceRecord

KIB = 1024
PAGE = 4  #: KiB, the smallest
ASSUMED = "KiB assumed: vmstat does not print the unit of -S"
UNKNOWN = "unknown: no whole pages in KiB, so -S was given, which vmstat does not print"
NOT_KIB = (
    "the memory of this vmstat is no whole pages of 4 KiB, so it was called with -S: expected KiB, which is what it "
    "prints without. Its memory and swap were kept as printed, without a unit"
)
MEMORY = {  #: metrics that -S scales -> their columns
    "swap.used": "swpd",
    "mem.free": "free",
    "mem.buffers": "buff",
    "mem.cached": "cache",
    "mem.inactive": "inact",
    "mem.active": "active",
}
SWAPPING = {"swap.in_kb": "si", "swap.out_kb": "so"}  #: scaled as well, but no whole pages by the second
COLUMNS = MEMORY | SWAPPING


def bare(trace: TraceRecord) -> str:
    return trace.metric.removeprefix(SINCE_BOOT)


def is_in_kib(traces: Iterable[TraceRecord]) -> bool:
    """False where more than a third of the numbers are no whole pages: one may have been mistyped."""
    memory = [trace.values for trace in traces if bare(trace) in MEMORY]
    if not memory:
        return True
    printed = np.unique(np.concatenate(memory))
    printed = printed[printed > 0] / KIB
    return 3 * int(np.count_nonzero(printed % PAGE)) <= len(printed)


def as_printed(traces: Sequence[TraceRecord], line: int) -> Iterator[TraceRecord | Problem]:
    """The same traces, what -S scales as vmstat printed it; and why."""
    facts = {**traces[0].facts, "memory_unit": UNKNOWN}
    for trace in traces:
        if column := COLUMNS.get(bare(trace)):
            metric = f"{trace.metric.removesuffix(bare(trace))}raw:{column}"
            yield replace(trace, metric=metric, values=trace.values / KIB, unit="", facts=facts)
        else:
            yield replace(trace, facts=facts)
    yield Problem(line, NOT_KIB)
