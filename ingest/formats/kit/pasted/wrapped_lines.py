"""Takes a log's lines out of what collectors wrote around them, one object or row for each: a line stays a line.

Docker's json-file ({"log": ..., "stream": ...}), `journalctl -o json` ({"MESSAGE": ...}), logrus and its like
(time="..." level=info msg="..."), CloudWatch's export (timestamp,message), a spreadsheet of one column; the list of
lines that Ansible and notebooks make of an output; the messages of a channel that Slack exports. What no line of a
log stands in is kept. What stands before lines is the business of `leads`.
"""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, cast

from benchdb.domain.text.mails import shown_mail
from ingest.formats.kit.pasted.leads import BETWEEN, lead_of
from ingest.formats.kit.pasted.spelled_out import HEAD, RichText, of_cat, of_literal

LOOKED_AT = 64 << 10  #: bytes that show what stands around lines
LONGEST_LINE = 1 << 20  #: bytes
FEWEST = 3  #: lines, below which nobody can tell
LOGFMT = re.compile(rb'(?:time|ts)="?[^"\s]{1,60}"?[ \t]+level=\w{1,12}[ \t]+msg=("(?:[^"\\\n]|\\.)*+")[^\n]*')
CSV_ROW = re.compile(rb'\d{13},"((?:[^"\n]|"")*+)"[ \t\r]*')
CSV_HEAD = b"timestamp,message"
QUOTED = re.compile(rb'"((?:[^"\n]|"")*+)"[ \t\r]*')
#: What journalctl says itself, above lines and between them: from when to when, of which boot.
REMARK = re.compile(rb"-- (?:Logs begin|Journal begins|Boot [0-9a-f]{32}|Reboot|No entries|cursor: )[^\n]{0,300}")
#: A list of lines, one on each line: of Ansible's stdout_lines, of a notebook's outputs.
LISTED = re.compile(
    rb'"(?:[\w.]*stdout_lines|text|text/plain)": \[[ \t\r]*\n(?:[ \t]*"(?:[^"\\\n]|\\.)*",?[ \t\r]*\n){3}'
)
#: A whole output in one text, as `ansible-playbook -v` prints it. Its lines stand on one of the log's.
WHOLE = re.compile(rb'"(?:[\w.]*stdout|msg|output)": ?("(?:[^"\\\n]|\\.)*+")')
MESSAGE = re.compile(rb'[ \t]*"text": ("(?:[^"\\\n]|\\.)*+"),?[ \t\r]*')
MESSAGES = re.compile(rb'"text": ?("(?:[^"\\\n]|\\.)*+")')  #: of several on one line
IS_MESSAGE, SENT = re.compile(rb'"type": ?"message"'), re.compile(rb'"ts": ?"\d')
TEXT = re.compile(rb'[ \t]*("(?:[^"\\\n]|\\.)*+"),?[ \t\r]*')
ENVELOPES = (("log", ("stream", "time")), ("MESSAGE", ("__REALTIME_TIMESTAMP", "_PID", "_HOSTNAME")))

Unwrap = Callable[[bytes], bytes | None]  #: a line -> what is in it; None = it is none of these


def of_json(line: bytes) -> bytes | None:
    """The line in an object of Docker's or the journal's."""
    if line[:2] not in (b'{"', b"{ "):
        return None
    try:
        wrapped = json.loads(line)
    except ValueError:
        return None
    for name, beside in ENVELOPES:
        text = wrapped.get(name)
        if isinstance(text, str) and any(key in wrapped for key in beside):
            return text.rstrip("\r\n").replace("\n", " ").encode("utf-8", "surrogatepass")
    return None


def of_logfmt(line: bytes) -> bytes | None:
    match = LOGFMT.fullmatch(line)
    try:
        return str(json.loads(match[1])).replace("\n", " ").encode() if match else None
    except ValueError:
        return None


def of_csv(line: bytes) -> bytes | None:
    match = CSV_ROW.fullmatch(line)
    return match[1].replace(b'""', b'"') if match else b"" if line.strip() == CSV_HEAD else None


def of_cell(line: bytes) -> bytes | None:
    """The only one of its row."""
    match = QUOTED.fullmatch(line)
    return match[1].replace(b'""', b'"') if match else None


def of_list(line: bytes) -> bytes | None:
    """A text of JSON, as one of many."""
    match = TEXT.fullmatch(line)
    try:
        return str(json.loads(match[1])).rstrip("\r\n").replace("\n", " ").encode() if match else None
    except ValueError:
        return None


def of_output(line: bytes) -> bytes | None:
    """Its lines, as if each had been drawn over the one before."""
    match = next((match for match in WHOLE.finditer(line) if match[1].count(b"\\n") >= FEWEST), None)
    try:
        return "\r".join(str(json.loads(match[1])).splitlines()).encode() if match else None
    except ValueError:
        return None


class Messages:
    """The texts of messages that Slack exports, on a line each or all on one. Code stands once more below its text."""

    def __init__(self) -> None:
        self._message = ""

    def __call__(self, line: bytes) -> bytes | None:
        match = MESSAGE.fullmatch(line)
        several = match is None and IS_MESSAGE.search(line)
        quoted = [match[1]] if match else MESSAGES.findall(line) if several else []
        texts = [text for text in quoted if text.count(b"\\n") >= FEWEST]
        if not texts:
            return b"" if several else None
        try:
            lines = [f"{line}\r" for text in texts for line in self._new(text)]  # each of them whole
        except ValueError:
            return None
        return "".join(lines).encode("utf-8", "surrogatepass")

    def _new(self, quoted: bytes) -> list[str]:
        """The lines of a text that does not stand above."""
        text = html.unescape(str(json.loads(quoted)))
        if text.strip() in self._message:
            return []
        self._message = text
        return text.splitlines()


def are_messages(head: bytes) -> bool:
    """Whether a log begins with messages of Slack, one of which has lines, or may have further on in their line."""
    if head[:1] not in (b"[", b"{") or not SENT.search(head):
        return False
    is_part = b"\n" not in head and len(head) >= LOOKED_AT and IS_MESSAGE.search(head) is not None
    return is_part or any(map(Messages(), head.split(b"\n")))


def without_lead(lead: re.Pattern[bytes], line: bytes) -> bytes | None:
    match = lead.match(line)
    if match is None:
        return b"" if REMARK.fullmatch(line) else None
    return line[match.end() :]


def is_own(line: bytes) -> bool:
    """Whether a line is of the log, not of who shows it."""
    return line not in (b"", BETWEEN) and not REMARK.fullmatch(line)


def unwrapping(head: bytes) -> Unwrap | None:
    """How the lines of a log that begins so are got at; None where they are no collector's."""
    whole = head[: head.rfind(b"\n") + 1] or head
    if whole.startswith(HEAD):
        return RichText()
    if are_messages(whole):
        return Messages()
    lines = [line for line in whole.split(b"\n")[:20] if is_own(line.strip())]
    if b'": "' in whole and b"\\n" in whole and any(map(of_output, lines)):
        return of_output
    if len(lines) < FEWEST:
        return of_literal if any(map(of_literal, lines)) else None
    if lines[0].endswith(b"$") and all(of_cat(line.rstrip()) is not None for line in lines):
        return of_cat
    for unwrap, sign in ((of_json, b"{"), (of_logfmt, b"t"), (of_csv, CSV_HEAD), (of_cell, b'"')):
        if lines[0].startswith(sign) and all(unwrap(line) is not None for line in lines):
            return unwrap
    if b'": [' in whole and LISTED.search(whole):
        return of_list
    lead = lead_of(lines)
    return partial(without_lead, lead) if lead else None


def bare_log(stream: io.BufferedReader) -> io.BufferedReader:
    """`stream`, or the lines that stand wrapped in it."""
    if mail := shown_mail(stream):
        return mail
    unwrap = unwrapping(stream.peek(LOOKED_AT)[:LOOKED_AT])
    return io.BufferedReader(Unwrapped(cast(BinaryIO, stream), unwrap), LOOKED_AT) if unwrap else stream


class Unwrapped(io.RawIOBase):
    """A stream of the lines within lines."""

    def __init__(self, stream: BinaryIO, unwrap: Unwrap) -> None:
        self._stream, self._unwrap = stream, unwrap
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        lines, gathered = [self._ready], len(self._ready)
        while gathered < len(buffer) and (line := self._stream.readline(LONGEST_LINE)):
            bare = self._unwrap(line.rstrip(b"\r\n"))
            lines.append(line if bare is None else bare + b"\n" * line.endswith(b"\n"))
            gathered += len(lines[-1])
        self._ready = b"".join(lines)
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size
