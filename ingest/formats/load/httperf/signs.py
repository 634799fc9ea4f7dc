"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines

#: The command line that httperf echoes, or any line of its report.
SIGNS = re.compile(
    r"^[ \t]*(?:httperf [^\n]*--client=\d+/\d+ |httperf\.\w+: |Maximum connect burst length: \d|"
    r"Total: connections \d+ requests \d|Connection rate: [^\n]{1,40} conn/s|Connection time \[ms\]: (?:min|conn)|"
    r"Connection length \[replies/conn\]: |Request rate: [^\n]{1,40} req/s|Request size \[B\]: |"
    r"Reply (?:rate \[replies/s\]|time \[ms\]|size \[B\]): |Reply status: 1xx=|"
    r"CPU time \[s\]: user |Net I/O: [^\n]{1,40} KB/s|Errors: (?:total \d+ client-timo|fd-unavail) |"
    r"Session (?:rate \[sess/s\]|lifetime \[s\]|failtime \[s\]): )",
    re.MULTILINE,
)
CLAIMS = Claims(SIGNS)
FOUND_BY = FoundBy(
    first=r"httperf: warning|httperf --(?:client|server|hog)|Maximum connect burst|Total: connections \d",
    anywhere=(b"Total: connections ",),
)
OWN_LINES = OwnLines(
    result=r"Total: connections \d",
    lines=(
        r"httperf .*|Maximum connect burst length: \d++|Total: connections .*",
        r"(?:Connection|Request|Reply) (?:rate|time|length|size|status)\b.*",
        r"CPU time \[s\]: .*|Net I/O: .*|Errors: (?:total|fd-unavail) .*",
        r"Session(?: \w++)?(?: \[[\w/]++\])?: .*",
    ),
)
