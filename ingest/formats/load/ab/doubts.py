"""Measurements of an ab report -> sentences about what contradicts itself in them. No number is changed here.

Roundings allowed for: the time is cut to its last digit, rates have two digits, 2.0.x divides whole Kbytes by the time.
"""

from __future__ import annotations

from ingest.formats.kit.doubts import FALLING, falls
from ingest.formats.kit.measured import Measured
from ingest.formats.load.ab.numbers import kilo
from ingest.formats.load.ab.report import ROWS, Report

TIMES = {
    name: (f"{name}_min", f"{name}_max", (("mean", f"{name}_mean"), ("median", f"{name}_median")))
    for name in ROWS.values()
}
PERCENTILES = {f"latency_p{percent}": percent for percent in range(100)}


def doubts(report: Report, measured: Measured) -> list[str]:
    """Everything that a reader of these numbers should know first."""
    sentences = [f"ab itself doubts this run: {' '.join(note.split())}" for note in report.notes]
    return sentences + [sentence for check in CHECKS if (sentence := check(report, measured))]


def _nothing(report: Report, measured: Measured) -> str:
    done = measured.value("requests_completed")
    if not done or measured.value("bytes_received") != 0:
        return ""
    return f"ab counts {done:,.0f} requests as complete, but not one byte was received: no request can have succeeded."


def _rate(report: Report, measured: Measured) -> str:
    done, duration = measured.value("requests_completed"), measured.value("duration")
    rate = measured.value("requests_per_second")
    if not done or not duration or not rate:
        return ""
    slack = _slack(report)
    fastest = done / (duration - slack) if duration > slack else float("inf")
    if done / (duration + slack) - 0.01 <= rate <= fastest + 0.01:
        return ""
    return f"{done:,.0f} requests in {duration:g} s are {done / duration:.2f} per second, but {rate:g} are printed."


def _slack(report: Report) -> float:
    """Seconds by which a printed duration may be off."""
    text = report.fields["duration"].text
    return 0.0011 if len(text.partition(".")[2].split()[0]) <= 3 and not report.version.startswith("2.0.") else 2e-6


def _speed(report: Report, measured: Measured) -> str:
    received, speed = measured.value("bytes_received"), measured.value("transfer_rate")
    done, rate = measured.value("requests_completed"), measured.value("requests_per_second")
    if received is None or received < 0 or speed is None or not done or not rate:
        return ""
    unit = kilo(report)
    spread = received / done * 0.006 + 0.006 * unit
    most = received / done * rate
    least = (received - unit) / done * rate
    if least - spread <= speed <= most + spread:
        lost = 1 - speed / most if most else 0
        low = f"This ab drops what is left of the last Kbyte: its transfer rate is {lost:.1%} low."
        return low if lost > 0.005 else ""
    return f"The bytes received come to {most:.0f} bytes per second, but {speed:.0f} are printed."


def _failed(measured: Measured) -> dict[str, float]:
    items = ("connect", "receive", "length", "exceptions")
    return {item: value for item in items if (value := measured.value("requests_failed", item)) is not None}


def _sum_of_failures(report: Report, measured: Measured) -> str:
    total, parts = measured.value("requests_failed"), _failed(measured)
    if total is None or not parts or sum(parts.values()) == total:
        return ""
    return f"The kinds of failure add up to {sum(parts.values()):.0f}, but {total:.0f} failed requests are printed."


def _receive(report: Report, measured: Measured) -> str:
    if not _failed(measured).get("receive"):
        return ""
    return "ab may count one broken connection as a receive, a length and an exception failure at once."


def _times(report: Report, measured: Measured) -> str:
    """min <= median, mean <= max; whole milliseconds may hide a difference of one."""
    for name, (lowest, highest, between) in TIMES.items():
        low, high = measured.value(lowest), measured.value(highest)
        if low is None or high is None:
            continue
        for part, metric in between:
            value = measured.value(metric)
            if value is not None and not low - 0.001 <= value <= high + 0.001:
                return f"The {part} of {name.replace('_', ' ')} is not between its minimum and maximum."
    return ""


def _percentiles(report: Report, measured: Measured) -> str:
    served = sorted(
        (PERCENTILES[metric], number.value) for (metric, _), number in measured.by_name.items() if metric in PERCENTILES
    )
    longest = measured.value("latency_max")
    is_beyond = bool(served) and longest is not None and served[-1][1] > longest + 0.001
    return FALLING if is_beyond or falls(seconds for _, seconds in served) else ""


def _slots(report: Report, measured: Measured) -> str:
    """With -t, ab until 2.2.8 divides by 50 000 slots, used or not."""
    mean, expected = measured.value("latency_mean"), measured.value("time_per_request", "concurrent")
    is_old = report.version.startswith(("1.3d", "2.0."))
    if not is_old or mean is None or expected is None or expected < 0.004 or mean > expected / 2:
        return ""
    return "The mean latency is far below concurrency / rate: with a time limit this ab averages over unused slots."


def _impossible(report: Report, measured: Measured) -> str:
    """No part of a request takes longer than the test, but for what was rounded."""
    duration = measured.value("duration")
    longest = {name: measured.value(f"{name}_max") or 0.0 for name in ROWS.values()}
    beyond = [name.replace("_", " ") for name, value in longest.items() if duration and value > 1.1 * duration + 1]
    return f"Longer than the whole test, which cannot be: the maximum of {', '.join(beyond)}." if beyond else ""


def _aborts(report: Report, measured: Measured) -> str:
    text = report.fields.get("keepalive_aborts")
    return f"The server ended {text.text} kept-alive connections early." if text and text.text.isdigit() else ""


CHECKS = (
    *(_nothing, _rate, _speed, _sum_of_failures, _receive, _times, _percentiles, _slots),
    *(_impossible, _aborts),
)
