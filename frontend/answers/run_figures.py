"""A run's measurements -> its page: key figures, the latency matrix, the percentile curve, groups of the rest. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from benchdb.domain.activity.limits import NICED
from benchdb.domain.digits import EXACT, plain
from benchdb.domain.failures import COUNTING, failed_by_run, may_be_redirects, sent_by_one_run
from benchdb.domain.metrics import MEAN_TIME, Unit, metric
from benchdb.domain.setups.load_tools import ANSWERED_ONLY
from benchdb.domain.units import TIMES, decimals, in_scale, scale_of, shown, significant
from benchdb.wording import words
from frontend.charts.distribution import nines, share
from frontend.charts.latency_line import LatencyLine, latency_line
from frontend.charts.model import Axis, Chart, Point, Series, Tick
from frontend.charts.scales import SCALES

#: ab prints whole milliseconds and most sieges hundredths of a second, so that their 0 says no more than this.
RESOLUTION = {"ab": 1e-3, "siege": 1e-2}  #: format -> seconds
FINER = ("siege",)  #: newer ones print more digits
PARTS = {
    "connect_time": "Connect",
    "processing_time": "Processing",
    "first_byte_time": "First byte",
    "latency": "Total",
}
STATISTICS = {"min": "min", "mean": "mean", "stddev": "sd", "median": "median", "max": "max"}
ALIKE = 1e-6  #: of a step: no more than the computer's own rounding
FEWEST = 3  #: percentiles that make a curve
FEWEST_CELLS = 2  #: that make a matrix; a single figure is a line among the others
STEP_SEEN = 0.02  #: of the highest percentile: a smaller step of the tool is not seen in a drawing
#: (metric, item) -> what a load tool calls it.
TITLES = {
    MEAN_TIME: "Time per request (mean)",
    ("time_per_request", ""): words("time per request of all"),
}
HEADS = {"Latency": "Latency, figure by figure"}  #: of a group: the matrix above it is called Latency
STORED = ("s", "B", "B/s")  #: units that are written behind a number as they are
MOST_PRINTED = 7  #: digits
RATES = ("requests_per_second", "time_per_request", "transfer_rate", "duration")


class MeasurementRow(Protocol):
    """A measurement, as its row has it."""

    metric: str
    item: str
    value: float
    line: int
    printed: str


@dataclass(frozen=True, slots=True)
class KeyFigure:
    title: str
    number: str
    unit: str
    under: str  #: what belongs to it, in small
    line: int  #: of the log; 0 = none


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One part of a request: its statistics, "" where there is none."""

    title: str
    texts: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class FigureRow:
    measurement: MeasurementRow
    title: str  #: as load tools print it
    text: str  #: the value with its unit
    whole: str  #: with all its digits, in the unit that is stored


@dataclass(frozen=True, slots=True)
class FigureGroup:
    title: str
    rows: tuple[FigureRow, ...]


@dataclass(frozen=True, slots=True)
class RunFigures:
    key_figures: tuple[KeyFigure, ...]
    latency: LatencyLine | None  #: beside the key figures
    matrix: tuple[MatrixRow, ...]
    matrix_unit: str  #: of all its cells
    statistics: tuple[str, ...]  #: heads of the matrix
    curve: Chart | None
    groups: tuple[FigureGroup, ...]
    note: str


def run_figures(measurements: Sequence[MeasurementRow], format_name: str) -> RunFigures:
    """Each measurement stands in one place: in the matrix, or in a group."""
    values = {measurement.metric: measurement for measurement in measurements if not measurement.item}
    by_request = [m for m in measurements if (m.metric, m.item) == MEAN_TIME]
    values |= {"mean_time": by_request[0]} if by_request else {}
    resolution = resolution_of(measurements, format_name)
    unit = unit_of(values, resolution)
    matrix = latency_matrix(values, resolution, unit)
    placed = {f"{part}_{name}" for part in PARTS for name in STATISTICS} if matrix else set[str]()
    rest = [measurement for measurement in measurements if measurement.metric not in placed or measurement.item]
    is_coarse = resolution == RESOLUTION["ab"] and any("<" in text for row in matrix for text in row.texts)
    mean = values.get("mean_time", values.get("latency_mean"))
    seconds = {name: one.value for name, one in values.items()}
    line = latency_line(seconds, mean.value if mean else None, resolution)
    return RunFigures(
        key_figures=tuple(
            key_figures(
                values, failures(measurements, format_name), resolution, "" if line else tail(values, resolution)
            )
        ),
        latency=line,
        matrix=matrix,
        matrix_unit=unit[1],
        statistics=tuple(STATISTICS.values()) if matrix else (),
        curve=percentile_curve(values.values(), resolution),
        groups=tuple(groups(rest, resolution, HEADS if matrix else {})),
        note=words("whole milliseconds") if is_coarse else "",
    )


def resolution_of(measurements: Sequence[MeasurementRow], format_name: str) -> float:
    """Seconds: the step in which the tool printed its latencies; 0 = too small to matter."""
    step = RESOLUTION.get(format_name, 0.0)
    latencies = (one.value / step for one in measurements if step and one.metric.startswith("latency_"))
    is_finer = format_name in FINER and any(abs(steps - round(steps)) > ALIKE for steps in latencies)
    return 0.0 if is_finer else step


@dataclass(frozen=True, slots=True)
class Failures:
    count: float  #: requests that failed or were answered with an error
    sent: float | None  #: None = nobody says
    line: int  #: that says so
    may_be_redirects: bool = False  #: all that is known is that replies were no 2xx


def failures(measurements: Sequence[MeasurementRow], tool: str) -> Failures | None:
    """None = nobody counted."""
    counts = [one for one in measurements if one.metric in COUNTING]
    answered_only = (0,) if tool in ANSWERED_ONLY else ()
    failed = failed_by_run(((0, one.metric, one.item, one.value) for one in counts), answered_only).get(0)
    if failed is None:
        return None
    sent = sent_by_one_run(((one.metric, one.item, one.value) for one in measurements), tool)
    line = next((one.line for one in counts if one.value == failed), counts[0].line)
    return Failures(failed, sent, line, may_be_redirects((one.metric, one.item, one.value) for one in counts))


def key_figures(
    values: dict[str, MeasurementRow], failed: Failures | None, resolution: float, tail_of: str
) -> Iterable[KeyFigure]:
    """What a reader asks first, of what there is. `tail_of`: the slow end, where no line shows it."""
    if rate := values.get("requests_per_second"):
        transfer = values.get("transfer_rate")
        under = significant(transfer.value, "B/s") if transfer else ""
        yield KeyFigure("Throughput", three_digits(rate.value), "requests/s", under, rate.line)
    if failed:
        duration = values.get("duration")
        of = "" if failed.sent is None else f"of {decimals(failed.sent, 0)}"
        under = f"in {significant(duration.value, 's')}" if duration else ""
        title = words("replies no 2xx") if failed.may_be_redirects else "Failed"
        under = ", ".join(filter(None, (words("may be redirects") if failed.may_be_redirects else "", under)))
        yield KeyFigure(title, decimals(failed.count, 0), of, under, failed.line)
    if time := values.get("mean_time"):  # finer than the mean of ab's table, and another figure: as ab calls it
        yield KeyFigure(TITLES[MEAN_TIME], *split(time.value, resolution), tail_of, time.line)
    elif latency := values.get("latency_mean"):
        number, unit = split(max(latency.value, resolution))
        number = f"< {number}" if latency.value < resolution else number
        yield KeyFigure("Latency, mean", number, unit, tail_of, latency.line)
    if cpu := values.get("cpu_time_per_request"):
        parts = [values.get(f"cpu_{name}_time_per_request") for name in ("user", "system")]
        texts = [significant(part.value, "s") for part in parts if part]
        left_out = [words("without niced")] if niced(values) else []
        yield KeyFigure(
            "CPU per request", *split(cpu.value), "; ".join([" user, ".join(texts) + " system", *left_out]), 0
        )
    if busy := values.get("cpu_used"):
        besides = [words("niced besides", share=niced(values))] if niced(values) else []
        over = ", ".join((words("all cpus during the load"), *besides))
        yield KeyFigure("CPU busy", decimals(100 * busy.value, 0), "%", over, busy.line)


def niced(values: Mapping[str, MeasurementRow]) -> float:
    """The share of the CPUs that niced work took, the load's or another's; 0 where it is a sampler's."""
    share = values["cpu_nice"].value if "cpu_nice" in values else 0.0
    return share if share >= NICED else 0.0


def tail(values: dict[str, MeasurementRow], resolution: float) -> str:
    """The slow end: the 99th percentile and the longest."""
    named = (("latency_p99", "p99"), ("latency_max", "longest"))
    return " · ".join(f"{name} {duration(values[key].value, resolution)}" for key, name in named if key in values)


def split(seconds: float, resolution: float = 0.0) -> tuple[str, str]:
    """A duration's number and its unit; of a tool that prints whole steps the unit of its other figures."""
    if 0 < seconds < resolution:
        factor, unit = scale_of(resolution, TIMES)
        return f"{seconds / factor:.3g}", unit
    return in_scale(float(f"{seconds:.3g}"), TIMES)


def three_digits(value: float) -> str:
    """Three significant digits: no false ones. The measurement has all of them."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:g}"


def duration(seconds: float, resolution: float) -> str:
    return f"< {shown(resolution, 's')}" if resolution and seconds < resolution else shown(seconds, "s")


def unit_of(values: Mapping[str, MeasurementRow], resolution: float) -> tuple[float, str]:
    """(seconds, name) of the one unit of the matrix: that of the tool's steps, else of its middle value."""
    cells = [values[key].value for part in PARTS for name in STATISTICS if (key := f"{part}_{name}") in values]
    return scale_of(resolution or median([cell for cell in cells if cell > 0] or [1e-3]), TIMES)


def latency_matrix(
    values: Mapping[str, MeasurementRow], resolution: float, unit: tuple[float, str]
) -> tuple[MatrixRow, ...]:
    rows = []
    for part, title in PARTS.items():
        cells = [values.get(f"{part}_{name}") for name in STATISTICS]
        if any(cells):
            finest = [0.0 if name == "stddev" else resolution for name in STATISTICS]
            texts = tuple(
                in_unit(cell.value, least, unit[0]) if cell else "" for cell, least in zip(cells, finest, strict=True)
            )
            rows.append(MatrixRow(title, texts, next(cell.line for cell in cells if cell)))
    is_one = sum(bool(text) for row in rows for text in row.texts) < FEWEST_CELLS
    return () if is_one else tuple(rows)


def in_unit(seconds: float, resolution: float, size: float) -> str:
    """A number of the matrix: two decimals, or as many as its first digits need."""
    if resolution and seconds < resolution:
        return f"< {decimals(resolution / size, 2)}"
    text = decimals(seconds / size, 2)
    return f"{seconds / size:.3g}" if text == "0" and seconds else text


def percentile_curve(measurements: Iterable[MeasurementRow], resolution: float) -> Chart | None:
    """The latency by share of requests that were faster; None for too few percentiles.

    Those below what the tool prints are not drawn: they are not 0. Of a tool that prints whole steps a number is drawn
    with all that it can stand for, and a few equal numbers are no curve.
    """
    parts = ((share(m.metric), m) for m in measurements if m.value >= resolution)
    shares = sorted((part, m) for part, m in parts if part is not None and part < 1)
    if len({m.value for _, m in shares} if resolution else shares) < FEWEST:
        return None
    scale, step = SCALES["s"], resolution
    if step < STEP_SEEN * max(m.value for _, m in shares):
        step = 0.0  # a mark is larger
    points = tuple(percentile(part, m.value, step) for part, m in shares)
    return Chart(
        kind="lines",
        title=words("latency by percentile"),
        x=Axis(
            title=words("share that was faster"),
            least=0.0,
            is_bent=True,
            ticks=tuple(Tick(point.x, (f"{100 * part:g}%",)) for point, (part, _) in zip(points, shares, strict=True)),
        ),
        y=Axis(unit=scale.unit, most=max(m.value for _, m in shares) * scale.factor),
        series=(Series("Latency", 0, points, is_joined=not step),),
        summary=words("latency by percentile"),
        key=words("spans of whole milliseconds") if step else "",
    )


def percentile(part: float, seconds: float, resolution: float) -> Point:
    """With what a number in whole steps can stand for: ab rounds, or cuts off, by its version."""
    factor, low, high = SCALES["s"].factor, seconds - resolution / 2, seconds + resolution
    text = duration(seconds, resolution)
    return Point(
        x=round(nines(part), 4),
        y=seconds * factor,
        words=words("printed whole", value=text, least=f"{low * factor:g}", most=f"{high * factor:g}")
        if resolution
        else text,
        title=words("so many were faster", share=f"{100 * part:g}%"),
        low=low * factor if resolution else None,
        high=high * factor if resolution else None,
    )


def groups(
    measurements: Sequence[MeasurementRow], resolution: float, heads: Mapping[str, str]
) -> Iterable[FigureGroup]:
    """By what they are about; each in the order of the log."""
    names = ("Throughput", "Volume", "Latency", "From system activity", "Other figures")
    rows_of: dict[str, list[FigureRow]] = {name: [] for name in names}
    for measurement in measurements:
        rows_of[group_of(measurement)].append(row(measurement, resolution))
    return [FigureGroup(heads.get(name, name), tuple(rows)) for name, rows in rows_of.items() if rows]


def row(measurement: MeasurementRow, resolution: float) -> FigureRow:
    known = metric(measurement.metric)
    is_latency = group_of(measurement) == "Latency"
    text = duration(measurement.value, resolution) if is_latency else as_printed(measurement.value, known.unit)
    if (measurement.metric, measurement.item) in TITLES and 0 < measurement.value < resolution:
        text = in_steps(measurement.value, resolution)
    title = TITLES.get((measurement.metric, measurement.item), known.title)
    return FigureRow(measurement, title, text, whole(measurement.value, known.unit))


def in_steps(seconds: float, resolution: float) -> str:
    """In the unit of the tool's steps, as the head has it: ab prints `0.477 [ms]`."""
    factor, unit = scale_of(resolution, TIMES)
    return f"{plain(seconds / factor, EXACT)} {unit}"


def whole(value: float, unit: Unit) -> str:
    return f"{plain(value, EXACT)} {unit}" if unit in STORED else plain(value, EXACT)


def as_printed(value: float, unit: Unit) -> str:
    """A value of a log with the digits that it has there, where these are few: 3.195 s, 20.445 ms."""
    if unit != "s" or not value:
        return shown(value, unit)
    factor, name = scale_of(value, TIMES)
    exact = plain(value / factor, EXACT)
    return f"{exact} {name}" if sum(map(str.isdigit, exact)) <= MOST_PRINTED else shown(value, unit)


def group_of(measurement: MeasurementRow) -> str:
    if not measurement.line:
        return "From system activity"
    if measurement.metric in RATES:
        return "Throughput"
    unit = metric(measurement.metric).unit
    return {"count": "Volume", "B": "Volume", "s": "Latency"}.get(unit, "Other figures")
