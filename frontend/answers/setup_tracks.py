"""The setups of a machine, a kernel or a server -> a line for each: a small drawing, the latest, the best. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import Unit, metric
from benchdb.domain.units import significant
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.varied.tracks import RunValue, Track, Tracks
from benchdb.wording import words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value

WIDTH, HEIGHT, EDGE = 184.0, 26.0, 3.0  #: of a drawing, in its own units
MOST_NAMED = 4  #: conditions in a setup's name
FEWEST_RUNS = 3  #: that a history is drawn of


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    run: int
    moment: datetime


@dataclass(frozen=True, slots=True)
class SetupLine:
    """One setup: its runs are dots on a scale of their own."""

    name: str
    path: str  #: of its history
    dots: str  #: of an SVG path
    middle: str  #: where its median lies, as a path
    latest: Number
    best: Number
    runs: int


@dataclass(frozen=True, slots=True)
class SetupTable:
    metric: str  #: its title
    setups: int
    first: datetime
    lines: tuple[SetupLine, ...]
    best: SetupLine  #: of all, by the metric's direction
    latest: SetupLine

    @property
    def is_drawn(self) -> bool:
        """Whether some setup has runs enough for a history."""
        return any(line.dots for line in self.lines)


def setup_table(tracks: Tracks | None) -> SetupTable | None:
    if tracks is None:
        return None
    known = metric(tracks.tracks[0].metric)
    return SetupTable(
        metric=known.title,
        setups=tracks.setups,
        first=moment(tracks.first),
        lines=tuple(map(line, sorted(tracks.tracks, key=by_name))),
        best=line(tracks.best),
        latest=line(tracks.latest),
    )


def by_name(track: Track) -> tuple[object, ...]:
    """Those of the most runs first; of as many, numbers in their order."""
    places = ((0, float(value), "") if value.isdecimal() else (1, 0.0, value) for _, value in track.name)
    return (-track.runs, *places)


def line(track: Track) -> SetupLine:
    unit = metric(track.metric).unit
    names = [named_value(name, value) for name, value in track.name if value != MISSING]
    is_drawn = len(track.points) >= FEWEST_RUNS
    dots, middle = drawing(track.points) if is_drawn else ("", "")
    return SetupLine(
        name=", ".join(first_few(names, MOST_NAMED))
        or words("nothing else recorded" if track.name else "its only setup"),
        path=HistoryQuestion(metric=track.metric, where=track.where).path(),
        dots=dots,
        middle=middle,
        latest=number(track.latest, unit),
        best=number(track.best, unit),
        runs=track.runs,
    )


def number(measured: RunValue, unit: Unit) -> Number:
    return Number(significant(measured.value, unit), measured.run, moment(measured.moment))


def moment(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1e6, UTC)


def drawing(points: tuple[tuple[int, float], ...]) -> tuple[str, str]:
    """Dots by time, and a line at their median."""
    times, values = [time for time, _ in points], [value for _, value in points]
    first, low = min(times), min(values)
    over, up = (max(times) - first) or 1, (max(values) - low) or 1.0

    def place(time: int, value: float) -> tuple[float, float]:
        x = EDGE + (time - first) / over * (WIDTH - 2 * EDGE)
        return round(x, 1), round(HEIGHT - EDGE - (value - low) / up * (HEIGHT - 2 * EDGE), 1)

    dots = "".join(f"M{x} {y}h0" for x, y in (place(*point) for point in points))
    _, middle = place(first, sorted(values)[len(values) // 2])
    return dots, f"M{EDGE} {middle}H{WIDTH - EDGE}"
