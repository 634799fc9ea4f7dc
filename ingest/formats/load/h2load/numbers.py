"""The texts of an h2load report -> measurements in base units.

Source: nghttp2 src/h2load.cc. Put right, with the printed text kept: with a warm-up, the time finished in includes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ingest.formats.kit.doubts import check, contradicted
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import bytes_of, half_digit, seconds
from ingest.formats.load.h2load.layout import ROW_NAMES
from ingest.records import Fact

#: (group of the summary, line after "finished in", metric, item)
COUNTS = (
    (5, 1, "requests_completed", ""),
    (6, 1, "requests_succeeded", ""),
    (7, 1, "requests_failed", ""),
    (8, 1, "requests_failed", "socket"),
    (9, 1, "requests_failed", "timeout"),
    (10, 2, "responses", "2xx"),
    (11, 2, "responses", "3xx"),
    (12, 2, "responses", "4xx"),
    (13, 2, "responses", "5xx"),
    (14, 3, "bytes_received", ""),
    (15, 3, "bytes_received", "headers"),
    (16, 3, "bytes_body", ""),
)
PARTS = {"sd": "stddev"}
REFUSED = ("requests_failed",)  #: all that counts in a run without a reply
Rows = Mapping[str, tuple[int, list[str]]]


def numbers(
    summary: Sequence[str | None], line: int, columns: Sequence[str], rows: Rows, main: Fact | None
) -> Measured:
    """All that is measured. `main` is the duration without the warm-up, in seconds; None if there was none."""
    measured = Measured()
    is_refused = summary[5] == "0" and summary[3] != "0"
    time, rate, speed = summary[0] or "", summary[1], summary[2]
    _duration(time, line, main, measured)
    if not is_refused and float(rate or 0):  # of nothing done there is no rate
        measured.add("requests_per_second", rate, line)
        measured.add("transfer_rate", bytes_of(speed or "", 1024), line)
    for group, offset, metric, item in COUNTS:
        if not is_refused or metric in REFUSED:
            measured.add(metric, summary[group], line + offset, item)
    for label, (place, texts) in rows.items():
        _row(label, texts, columns, place, measured)
    _rate(time, measured)
    check(measured, ("latency", "connect_time", "first_byte_time"))
    return measured


def _duration(time: str, line: int, main: Fact | None, measured: Measured) -> None:
    elapsed = seconds(time)
    if elapsed and isinstance(main, float) and main:
        measured.add("duration", main, line, printed=time)
        measured.doubt(f"The {time} that h2load finished in include the warm-up; it counts what {main:g} s brought.")
    elif elapsed:
        measured.add("duration", elapsed, line)


def _row(label: str, texts: Sequence[str], columns: Sequence[str], line: int, measured: Measured) -> None:
    if len(texts) != len(columns):
        return
    cells = dict(zip(columns, texts, strict=True))
    if label == "req/s":
        shown = {
            part: cells[part] for part in ("min", "max", "mean") if re.fullmatch(r"\d+(\.\d+)?", cells.get(part, ""))
        }
        for part, text in shown.items() if any(float(text) for text in shown.values()) else ():
            measured.add("requests_per_second", text, line, f"client {part}")
    elif name := ROW_NAMES.get(label):
        parts = {PARTS.get(part, part): value for part, text in cells.items() if (value := seconds(text)) is not None}
        measured.add_row(name, {part: value for part, value in parts.items() if _is_known(part)}, line)


def _is_known(part: str) -> bool:
    return part in ("min", "max", "mean", "median", "stddev") or bool(re.fullmatch(r"p\d{1,2}(\.\d+)?", part))


def _rate(time: str, measured: Measured) -> None:
    """Requests over time against the rate; not where requests errored: some of them count as done."""
    done, duration = measured.value("requests_completed"), measured.value("duration")
    rate = measured.value("requests_per_second")
    if done and duration and rate and not measured.value("requests_failed", "socket"):
        unit = (seconds("1" + time.lstrip("0123456789.")) or 1.0) if seconds(time) == duration else 0.0
        slack = half_digit(time.rstrip("abcdefghijklmnopqrstuvwxyzµ")) * unit
        measured.doubt(contradicted(done, duration, slack, rate, max(0.00501, rate * 6e-6)))
