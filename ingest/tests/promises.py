"""What a format holds whatever it is given to read."""

from __future__ import annotations

import io
import json

from ingest.formats import HEAD_SIZE, formats
from ingest.jsonlines import lines_of
from ingest.pipeline.identify import as_utf8
from ingest.records import RunRecord, TraceRecord


def read(name: str, log: bytes) -> None:
    """Let the format read it, and hold what it says to what every record promises."""
    formats()[name].sniff(as_utf8(log[:HEAD_SIZE]))
    parsed = list(formats()[name].parse(io.BytesIO(log)))
    ends = log.count(b"\n")
    if b"\n" not in log.rstrip(
        b"\n"
    ):  # one without newlines, but perhaps at its end, may end its lines as old Macs did
        ends += log.count(b"\r")
    last_line = float("inf") if name == "sar_binary" else ends + 2  # its lines are those of sadf
    for record in parsed:
        assert 0 <= record.line <= last_line
        if isinstance(record, TraceRecord):
            assert len(record.times) == len(record.values)
        elif isinstance(record, RunRecord):
            assert all(0 <= measurement.line <= last_line for measurement in record.measurements)
    json.dumps(list(lines_of("any.log", name, parsed)), allow_nan=False)
