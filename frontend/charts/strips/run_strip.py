"""The runs of a list -> a strip of dots above it: throughput along time. Pure; drawn without a script.

Places along are shares of the width and heights are pixels, so that the drawing fits any width and its words are never
stretched. Where too few runs say when they began, they stand in the order in which they were stored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import mean, median

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import amount, significant
from benchdb.reads.runs import ListedRun
from frontend.charts.strips.run_times import TimeAxis, time_axis

TOP, GROUND = 10.0, 94.0  #: of the drawing, in pixels
MAIN = "requests_per_second"
FEWEST, MOST_SIDES = 5, 4
FAR = 30  #: times the median; what lies farther leaves the others on the ground
MOST_TICKS = 4  #: above 0
LOADS = ("concurrency", "rate")  #: what the numbers at clusters are
CLUSTERS_APART = 3.2  #: per cent of the width between two that are named


@dataclass(frozen=True, slots=True)
class Dot:
    x: float  #: per cent of the width
    y: float
    text: str  #: `run 58: 372/s`
    side: int  #: the number of its colour; 0 = stopped before its end
    moment: str = ""  #: when it began, where the strip goes along time


@dataclass(frozen=True, slots=True)
class Strip:
    """The oldest run at the left, zero at the bottom."""

    dots: tuple[Dot, ...]
    sides: tuple[str, ...]  #: what the colours tell apart, in their order
    by: str  #: which condition that is; "" = nothing
    highest: str
    ticks: tuple[tuple[float, str], ...]  #: heights
    times: TimeAxis | None  #: None = in the order of their numbers
    load: str  #: which condition the numbers at clusters are; "" = there are none
    clusters: tuple[tuple[float, float, str], ...]  #: place, height and load of runs made one after another
    unknown: int  #: runs that are not drawn, as they do not say when they began
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
    measured = [(place, run) for place, run in enumerate(runs) if run.numbers.get(MAIN) is not None][::-1]
    drawn = in_time(measured) or measured
    values = [run.numbers[MAIN] for _, run in drawn]
    if len(values) < FEWEST or not 0 < max(values) <= FAR * median(values):
        return None
    times = time_axis([run.started_at for _, run in drawn if run.started_at]) if in_time(measured) else None
    xs = times.places if times else evenly(len(drawn))
    by, names = next(coloured(labels, [place for place, _ in drawn]), ("", [""] * len(drawn)))
    sides = tuple(dict.fromkeys(names))
    ticks = round_ticks(max(values))
    most = max(max(values), ticks[-1])
    dots = tuple(
        Dot(
            x,
            height(run.numbers[MAIN], most),
            words_of(run),
            1 + sides.index(name) if is_whole(run) else 0,
            run.started_at.isoformat() if times and run.started_at else "",
        )
        for x, (_, run), name in zip(xs, drawn, names, strict=True)
    )
    load, loads = loads_of(labels, [place for place, _ in drawn], by) if times else ("", [])
    named = clusters(dots, loads, times) if times else ()
    return Strip(
        dots,
        sides,
        by,
        significant(max(values), metric(MAIN).unit),
        tuple((height(tick, most), amount(tick, metric(MAIN).unit) if tick else "0") for tick in ticks),
        times,
        load if named else "",
        named,
        len(measured) - len(drawn),
        drawn[0][1].pk,
        drawn[-1][1].pk,
    )


def in_time(drawn: Sequence[tuple[int, ListedRun]]) -> list[tuple[int, ListedRun]]:
    """Those that say when they began, the first at the left; [] where they are too few for a picture.

    Of those that began together, the one stored first stands first.
    """
    timed = [(run.started_at, run.pk, place, run) for place, run in drawn if run.started_at]
    return [(place, run) for *_, place, run in sorted(timed)] if len(timed) >= FEWEST else []


def evenly(count: int) -> tuple[float, ...]:
    return tuple(round(100 * (place + 1) / (count + 1), 2) for place in range(count))


def loads_of(labels: Mapping[str, Sequence[str]], places: Sequence[int], by: str) -> tuple[str, list[str]]:
    """(the title of the load, that of each run); ("", []) where it is one, or where the colours tell it."""
    for key in LOADS:
        title = dimension(key).title
        texts = [labels[title][place] for place in places] if title in labels else []
        if title != by and len(set(texts)) > 1:
            return title, texts
    return "", []


def clusters(dots: Sequence[Dot], loads: Sequence[str], times: TimeAxis) -> tuple[tuple[float, float, str], ...]:
    """Runs of one load, one after another on one day. A day without room for all its numbers has none."""
    keyed = [(times.band_of(dot.x), load, dot) for dot, load in zip(dots, loads, strict=False)]
    named: list[tuple[float, float, str]] = []
    for _, band in groupby(keyed, key=lambda one: one[0]):
        own = [cluster(load, [dot for *_, dot in some]) for load, some in groupby(band, key=lambda one: one[1])]
        if all(later[0] - earlier[0] >= CLUSTERS_APART for earlier, later in pairwise(own)):
            named += [one for one in own if one[2]]
    return tuple(named)


def cluster(load: str, dots: Sequence[Dot]) -> tuple[float, float, str]:
    """Its number stands above it, or beneath it where it lies at the top."""
    low, high = max(dot.y for dot in dots), min(dot.y for dot in dots)
    return round(mean(dot.x for dot in dots), 2), high - 8 if high > TOP + 10 else low + 16, load


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


def coloured(labels: Mapping[str, Sequence[str]], places: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """(title, text of each run) of the conditions that tell a few sides apart."""
    for title, texts in labels.items():
        own = [texts[place] for place in places]
        if 1 < len(set(own)) <= MOST_SIDES and all(own):
            yield title, own
