"""What a profile says, while it is gathered -> one RunRecord: shares of functions, modules and programs.

Kernel functions are items by their name alone, so that kernels can be compared; others are `file: function`. Rows of
the same item (a function in several processes) are added up. Addresses without a name are `file: (no symbol)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from benchdb.domain.text.names import printable
from ingest.records import Fact, Measurement, RunRecord

MOST_ITEMS = 2_000  #: of each metric; the others are summed up
OTHER = "other"
NO_SYMBOL = "(no symbol)"
EVENT = "tuning.profile_event"  #: shares of cycles and of cache misses are not repetitions of each other
UNNAMED = re.compile(r"(?:0x)?[0-9a-f]{6,16}|\(no symbols?\)|anonymous symbol from section .*")
KERNEL = re.compile(
    r"\[kernel[^\]]*\]|\[guest\.kernel[^\]]*\]|vmlinux.*|vmlinuz.*|/proc/kallsyms|kallsyms|\[[\w-]+\]|\S*\.ko(?:\.\w+)?"
)
NEARLY_ALL = 0.95  #: of the samples; rows are rounded, and the smallest are often left out
SUMS = ("module_share", "program_share")  #: that are added up from functions
PARTIAL = (
    "The functions listed make {:.0%} of the samples: the shares of modules and programs are those of these alone."
)
NOT_KERNEL = ("[unknown]", "[vdso]", "[vsyscall]", "[heap]", "[stack]", "[anon]")


def is_kernel(module: str) -> bool:
    """Whether a module is the kernel or part of it: [kernel.kallsyms], vmlinux-2.6.18, ext3.ko, [nf_conntrack]."""
    return module not in NOT_KERNEL and KERNEL.fullmatch(module.rpartition("/")[2] or module) is not None


def function_item(symbol: str, module: str, in_kernel: bool) -> str:
    if UNNAMED.fullmatch(symbol):
        symbol = NO_SYMBOL
    return symbol if (in_kernel and symbol != NO_SYMBOL) or not module else f"{module}: {symbol}"


@dataclass(slots=True, eq=False)
class Profile:
    """One profile: one event of one recording."""

    tool: str
    line: int
    facts: dict[str, Fact] = field(default_factory=dict)
    shares: dict[str, dict[str, tuple[float, int]]] = field(default_factory=dict)  #: metric -> item -> (value, line)
    caveats: list[str] = field(default_factory=list)

    def add(self, metric: str, item: str, value: float, line: int) -> None:
        """Rows of the same item count together; the first one's line is kept."""
        items = self.shares.setdefault(metric, {})
        before, first = items.get(item, (0.0, line))
        items[item] = (before + value, first)

    def set(self, metric: str, value: float, line: int) -> None:
        """A number that is said once, or of which the last word counts."""
        self.shares.setdefault(metric, {})[""] = (float(value), line)

    def doubt(self, sentence: str) -> None:
        if sentence not in self.caveats:
            self.caveats.append(sentence)

    @property
    def has_shares(self) -> bool:
        """Whether a row was read, and not only what is said above them all."""
        return any(metric.endswith("_share") for metric in self.shares)

    def _doubt_sums(self) -> None:
        """A list that was cut, or that leaves small ones out: what its rows add up to is less than it was."""
        rows = sum(share for share, _ in self.shares.get("function_share", {}).values())
        if 0 < rows < NEARLY_ALL and any(metric in self.shares for metric in SUMS):
            self.doubt(PARTIAL.format(rows))

    def record(self) -> RunRecord:
        """The greatest items of each metric, in their order."""
        measurements = list[Measurement]()
        self._doubt_sums()
        for metric, items in self.shares.items():
            ordered = sorted(items.items(), key=lambda entry: -entry[1][0])
            kept, rest = ordered[:MOST_ITEMS], ordered[MOST_ITEMS:]
            measurements += (Measurement(metric, round(v, 12), line, printable(item)[:200]) for item, (v, line) in kept)
            if rest:
                total = round(sum(value for _, (value, _) in rest), 12)
                measurements.append(Measurement(metric, total, rest[0][1][1], OTHER))
                self.doubt(f"The {len(rest)} smallest items of {metric} are summed up as {OTHER!r}.")
        facts: dict[str, Fact] = {"tool": self.tool, **self.facts}
        version = str(facts.get("tool_version", ""))
        return RunRecord(self.tool, version, facts, tuple(measurements), self.line, "complete", tuple(self.caveats))
