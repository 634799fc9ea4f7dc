"""What people noted of the runs along a history -> stretches of one note. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from benchdb.questions.history.answer import Curve, HistoryAnswer, Point
from benchdb.wording import words
from frontend.answers.history.lanes import MOST_SPANS, LaneMark
from frontend.answers.history.lead import days
from frontend.charts.model import Lane, Span

Noted = Mapping[int, str]  #: run -> its note


@dataclass(frozen=True, slots=True)
class RunNote:
    """A note that runs in a row have."""

    curve: str  #: "" where there is only one
    first: Point
    last: Point
    runs: tuple[int, ...]
    text: str
    title: str = ""  #: of the curve, in words

    @property
    def when(self) -> str:
        return self.first.label if self.first == self.last else f"{self.first.label} – {self.last.label}"

    @property
    def shown_when(self) -> str:
        """In days; of versions as `when`."""
        return (days(self.first, self.last) if self.first != self.last else "") or self.when

    @property
    def as_dict(self) -> dict[str, Any]:
        ends = {"from": self.first.label, "to": self.last.label}
        return {"curve": self.curve, **ends, "runs": list(self.runs), "text": self.text}

    @property
    def sentence(self) -> str:
        name = f"{self.title}, {self.when}" if self.curve else self.when
        return words("note of runs", name=name, runs=len(self.runs), text=self.text)


def run_notes(answer: HistoryAnswer, noted: Noted) -> tuple[RunNote, ...]:
    """Of each curve in the order of its axis."""
    return tuple(note for curve in answer.curves for note in of_curve(curve, noted)) if noted else ()


def of_curve(curve: Curve, noted: Noted) -> Iterator[RunNote]:
    def note_of(point: Point) -> str:
        return "; ".join(dict.fromkeys(noted[run] for run in point.runs if run in noted))

    for text, same in groupby(curve.points, note_of):
        points = list(same)
        if text:
            runs = tuple(run for point in points for run in point.runs)
            yield RunNote(curve.name, points[0], points[-1], runs, text, curve.title)


def note_marks(curve: Curve, noted: Noted) -> Iterator[LaneMark]:
    """Where a note begins."""
    for before, after in pairwise(curve.points):
        old, new = (noted.get(point.runs[0], "") for point in (before, after))
        if new and new != old:
            yield LaneMark(before, after, words("noted there", text=new))


def note_lane(notes: tuple[RunNote, ...], of_machines: Sequence[Span] = ()) -> tuple[Lane, ...]:
    """Beneath the chart of the only curve, with what was noted of its machine."""
    own = (Span(note.first.x, note.last.x, note.text) for note in notes)
    spans = tuple(sorted((*own, *of_machines), key=lambda span: span.least))
    return (Lane(words("notes of runs"), spans, has_gaps=True),) if 0 < len(spans) <= MOST_SPANS else ()
