"""Measurements, problems and doubts of one report, while they are gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite, nan

from ingest.records import Measurement, Problem

Key = tuple[str, str]  #: metric, item


@dataclass(slots=True)
class Measured:
    """What a report gives, and the sentences that must travel with it."""

    by_name: dict[Key, Measurement] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    caveats: list[str] = field(default_factory=list)  #: none twice, in the order they came up

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        return tuple(self.by_name.values())

    def add(self, metric: str, value: float | str | None, line: int, item: str = "", printed: str = "") -> None:
        """Keep a number, the last of its name. What is no number was not measured, what has no name is not known."""
        number = nan if value is None else float(value)
        if metric and isfinite(number):
            self.by_name[metric, item] = Measurement(metric, number, line, item, printed)

    def add_row(self, name: str, parts: Mapping[str, float], line: int, item: str = "") -> None:
        """A row of a table in seconds: `name`_min, _mean ... A row of nothing but zeros was not measured."""
        if any(parts.values()):
            for part, value in parts.items():
                self.add(f"{name}_{part}", value, line, item)

    def correct(self, metric: str, factor: float, printed: str) -> None:
        """Multiply a measurement by `factor` and keep what stands in the log."""
        if wrong := self.by_name.get((metric, "")):
            self.by_name[metric, ""] = replace(wrong, value=wrong.value * factor, printed=printed)

    def forget(self, *metrics: str) -> None:
        self.by_name = {key: number for key, number in self.by_name.items() if key[0] not in metrics}

    def keep_only(self, *metrics: str) -> None:
        self.by_name = {key: number for key, number in self.by_name.items() if key[0] in metrics}

    def unread(self, line: int, expected: str, text: str) -> None:
        self.problems.append(Problem(line, f"Expected {expected}, not this text.", excerpt=text))

    def doubt(self, sentence: str) -> None:
        if sentence and sentence not in self.caveats:
            self.caveats.append(sentence)

    def value(self, metric: str, item: str = "") -> float | None:
        measurement = self.by_name.get((metric, item))
        return measurement.value if measurement else None
