"""How a log of this format is recognised."""

from __future__ import annotations

import re

from benchdb.domain.text import ANSI_CODE
from ingest.formats.kit.noise import undressed

START = (
    r"(?:^|[\r\n])(?:[ \t>|#*`\ufeff]|\^C|\[[^\[\]\r\n]{0,60}\])*"
    r"(?:[A-Z][a-z]{2} [ \d]\d )?(?:\d[\dT .:,+-]{7,30}Z? )?[ \t>|#*`]{0,9}"
)
SIGNS = re.compile(
    START + r"(?:httperf [^\r\n]*--client=\d+/\d+ |httperf\.\w+: |Maximum connect burst length: \d|"
    r"Total: connections \d+ requests \d|Connection rate: [^\r\n]{1,40} conn/s|Connection time \[ms\]: (?:min|conn)|"
    r"Connection length \[replies/conn\]: |Request rate: [^\r\n]{1,40} req/s|Request size \[B\]: |"
    r"Reply (?:rate \[replies/s\]|time \[ms\]|size \[B\]): |Reply status: 1xx=|"
    r"CPU time \[s\]: user |Net I/O: [^\r\n]{1,40} KB/s|Errors: (?:total \d+ client-timo|fd-unavail) |"
    r"Session (?:rate \[sess/s\]|lifetime \[s\]|failtime \[s\]): )"
)


def sniff(head: bytes) -> bool:
    """The command line that httperf echoes, or any line of its report, stands in `head`."""
    return bool(SIGNS.search(undressed(ANSI_CODE.sub("", head.decode("utf-8", "replace")))))
