"""Takes lines out of what programs wrote of them to show or to keep every sign: `cat -A`, JSON and Python strings, RTF.

A line stays on its line: what stood in one text is as if each line had been drawn over the one before.
"""

from __future__ import annotations

import re

FEWEST = 3  #: line ends in one text, below which nobody can tell
SHOWN = re.compile(rb"\^([IM\[])|((?:M-\^.|M-[^\n])+)")  #: of `cat -A`; ^C may be the echo of somebody's Ctrl-C
SHOWN_BYTE = re.compile(rb"M-(\^?)(.)")
LITERAL = re.compile(rb"""b?(?:"(?:[^\\\n"]|\\.)*+"|'(?:[^\\\n']|\\.)*+')""")
ESCAPED_END = re.compile(rb"(?<!\\)((?:\\\\)*)\\(?:r\\n|n)")
ESCAPE = re.compile(rb"\\(?:x(?P<byte>[0-9a-fA-F]{2})|u(?P<sign>[0-9a-fA-F]{4})|(?P<self>.))")
MEANT = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
OPENED_BY = (b"{", b"[", b"<")  #: of documents that may hold texts of several lines


def of_cat(line: bytes) -> bytes | None:
    """The line that `cat -A` shows."""
    if not line.endswith(b"$"):
        return None
    shown = line[:-1]
    return SHOWN.sub(_sign, shown).removesuffix(b"\r") if b"^" in shown or b"M-" in shown else shown


def _sign(shown: re.Match[bytes]) -> bytes:
    if shown[1]:
        return bytes([shown[1][0] - 0x40])
    octets = bytes(
        0x80 + (sign[0] ^ 0x40 if is_control else sign[0]) & 0xFF for is_control, sign in SHOWN_BYTE.findall(shown[2])
    )
    try:
        octets.decode()
    except UnicodeDecodeError:
        return shown[0]
    return octets


def of_literal(line: bytes) -> bytes | None:
    """The lines in a string of JSON or of Python, or in a text whose line ends are written as \\n."""
    bare = line.strip()
    if len(ESCAPED_END.findall(bare)) < FEWEST or bare.startswith(OPENED_BY):
        return None
    if LITERAL.fullmatch(bare):
        return _lines(bare)
    return ESCAPED_END.sub(rb"\1\r", bare).replace(b"\\t", b"\t")


def _lines(literal: bytes) -> bytes:
    """Both write the same escapes; a byte and a sign of that number are told apart by neither."""
    content = literal.removeprefix(b"b")[1:-1]
    return b"\r".join(ESCAPE.sub(_meant, content).splitlines())


def _meant(escape: re.Match[bytes]) -> bytes:
    if escape["byte"]:
        return bytes.fromhex(escape["byte"].decode())
    if escape["sign"]:
        return chr(int(escape["sign"], 16)).encode("utf-8", "replace")
    return MEANT.get(escape["self"], escape["self"])


TOKEN = re.compile(
    rb"\\'(?P<byte>[0-9a-fA-F]{2})|\\u(?P<sign>-?\d{1,6}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}])?|"
    rb"\\(?P<word>[a-z]{1,32})(?:-?\d{1,9})? ?|(?P<end>\\\Z)|\\(?P<self>[\\{}~_-])|\\[^a-z]|(?P<brace>[{}])|"
    rb"(?P<text>[^\\{}]+)"
)
HEAD = b"{\\rtf"
ASIDE = (
    b"fonttbl",
    b"colortbl",
    b"stylesheet",
    b"info",
    b"pict",
    b"listtable",
    b"listoverridetable",
    b"header",
    b"footer",
)
ENDS = {b"par": b"\r", b"line": b"\r", b"tab": b"\t"}


class RichText:
    """The text of RTF, line by line. A line of the file that ends no line of the text stays empty, and waits."""

    def __init__(self) -> None:
        self._waiting = b""
        self._depth = 0
        self._aside = 0  #: the depth of a group that is no text; 0: none

    def __call__(self, line: bytes) -> bytes:
        text, is_ended = self._waiting, False
        for token in TOKEN.finditer(line.rstrip(b"\r\n")):
            piece = self._piece(token)
            text += piece
            if piece:
                is_ended = piece == b"\r"
        if is_ended:
            self._waiting = b""
            return text.removesuffix(b"\r")
        self._waiting = text.rpartition(b"\r")[2] if self._depth else b""
        return text.removesuffix(self._waiting)

    def _piece(self, token: re.Match[bytes]) -> bytes:
        if brace := token["brace"]:
            self._depth += 1 if brace == b"{" else -1
            self._aside = 0 if self._depth < self._aside else self._aside
        is_mark = token[0] == b"\\*" or token["word"] in ASIDE
        if is_mark and not self._aside:
            self._aside = self._depth
        return b"" if self._aside else self._of_text(token)

    @staticmethod
    def _of_text(token: re.Match[bytes]) -> bytes:
        if token["text"] or token["self"]:
            return token["text"] or token["self"]
        if token["byte"]:
            return bytes.fromhex(token["byte"].decode()).decode("cp1252", "replace").encode()
        if token["sign"]:
            return chr(int(token["sign"]) % 0x10000).encode("utf-8", "replace")
        return b"\r" if token["end"] is not None else ENDS.get(token["word"] or b"", b"")
