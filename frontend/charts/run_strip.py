"""The runs of a list -> a strip of dots above it: throughput, run by run. Pure; drawn without a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchdb.domain.metrics import metric
from benchdb.domain.units import significant
from benchdb.reads.runs import ListedRun

WIDTH, HEIGHT, EDGE = 1000.0, 100.0, 6.0  #: of the drawing, in its own units
MAIN = "requests_per_second"
FEWEST, MOST_SIDES = 5, 4
FAR = 30  #: times the median; what lies farther leaves the others on the ground


@dataclass(frozen=True, slots=True)
class Dots:
    """Runs of one colour."""

    name: str
    number: int  #: of its colour
    path: str  #: a dot for each


@dataclass(frozen=True, slots=True)
class Strip:
    """The oldest run at the left, zero at the bottom."""

    sides: tuple[Dots, ...]
    stopped: str  #: path of the runs that were stopped before their end
    by: str  #: what the colours tell apart; "" = nothing
    highest: str
    runs: int
    first: str  #: day of the oldest run; "" where some run says none
    last: str


def strip(runs: Sequence[ListedRun], labels: Mapping[str, Sequence[str]]) -> Strip | None:
    """`runs`: the newest first. `labels`: title of a condition -> its text for each run.

    None for runs that are too few, or too far apart.
    """
    drawn = [(place, run) for place, run in enumerate(runs) if run.numbers.get(MAIN) is not None]
    values = [run.numbers[MAIN] for _, run in drawn]
    if len(values) < FEWEST or not 0 < max(values) <= FAR * median(values):
        return None
    highest = max(values)
    by, names = next(coloured(labels, [place for place, _ in drawn]), ("", [""] * len(drawn)))
    dots = [dot(nth, len(drawn), run.numbers[MAIN] / highest) for nth, (_, run) in enumerate(reversed(drawn))][::-1]
    is_whole = [run.status == "complete" for _, run in drawn]
    sides = tuple(
        Dots(name, number, "".join(kept(dots, [one and own == name for one, own in zip(is_whole, names, strict=True)])))
        for number, name in enumerate(dict.fromkeys(reversed(names)), 1)
    )
    days = [run.started_at for _, run in drawn]
    first, last = (f"{end:%-d %b %Y}" if end and all(days) else "" for end in (days[-1], days[0]))
    stopped = "".join(kept(dots, [not one for one in is_whole]))
    return Strip(sides, stopped, by, significant(highest, metric(MAIN).unit), len(drawn), first, last)


def coloured(labels: Mapping[str, Sequence[str]], places: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """(title, text of each run) of the conditions that tell a few sides apart."""
    for title, texts in labels.items():
        own = [texts[place] for place in places]
        if 1 < len(set(own)) <= MOST_SIDES and all(own):
            yield title, own


def dot(nth: int, count: int, share: float) -> str:
    """A stroke of no length: with round ends it is a dot, however the drawing is stretched."""
    x = EDGE + (WIDTH - 2 * EDGE) * nth / (count - 1)
    return f"M{x:.0f} {HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE):.1f}h0"


def kept(dots: Sequence[str], are_kept: Sequence[bool]) -> list[str]:
    return [one for one, is_kept in zip(dots, are_kept, strict=True) if is_kept]
