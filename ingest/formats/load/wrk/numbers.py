"""The texts of a wrk or wrk2 report -> measurements in base units, and what contradicts itself in them.

Source: wrk src/units.c: times in us ms s m h, counts in k M G (1000), bytes in K M G T P (1024), two digits of each.
A row of zeros or NaN was not measured. wrk's own +/- Stdev column (the share within one deviation) is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.formats.kit.doubts import falls
from ingest.formats.kit.measured import Measured
from ingest.formats.load.wrk.report import Report, Text

Units = Mapping[str, tuple[str, int]]  #: the unit's letters -> decimal exponent, factor

TIMES: Units = {"us": ("e-6", 1), "ms": ("e-3", 1), "s": ("", 1), "m": ("", 60), "h": ("", 3600)}
COUNTS: Units = {"": ("", 1), "k": ("e3", 1), "M": ("e6", 1), "G": ("e9", 1), "T": ("e12", 1), "P": ("e15", 1)}
BYTES: Units = {f"{letter}B": ("", 1024**power) for power, letter in enumerate(["", "K", "M", "G", "T", "P"])}
UNITS: Units = {**TIMES, **BYTES}
AMOUNT = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)([a-zA-Z]{0,2})$")
WHOLE = re.compile(r"\d{1,18}(?!\d)")
NOT_MEASURED = re.compile(r"-?(?:nan|inf)")
ERRORS = re.compile(r"(connect|read|write|timeout) (\d{1,18})(?!\d)")
ERROR_ITEMS = {"connect": "connect", "read": "receive", "write": "write", "timeout": "timeout"}
FOOTERS = re.compile(r"=[ \t]*(\d{1,18}\.\d{1,9})(?!\d)")
HALF_A_DIGIT = "0.0051"  #: two digits after the point are printed
HISTOGRAM = 1.01  #: wrk2's percentiles are upper ends of buckets


def amount(text: str, units: Units = UNITS) -> float | None:
    """`1.50ms`, `9.96k`, `3.50MB` in the base unit; None for nan, inf and what is no number."""
    match = AMOUNT.match(text)
    unit = units.get(match[2]) if match else None
    return float(match[1] + unit[0]) * unit[1] if match and unit else None


def rounding(text: str) -> float:
    """By how much a printed amount may be off."""
    exponent, factor = UNITS.get(text.lstrip("0123456789."), ("", 1))
    return float(HALF_A_DIGIT + exponent) * factor


def numbers(report: Report) -> Measured:
    """Everything measured in `report`."""
    measured = Measured()
    _requests(report, measured)
    _rates(report, measured)
    if measured.value("requests_completed") == 0:
        measured.doubt("Not one request was completed, so the times that wrk prints as 0 were not measured.")
    else:
        _latencies(report, measured)
    _per_thread(report, measured)
    _failures(report, measured)
    return measured


def _requests(report: Report, measured: Measured) -> None:
    text = report.fields.get("requests")
    if text is None:
        return
    count, _, _, time, size, _ = text.text.split()
    done, duration, received = amount(count, COUNTS), amount(time.rstrip(","), TIMES), amount(size, BYTES)
    for name, value in (("requests_completed", done), ("duration", duration), ("bytes_received", received)):
        if value is None:
            measured.unread(text.line, f"a number for {name}", text.text)
        elif value or name != "duration":
            measured.add(name, value, text.line)


def _rates(report: Report, measured: Measured) -> None:
    for name, metric, units in (("rate", "requests_per_second", COUNTS), ("transfer", "transfer_rate", BYTES)):
        text = report.fields.get(name)
        if text is None:
            continue
        printed = text.text.partition(":")[2].strip()
        value = amount(printed, units)
        if value is not None:
            measured.add(metric, value, text.line)
            _doubt_rate(report, name, value, rounding(printed), measured)
        elif not NOT_MEASURED.search(printed):
            measured.unread(text.line, f"a number for {metric}", text.text)


DIVIDED = {"rate": ("requests_completed", 0, "requests"), "transfer": ("bytes_received", 4, "bytes")}


def _doubt_rate(report: Report, name: str, rate: float, slack: float, measured: Measured) -> None:
    """The rate against what it was divided from. wrk divides by the microseconds that it prints as 3.01s."""
    metric, word, noun = DIVIDED[name]
    total, duration = measured.value(metric), measured.value("duration")
    if not total or not duration:
        return
    words = report.fields["requests"].text.split()
    loss = rounding(words[word]) if word else 0
    spare = rounding(words[3].rstrip(","))
    highest = (total + loss) / (duration - spare) + slack if duration > spare else float("inf")
    if not (total - loss) / (duration + spare) - slack <= rate <= highest:
        measured.doubt(
            f"{total:.0f} {noun} in {duration:g} s are {total / duration:.2f} per second, but {rate:g} are printed."
        )


def _row(text: Text | None, units: Units, measured: Measured) -> list[float] | None:
    """Mean, deviation and maximum; None where nothing was measured, or one of them is no number, which is told."""
    words = text.text.split()[1:4] if text else []
    values = [value for word in words if (value := amount(word, units)) is not None]
    if text and len(values) < len(words):
        if not any(map(NOT_MEASURED.search, words)):
            measured.unread(text.line, "a mean, a deviation and a maximum with their units", text.text)
        return None
    return values if any(values) else None


def _latencies(report: Report, measured: Measured) -> None:
    text = report.fields.get("latency")
    for item in ("", "uncorrected"):
        row = _row(text, TIMES, measured) if not item else None
        known = dict(zip(("mean", "stddev", "max"), row, strict=True)) if row else {}
        lines = dict.fromkeys(known, text.line if text else 0)
        for part, value, line in _footers(report, item):
            known[part], lines[part] = value, line
        for part, value in known.items():
            measured.add(f"latency_{part}", value, lines[part], item)
        _percentiles(report, item, measured)


def _footers(report: Report, item: str) -> list[tuple[str, float, int]]:
    """wrk2's "#[Mean = ...]" lines: the same numbers as in its Latency row in ms, with all their digits."""
    parts: list[tuple[str, float, int]] = []
    for name, names in (("mean", ("mean", "stddev")), ("longest", ("max",))):
        if text := report.footers.get((item, name)):
            printed = FOOTERS.findall(text.text)
            parts += [(part, float(ms + "e-3"), text.line) for part, ms in zip(names, printed, strict=False)]
    return parts


def _percentiles(report: Report, item: str, measured: Measured) -> None:
    served: list[float] = []
    for text in report.percentiles.get(item, ()):
        percent, time = text.text.split()
        value = amount(time, TIMES)
        if value is None:
            measured.unread(text.line, "a percentage and a time with its unit", text.text)
            continue
        served.append(value)
        name = percent.rstrip("%")
        name = name.rstrip("0").rstrip(".") if "." in name else name
        if len(name.partition(".")[0]) <= 2:  # 100% is the maximum
            measured.add(f"latency_p{name}", value, text.line, item)
    longest = measured.value("latency_max", item)
    if falls(served) or (served and longest is not None and served[-1] > longest * HISTOGRAM):
        measured.doubt("The latency percentiles fall, or exceed the maximum, although they can only rise towards it.")


def _per_thread(report: Report, measured: Measured) -> None:
    """Samples that each thread takes of its own rate: not the run's rate."""
    text = report.fields.get("per_thread")
    if (row := _row(text, COUNTS, measured)) and text:
        for part, value in zip(("mean", "stddev", "max"), row, strict=True):
            measured.add(f"reply_rate_{part}", value, text.line, "thread")


def _failures(report: Report, measured: Measured) -> None:
    if text := report.fields.get("errors"):
        for kind, count in ERRORS.findall(text.text):
            measured.add("requests_failed", int(count), text.line, ERROR_ITEMS[kind])
    if (text := report.fields.get("bad_status")) and (count := WHOLE.search(text.text.partition(":")[2])):
        measured.add("responses", int(count[0]), text.line, "non_2xx_3xx")
