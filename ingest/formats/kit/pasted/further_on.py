"""Finds where another tool's report may begin behind the head of a load tool's log, which is all that signs are shown.

By fixed words that every report of a tool has: to look for these takes far less than to read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from benchdb.domain.compression import BROKEN
from ingest.formats.kit.pasted.found_by import found_by

SEARCHED = 16 * 2**20  #: bytes of a file in which other tools are looked for
PIECE = 2**20  #: bytes read at once
BEFORE = 4096  #: bytes of a report that may stand before its words
MOST = 32  #: places that are looked at


class Replayed(io.RawIOBase):
    """A stream whose first bytes were read already: once more from its beginning. `start` is what they are.

    A compressed file that breaks off among them does so again, behind what came before.
    """

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream, self._place, self._fault = stream, 0, None
        pieces = list[bytes]()
        try:
            while (left := SEARCHED - sum(map(len, pieces))) > 0 and (piece := stream.read1(min(left, PIECE))):
                pieces.append(piece)
        except BROKEN as error:
            self._fault = error
        self.start = b"".join(pieces)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self.start[self._place : self._place + len(buffer)]
        if not piece and self._fault:
            raise self._fault
        piece = piece or self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def heads_further_on(own: str, content: bytes, size: int) -> Iterator[bytes]:
    """Stretches as long as a head, in their order, in which a report of another tool than `own` may begin."""
    others = (word for tool, known in found_by().items() if tool != own for word in known.anywhere)
    words = [re.escape(word) for word in others if word in content]
    if not words or len(content) <= size:
        return
    sign, looked_to = re.compile(b"|".join(words)), size - BEFORE
    for _ in range(MOST):
        place = sign.search(content, looked_to)
        if place is None:
            return
        is_first = place[0].startswith(b"\n")
        start = place.start() + 1 if is_first else content.rfind(b"\n", 0, max(looked_to, place.start() - BEFORE)) + 1
        yield content[start : start + size]
        looked_to = max(start + size - BEFORE, place.end())
