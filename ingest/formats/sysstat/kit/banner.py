"""The line that a report begins with: whose it is, and of which day."""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.dates import Printed, printed_date
from ingest.records import Fact

BANNER = re.compile(
    r"Linux (?P<release>\S{1,120}) \((?P<host>[^()]{0,255})\)\s+(?P<date>[^()_]{1,80}?)"
    r"(?:\s+_(?P<machine>[^_\s]\S{0,40})_)?(?:\s+\((?P<cpus>\d{1,6}) CPU\))?\s*"
)


@dataclass(frozen=True, slots=True)
class Banner:
    """The line that a report begins with; without one, nothing of it is known."""

    facts: dict[str, Fact]
    printed: Printed | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for reports that are one series: the same machine, and days that can be counted."""
        known = tuple(self.facts.get(name) for name in ("kernel", "host", "architecture", "cpus"))
        return (*known, self.printed.text if self.printed and self.printed.is_ambiguous else "")


def banner(line: str) -> Banner | None:
    match = BANNER.fullmatch(line)
    if not match:
        return None
    printed = printed_date(match["date"])
    facts: dict[str, Fact] = {"host": printable(match["host"]), "kernel": printable(f"Linux {match['release']}")}
    if match["cpus"]:
        facts["cpus"] = int(match["cpus"])
    if match["machine"]:
        facts["architecture"] = printable(match["machine"])
    return Banner(facts, printed)
