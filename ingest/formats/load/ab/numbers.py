"""The texts of an ab report -> measurements in base units, with what ab is known to print wrongly put right.

Source: httpd support/ab.c, 1.3.0 to 2.4.62. Times there are ms, Kbytes are 1024 bytes (1000 in ab 1.x).
Put right, with the printed text kept: the time taken in 2.0.16-2.2.8, the rates in HTML of 2.2.9-2.4.6, the time
per request in 2.0.17-2.0.36. What merely contradicts itself stays as printed; `doubts` says so.
"""

from __future__ import annotations

import re

from ingest.formats.kit.measured import Measured
from ingest.formats.load.ab.report import ROWS, Report, Text
from ingest.formats.load.ab.summary import regular_numbers
from ingest.records import Problem

NUMBER = r"[-+]?\d{1,18}(?:\.\d{1,18})?"
NOT_A_NUMBER = re.compile(r"[-+]?(?:nan|inf|1\.#IN[DF])", re.IGNORECASE)
WHOLE = re.compile(r"([-+]?\d{1,18})$")
BYTES = re.compile(r"([-+]?\d{1,18})(?: bytes)?$")
SECONDS = re.compile(r"(\d{1,12})\.(\d{1,6}) seconds$")
RATE = re.compile(rf"({NUMBER}) \[#/sec\] \(mean\)$|([-+]?\d{{1,18}}\.\d\d)$")
PER_REQUEST = re.compile(rf"({NUMBER}) \[ms\] \(mean(?:, across all concurr?ent requests)?\)$")
SPEED = re.compile(rf"({NUMBER}) (?:\[Kbytes/sec\] received|kb/s(?: received| sent| total)?)$")
BREAKDOWN = re.compile(r"(\w+): (\d{1,18})")
PERCENTILE = re.compile(rf"(\d{{1,3}})%\s+({NUMBER})(?: \([a-z]+ request\))?$")

COUNTS = {  # field -> (metric, item, shape of its text)
    "complete": ("requests_completed", "", WHOLE),
    "failed": ("requests_failed", "", WHOLE),
    "write_errors": ("requests_failed", "write", WHOLE),
    "broken_pipe": ("requests_failed", "write", WHOLE),
    "non_2xx": ("responses", "non_2xx", WHOLE),
    "keepalive": ("requests_keepalive", "", WHOLE),
    "concurrency_achieved": ("concurrency_peak", "", WHOLE),
    "transferred": ("bytes_received", "", BYTES),
    "body": ("bytes_body", "", BYTES),
    "posted": ("bytes_sent", "", WHOLE),
    "put": ("bytes_sent", "", WHOLE),
    "sent": ("bytes_sent", "", WHOLE),
}
BREAKDOWN_ITEMS = {"Connect": "connect", "Receive": "receive", "Length": "length", "Exceptions": "exceptions"}
SPEEDS = {"transfer_rate": "transfer_rate", "transfer_rate_sent": "transfer_rate_sent"}
BYTES_AS_KILOBYTES = "This ab shows bytes per second in HTML although it writes kb/s; read as bytes per second."
FULL_ROW = ("min", "mean", "stddev", "median", "max")
FULL_CELLS = re.compile(r"\s*" + r"\s+".join([f"({NUMBER})"] * len(FULL_ROW)) + r"\s*")
CELLS = {label: {part: f"{name}_{part}" for part in FULL_ROW} for label, name in ROWS.items()}  #: -> metric
PERCENTILES = [f"latency_p{percent}" for percent in range(100)]
SHORT_ROW = ("min", "mean", "max")
GLUED_MAX = 6  #: digits; with more, the widths of the glued columns no longer tell where one ends


def numbers(report: Report) -> Measured:
    """Everything measured in `report`."""
    if regular := regular_numbers(report):
        return Measured(regular)
    measured = Measured()
    _counts(report, measured)
    _breakdown(report, measured)
    _rate_and_duration(report, measured)
    _times_per_request(report, measured)
    _speeds(report, measured)
    _rows(report, measured)
    _percentiles(report, measured)
    if measured.value("requests_completed") and measured.value("bytes_received") == 0:
        measured.forget("requests_per_second", "time_per_request", "transfer_rate")
    return measured


def matched(text: Text | None, shape: re.Pattern[str], what: str, measured: Measured) -> re.Match[str] | None:
    """`text` as `shape`; None if there is no such line or it holds no number. Anything else is a Problem."""
    match = shape.match(text.text) if text else None
    if text and not match and not NOT_A_NUMBER.match(text.text):
        measured.unread(text.line, what, text.text)
    return match


def is_lost_zeros(report: Report) -> bool:
    """Text of 2.0.16-2.2.8, which all call themselves 2.0.x: seconds and microseconds with the zeros between lost."""
    return report.version.startswith("2.0.") and not report.is_html


def kilo(report: Report) -> int:
    """Bytes in a Kbyte: 1000 in ab 1.x and in HTML until 2.2.8, else 1024."""
    old = report.version.startswith("1.") or (not report.version and (report.is_old or "broken_pipe" in report.fields))
    return 1000 if old or (report.is_html and report.version.startswith("2.0.")) else 1024


def _counts(report: Report, measured: Measured) -> None:
    for name, (metric, item, shape) in COUNTS.items():
        if text := report.fields.get(name):
            what = "a whole number of bytes" if shape is BYTES else "a whole number"
            if match := matched(text, shape, what, measured):
                measured.add(metric, int(match[1]), text.line, item)


def _breakdown(report: Report, measured: Measured) -> None:
    text = report.fields.get("breakdown")
    if text is None:
        return
    if not text.text.endswith(")"):
        measured.problems.append(Problem(text.line, "Expected the failures by kind, closed by ')'.", excerpt=text.text))
        return
    for kind, count in BREAKDOWN.findall(text.text):
        if item := BREAKDOWN_ITEMS.get(kind):
            measured.add("requests_failed", int(count), text.line, item)


def _rate_and_duration(report: Report, measured: Measured) -> None:
    rate_text, time_text = report.fields.get("rate"), report.fields.get("duration")
    rate_match = matched(rate_text, RATE, "requests per second", measured)
    time_match = matched(time_text, SECONDS, "seconds", measured)
    rate = float(rate_match[1] or rate_match[2]) if rate_match else None
    done = measured.value("requests_completed")
    if time_text and time_match:
        _duration(report, time_text, time_match, done / rate if done and rate else None, measured)
    if rate_text and rate:
        _rate(report, rate_text, rate, measured)


def _duration(report: Report, text: Text, match: re.Match[str], expected: float | None, measured: Measured) -> None:
    """Seconds. `expected` is requests / rate; it decides where the version is not known."""
    shown, micros = float(f"{match[1]}.{match[2]}"), float(f"{match[1]}.{int(match[2]):06d}")
    lost = is_lost_zeros(report) or (not report.version and not report.is_html and len(match[2]) != 3)
    if expected and not report.is_html and (lost or not report.version):
        lost = abs(micros - expected) < abs(shown - expected)
    value = micros if lost else shown
    if value == 0:
        return
    corrected = text.text if value != shown else ""
    measured.add("duration", value, text.line, printed=corrected)
    if corrected:
        measured.doubt(
            f"This ab loses zeros after the point of the time taken: it prints {text.text}, the test took {value} s."
        )


def _rate(report: Report, text: Text, rate: float, measured: Measured) -> None:
    """1/s. HTML of 2.2.9-2.2.34 shows it 1000 times too big."""
    done, duration = measured.value("requests_completed"), measured.value("duration")
    times = rate * duration / done if report.is_html and done and duration else 1
    if 500 < times < 2000:
        measured.add("requests_per_second", rate / 1000, text.line, printed=text.text)
        measured.doubt(f"This ab shows 1000 times too many requests per second in HTML: {text.text} is {rate / 1e3:g}.")
    else:
        measured.add("requests_per_second", rate, text.line)


def _times_per_request(report: Report, measured: Measured) -> None:
    """Seconds. 2.0.17-2.0.36 print seconds although they write [ms]."""
    parts = report.version.split(".")
    in_seconds = parts[:2] == ["2", "0"] and parts[-1].isdigit() and 17 <= int(parts[-1][:9]) <= 36
    for name, item in {"time_concurrent": "concurrent", "time_across": ""}.items():
        text = report.fields.get(name)
        match = matched(text, PER_REQUEST, "milliseconds per request", measured)
        if not text or not match or float(match[1]) == 0:
            continue
        value = float(match[1]) if in_seconds else float(match[1]) / 1000
        measured.add("time_per_request", value, text.line, item, text.text if in_seconds else "")
        if in_seconds:
            measured.doubt("This ab prints the time per request in seconds although it writes [ms]; read as seconds.")


def _speeds(report: Report, measured: Measured) -> None:
    factor = _html_speed_factor(report, measured) if report.is_html else kilo(report)
    for name, metric in SPEEDS.items():
        text = report.fields.get(name)
        if (match := matched(text, SPEED, "Kbytes per second", measured)) and text:
            measured.add(metric, float(match[1]) * factor, text.line, printed=text.text if factor == 1 else "")
            if factor == 1:
                measured.doubt(BYTES_AS_KILOBYTES)


def _html_speed_factor(report: Report, measured: Measured) -> int:
    """Bytes per printed kb: 1000 until 2.2.8, 1 from 2.2.9 to 2.4.6, 1024 since; bytes / time tells which."""
    text, rate = report.fields.get("transfer_rate"), measured.value("requests_per_second")
    match = SPEED.match(text.text) if text else None
    received, done = measured.value("bytes_received"), measured.value("requests_completed")
    if not match or not rate or not received or not done or float(match[1]) <= 0:
        return kilo(report)
    expected = received * rate / done / float(match[1])
    return min((kilo(report), 1, 1000, 1024), key=lambda factor: abs(expected / factor - 1))


def _rows(report: Report, measured: Measured) -> None:
    cells = {label: _cells(text, label, measured) for label, text in report.rows.items()}
    if _is_nothing(report, measured) and not any(any(row.values()) for row in cells.values()):
        return
    for label, row in cells.items():
        for part in _unmeasured(report, label, cells, measured):
            row.pop(part, None)
        for part, ms in row.items():
            measured.add(CELLS[label][part], ms / 1000, report.rows[label].line)


def _is_nothing(report: Report, measured: Measured) -> bool:
    """ab counts requests as complete, yet not a byte came back: zeros are no times then."""
    return bool(measured.value("requests_completed")) and measured.value("bytes_received") == 0


def _unmeasured(report: Report, label: str, cells: dict[str, dict[str, float]], measured: Measured) -> set[str]:
    """Parts of a row that ab prints without having measured them.

    One request has no deviation. Before 2.4.7 short tables, and all in HTML, print Total - Connect as Processing:
    right for the mean, but the difference of two minima is nobody's minimum. 1.3d is the exception.
    """
    parts = {"stddev"} if measured.value("requests_completed") == 1 else set()
    if label != "Processing" or "median" in cells[label] or "Waiting" in cells or report.version == "1.3d":
        return parts
    measured.doubt("This table's Processing row is Total minus Connect: its minimum and maximum were not measured.")
    return parts | {"min", "max"}


def _cells(text: Text, label: str, measured: Measured) -> dict[str, float]:
    """A row's numbers in ms by what they are; {} and a Problem if it does not hold three or five."""
    if full := FULL_CELLS.fullmatch(text.text, len(label) + 1):
        return dict(zip(FULL_ROW, map(float, full.groups()), strict=True))
    texts = text.text[len(label) + 1 :].split()
    if len(texts) == 2:
        texts = _unglued(text.text)
    names = FULL_ROW if len(texts) == 5 else SHORT_ROW
    if len(texts) == len(names) and all(re.fullmatch(NUMBER, cell) for cell in texts):
        return {name: float(cell) for name, cell in zip(names, texts, strict=True)}
    measured.problems.append(Problem(text.line, f"Expected min, mean and max of {label}.", excerpt=text.text))
    return {}


def _unglued(row: str) -> list[str]:
    """Short tables have no blank between mean and max (%5d %5d%5d): from 10 s on only the widths tell them apart."""
    mean, longest = row[18:23], row[23:]
    is_sure = len(row[12:17].split()) == 1 and not row[17:18].strip() and len(longest) <= GLUED_MAX
    return [row[12:17].strip(), mean.strip(), longest.strip()] if is_sure and longest.strip() else []


def _percentiles(report: Report, measured: Measured) -> None:
    served = []
    for text in report.percentiles:
        if match := matched(text, PERCENTILE, "a percentage and milliseconds", measured):
            served.append((int(match[1]), float(match[2]) / 1000, text.line))
    if _is_nothing(report, measured) and not any(seconds for _, seconds, _ in served):
        return
    for percent, seconds, line in served:
        if percent < 100:
            measured.add(PERCENTILES[percent], seconds, line)
        elif ("latency_max", "") not in measured.by_name:
            measured.add("latency_max", seconds, line)
