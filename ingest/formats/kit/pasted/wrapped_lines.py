"""Takes a log's lines out of what collectors wrote around them, one object or row for each: a line stays a line.

Docker's json-file ({"log": ..., "stream": ...}), `journalctl -o json` ({"MESSAGE": ...}), logrus and its like
(time="..." level=info msg="..."), CloudWatch's export (timestamp,message). What no line of a log stands in is kept.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any, BinaryIO, cast

LOOKED_AT = 64 << 10  #: bytes that show what stands around lines
LONGEST_LINE = 1 << 20  #: bytes
FEWEST = 3  #: lines, below which nobody can tell
LOGFMT = re.compile(rb'(?:time|ts)="?[^"\s]{1,60}"?[ \t]+level=\w{1,12}[ \t]+msg=("(?:[^"\\\n]|\\.)*+")[^\n]*')
CSV_ROW = re.compile(rb'\d{13},"((?:[^"\n]|"")*+)"[ \t\r]*')
CSV_HEAD = b"timestamp,message"
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


def unwrapping(head: bytes) -> Unwrap | None:
    """How the lines of a log that begins so are got at; None where they are no collector's."""
    whole = head[: head.rfind(b"\n") + 1] or head
    lines = [line for line in whole.split(b"\n")[:20] if line.strip()]
    if len(lines) < FEWEST:
        return None
    for unwrap, sign in ((of_json, b"{"), (of_logfmt, b"t"), (of_csv, CSV_HEAD)):
        if lines[0].startswith(sign) and all(unwrap(line) is not None for line in lines):
            return unwrap
    return None


def bare_log(stream: io.BufferedReader) -> io.BufferedReader:
    """`stream`, or the lines that stand wrapped in it."""
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
