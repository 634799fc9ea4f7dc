"""What one request takes, in a sentence that speaks of a request already. Pure."""

from __future__ import annotations

from typing import NamedTuple

from benchdb.domain.metrics import metric
from benchdb.wording.figures import quantity
from benchdb.wording.grammar import inside


class Cost(NamedTuple):
    """Of a metric per request."""

    name: str
    spent: str  #: behind a figure


COSTS = {
    "cpu_time_per_request": Cost("CPU time", "of CPU time"),
    "server_cpu_time_per_request": Cost("CPU time of the server", "of CPU time of the server"),
    "context_switches_per_request": Cost("context switches", "context switches"),
    "interrupts_per_request": Cost("interrupts", "interrupts"),
    "network_bytes_per_request": Cost("bytes on the wire", "on the wire"),
    "lock_wait_per_request": Cost("lock waiting", "of lock waiting"),
}


def cost(metric_name: str) -> str:
    """`CPU time`."""
    return COSTS[metric_name].name if metric_name in COSTS else inside(metric(metric_name).title)


def spent(value: float | None, metric_name: str) -> str:
    """`51.6 µs of CPU time`, `1.3 context switches`, `4.59 KiB on the wire`."""
    text = quantity(value, metric_name)
    if metric_name in COSTS:
        return f"{text} {COSTS[metric_name].spent}"
    return f"{text} of {cost(metric_name)}" if metric(metric_name).unit == "s" else f"{text} {cost(metric_name)}"
