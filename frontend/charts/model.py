"""What is drawn, as values: a Chart has two Axes and Series of Points. Pages and renderers take the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal

from benchdb.wording import words
from frontend.charts.scales import SIGNS

PLAIN = (str, int, list, type(None))  #: what JSON has as it is

#: bars beside each other, the parts of a whole on top of each other, points with lines between them or through them.
Kind = Literal["bars", "stacked", "lines"]
#: measured points, and those that count in no line; fitted laws; what is set beside them; levels, and where nobody
#: measured along one; uprights; a band's two edges.
Role = Literal[
    "points", "failing", "usl", "amdahl", "reference", "level", "pause", "knee", "fall", "change", "low", "high"
]


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis that has a name."""

    x: float
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


@dataclass(frozen=True, slots=True)
class Axis:
    title: str = ""
    unit: str = ""
    least: float | None = None  #: where it begins; None = at 0, or below where something lies there
    most: float | None = None  #: the highest value that it must show
    smallest: float | None = None  #: the least above 0 of all charts on this scale: where logarithms begin
    ceiling: float | None = None  #: where it ends, whatever lies beyond
    ticks: tuple[Tick, ...] = ()  #: () = the drawing chooses round numbers
    is_log: bool = False
    is_bent: bool = False  #: its places are already no quantity, so nobody wants their logarithms


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float | None
    text: str = ""  #: its value with the unit, for beside it
    words: str = ""  #: what a tooltip says of it
    title: str = ""  #: what a tooltip says of its place; "" = the axis has the words
    low: float | None = None  #: 95% interval
    high: float | None = None
    trials: tuple[float, ...] = ()  #: single runs
    is_failing: bool = False  #: all its requests failed, or so many that it counts in no line: a cross


@dataclass(frozen=True, slots=True)
class Series:
    name: str
    group: int  #: series of one group have one colour; -1 is quiet
    points: tuple[Point, ...]
    role: Role = "points"
    is_joined: bool = True  #: a line runs from point to point
    is_published: bool = False
    tone: str = ""  #: of a change: better, worse, or q2 where neither is
    law: str = ""  #: what stands at a fitted line: USL, Amdahl, linear

    @property
    def is_measured(self) -> bool:
        return self.role in ("points", "failing")

    @property
    def values(self) -> list[float | None]:
        return [point.y for point in self.points]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch along the axis, and what held there."""

    least: float
    most: float
    text: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What was recorded along the axis, drawn beneath it."""

    title: str
    spans: tuple[Span, ...]
    has_gaps: bool = False  #: nothing held between its spans, nor behind the last


@dataclass(frozen=True, slots=True)
class Chart:
    kind: Kind
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    summary: str  #: for those who cannot see it
    better: str = ""
    key: str = ""  #: what the marks mean
    is_sideways: bool = False
    lanes: tuple[Lane, ...] = ()
    panel: str = ""  #: what it and its neighbours show together, each a small part; "" = it stands for itself
    aside: str = ""  #: what it comes to, at the right of its title
    tone: str = ""  #: of that: better, worse, or neither
    gain: str = ""  #: where its first line lies better than what is set beside it: higher, lower; "" = not judged
    judged: tuple[tuple[float, float], ...] = ()  #: stretches along x where that is tinted

    @property
    def labels(self) -> list[str]:
        return [tick.text for tick in self.x.ticks]

    @property
    def is_unit_named(self) -> bool:
        """Whether its values' unit stands beside the axis, with where better lies."""
        return self.y.unit not in ("", *SIGNS)

    @property
    def panel_heading(self) -> str:
        """What stands once above it and its neighbours, with their unit where the metric's title does not say it."""
        is_said = not self.is_unit_named or self.panel.casefold().startswith(self.y.unit.casefold())
        return self.panel if is_said else f"{self.panel} {words('in a unit', unit=self.y.unit)}"

    @property
    def bars(self) -> int:
        return len(self.x.ticks) * (1 if self.kind == "stacked" else len(self.series))

    @property
    def log_axes(self) -> tuple[str, ...]:
        """Of lines: the axes that a reader may want as logarithms, since what they show spans several times 1."""
        if self.kind != "lines":
            return ()
        points = [point for series in self.series if series.role == "points" for point in series.points]
        spans = {
            "x": [] if self.x.is_bent else [point.x for point in points],
            "y": [point.y for point in points if point.y is not None],
        }
        return tuple(
            name
            for name, values in spans.items()
            if values and min(values) > 0 and max(values) / min(values) >= FEWEST_TIMES and not self.is_dated
        )

    @property
    def is_dated(self) -> bool:
        """Whether days stand along it."""
        return self.x.title == "Time"

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        return serialised(self)


def with_logs(chart: Chart, axes: Sequence[str]) -> Chart:
    """The chart; of lines, with these axes as logarithms and no others."""
    if chart.kind != "lines":
        return chart
    return replace(chart, x=replace(chart.x, is_log="x" in axes), y=replace(chart.y, is_log="y" in axes))


def serialised(value: Any) -> Any:
    """A dataclass as plain data, without what is as it is by default: thousands of points are a page's weight.

    Lists hold numbers already, many of them; what holds dataclasses is a tuple.
    """
    if isinstance(value, tuple):
        return [drawn(item) if type(item) is float else serialised(item) for item in value]
    if isinstance(value, float):
        return drawn(value)
    return of_fields(value) if is_dataclass(value) else value


def of_fields(value: Any) -> dict[str, Any]:
    shown = {}
    for name, default in names_and_defaults(value.__class__):
        item = getattr(value, name)
        if default is MISSING or item != default:
            shown[name] = item if isinstance(item, PLAIN) else drawn(item) if type(item) is float else serialised(item)
    return shown


@cache
def names_and_defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


def drawn(value: float) -> float:
    """As exact as a screen can show, or a clock: of 17 digits a page would carry, and compress, all."""
    return float(f"{value:.6g}") if abs(value) < 1e6 else round(value, 3)


FEWEST_TIMES = 4  #: from the smallest to the largest, for an axis to be offered as logarithms
BETTER = {"higher": "higher is better", "lower": "lower is better"}


def named_places(labels: Sequence[str], lines: Sequence[Sequence[str]] = ()) -> tuple[Tick, ...]:
    """Labels at 0, 1, 2, …"""
    return tuple(Tick(float(x), tuple(lines[x]) if lines else (label,)) for x, label in enumerate(labels))


MOST_AT_A_POINT, MOST_SINGLE = 200, 10_000  #: single runs that are drawn, at one point and in one chart


def single_runs(values: Sequence[float], factor: float) -> tuple[float, ...]:
    """The runs beside their point; none where there is one only, or so many that they are a smear."""
    return tuple(value * factor for value in values) if 1 < len(values) <= MOST_AT_A_POINT else ()


def sparse(chart: Chart) -> Chart:
    """The chart; without its single runs where they would be most of the page."""
    if sum(len(point.trials) for series in chart.series for point in series.points) <= MOST_SINGLE:
        return chart
    bare = (replace(one, points=tuple(replace(point, trials=()) for point in one.points)) for one in chart.series)
    return replace(chart, series=tuple(bare))


__all__ = [
    "BETTER", "MOST_SINGLE", "Axis", "Chart", "Kind", "Lane", "Point", "Role", "Series", "Span", "Tick", "named_places",
    "serialised", "single_runs", "sparse", "with_logs",
]  # fmt: skip
