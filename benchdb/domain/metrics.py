"""The vocabulary: every metric's name, base unit and direction. Pure.

Names are the field's own. Values are in base units: seconds, bytes, per second, counts, fractions of 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

Unit = Literal["1/s", "s", "B", "B/s", "count", "fraction", "ratio"]
Better = Literal["higher", "lower", "neither"]

#: (metric, item): ab's "Time per request (mean)", the mean latency with all its digits; its table has milliseconds.
MEAN_TIME = ("time_per_request", "concurrent")
#: What lists show, search, sort and export as the mean latency: MEAN_TIME where a run has it, else `latency_mean`.
LATENCY, MEAN_LATENCY = "latency", "latency_mean"


@dataclass(frozen=True, slots=True)
class Metric:
    """One thing a log can measure."""

    name: str
    unit: Unit
    better: Better
    title: str
    meaning: str = ""

    @property
    def items(self) -> str:
        """What its items are: `Lock`; "" where its meaning does not begin with that."""
        kind = re.match(r"by (?!the )([^,]+)", self.meaning)
        return kind[1][0].upper() + kind[1][1:] if kind else ""


SINGLE: Final = (
    Metric("requests_per_second", "1/s", "higher", "Requests per second", "completed requests over the duration"),
    Metric(
        "requests_per_second_offered",
        "1/s",
        "neither",
        "Offered requests per second",
        "what the generator sent or was told to send",
    ),
    Metric("connection_rate", "1/s", "higher", "Connections per second"),
    Metric("session_rate", "1/s", "higher", "Sessions per second"),
    Metric("transfer_rate", "B/s", "higher", "Transfer rate", "bytes received per second"),
    Metric("transfer_rate_sent", "B/s", "higher", "Transfer rate, sent", "bytes sent per second"),
    Metric(
        "time_per_request",
        "s",
        "lower",
        "Time per request",
        "duration over requests, across all concurrent requests",
    ),
    Metric("requests_completed", "count", "higher", "Requests completed"),
    Metric("requests_succeeded", "count", "higher", "Requests succeeded"),
    Metric("requests_failed", "count", "lower", "Requests failed", "as the tool itself counts failures"),
    Metric("responses", "count", "neither", "Responses", "by status class"),
    Metric("bytes_received", "B", "neither", "Bytes received"),
    Metric("bytes_body", "B", "neither", "Bytes of response bodies"),
    Metric("bytes_sent", "B", "neither", "Bytes sent"),
    Metric("duration", "s", "neither", "Duration", "of the test"),
    Metric("connections", "count", "neither", "Connections"),
    Metric("sessions_completed", "count", "neither", "Sessions completed"),
    Metric("sessions_failed", "count", "lower", "Sessions failed"),
    Metric("requests_per_connection", "count", "neither", "Requests per connection"),
    Metric("requests_keepalive", "count", "neither", "Requests on kept-alive connections"),
    Metric("concurrency_peak", "count", "neither", "Concurrency, peak"),
    Metric("concurrency_mean", "count", "neither", "Concurrency, mean"),
    Metric("availability", "fraction", "higher", "Availability"),
    Metric("client_cpu_user", "fraction", "neither", "Client CPU, user", "the load generator's own"),
    Metric("client_cpu_system", "fraction", "neither", "Client CPU, system", "the load generator's own"),
    Metric("cpu_used", "fraction", "neither", "CPU used", "the server's mean over the test"),
    Metric("cpu_user", "fraction", "neither", "CPU, user", "the server's mean over the test"),
    Metric(
        "cpu_nice",
        "fraction",
        "neither",
        "CPU, niced",
        "work that gives way, over the test; of the load or not, in no CPU time",
    ),
    Metric("cpu_system", "fraction", "neither", "CPU, system", "the server's mean over the test"),
    Metric("cpu_idle", "fraction", "neither", "CPU, idle", "the server's mean over the test"),
    Metric("cpu_iowait", "fraction", "neither", "CPU, waiting for disks", "the server's mean over the test"),
    Metric("cpu_steal", "fraction", "lower", "CPU, stolen", "by the hypervisor, over the test"),
    Metric("run_queue", "count", "neither", "Run queue", "tasks that run or wait for a CPU, mean over the test"),
    Metric("cpu_time_per_request", "s", "lower", "CPU time per request", "of the server's CPUs, all together"),
    Metric(
        "server_cpu_time_per_request", "s", "lower", "CPU time per request, server's processes", "as pidstat has them"
    ),
    Metric("cpu_user_time_per_request", "s", "lower", "CPU time per request, user"),
    Metric("cpu_system_time_per_request", "s", "lower", "CPU time per request, system"),
    Metric("context_switches_per_request", "count", "lower", "Context switches per request"),
    Metric("interrupts_per_request", "count", "lower", "Interrupts per request"),
    Metric("network_bytes_per_request", "B", "lower", "Bytes on the wire per request", "both ways, headers too"),
    Metric("memory_used", "fraction", "neither", "Memory used", "the server's mean over the test"),
    Metric("swap_used", "fraction", "neither", "Swap used", "the server's mean over the test"),
    Metric("lock_wait_share", "fraction", "neither", "Share of lock waiting", "by lock"),
    Metric("function_share", "fraction", "neither", "Share of time", "by kernel function"),
    Metric(
        "function_share_inclusive",
        "fraction",
        "neither",
        "Share of time, with callees",
        "by function, with all that it calls; these shares overlap",
    ),
    Metric(
        "module_share", "fraction", "neither", "Share of time, by module", "kernel, module, library or program file"
    ),
    Metric("program_share", "fraction", "neither", "Share of time, by program", "the process that ran"),
    Metric("profile_samples", "count", "neither", "Samples of the profile", "ticks of the profiling clock or events"),
    Metric("lock_wait_per_request", "s", "lower", "Lock waiting per request", "by lock"),
    Metric("lock_wait_growth", "ratio", "lower", "Growth of lock waiting", "by lock, as published"),
    Metric("speedup", "ratio", "higher", "Speed-up", "a published ratio with no absolute value"),
    Metric("throughput_ratio", "ratio", "higher", "Throughput ratio", "a published ratio with no absolute value"),
)

PARTS = {"mean": "mean", "min": "minimum", "max": "maximum", "median": "median", "stddev": "standard deviation"}
TIMES = {
    "latency": ("Latency", "one request, from sending to the last byte"),
    "connect_time": ("Connect time", "opening the connection"),
    "first_byte_time": ("Time to first byte", "waiting for the reply to begin"),
    "processing_time": ("Processing time", "from connected to the last byte"),
    "transfer_time": ("Transfer time", "the reply's body"),
    "connection_time": ("Connection time", "a connection's whole life"),
}


def reply_rates() -> Iterator[Metric]:
    """What httperf says of its own samples."""
    for part in ("mean", "min", "max", "stddev"):
        better: Better = "lower" if part == "stddev" else "higher"
        yield Metric(f"reply_rate_{part}", "1/s", better, f"Reply rate, {PARTS[part]}", "the tool's own samples")


def times() -> Iterator[Metric]:
    """Each time of a request, by mean, minimum and so on."""
    for name, (title, meaning) in TIMES.items():
        for part, word in PARTS.items():
            yield Metric(f"{name}_{part}", "s", "lower", f"{title}, {word}", meaning)


HISTOGRAM = Metric(
    "latency_histogram",
    "count",
    "neither",
    "Latency histogram",
    "requests by the upper bound of their latency in seconds (the item)",
)
METRICS = {row.name: row for row in (*SINGLE, *reply_rates(), HISTOGRAM, *times())}
PERCENTILE = re.compile(
    r"(latency|connect_time|first_byte_time|processing_time|transfer_time|connection_time)_p(\d{1,2}(?:\.\d+)?)$"
)


class UnknownMetric(ValueError):
    """A name that the vocabulary does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown metric {name!r}")
        self.name = name


def metric(name: str) -> Metric:
    """The metric called `name`; percentiles (latency_p99, latency_p99.9) are made on demand. UnknownMetric if none."""
    if known := METRICS.get(name):
        return known
    if match := PERCENTILE.match(name):
        base = METRICS[f"{match[1]}_mean"]
        title = base.title.removesuffix(", mean")
        return Metric(name, "s", "lower", f"{title}, {match[2]}th percentile", base.meaning)
    raise UnknownMetric(name)


def figure(name: str) -> Metric:
    """What lists have a column for: a metric, or LATENCY, which is of two. UnknownMetric if none."""
    return replace(METRICS[MEAN_LATENCY], name=LATENCY) if name == LATENCY else metric(name)
