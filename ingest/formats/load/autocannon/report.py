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
