"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims

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
