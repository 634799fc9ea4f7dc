"""How webbench is recognised, however little of a log is left."""

from __future__ import annotations

from ingest.formats.kit.claims import Claims
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
