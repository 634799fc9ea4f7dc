"""How vegeta is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.load.vegeta.layout import START

CLAIMS = Claims(START)
FOUND_BY = FoundBy(
    first=r"Requests[ \t]{1,20}\[total|Bucket[ \t]{1,20}#[ \t]|Value\(ms\)[ \t]",
    anywhere=(b"[total, rate", b"Value(ms)", b"Histogram"),
)
OWN_LINES = OwnLines(
    result=r"Latencies[ \t]+\[|Bucket[ \t]+#[ \t]+%|Value\(ms\)[ \t]+Percentile[ \t]",
    lines=(
        r"(?:Requests|Duration|Latencies|Bytes In|Bytes Out|Success|Status Codes)[ \t]++\[[^\]]*+\].*",
        r"Error Set:|\d{3} [A-Z][a-z].*|[A-Z][a-z]++ \"?https?://.*|(?:unexpected )?EOF",
        r"Bucket[ \t]++#[ \t]++%[ \t]++Histogram|\[[^\]]*+\][ \t]++\d++[ \t]++[\d.]++%[ \t#]*+",
        r"Value\(ms\)[ \t]++Percentile.*|[\d.]++[ \t]++[01]\.\d++[ \t]++\d++[ \t]++\d++\.\d{6}",
    ),
)
