"""How wrk is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import TIME, OwnLines
from ingest.formats.kit.report_scanner import line_pattern
from ingest.formats.load.wrk.report import SHAPES

CLAIMS = Claims(
    line_pattern({name: SHAPES[name] for name in ("running", "stats", "calibration", "refused")}),
)
FOUND_BY = FoundBy(first=r"Running \d{1,9}[smh] test @ ", anywhere=(b"Thread Stats ",))
OWN_LINES = OwnLines(
    result=r"Thread Stats[ \t]",
    lines=(
        r"(?:Running \S++ test @|Thread calibration:) .*|\d++ threads? and \d++ connections",
        r"Thread Stats[ \t]++Avg[ \t]++Stdev[ \t]++Max.*|(?:Latency|Req/Sec)(?:[ \t]++[-+\w./]++){4}%",
        rf"Latency Distribution.*|[\d.]++%[ \t]++{TIME}",
        r"Detailed Percentile spectrum:|Value[ \t]++Percentile[ \t]++TotalCount.*|#?\[(?:Mean|Max|Buckets)[ \t]*+=.*",
        r"[\d.]++[ \t]++[01]\.\d{6}[ \t]++\d++[ \t]++(?:\d++\.\d\d|inf)",
        r"\d++ requests in [\w.]++, [\w.]++ read",
        r"Socket errors: .*|Non-2xx or 3xx responses: \d++",
        r"Requests/sec:[ \t]*+\d++\.\d\d|Transfer/sec:[ \t]*+[\d.]++[KMGT]?B",
    ),
)
