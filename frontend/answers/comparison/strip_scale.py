"""The changes of a table -> the scale of its strips: round ends that hold all, 0 within, ticks between. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

LEFT, RIGHT = 14.0, 216.0  #: of a strip, in its own units, of which it has 230
MOST_STEPS = 5  #: between ticks of a linear scale
STEPS = tuple(digit * 10**power for power in range(-4, 1) for digit in (1, 2, 5))  #: between ticks: 0.01%, 0.02%, …
FAR = 2.0  #: a ratio from which on, or below whose inverse, a scale is of ratios
TIMES = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 300.0, 1000.0)  #: where one of ratios may end, and their inverses
ROOM = 34.0  #: between the texts of two ticks


@dataclass(frozen=True, slots=True)
class StripScale:
    """Changes as fractions of 1; of ratios the places go by logarithms."""

    least: float
    most: float
    is_of_ratios: bool
    marks: tuple[float, ...]  #: where something is written

    def place(self, change: float) -> float:
        """Where a change stands; what lies beyond an end stands at the end."""
        low, high, here = map(self.along, (self.least, self.most, change))
        return round(LEFT + (RIGHT - LEFT) * max(0.0, min(1.0, (here - low) / (high - low))), 1)

    def along(self, change: float) -> float:
        return math.log(max(1 + change, 1e-9)) if self.is_of_ratios else change

    @property
    def ticks(self) -> tuple[tuple[float, str], ...]:
        """Place and text; 0 and both ends are always written, others where they have room."""
        fixed = {self.least, 0.0, self.most}
        kept = sorted(fixed)
        for mark in self.marks:
            near = (abs(self.place(mark) - self.place(other)) for other in kept)
            if mark not in kept and min(near) >= ROOM:
                kept.append(mark)
        apart = [mark for mark in sorted(kept) if mark == 0.0 or abs(self.place(mark) - self.place(0.0)) >= ROOM / 2]
        return tuple((self.place(mark), self.text(mark)) for mark in apart)

    def text(self, change: float) -> str:
        if self.is_of_ratios:
            ratio = 1 + change
            return "1×" if not change else f"{ratio:.3g}×" if ratio > 1 else f"÷{1 / ratio:.3g}"
        return f"{100 * change:+g}%".replace("-", "−") if change else "0"


def strip_scale(changes: Iterable[float], margin: float = 0.0) -> StripScale:
    """Of all changes and the ends of their intervals; `margin`: within which two sides are the same."""
    every = [0.0, -margin, margin, *changes]
    least, most = min(every), max(every)
    if most >= FAR - 1 or least <= 1 / FAR - 1:
        return of_ratios(least, most)
    return of_percents(least, most)


def of_percents(least: float, most: float) -> StripScale:
    for step in STEPS:
        low, high = math.floor(least / step + 1e-9), math.ceil(most / step - 1e-9)
        if high - low <= MOST_STEPS:
            break
    low, high = (min(low, 0), max(high, 0)) if low < high else (-1, 1)
    marks = tuple(round(place * step, 6) for place in range(low, high + 1))
    return StripScale(marks[0], marks[-1], is_of_ratios=False, marks=marks)


def of_ratios(least: float, most: float) -> StripScale:
    low = next((one for one in TIMES if 1 / one <= 1 + least), TIMES[-1])
    high = next((one for one in TIMES if one >= 1 + most), TIMES[-1])
    marks = tuple(ratio - 1 for ratio in (*(1 / one for one in reversed(TIMES[1:])), *TIMES))
    inside = tuple(mark for mark in marks if 1 / low - 1 <= mark <= high - 1)
    return StripScale(1 / low - 1, high - 1, is_of_ratios=True, marks=inside)
