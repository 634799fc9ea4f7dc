"""Takes the texts out of a mail that carries them in base64 (RFC 2045), as most do whose text is not all ASCII.

A text's line stands near where it begins in the mail: where it has more lines than its base64, several stand on one,
as if each had been drawn over the one before.
"""

from __future__ import annotations

import binascii
import re

MOST = 16 << 20  #: bytes of a mail
FIELD = re.compile(rb"^Content-Transfer-Encoding:[ \t]*base64[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
HEADER = re.compile(rb"(?:^[!-9;-~]{1,80}:[^\n]*\n(?:[ \t]+[^\s][^\n]*\n)*)+", re.MULTILINE)
BODY = re.compile(rb"\r?\n((?:[A-Za-z0-9+/]{1,1000}={0,2}[ \t]*(?:\r?\n|\Z))+)")
CHARSET = re.compile(rb"charset[ \t]*=[ \t]*\"?([\w.:-]{1,40})", re.IGNORECASE)


def has_base64(head: bytes) -> bool:
    return b"base64" in head and FIELD.search(head) is not None


def with_texts(mail: bytes) -> bytes:
    """The mail with its texts for their base64; what is none, or cannot be read, stays as it is."""
    pieces, done = list[bytes](), 0
    for header in HEADER.finditer(mail):
        body = BODY.match(mail, header.end()) if FIELD.search(header[0]) else None
        if body and body.start() >= done and (lines := text_of(header[0], body[1])):
            pieces += [mail[done : body.start(1)], lines]
            done = body.end()
    return b"".join([*pieces, mail[done:]])


def text_of(header: bytes, body: bytes) -> bytes:
    """As many lines as the body has; b"" where it is no text."""
    named = CHARSET.search(header)
    try:
        text = binascii.a2b_base64(body).decode(named[1].decode() if named else "utf-8", "replace")
    except (binascii.Error, LookupError, ValueError):
        return b""
    if "\0" in text or not text.strip():
        return b""
    return on_lines(text.splitlines(), body.count(b"\n"))


def on_lines(lines: list[str], count: int) -> bytes:
    """The lines, several on one where they are more than `count`."""
    of_one = max(1, -(-len(lines) // max(1, count)))
    rows = ["\r".join(lines[place : place + of_one]) for place in range(0, len(lines), of_one)]
    return "\n".join([*rows, *[""] * max(0, count - len(rows)), ""]).encode()
