"""Numbers, problems and doubts of one report while they are gathered; serves wrk, siege and webbench_linux."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.records import Fact, Measurement, Problem

USUAL_PORTS = {"http": 80, "https": 443}
URL = re.compile(
    r"(https?)://(?:[^/@\s]*+@)?(\[[^\]\s]*+\]|[^/:?#\s\[\]]++)(?::(\d{1,5})(?!\d))?([/?]\S*+)?", re.IGNORECASE
)


@dataclass(slots=True)
class Found:
    """What a report gives."""

    by_name: dict[tuple[str, str], Measurement] = field(default_factory=dict)  #: (metric, item) -> measurement
    problems: list[Problem] = field(default_factory=list)
    caveats: list[str] = field(default_factory=list)

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        return tuple(self.by_name.values())

    def add(self, metric: str, value: float, line: int, item: str = "", printed: str = "") -> None:
        """The first of its name counts: a report says nothing twice."""
        self.by_name.setdefault((metric, item), Measurement(metric, float(value), line, item, printed))

    def value(self, metric: str, item: str = "") -> float | None:
        measurement = self.by_name.get((metric, item))
        return measurement.value if measurement else None

    def unread(self, line: int, expected: str, text: str) -> None:
        self.problems.append(Problem(line, f"Expected {expected}, not this text.", excerpt=text))

    def doubt(self, sentence: str) -> None:
        if sentence not in self.caveats:
            self.caveats.append(sentence)


def facts_of_url(url: str) -> dict[str, Fact]:
    """`url` and its parts, as far as it is one; the port is the usual one where none is named."""
    match = URL.match(url)
    if not match:
        return {"url": url} if url else {}
    scheme = match[1].lower()
    port = int(match[3]) if match[3] else USUAL_PORTS[scheme]
    path = match[4] or "/"
    host = match[2].strip("[]")
    return {"url": url, "host": host, "port": port, "path": path, "tls": scheme == "https"}


def falls(values: Iterable[float]) -> bool:
    return any(after < before for before, after in pairwise(values))
