"""Takes off what mailers, pages, loggers and people put around rows: of requests, of samples, of profiles.

Unlike `noise`, which serves reports of labelled lines, it takes nothing that a row may begin with itself: a time of
day, a date, blanks, a hash. A line stays a line.
"""

from __future__ import annotations

import io
import re
from typing import Any, BinaryIO, cast

from benchdb.domain.compression import BROKEN
from ingest.formats.kit.retyped import is_mailed, unmailed

LOOKED_AT = 64 << 10  #: bytes that show what stands around rows
LONGEST_LINE = 1 << 20  #: bytes
SIGNS = (
    *(b"\n>", b" >", b"\t>", b"Z ", b"\n[", b"- ", b"* ", b"+ ", b"**", b"|", b"</", b"# ", b"\n+", b"<br"),
    *(b"```", b"{noformat", b"{code", b"\f", b"\b", b"\xe2\x94\x82", b"=\n", b"\\\n"),
    *(b"--More--", b"code]", b"</summary>", b"  // ", b"  <-", b"\xef\xbc", b"\xc2\xad", b"`", b"+}", b"\xe2\x80\xaf"),
    *(b"\xe2\x80", b"\xe2\x88\x92", b"\xe2\x81\xa0", b"\xef\xbb\xbf", b"\xc2\xa0", b"INFO:", b"DEBUG:", b"\x1b]"),
    *(b"\\_", b"\\%"),
)
ASCII_SIGNS = tuple(sign for sign in SIGNS if sign.isascii())
FIRST_SIGNS = (b">", b"[", b"\xef\xbb\xbf")  #: of the first line
#: Quotes, the sign of a diff, a container's time stamp, a logger's in brackets, Python's level and logger, a bullet.
LEAD = re.compile(
    rb"^(?:(?:[ \t]{0,20}>)+ ?|\+(?=[^+\n])|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:\d\d) |"
    rb"\[[^\[\]=\n]{0,40}\d:\d\d[^\[\]=\n]{0,20}\] ?|(?:INFO|DEBUG):[\w.]{1,60}:|"
    rb"[ ]{0,2}(?:[-*+]|\xe2\x80\xa2) (?=[^\s*+-]))+",
    re.MULTILINE,
)
BOLD = re.compile(rb"^[ \t]{0,20}\*\*(?=[^\s*])([^\n]{1,2000}?)\*\*[ \t]*$", re.MULTILINE)
TABLE_ROW = re.compile(rb"^[ ]{0,2}\| (?=[^\n|]{0,200}[^\s|])([^\n]{1,2000}) \|[ \t]*$", re.MULTILINE)
TAGS = rb"html|body|code|pre|p|span|div|samp|kbd|tt|details"
OPENING_TAGS = re.compile(rb"^[ \t]{0,20}(?:<(?:" + TAGS + rb")(?: [^<>\n]{0,200})?>){1,4}", re.MULTILINE)
CLOSING_TAGS = re.compile(rb"(?:</(?:" + TAGS + rb")>){1,4}[ \t]*$", re.MULTILINE)
#: A line between the rows that is all in wide brackets and in another script; as a remark it is passed over.
TRANSLATION = re.compile(rb"^[ \t]{0,20}\xef\xbc\x88[^\x00-\x7f]{3,300}\xef\xbc\x89[ \t\r]{0,20}$", re.MULTILINE)
OFFICE = re.compile(rb"</?o:p>")  #: of mails that Outlook wrote
BREAK = re.compile(rb"<br ?/?>(?=[ \t\r]*$)", re.MULTILINE)
#: Of chats and wikis, glued to the first or the last row.
FENCES = re.compile(
    rb"^[ \t]{0,20}(?:```|\{(?:noformat|code(?::[^}\n]{0,200})?)\})|(?:```|\{(?:noformat|code)\})[ \t\r]*$",
    re.MULTILINE,
)
FRAME = re.compile(
    rb"^[ \t]{0,20}\xe2\x94\x82 ?((?:(?!\xe2\x94\x82)[^\n])*?)[ \t]*\xe2\x94\x82[ \t\r]*$|"
    rb"(?<!\xe2\x94\x82)[ \t]{2,400}\xe2\x94\x82[ \t\r]*$",
    re.MULTILINE,
)
HARD_BREAK = re.compile(rb"(?<=[^\\\n])\\(?=\r?\n)")
CONTROLS = bytes((0x08, 0x0B, 0x0C))
PROGRESS = re.compile(rb"\A(?:[^\r\n]{0,80}\r(?!\n)){1,50}(?=[^\r\n])")
REMARK = b"##"
HARD_BLANK, SOFT_HYPHEN = b"\xc2\xa0", b"\xc2\xad"
#: Signs that chats and word processors put for those of a keyboard, where they cannot be part of somebody's own words.
TYPED = re.compile(rb"\xe2\x80[\x80-\x91\xaf]|\xe2\x88\x92|\xe2\x81\xa0|\xef\xbb\xbf|\xef\xbc\x85")
SIGN_OF = {**dict.fromkeys((b"\xe2\x80\x90", b"\xe2\x80\x91", b"\xe2\x88\x92"), b"-"), b"\xef\xbc\x85": b"%"}
WIDTHLESS = (*(b"\xe2\x80%c" % last for last in range(0x8B, 0x90)), b"\xe2\x81\xa0", b"\xef\xbb\xbf")
ESCAPED = re.compile(rb"(?<!\\)\\(?=[_%#&])")  #: of Markdown and TeX; JSON has no such escapes
WIDE_DIGIT = re.compile(rb"\xef\xbc[\x90-\x99]")  #: of input methods
#: The title that a shell gives its window.
UNSEEN = re.compile(rb"\x1b\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)")
COMMENT = re.compile(rb"(?<=\S)[ \t]{2,60}(?:#|//|<--?) [^\n#]{1,80}$", re.MULTILINE)
#: What `more` asks at the end of each screen.
PAGER = re.compile(rb"^--More--(?:\(\d{1,3}%\))?[ \t]*(?:\r[ \t]*\r|\r(?!\n)|$)", re.MULTILINE)
BBCODE = re.compile(rb"\[/?code\]")
SUMMARY = re.compile(rb"(?:<details>)?[ \t]*<summary>[^<>\n]{0,200}</summary>")
WORD_DIFF = re.compile(rb"\[-[^\n\]]{0,200}?-\]|\{\+([^\n}]{0,200}?)\+\}")  #: what was, what is
LABEL_IN_BOLD = re.compile(rb"^([ \t]{0,20})\*\*(?=\S)([^*\n]{1,80}?)\*\*(:?)", re.MULTILINE)
DRAWN_OVER = re.compile(rb"^[^\r\n]{0,80}%[^\r\n]{0,20}\r(?!\r*\n)", re.MULTILINE)  #: progress
LABEL_TAGS = re.compile(rb"^([ \t]{0,20})<(b|strong|em|i|code)>([^<>\n]{1,80})</\2>", re.MULTILINE)
GROUPED = re.compile(rb"(?<=\d)\xe2\x80[\xaf\x89](?=\d{3}(?!\d))")  #: digits by threes
SET_NUMBER = re.compile(rb"(\*\*|`)(-?\d[\d.,]*)\1")
#: Around what a shell runs, as script(1) keeps it.
PASTE_MODE = re.compile(rb"\x1b\[\?2004[hl](?:\r(?!\n))?")
STRUCK_OVER = re.compile(rb"[^\n\b]\x08")
MOST_STRUCK = 40


def bare_rows(lines: bytes, has_newlines: bool = False) -> bytes:
    """Whole lines, as far as possible as the tool printed them. `has_newlines`: lines before these end with one."""
    if not has_signs(lines) and lines.count(b"\r") == lines.count(b"\r\n"):
        return lines
    if b"\0" not in lines:  # not in UTF-16, where two bytes are a letter
        lines = retyped(lines, has_newlines)
    lines = TRANSLATION.sub(REMARK, UNSEEN.sub(b"", lines))
    if b"<br" in lines:
        lines = BREAK.sub(b"", lines)
    if b"</summary>" in lines:
        lines = SUMMARY.sub(b"", lines)
    if b"<o:p>" in lines:
        lines = OFFICE.sub(b"", lines)
    if b"</" in lines and b"</t" not in lines:
        lines = CLOSING_TAGS.sub(b"", OPENING_TAGS.sub(b"", LABEL_TAGS.sub(rb"\1\3", lines)))
    lines = BOLD.sub(rb"\1", LEAD.sub(b"", lines))
    if b"| " in lines:
        lines = TABLE_ROW.sub(_cells, lines)
    return COMMENT.sub(b"", lines) if COMMENT.search(lines) else lines


def has_signs(lines: bytes) -> bool:
    """Whether something may stand around the rows."""
    signs = ASCII_SIGNS if lines.isascii() else SIGNS
    return lines.startswith(FIRST_SIGNS) or any(sign in lines for sign in signs)


def retyped(lines: bytes, has_newlines: bool = False) -> bytes:
    """Without what chats, wikis, mailers and terminals wrote into and around the lines."""
    if not lines.isascii():
        lines = GROUPED.sub(b"", lines.replace(HARD_BLANK, b" ").replace(SOFT_HYPHEN, b""))
        lines = TYPED.sub(_sign, lines)
    if b"\\_" in lines or b"\\%" in lines:
        lines = ESCAPED.sub(b"", lines)
    for _ in range(MOST_STRUCK if b"\b" in lines else 0):
        lines = STRUCK_OVER.sub(b"", lines)
    lines = PAGER.sub(b"", lines.translate(None, CONTROLS)) if b"--More--" in lines else lines.translate(None, CONTROLS)
    if b"+}" in lines:
        lines = WORD_DIFF.sub(rb"\1", lines)
    if b"`" in lines or b"**" in lines:
        lines = LABEL_IN_BOLD.sub(rb"\1\2\3", lines)
        lines = SET_NUMBER.sub(rb"\2", lines)
    if b"code]" in lines:
        lines = BBCODE.sub(b"", lines)
    if WIDE_DIGIT.search(lines):
        lines = WIDE_DIGIT.sub(lambda digit: b"%d" % (digit[0][2] - 0x90), lines)
    if b"\x1b[?2004" in lines:
        lines = PASTE_MODE.sub(b"", lines)
    if b"\r" in lines:
        has_newlines = has_newlines or b"\n" in lines.rstrip(b"\n")
        lines = DRAWN_OVER.sub(b"", PROGRESS.sub(b"", lines)) if has_newlines else lines.replace(b"\r", b"\n")
    if b"=\n" in lines and is_mailed(lines[:LOOKED_AT].decode("utf-8", "replace")):
        lines = _unmailed(lines)
    if b"\\\n" in lines:
        lines = HARD_BREAK.sub(b"", lines)
    if b"\xe2\x94\x82" in lines:
        lines = FRAME.sub(rb"\1", lines)
    return FENCES.sub(b"", lines) if b"```" in lines or b"{" in lines else lines


def _unmailed(lines: bytes) -> bytes:
    """Each line end of the mailer's is a remark below the line: rows skip those, JSON needs none."""
    cut = "\n" if lines.lstrip()[:1] in (b"{", b"[") else f"\n{REMARK.decode()}"
    whole = unmailed(lines.decode("utf-8", "surrogateescape"), lambda line, count: line + cut * count)
    return whole.encode("utf-8", "surrogateescape")


def _sign(typed: re.Match[bytes]) -> bytes:
    return b"" if typed[0] in WIDTHLESS else SIGN_OF.get(typed[0], b" ")


def _cells(row: re.Match[bytes]) -> bytes:
    return row[1].replace(b" | ", b" ")


def bare_stream(stream: BinaryIO) -> BinaryIO:
    """`stream`, its rows bare where something stands around the first of them; else as it is."""
    try:
        stream, head = _peeked(stream)
    except BROKEN:
        return stream
    lines = head[: head.rfind(b"\n") + 1] or head
    if bare_rows(lines) == lines:
        return stream
    return cast(BinaryIO, io.BufferedReader(BareRows(stream), LOOKED_AT))


def _peeked(stream: BinaryIO) -> tuple[BinaryIO, bytes]:
    """(the same bytes, the first of them)."""
    if isinstance(stream, io.BytesIO):  # whose `getbuffer` would copy all of it
        place = stream.tell()
        head = stream.read(LOOKED_AT)
        stream.seek(place)
        return stream, head
    if not hasattr(stream, "peek"):
        stream = cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stream), LOOKED_AT))
    return stream, stream.peek(LOOKED_AT)[:LOOKED_AT]  # type: ignore[attr-defined]


class BareRows(io.RawIOBase):
    """A stream of lines without what stands around them."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._ready, self._rest = b"", b""
        self._is_ended = self._has_newlines = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._is_ended:
            piece = self._stream.read(LOOKED_AT)
            self._is_ended = not piece
            lines, newline, self._rest = (self._rest + piece).rpartition(b"\n")
            if self._is_ended or len(self._rest) > LONGEST_LINE:
                lines, newline, self._rest = lines + newline + self._rest, b"", b""
            self._has_newlines |= bool(newline and self._rest)  # one at the very end may be of lines that end in CR
            self._ready = bare_rows(lines + newline, self._has_newlines)
            self._has_newlines |= bool(newline)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size
