"""How much an archive may hold, counted while it is read: what its headers say is not believed."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.archives.member import BadMember, BrokenArchive

MIB = 2**20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes after decompression; a folder of 10,000 logs is far below all of them."""

    members: int = 20_000
    member: int = 2048 * MIB
    total: int = 8192 * MIB
    ratio: int = 1_000  #: bytes out per byte in; equal logs in one .tar.xz reach a few hundred
    always: int = 64 * MIB  #: allowed whatever the ratio is


LIMITS = Limits()


class Budget:
    """What is left of the limits for one archive."""

    def __init__(self, limits: Limits, size: int) -> None:
        self.limits, self.members = limits, 0
        self.left = min(limits.total, max(limits.always, limits.ratio * size))
        self._by_ratio = self.left < limits.total

    def another(self) -> None:
        """Count a member. BrokenArchive where there are too many."""
        self.members += 1
        if self.members > self.limits.members:
            raise BrokenArchive(f"it has more than {self.limits.members:,} files")

    def take(self, size: int) -> None:
        """Count bytes, of members and of headers alike. BrokenArchive where they are too many."""
        self.left -= size
        if self.left >= 0:
            return
        if self._by_ratio:
            raise BrokenArchive(f"it unpacks to more than {self.limits.ratio:,} times its size")
        raise BrokenArchive(f"it unpacks to more than {self.limits.total // MIB:,} MiB")

    def check_member(self, size: int) -> None:
        if size > self.limits.member:
            raise BadMember(f"larger than {self.limits.member // MIB:,} MiB, the largest that is accepted")
