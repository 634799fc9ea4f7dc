"""How much one file may ask of whoever reads it. The numbers are settings; docs/operations.md lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import BinaryIO

MIB = 2**20


class LimitHit(Exception):
    """Reading stops here; the message is a sentence with the number. What was read before counts."""


class TakesLong(Exception):
    """The limits of a first try were hit: nothing is said of the file, which is to be read with larger ones."""


@dataclass(frozen=True, slots=True)
class Limits:
    cpu_seconds: int = 20  #: whatever the file's size is
    cpu_seconds_per_mib: float = 1.0  #: of unpacked bytes, besides
    wall_seconds: int = 1800
    memory: int = 400 * MIB  #: bytes the child may have in memory
    unpacked: int = 8192 * MIB  #: bytes
    ratio: int = 1000  #: unpacked bytes per byte sent
    always: int = 64 * MIB  #: unpacked bytes that are allowed whatever the ratio is
    lines: int = 100_000_000
    line: int = 256 * MIB  #: bytes of one line
    problems: int = 200  #: that are kept; the others are counted
    measurements: int = 1_000_000
    values: int = 200_000_000  #: of time series
    is_first_try: bool = False  #: what hits one of these limits is read again, from its beginning and with larger ones

    def first_try(self, cpu_seconds: int, measurements: int) -> Limits:
        """The same limits, but for what keeps others waiting."""
        least = min(self.measurements, measurements)
        return replace(self, cpu_seconds=cpu_seconds, cpu_seconds_per_mib=0.0, measurements=least, is_first_try=True)

    def cpu_for(self, unpacked: int) -> int:
        """Seconds of CPU that a file may have taken once so many bytes of it were read."""
        return int(self.cpu_seconds + self.cpu_seconds_per_mib * unpacked / MIB) + 1

    @property
    def cpu_sentence(self) -> str:
        return (
            f"Reading it was stopped: it took more than {self.cpu_seconds} s of CPU"
            f" and {self.cpu_seconds_per_mib:g} s for each MiB. What was read before counts."
        )

    @property
    def wall_sentence(self) -> str:
        return f"Reading it was stopped: it took more than {self.wall_seconds} s. What was read before counts."

    @property
    def memory_sentence(self) -> str:
        mib = self.memory // MIB
        return f"Reading it was stopped: it needs more than {mib} MiB of memory. What was read before counts."


@dataclass(frozen=True, slots=True)
class Source:
    """A log to be read."""

    size: int  #: bytes, as it was sent
    open: Callable[[], BinaryIO]


@dataclass(frozen=True, slots=True)
class Job:
    """What the child is told of a source."""

    size: int
    limits: Limits
