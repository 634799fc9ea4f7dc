"""Small drawings without axes, beside a question: a line for each side, or a bar for each. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.domain.metrics import metric
from benchdb.domain.units import significant

WIDTH, HEIGHT, TALL = 132, 40, 52  #: of the box they are drawn in; three bars, each with its value, need a tall one
LEFT, RIGHT, TOP, BOTTOM = 6.0, 126.0, 5.0, 36.0
DASHES = ("none", "5 3", "2 3", "8 3 2 3")
LONGEST_BAR = 72.0
MOST_SIDES = 4  #: lines; bars there is room for three of
MOST_BARS = 3
THICK, APART = {1: 13, 2: 13, 3: 12}, {1: 17, 2: 17, 3: 16}  #: of so many bars

Medians = Sequence[Sequence[float | None]]  #: for each side, at each place


@dataclass(frozen=True, slots=True)
class SparkLine:
    number: int  #: of its colour
    path: str
    x: float  #: where it ends
    y: float

    @property
    def dash(self) -> str:
        return DASHES[(self.number - 1) % len(DASHES)]


@dataclass(frozen=True, slots=True)
class Bar:
    number: int
    y: float
    width: float
    height: int
    text: str

    @property
    def baseline(self) -> float:
        """Of the text beside it."""
        return self.y + (self.height + 9) / 2

    @property
    def end(self) -> float:
        return self.width + 6


@dataclass(frozen=True, slots=True)
class Spark:
    lines: tuple[SparkLine, ...] = ()
    bars: tuple[Bar, ...] = ()

    @property
    def height(self) -> int:
        return TALL if len(self.bars) == MOST_BARS else HEIGHT


def spark(medians: Medians, places: Sequence[float], metric_name: str) -> Spark:
    """Lines from zero where there are places to go along, else bars of the first three."""
    values = [value for side in medians for value in side if value is not None]
    highest = max(values, default=0.0)
    if highest <= 0:
        return Spark()
    if len(places) > 1:
        drawn = medians[:MOST_SIDES]
        longest = max(sum(value is not None for value in side) for side in drawn)
        return Spark(lines=tuple(lines(drawn, places, highest))) if longest > 1 else Spark()
    firsts = [(number, side[0]) for number, side in enumerate(medians, 1) if side]
    measured = [(number, value) for number, value in firsts if value is not None]
    return Spark(bars=tuple(bars(measured[:MOST_BARS], metric_name)))


def lines(medians: Medians, places: Sequence[float], highest: float) -> list[SparkLine]:
    drawn = []
    span = (max(places) - min(places)) or 1.0
    for number, side in enumerate(medians, 1):
        points = [
            (LEFT + (place - min(places)) / span * (RIGHT - LEFT), BOTTOM - value / highest * (BOTTOM - TOP))
            for place, value in zip(places, side, strict=True)
            if value is not None
        ]
        if points:
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            drawn.append(SparkLine(number, path, round(points[-1][0], 1), round(points[-1][1], 1)))
    return drawn


def bars(values: Sequence[tuple[int, float]], metric_name: str) -> list[Bar]:
    """Each with the number of its side, whose colour it has."""
    unit, highest, count = metric(metric_name).unit, max(value for _, value in values), len(values)
    return [
        Bar(
            number,
            4 + place * APART[count],
            round(value / highest * LONGEST_BAR, 1),
            THICK[count],
            significant(value, unit),
        )
        for place, (number, value) in enumerate(values)
    ]
