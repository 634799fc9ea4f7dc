"""An archive (tar of any compression, zip) -> its members, one after the other, as a stream. Pure.

A stranger's archive may be a bomb, a trap or a ruin: what each part may be is in `limits`, what names it may have in
`names`. A member that is refused is a Problem with its name; the others still count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from benchdb.domain.compression import decompressed
from ingest.archives import tar, zip_
from ingest.archives.limits import LIMITS, Budget, Limits
from ingest.archives.member import BadMember, BrokenArchive, Member
from ingest.records import Problem

__all__ = ["TAR", "BadMember", "BrokenArchive", "Limits", "Member", "kind_of", "members"]

ZIP = "a zip archive"
TAR = "a tar archive"


def kind_of(head: bytes) -> str:
    """What kind of archive begins with `head`; "" if none."""
    if zip_.begins(head):
        return ZIP
    return TAR if tar.begins(head) else ""


def members(raw: BinaryIO, size: int, limits: Limits = LIMITS) -> Iterator[Member | Problem]:
    """The files inside `raw`, which holds `size` bytes; a Problem for each that is refused.

    BrokenArchive where nothing more can be read; BadMember or BrokenArchive while a member's pieces are.
    """
    budget = Budget(limits, size)
    start = raw.read(4)
    raw.seek(0)
    return zip_.members(raw, budget) if zip_.begins(start) else tar.members(decompressed(raw), budget)
