"""A history, and what its runs recorded -> lanes of what held when, and what happened without an effect. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchdb.domain.dimensions import dimension
from benchdb.questions.history.answer import Curve, HistoryAnswer, Point
from benchdb.wording.values import shown_value
from frontend.charts.model import Lane, Span

MOST_LANES, MOST_SPANS = 4, 40  #: a condition that changes more often is no lane
MOST_RUNS = 5_000

Recorded = Mapping[int, tuple[str, ...]]  #: run -> the value of each of `lane_keys`


def lane_keys(answer: HistoryAnswer) -> tuple[str, ...]:
    """The conditions that change along the only curve; what another decides is no lane of its own."""
    if len(answer.curves) != 1 or answer.labels or len(answer.runs) > MOST_RUNS:
        return ()
    keys = [key for key, _ in answer.along]
    return tuple(key for key in keys if dimension(key).of not in keys)[:MOST_LANES]


@dataclass(frozen=True, slots=True)
class LaneMark:
    """A condition that is another from one point to the next."""

    before: Point
    after: Point
    words: str  #: `Kernel Linux 2.6.9 → Linux 2.6.11`
    keys: tuple[str, ...] = ()  #: of the conditions that the words name


def events(curve: Curve, keys: Sequence[str], recorded: Recorded) -> Iterator[LaneMark]:
    """In the order of time; those of one moment as one."""
    for before, after in pairwise(curve.points):
        old, new = recorded.get(before.runs[0]), recorded.get(after.runs[0])
        changed = [change for change in zip(keys, old or (), new or (), strict=False) if change[1] != change[2]]
        words = [f"{dimension(key).title} {shown_value(key, a)} → {shown_value(key, b)}" for key, a, b in changed]
        if words:
            yield LaneMark(before, after, ", ".join(words), tuple(key for key, _, _ in changed))


def lanes(curve: Curve, keys: Sequence[str], recorded: Recorded) -> tuple[Lane, ...]:
    made = (Lane(dimension(key).title, tuple(spans(curve, place, recorded, key))) for place, key in enumerate(keys))
    return tuple(lane for lane in made if 1 < len(lane.spans) <= MOST_SPANS)


def spans(curve: Curve, place: int, recorded: Recorded, key: str) -> Iterator[Span]:
    """Stretches of one value, each to where the next begins."""
    start, text = curve.points[0].x, ""
    for point in curve.points:
        value = recorded[point.runs[0]][place] if point.runs[0] in recorded else text
        if text and value != text:
            yield Span(start, point.x, shown_value(key, text))
            start = point.x
        text = value
    yield Span(start, curve.points[-1].x, shown_value(key, text))
