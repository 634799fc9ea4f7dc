"""How a log of this format is recognised."""

from __future__ import annotations

import re

from benchdb.domain.text import ANSI_CODE
from ingest.formats.kit.noise import undressed

START = r"(?:^|[\r\n])(?>(?:[ \t>|#*`\ufeff]|\[[^\[\]\r\n]{0,60}\] )*)"  #: atomic: a long row of such is tried once
AB = r"(?:[^\s:]{0,200}/)?ab(?:\.exe)?"  #: the program, as its path was typed
SIGNS = (
    re.compile(r"This is ApacheBench, Version"),
    re.compile(START + r"Benchmarking [^\s:]\S* (?:\[through \S+\] )?\(be patient\)"),
    re.compile(START + r"Server Software:[^\r\n]*[\r\n]+[^\r\n]{0,80}?Server Hostname:"),
    re.compile(START + r"Server Software:[^\r\n]*\s*\Z"),
    re.compile(START + r"Concurr?ency Level:[^\r\n]*[\r\n]+(?:[^\r\n]*[\r\n]+){1,5}?[^\r\n:]*Complete requests:"),
    re.compile(r"<th[^<>]*>Server Software:</th>"),
    re.compile(START + AB + r": (?:invalid|wrong number|[Cc]annot use concurrency|[^\r\n]*\s+Usage: )"),
    re.compile(START + "Usage: " + AB + r" \[options\] \[http"),
)


def sniff(head: bytes) -> bool:
    """A report or a refusal of ab begins in `head`, however little of it is left."""
    text = undressed(ANSI_CODE.sub("", head.decode("utf-8", "replace")))
    return any(sign.search(text) for sign in SIGNS)
