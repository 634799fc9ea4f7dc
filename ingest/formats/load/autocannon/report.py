"""What an autocannon report says, text or JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.formats.kit.measured import Measured
from ingest.records import Fact

SAMPLES = {"min": "sample min", "stddev": "sample stddev"}  #: of the rate, whose mean is the rate itself


@dataclass(slots=True)
class Report:
    """Numbers in base units, and what is missing at its end."""

    numbers: Measured = field(default_factory=Measured)
    facts: dict[str, Fact] = field(default_factory=dict)
    is_answered: bool = False
    expected: str = ""
    cut_row: int = 0  #: the line of the first row of a table that is not whole; 0: there is none
