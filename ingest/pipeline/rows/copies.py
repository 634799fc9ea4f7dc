"""Runs with the very numbers of a run before them: a report that was pasted twice, or kept in two files of one upload.

Nothing is lost: a copy is stored as every run is, but excluded with its reason; whoever knows better includes it again.
Where the numbers are few or coarse two runs may well have the same: these are told, and count.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import UploadFile
from ingest.records import Measurement, RunRecord

DIGITS = 3  #: of a figure that tells runs apart
FIGURES = 2  #: such ones that a copy has at least, or nothing is said of it
SURE = 12  #: digits of all such ones together; with fewer, two runs may have the same
SIZES = ("bytes_", "transfer_")  #: metrics that the document decides, or a factor gives digits to
REPORT, PUBLISHED = "copy of a report", "published"

Key = tuple[int, datetime | None, int]  #: setup, stated beginning, hash of the numbers
Place = tuple[str, int]  #: name of a file, line
Seen = ChainMap[Key, Place]


@dataclass(frozen=True, slots=True)
class Copy:
    """What a run is a copy of."""

    of: Caveat
    line: int
    is_sure: bool


class Copies:
    """The runs of one upload by their numbers. Whoever stores them keeps `ours`; what is rolled back is forgotten."""

    def __init__(self, before: dict[Key, Place]) -> None:
        self.ours: dict[Key, Place] = {}
        self._seen = Seen(self.ours, before)

    def copied(self, record: RunRecord, setup: int, started_at: datetime | None, file: UploadFile) -> Copy | None:
        """None for the first run with these numbers, which is kept in mind."""
        key = (setup, started_at, numbers_of(record.measurements))
        first = self._seen.setdefault(key, (file.name, record.line))
        if first == (file.name, record.line):
            return None
        digits = proving_digits(record.measurements)
        if len(digits) < FIGURES or record.facts.get("provenance") == PUBLISHED:
            return None
        name, line = first
        where = {} if name == file.name else {"file": name}
        kind = REPORT if name == file.name else f"{REPORT} elsewhere"
        return Copy(caveat(kind, line=line, **where), record.line, sum(digits) >= SURE)


def numbers_of(measurements: Iterable[Measurement]) -> int:
    """The same for the same numbers, in one process."""
    return hash(tuple((one.metric, one.item, one.value) for one in measurements))


def proving_digits(measurements: Iterable[Measurement]) -> list[int]:
    """How many digits each of the different figures has that are another in another run: no counts, no sizes."""
    values = {abs(one.value) for one in measurements if not one.metric.startswith(SIZES) and one.value % 1}
    return [digits for value in values if (digits := digits_of(value)) >= DIGITS]


def digits_of(value: float) -> int:
    """As printed, in whatever unit: 0.00123 has three."""
    return len(f"{value:.12e}".partition("e")[0].replace(".", "").rstrip("0"))
