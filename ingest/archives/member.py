"""What an archive is made of, and the two ways in which it can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

PIECE = 1024 * 1024  #: bytes read at once


class BadMember(ValueError):
    """This member cannot be read; those after it can."""


class BrokenArchive(ValueError):
    """Nothing more can be read from here on; what came before counts."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive. Its pieces must be read before the next member is asked for."""

    name: str  #: the path inside the archive, with slashes
    size: int  #: bytes, as the archive says
    pieces: Callable[[], Iterator[bytes]]
    modified: float | None = None  #: when it was last written, in seconds since 1970; None where no zone is known
    is_again: bool = False  #: stands for an earlier one of this name
