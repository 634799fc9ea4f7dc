"""The texts of a webbench report -> measurements in base units, with what webbench computes wrongly put right.

Speed counts failed requests too, so the rate is taken from the succeeded ones. Bytes are added up in an int: beyond
2 GB the sum turns negative, and is no number then. A reply of any status counts as a success.
"""

from __future__ import annotations

import re

from ingest.formats.kit.measured import Measured
from ingest.formats.load.webbench_linux.report import Report

SPEED = re.compile(r"Speed\s*=\s*(-?\d{1,18}) pages/min, (-?\d{1,18}) bytes/sec")
REQUESTS = re.compile(r"Requests:\s*(-?\d{1,18}) su\w+, (-?\d{1,18}) failed")
SECONDS = re.compile(r"running (\d{1,9}) sec")
FLOAT = 1e-6  #: pages/min are computed in single precision and cut


def seconds(info: str) -> int | None:
    """The running time, which is the planned one: webbench divides by it."""
    match = SECONDS.search(info)
    return int(match[1]) or None if match else None


def numbers(report: Report) -> Measured:
    """Everything measured in `report`."""
    measured = Measured()
    speed, requests = report.fields.get("speed"), report.fields.get("requests")
    counts = REQUESTS.match(requests.text) if requests else None
    rates = SPEED.fullmatch(speed.text) if speed else None
    done = failed = None
    if requests and counts:
        done = _count(counts[1], "requests_succeeded", requests.line, measured)
        failed = _count(counts[2], "requests_failed", requests.line, measured)
    elif requests:
        measured.unread(requests.line, "counts of succeeded and failed requests", requests.text)
    if speed and rates:
        time = seconds(report.fields["info"].text) if "info" in report.fields else None
        _rate(int(rates[1]), done, failed, time, speed.line, measured)
        _bytes(int(rates[2]), done, speed.line, measured)
    elif speed:
        measured.unread(speed.line, "pages per minute and bytes per second", speed.text)
    return measured


def _count(printed: str, metric: str, line: int, measured: Measured) -> int | None:
    count = int(printed)
    if count < 0:
        measured.doubt(f"A count overflowed: webbench prints {printed}.")
        return None
    measured.add(metric, count, line)
    return count


def _rate(speed: int, done: int | None, failed: int | None, time: int | None, line: int, measured: Measured) -> None:
    """Succeeded requests per second; without the running time it follows from Speed = all requests per minute."""
    if done is None or failed is None:
        return
    if time is None and speed > 0:
        measured.add("requests_per_second", speed / 60 * done / (done + failed) if done else 0, line)
    if time is None:
        return
    expected = (done + failed) * 60 / time
    if abs(speed - expected) > 1 + expected * FLOAT:
        measured.doubt(f"{done + failed} requests in {time} s are {expected:.0f} per minute, but {speed} are printed.")
    printed = f"{speed} pages/min" if failed else ""
    measured.add("requests_per_second", done / time, line, printed=printed)
    if failed:
        sentence = "webbench counts the {} failed requests into its {} pages/min; the rate here does not."
        measured.doubt(sentence.format(failed, speed))


def _bytes(rate: int, done: int | None, line: int, measured: Measured) -> None:
    """Zero is measured only where nothing came back: with an early close webbench does not read."""
    if rate < 0:
        measured.doubt(f"The bytes overflowed: webbench prints {rate} bytes/sec, which is no number.")
    elif rate or done == 0:
        measured.add("transfer_rate", rate, line)
