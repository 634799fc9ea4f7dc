"""The runs of a list -> a strip of dots above it: throughput, run by run, day by day. Pure; drawn without a script.

Places along are shares of the width and heights are pixels, so that the drawing fits any width and its words are never
stretched. A day is as wide as it has runs; where a run says no start they stand in the order in which they were stored.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from statistics import median

from benchdb.domain.metrics import metric
from benchdb.domain.units import amount, significant
from benchdb.reads.runs import ListedRun

TOP, GROUND = 10.0, 94.0  #: of the drawing, in pixels
MAIN = "requests_per_second"
FEWEST, MOST_SIDES = 5, 4
FAR = 30  #: times the median; what lies farther leaves the others on the ground
MOST_TICKS = 4  #: above 0
APART = 13.0  #: per cent of the width between two days that are named


@dataclass(frozen=True, slots=True)
class Dot:
    x: float  #: per cent of the width
    y: float
    text: str  #: `run 58: 372/s`
    side: int  #: the number of its colour; 0 = stopped before its end


@dataclass(frozen=True, slots=True)
class Strip:
    """The oldest run at the left, zero at the bottom."""

    dots: tuple[Dot, ...]
    sides: tuple[str, ...]  #: what the colours tell apart, in their order
    by: str  #: which condition that is; "" = nothing
    highest: str
    ticks: tuple[tuple[float, str], ...]  #: heights
    edges: tuple[float, ...]  #: where a day ends and another begins
    days: tuple[tuple[float, str], ...]  #: those with room for their name
    first: int  #: the oldest run
    last: int

    @property
    def runs(self) -> int:
        return len(self.dots)

    @property
    def has_stopped(self) -> bool:
        return any(not dot.side for dot in self.dots)


def strip(runs: Sequence[ListedRun], labels: Mapping[str, Sequence[str]]) -> Strip | None:
    """`runs`: the newest first. `labels`: title of a condition -> its text for each run.

    None for runs that are too few, or too far apart.
    """
    drawn = [(place, run) for place, run in enumerate(runs) if run.numbers.get(MAIN) is not None][::-1]
    values = [run.numbers[MAIN] for _, run in drawn]
    if len(values) < FEWEST or not 0 < max(values) <= FAR * median(values):
        return None
    days = days_of([run for _, run in drawn])
    if days:
        drawn = [one for _, one in sorted(zip(moments(drawn), drawn, strict=True), key=lambda pair: pair[0])]
        days.sort()
    by, names = next(coloured(labels, [place for place, _ in drawn]), ("", [""] * len(drawn)))
    sides = tuple(dict.fromkeys(names))
    ticks = round_ticks(max(values))
    most = max(max(values), ticks[-1])
    places, edges, named = along(days or [date.min] * len(drawn))
    return Strip(
        tuple(
            Dot(x, height(run.numbers[MAIN], most), words_of(run), 1 + sides.index(name) if is_whole(run) else 0)
            for x, (_, run), name in zip(places, drawn, names, strict=True)
        ),
        sides,
        by,
        significant(max(values), metric(MAIN).unit),
        tuple((height(tick, most), amount(tick, metric(MAIN).unit) if tick else "0") for tick in ticks),
        edges,
        named if days else (),
        drawn[0][1].pk,
        drawn[-1][1].pk,
    )


def days_of(runs: Sequence[ListedRun]) -> list[date]:
    """The day of each; [] where some run says none."""
    days = [run.started_at.astimezone(UTC).date() for run in runs if run.started_at]
    return days if len(days) == len(runs) else []


def moments(drawn: Sequence[tuple[int, ListedRun]]) -> list[tuple[float, int]]:
    """When each began; of those that began together, the one stored first stands first."""
    return [(run.started_at.timestamp() if run.started_at else 0.0, run.pk) for _, run in drawn]


def is_whole(run: ListedRun) -> bool:
    return run.status == "complete"


def words_of(run: ListedRun) -> str:
    value = significant(run.numbers[MAIN], metric(MAIN).unit)
    return f"run {run.pk}: {value}" if is_whole(run) else f"run {run.pk}: {value}, {run.status}"


def height(value: float, most: float) -> float:
    return round(GROUND - value / most * (GROUND - TOP), 1)


def round_ticks(highest: float) -> list[float]:
    """0, and up to four round values above it, the last of which may lie above them all."""
    size = 10.0 ** math.floor(math.log10(highest))
    step = next(size * part for part in (0.5, 1, 2, 5, 10) if math.ceil(highest / (size * part)) <= MOST_TICKS)
    return [step * place for place in range(math.ceil(highest / step) + 1)]


def along(days: Sequence[date]) -> tuple[list[float], tuple[float, ...], tuple[tuple[float, str], ...]]:
    """(the place of each run, where days meet, the days that have room for their name)."""
    counts = Counter(days)
    total = sum(count + 1 for count in counts.values())
    places, edges, named = list[float](), list[float](), list[tuple[float, str]]()
    begin, year = 0, 0
    for day, count in counts.items():
        places += [round(100 * (begin + 1 + nth) / total, 2) for nth in range(count)]
        middle = round(100 * (begin + (count + 1) / 2) / total, 2)
        if not named or middle - named[-1][0] >= APART:
            named.append((middle, f"{day.day} {day:%b}" + (f" {day.year}" if day.year != year else "")))
            year = day.year
        begin += count + 1
        edges.append(round(100 * begin / total, 2))
    return places, tuple(edges[:-1]), tuple(named)


def coloured(labels: Mapping[str, Sequence[str]], places: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """(title, text of each run) of the conditions that tell a few sides apart."""
    for title, texts in labels.items():
        own = [texts[place] for place in places]
        if 1 < len(set(own)) <= MOST_SIDES and all(own):
            yield title, own
