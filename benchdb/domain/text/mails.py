"""Takes the texts out of a mail that carries them in base64 (RFC 2045), as most do whose text is not all ASCII.

Lines are counted as a mail program shows them: those of the text instead of those of its base64.
"""

from __future__ import annotations

import binascii
import codecs
import io
import re
from typing import Any, BinaryIO

LOOKED_AT = 64 << 10  #: bytes in which a mail says how it carries its text
MOST = 16 << 20  #: bytes of a mail
FIELD = re.compile(rb"^Content-Transfer-Encoding:[ \t]*base64[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
HEADER = re.compile(rb"(?:^[!-9;-~]{1,80}:[^\n]*\n(?:[ \t]+[^\s][^\n]*\n)*)+", re.MULTILINE)
BODY = re.compile(rb"\r?\n((?:[A-Za-z0-9+/]{1,1000}={0,2}[ \t]*(?:\r?\n|\Z))+)")
CHARSET = re.compile(rb"charset[ \t]*=[ \t]*\"?([\w.:-]{1,40})", re.IGNORECASE)
#: By Python's names: those of mails, which take time as their bytes are many. Of punycode's it is the square.
CHARSETS = re.compile(
    r"ascii|utf-8(-sig)?|utf-(16|32)(-[bl]e)?|iso8859-\d{1,2}|cp(125\d|437|8[56]\d|874|932|949|950)|koi8-[rtu]|mac-roman"
    r"|gb2312|gbk|gb18030|hz|big5(hkscs)?|euc_(jp|kr|jis_2004|jisx0213)|shift_jis(_2004|x0213)?|iso2022_(jp|kr)\w*|tis-620"
)


def has_base64(head: bytes) -> bool:
    return b"base64" in head and FIELD.search(head) is not None


def shown_mail(stream: io.BufferedReader) -> io.BufferedReader | None:
    """The stream as a mail program shows it; None where it begins as no such mail. It can be peeked into so far."""
    if not has_base64(stream.peek(LOOKED_AT)[:LOOKED_AT]):
        return None
    mail = stream.read(MOST)
    whole = with_texts(mail) if len(mail) < MOST else mail
    return io.BufferedReader(Joined(whole, stream), LOOKED_AT)


def with_texts(mail: bytes) -> bytes:
    """The mail with its texts for their base64; what is none, or cannot be read, stays as it is."""
    pieces, done = list[bytes](), 0
    for header in HEADER.finditer(mail):
        body = BODY.match(mail, header.end()) if FIELD.search(header[0]) else None
        if body and body.start() >= done and (text := text_of(header[0], body[1])):
            pieces += [mail[done : body.start(1)], text]
            done = body.end()
    return b"".join([*pieces, mail[done:]])


def text_of(header: bytes, body: bytes) -> bytes:
    """What the body says, as whole as it was; b"" where it is no text."""
    named = CHARSET.search(header)
    try:
        charset = codecs.lookup(named[1].decode()).name if named else "utf-8"
        if not CHARSETS.fullmatch(charset):
            return b""
        text = binascii.a2b_base64(body).decode(charset, "replace")
    except (binascii.Error, LookupError, ValueError):
        return b""
    if "\0" in text or not text.strip():
        return b""
    return text.replace("\r\n", "\n").encode()


class Joined(io.RawIOBase):
    """What was read of a stream, and then the rest of it."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start, self._stream = io.BytesIO(start), stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._start.read(len(buffer)) or self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
