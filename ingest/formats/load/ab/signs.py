"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy

AB = r"(?:[^\s:]{0,200}/)?ab(?:\.exe)?"  #: the program, as its path was typed
#: A report or a refusal of ab, however little of it is left.
SIGNS = (
    r"[^\n]{0,200}This is ApacheBench, Version",
    r"Benchmarking [^\s:]\S* (?:\[through \S+\] )?\(be patient\)",
    r"Server Software:[^\n]*\n+[^\n]{0,80}?Server Hostname:",
    r"Server Software:[^\n]*\s*\Z",
    r"Concurr?ency Level:[^\n]*\n+(?:[^\n]*\n+){1,5}?[^\n:]*Complete requests:",
    r"[^\n]{0,200}<th[^<>\n]*>Server Software:</th>",
    AB + r": (?:invalid|wrong number|[Cc]annot use concurrency|[^\n]*\s+Usage: )",
    "Usage: " + AB + r" \[options\] \[http",
)
CLAIMS = Claims(re.compile(rf"^[ \t]*(?:{'|'.join(SIGNS)})", re.MULTILINE))
FOUND_BY = FoundBy(
    first=r"This is ApacheBench, Version|Server Software: ", anywhere=(b"This is ApacheBench", b"Server Software:")
)
