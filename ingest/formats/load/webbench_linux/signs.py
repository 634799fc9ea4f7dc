"""How webbench is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.kit.report_scanner import line_pattern
from ingest.formats.load.webbench_linux.report import ERRORS, INFO, METHOD, NEXT, SHAPES

CLAIMS = Claims(
    line_pattern(
        {
            "banner": SHAPES["banner"],
            "target": rf"Benchmarking: {METHOD} [a-z]++://",
            "info": rf"Run+ing info: {INFO}",
            "request": rf"Request:{NEXT}{METHOD} \S++ HTTP/1\.[01][ \t]*+{NEXT}User-Agent: WebBench ",
            "speed": SHAPES["speed"],
            "error": ERRORS,
        }
    ),
)
FOUND_BY = FoundBy(first=r"Webbench - Simple", anywhere=(b"Webbench - ",))
OWN_LINES = OwnLines(
    result=r"Speed ?= ?\d+ pages/min",
    lines=(
        r"Webbench - .*|Benchmarking: [A-Z]++ .*|Request:|User-Agent: WebBench .*|Host: \S++",
        r"(?:GET|HEAD|OPTIONS|TRACE) \S++ HTTP/1\.[01]",
        r"(?:Run+ing info: )?(?:1 client|\d++ clients), running \d++ sec.*",
        r"Speed ?= ?-?\d++ pages/min, .*|Requests: *-?\d++ su\w++, .*",
    ),
)
