"""How siege is recognised, however little of a log is left."""

from __future__ import annotations

import re

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.kit.report_scanner import line_pattern
from ingest.formats.load.siege.lines import BEHIND_JSON, FIRST, MOMENT, SHAPES

JSON = (
    r"\{?[ \t]*+\"transactions\"[ \t]*+:[ \t]*+\d++[ \t]*+,"
    r"[ \t\x1d\x1e\n]*+(?:\Z|\"availability\")"
)
LINES = line_pattern(
    {
        "text": FIRST.pattern,
        "json": JSON,
        "row": rf"{MOMENT},[ \t]*+\d++,(?:[ \t]*+[-\d.na]++,){{7}}[ \t]*+\d++",
        **{name: SHAPES[name] for name in ("header", "preparing", "under", "aborted")},
        "banner": r"\*\* SIEGE \d++\.",
    }
)
CLAIMS = Claims(re.compile(f"{LINES.pattern}|{BEHIND_JSON}{JSON}", re.MULTILINE))
FOUND_BY = FoundBy(first=r"\*\* SIEGE \d|Transactions:[ \t]", anywhere=(b"Transactions:", b'"transactions":'))
OWN_LINES = OwnLines(
    result=r"Transaction rate:[ \t]+[\d.]+",
    lines=(
        r"(?:\*\* )?(?:SIEGE \d|Preparing \d++ concurrent users?).*",
        r"The server is now under siege.*|Lifting the server .*",
        r"(?:Transactions|Availability|Elapsed time|Data transferred|Response time|Transaction rate):[ \t]++\d.*",
        r"Throughput:[ \t]++[\d.]++ MB/sec|Concurrency:[ \t]++[\d.]++",
        r"(?:(?:Successful|Failed) transactions|(?:Longest|Shortest) transaction):[ \t]++\d.*",
    ),
)
