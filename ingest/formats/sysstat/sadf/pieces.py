"""The text of `sadf -j` -> its samples, restarts and comments, each an object's text, and what stands between them.

The writer indents these objects with four tabs, so they are found by their first and last line, without looking at
anything in them. A text that is laid out otherwise (minified, indented anew, its names sorted) is cut by `Scanner`,
which follows brackets and strings: slower, and as bounded in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

START, END = b"\n\t\t\t\t{\n", b"\n\t\t\t\t}"
LONGEST = 16 * 2**20  #: bytes of one object: 10 000 CPUs; what is longer is no sample
AT_ONCE = 256 * 1024
LOOKED_AT = 64 * 1024  #: bytes that decide on the layout
LISTS = (b"statistics", b"restarts", b"comments")
LONGEST_STRING = 4096  #: bytes; also the most that is looked at twice
DEEPEST = 64
NONE = (-1, -1)
#: An escaped sign outside of a string is passed over: as the beginning of one it would make time grow with the square.
TOKEN = re.compile(rb'"(?>(?:[^"\\\n]|\\.){0,4096})"|\\.|["{}\[\]]')

Kind = Literal["object", "text", "cut"]  #: cut: an object without its end


@dataclass(frozen=True, slots=True)
class Piece:
    kind: Kind
    content: bytes
    line: int


def pieces(content: Iterable[bytes]) -> Iterator[Piece]:
    """`content` (any chunks) in pieces."""
    chunks, head = gathered(content), b""
    for chunk in chunks:
        head += chunk
        if START in head or len(head) >= LOOKED_AT:
            break
    source = chain((head,), chunks)
    return cut(source, START, END) if START in head else Scanner().pieces(source)


def gathered(content: Iterable[bytes]) -> Iterator[bytes]:
    """The same in larger chunks, without the carriage returns of Windows."""
    parts, size = list[bytes](), 0
    for part in content:
        parts.append(part)
        size += len(part)
        if size >= AT_ONCE:
            yield b"".join(parts).replace(b"\r", b"")
            parts, size = [], 0
    yield b"".join(parts).replace(b"\r", b"")


def cut(chunks: Iterable[bytes], opening: bytes, closing: bytes) -> Iterator[Piece]:
    """What begins with `opening` and ends with `closing` is an object. Text is cut at a line's end."""
    rest, line, looked = b"", 1, 0
    for chunk in chunks:
        rest += chunk
        place, start = 0, rest.find(opening)
        while start >= 0 and (end := rest.find(closing, max(start + len(opening) - 1, looked))) >= 0:
            if rest[place:start] not in (b"", b","):
                yield Piece("text", rest[place:start], line)
                line += rest.count(b"\n", place, start)
            end += len(closing)
            yield Piece("object", rest[start:end], line)
            line += rest.count(b"\n", start, end)
            place, looked = end, 0
            start = rest.find(opening, place)
        kept = start if start >= 0 else max(place, rest.rfind(b"\n"))
        if kept > place:
            yield Piece("text", rest[place:kept], line)
            line += rest.count(b"\n", place, kept)
        rest = rest[kept:]
        looked = max(0, len(rest) - len(closing)) if start >= 0 else 0
        if len(rest) > LONGEST:
            yield Piece("cut", rest, line)
            line += rest.count(b"\n")
            rest, looked = b"", 0
    if rest:
        yield Piece("cut" if rest.startswith(opening) else "text", rest, line)


@dataclass(slots=True)
class Scanner:
    """By brackets and strings, however it is laid out."""

    line: int = 1
    key: bytes = b""
    lists: list[bytes] = field(default_factory=list)  #: the names of the brackets that are open
    depth: int = 0  #: of brackets in the object that is being read
    start: int = -1  #: where it begins

    def pieces(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        rest, place = b"", 0
        for chunk in chunks:
            rest += chunk
            done = 0
            for read, (start, end) in self._objects(rest, place):
                place = read
                if start < 0:
                    continue
                yield from self._piece("text", rest[done:start])
                yield from self._piece("object", rest[start:end])
                done = end
            if self.start < 0:
                yield from self._piece("text", rest[done:place])
                done = place
            rest, place = rest[done:], place - done
            self.start -= done if self.start >= 0 else 0
            if len(rest) > LONGEST:
                yield from self._piece("cut", rest)
                rest, place, self.start, self.depth = b"", 0, -1, 0
        if rest:
            yield from self._piece("cut" if self.start >= 0 else "text", rest)

    def _piece(self, kind: Kind, content: bytes) -> Iterator[Piece]:
        if content:
            yield Piece(kind, content, self.line)
            self.line += content.count(b"\n")

    def _objects(self, text: bytes, place: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """(how far was read, (start, end) of an object that ended there, or -1)."""
        for match in TOKEN.finditer(text, place):
            token = match[0]
            if token == b'"' and text.find(b"\n", match.end()) < 0 and len(text) - match.end() < LONGEST_STRING:
                yield match.start(), NONE  # a string whose end is yet to come
                return
            place = match.end()
            if self.depth:
                self.depth += (token == b"{") - (token == b"}")
                if not self.depth:
                    yield place, (self.start, place)
                    self.start = -1
            elif token == b"{" and self.lists and self.lists[-1] in LISTS:
                self.depth, self.start = 1, match.start()
            elif token in b"[{":
                if len(self.lists) < DEEPEST:
                    self.lists.append(self.key)
            elif token in b"]}":
                if self.lists:
                    self.lists.pop()
            elif token[:1] == b'"' != token:
                self.key = token[1:-1]
        yield place, NONE
