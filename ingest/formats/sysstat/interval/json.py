"""`-o JSON` of a live tool as a stream of objects, whatever is broken about it.

Real documents have commas too many (-y), brackets too few (an interrupted run; sysstat issues #163, #215, #396),
numbers with decimal commas. So nothing is read as a whole: each object counts as soon as it is closed. Objects that
stand on one line in sysstat's own layout, which is nearly all, are cut at blanks; others are looked at sign by sign.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

TOKEN = re.compile(
    rb'"(?P<text>(?>(?:[^"\\]|\\.){0,500}))"(?P<key>\s*:)?|\\.'
    rb"|(?P<number>-?\d{1,24}(?:[.,]\d{1,12})?(?=[\s,}\]]|$))"
    rb"|(?P<sign>[{}\[\]])|(?P<word>null|true|false|-?nan|-?inf|N/A)"
)
BETWEEN = b",: \t\r"  #: what may stand between tokens
DEEPEST = 40


@dataclass(slots=True)
class Frame:
    """An object or a list that is open."""

    is_object: bool
    name: bytes  #: its key, or that of the list it stands in
    pairs: dict[bytes, bytes] = field(default_factory=dict)
    key: bytes = b""  #: waits for its value


@dataclass(slots=True)
class Events:
    """What a reader wants to know. Each is given the names of the open frames, outermost first."""

    opened: Callable[[Frame], None]
    closed: Callable[[Frame], None]
    damaged: Callable[[bytes], None]  #: a line with signs that no JSON has
    row: Callable[[bytes, tuple[bytes, ...], list[bytes]], bool]  #: (list's name, keys, values); False = not known yet


class Objects:
    """Reads lines, keeps what is open."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.stack: list[Frame] = []

    def line(self, raw: bytes) -> None:
        """Read one line."""
        bare = raw.strip()
        if bare[:2] == b'{"' and self.stack and self.stack[-1].name and not self.stack[-1].is_object:
            cells = bare.translate(None, b'"{}').replace(b", ", b" ").rstrip(b",").split()
            if self.events.row(self.stack[-1].name, tuple(cells[::2]), cells[1::2]):
                return
        for match in TOKEN.finditer(bare):
            if match.lastgroup:  # not an escaped sign outside of a string
                self._token(match)
        if self.stack and TOKEN.sub(b"", bare).strip(BETWEEN):
            self.events.damaged(bare)

    def _token(self, match: re.Match[bytes]) -> None:
        if sign := match["sign"]:
            if sign in b"{[":
                self._open(sign == b"{")
            elif self.stack:
                self.events.closed(self.stack.pop())
            return
        top = self.stack[-1] if self.stack else None
        if top is None:
            return
        if match["key"]:
            top.key = match["text"]
        elif top.key:
            value = match["text"] if match["text"] is not None else match["number"] or match["word"]
            top.pairs[top.key], top.key = value, b""
        elif top.is_object:  # of a line that was cut in a number
            self.events.damaged(match[0])

    def _open(self, is_object: bool) -> None:
        top = self.stack[-1] if self.stack else None
        if top and is_object and top.is_object and not top.key:  # it was never closed
            self.events.closed(self.stack.pop())
            top = self.stack[-1] if self.stack else None
        if len(self.stack) >= DEEPEST:
            self.stack.clear()
        name = b""
        if top:
            name, top.key = top.key or (b"" if top.is_object else top.name), b""
        self.stack.append(Frame(is_object, name))
        self.events.opened(self.stack[-1])

    def end(self) -> bool:
        """Close what is open; whether anything was."""
        is_open = bool(self.stack)
        while self.stack:
            self.events.closed(self.stack.pop())
        return is_open
