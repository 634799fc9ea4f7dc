"""Which series are drawn together: small multiples over one time axis. Pure; a new picture is a new row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Key = tuple[str, str]  #: (metric, item)
Series = tuple[Floats, Floats]  #: (times, values)
Loaded = Mapping[Key, Series]

WHOLE = ("all", "", "sum", "SUM", "total")
MOST_PARTS = 4  #: of disks, interfaces, zones: the busiest ones


@dataclass(frozen=True, slots=True)
class PanelLine:
    """One line of a panel: the first of `metrics` that was recorded; for the whole machine, or for each busy part."""

    name: str
    metrics: tuple[str, ...]
    by_part: bool = False
    adds: tuple[str, ...] = ()  #: further metrics that are added where they were recorded


@dataclass(frozen=True, slots=True)
class Panel:
    """One small chart."""

    title: str
    unit: str
    lines: tuple[PanelLine, ...]
    stacked: bool = False

    @property
    def metrics(self) -> set[str]:
        return {metric for line in self.lines for metric in (*line.metrics, *line.adds)}


PANELS = (
    Panel(
        "CPU",
        "fraction",
        (
            PanelLine("user", ("cpu.user_incl_guest", "cpu.usr")),
            PanelLine("system", ("cpu.system_incl_irq", "cpu.sys")),
            PanelLine("interrupts", ("cpu.irq",), adds=("cpu.soft",)),
            PanelLine("guest", ("cpu.guest",)),
            PanelLine("iowait", ("cpu.iowait",)),
            PanelLine("steal", ("cpu.steal",)),
            PanelLine("niced", ("cpu.nice",), adds=("cpu.gnice",)),  # above what is counted as busy
            PanelLine("idle", ("cpu.idle",)),
        ),
        stacked=True,
    ),
    Panel(
        "Run queue",
        "count",
        (
            PanelLine("running or waiting", ("queue.run",)),
            PanelLine("blocked", ("queue.blocked",)),
            PanelLine("load, 1 min", ("load.1m",)),
        ),
    ),
    Panel("Context switches", "1/s", (PanelLine("context switches", ("tasks.context_switches",)),)),
    Panel("Interrupts", "1/s", (PanelLine("interrupts", ("irq.per_s",)),)),
    Panel(
        "Memory",
        "B",
        (
            PanelLine("used", ("mem.used",)),
            PanelLine("cached", ("mem.cached",)),
            PanelLine("buffers", ("mem.buffers",)),
            PanelLine("free", ("mem.free",)),
        ),
    ),
    Panel(
        "Network",
        "B/s",
        (
            PanelLine("received", ("net.rx_kb", "net.rx_bytes"), by_part=True),
            PanelLine("sent", ("net.tx_kb", "net.tx_bytes"), by_part=True),
        ),
    ),
    Panel(
        "Disks",
        "B/s",
        (
            PanelLine("read", ("disk.read_kb", "disk.read_sectors"), by_part=True),
            PanelLine("written", ("disk.write_kb", "disk.write_sectors"), by_part=True),
        ),
    ),
    Panel("Disks, busy", "fraction", (PanelLine("busy", ("disk.util",), by_part=True),)),
    Panel(
        "TCP",
        "1/s",
        (
            PanelLine("accepted", ("tcp.passive_opens",)),
            PanelLine("opened", ("tcp.active_opens",)),
            PanelLine("retransmitted", ("tcp.retransmitted_segments",)),
            PanelLine("resets sent", ("tcp.out_resets",)),
        ),
    ),
    Panel("Sockets", "count", (PanelLine("TCP", ("sock.tcp",)), PanelLine("TIME_WAIT", ("sock.tcp_time_wait",)))),
    Panel("Paging", "B/s", (PanelLine("in", ("paging.in_kb",)), PanelLine("out", ("paging.out_kb",)))),
    Panel("Zones", "fraction", (PanelLine("CPU", ("zone.cpu",), by_part=True),)),
)
HEAT = ("cpu.idle", "cpu.iowait")  #: of each CPU: what it was not busy with
METRICS = frozenset(metric for panel in PANELS for metric in panel.metrics) | frozenset(HEAT)


def drawn(panel: Panel, loaded: Loaded) -> list[tuple[str, Series]]:
    """(name, series) of each line that was recorded, in the panel's order; a stack leaves out what is always 0."""
    lines: list[tuple[str, Series]] = []
    for line in panel.lines:
        metric = next((name for name in line.metrics if any(key[0] == name for key in loaded)), None)
        if metric is None:
            continue
        if line.by_part:
            parts = busiest(loaded, metric)
            lines += [(f"{part} {line.name}", loaded[metric, part]) for part in parts]
        elif (key := whole(loaded, metric)) is not None:
            lines.append((line.name, with_more(loaded, key, line.adds)))
    if panel.stacked:
        lines = [(name, series) for name, series in lines if np.nanmax(series[1], initial=0.0) > 0]
    return lines


def whole(loaded: Loaded, metric: str) -> Key | None:
    return next(((metric, item) for item in WHOLE if (metric, item) in loaded), None)


def with_more(loaded: Loaded, key: Key, more: Iterable[str]) -> Series:
    """A series and those that are added to it, where they have the same moments."""
    times, values = loaded[key]
    for metric in more:
        other = loaded.get((metric, key[1]))
        if other is not None and np.array_equal(other[0], times):
            values = values + other[1]
    return times, values


def busiest(loaded: Loaded, metric: str) -> list[str]:
    """The parts with the largest means; without the loopback where there is another, in the order of their names."""
    means = {
        item: float(np.nanmean(values)) if np.isfinite(values).any() else 0.0
        for (name, item), (_, values) in loaded.items()
        if name == metric
    }
    kept = sorted(means, key=lambda item: -means[item])[:MOST_PARTS]
    return sorted(item for item in kept if means[item] > 0 or len(means) == 1) or sorted(kept)[:1]


def busy_cpus(loaded: Loaded) -> list[tuple[str, Series]]:
    """(CPU, share of it that worked) of each single CPU, in the order of their numbers."""
    cpus = []
    for (metric, item), (times, idle) in loaded.items():
        if metric != HEAT[0] or not item.isdigit():
            continue
        waiting = loaded.get((HEAT[1], item))
        same = waiting is not None and np.array_equal(waiting[0], times)
        cpus.append((item, (times, 1 - idle - (waiting[1] if same and waiting else 0.0))))
    return sorted(cpus, key=lambda pair: int(pair[0]))


def cut(series: Series, start: float, end: float) -> Series:
    """The samples from `start` to `end`, and one on either side so that lines reach the edges."""
    times, values = series
    first, last = np.searchsorted(times, (start, end), side="left")
    piece = slice(max(int(first) - 1, 0), int(last) + 1)
    return times[piece], values[piece]


def resampled(rows: Sequence[tuple[str, Series]], start: float, end: float, columns: int) -> list[tuple[str, Floats]]:
    """(name, (columns,)) means over equal stretches of time; NaN where nothing was recorded."""
    edges = np.linspace(start, end, columns + 1)
    resampled_rows = []
    for name, (times, values) in rows:
        place = np.clip(np.searchsorted(edges, times, side="left") - 1, 0, columns - 1)
        good = np.isfinite(values) & (times > start) & (times <= end)
        counts = np.bincount(place[good], minlength=columns)
        sums = np.bincount(place[good], weights=values[good], minlength=columns)
        with np.errstate(invalid="ignore"):
            resampled_rows.append((name, np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)))
    return resampled_rows
