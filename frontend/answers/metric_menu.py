"""Metrics -> a menu: in groups, those without data for the runs asked about told apart. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from benchdb.domain.metrics import Metric

#: title -> how the names of its metrics begin; the first group that fits has a metric, in this order. Within a group
#: those stand first whose beginning does: what is asked most, then family by family.
GROUPS: dict[str, tuple[str, ...]] = {
    "Throughput": ("requests_per_second", "connection_rate", "session_rate", "transfer_rate", "reply_rate",
                   "throughput_ratio", "speedup"),
    "Latency": ("latency_mean", "latency_median", "latency_p50", "latency_p90", "latency_p99",
                "latency_p9", "latency_max",
                "latency_histogram", "latency", "time_per_request", "connect_time", "first_byte_time",
                "processing_time", "transfer_time", "connection_time"),
    "Errors": ("requests_failed", "sessions_failed", "availability", "responses"),
    "Cost of a request": ("cpu_time_per", "cpu_user_time_per", "cpu_system_time_per", "context_switches_per",
                          "interrupts_per", "network_bytes_per"),
    "CPU": ("cpu_", "client_cpu", "run_queue"),
    "Memory": ("memory", "swap"),
    "Locks and profiles": ("lock_", "function_", "module_", "program_", "profile_"),
    "Volume": ("requests_", "bytes_", "duration", "connections", "sessions_", "concurrency_"),
}  # fmt: skip
OTHERS = "Others"


@dataclass(frozen=True, slots=True)
class MetricChoice:
    metric: Metric
    is_chosen: bool
    has_data: bool


@dataclass(frozen=True, slots=True)
class MenuGroup:
    title: str
    choices: tuple[MetricChoice, ...]


def group_of(name: str) -> str:
    return next((title for title, beginnings in GROUPS.items() if name.startswith(beginnings)), OTHERS)


def place_in_group(choice: MetricChoice) -> int:
    """By the beginning that its name has; the others of the group follow as they come."""
    beginnings = GROUPS.get(group_of(choice.metric.name), ())
    return next((place for place, one in enumerate(beginnings) if choice.metric.name.startswith(one)), len(beginnings))


def metric_menu(metrics: Iterable[Metric], chosen: str, measured: Set[str] | None) -> list[MenuGroup]:
    """`measured`: the metrics that the runs asked about have; None where that is not known, and all are offered."""
    grouped: dict[str, list[MetricChoice]] = {title: [] for title in (*GROUPS, OTHERS)}
    for known in metrics:
        has_data = measured is None or known.name in measured or known.name == chosen
        grouped[group_of(known.name)].append(MetricChoice(known, known.name == chosen, has_data))
    return [
        MenuGroup(title, tuple(sorted(choices, key=place_in_group))) for title, choices in grouped.items() if choices
    ]
