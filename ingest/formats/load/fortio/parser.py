"""fortio's JSON -> one RunRecord for each. Times there are seconds, durations of the run nanoseconds."""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.formats.kit.command_lines import duration, url_facts, whole
from ingest.formats.kit.doubts import check, contradicted
from ingest.formats.kit.json_values import Document, of_json
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import percentile
from ingest.formats.kit.report_scanner import reports
from ingest.formats.load.fortio.signs import START
from ingest.records import Fact, Parsed, RunRecord, Status

PARTS = {"Avg": "mean", "Min": "min", "Max": "max", "StdDev": "stddev"}
EXACTLY = re.compile(r"exactly (\d{1,18}) calls")
NO_REPLY = "socket"  #: what fortio calls a status of -1
SLACK = 1e-3  #: of the rate, as a part of it
WITHOUT_RESULT = ("requests_failed", "responses", "duration", "connections")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a file or log. What is no report is passed over in silence."""
    return reports(stream, START, of_json(run))


def run(values: Document, line: int) -> RunRecord:
    """Without a reply there is no result, however fast the attempts were."""
    numbers, facts = numbers_of(values), facts_of(values)
    replies = numbers.value("requests_completed")
    if values.is_whole and not replies:
        numbers.keep_only(*WITHOUT_RESULT)
        facts["reason"] = "no request was answered"
    else:
        numbers.doubt(without_reply(numbers))
        check(numbers, ("latency", "connect_time"))
        numbers.doubt(unlike_its_rate(values))
    status: Status = "complete" if values.is_whole and replies else "aborted"
    version = values.text("Version")
    return RunRecord("fortio", version, facts, numbers.measurements, line, status, tuple(numbers.caveats))


def numbers_of(values: Document) -> Measured:
    """Everything measured."""
    numbers = Measured()
    of_replies(values, numbers)
    nanoseconds = values.number("ActualDuration")
    numbers.add("duration", nanoseconds and nanoseconds / 1e9, values.line("ActualDuration"))
    numbers.add("requests_per_second", values.number("ActualQPS"), values.line("ActualQPS"))
    numbers.add("requests_per_second_offered", rate_planned(values), values.line("RequestedQPS"))
    for histogram, name in (("DurationHistogram", "latency"), ("ConnectionStats", "connect_time")):
        if values.count(histogram, "Count"):
            of_times(values, histogram, name, numbers)
    is_whole_reply = not is_set(values, "DisableFastClient", "H2")
    size = "bytes_received" if is_whole_reply else "bytes_body"
    numbers.add(size, values.number("Sizes", "Sum"), values.line("Sizes", "Sum"))
    numbers.add("connections", values.number("SocketCount"), values.line("SocketCount"))
    return numbers


def of_replies(values: Document, numbers: Measured) -> None:
    """Calls by their status; a negative one was no reply."""
    classes: dict[str, tuple[float, int]] = {}
    for code, count, line in values.under("RetCodes"):
        if isinstance(count, float):
            item = f"{code[0]}xx" if re.fullmatch(r"[1-5]\d\d", code) else NO_REPLY
            classes[item] = classes.get(item, (0, 0))[0] + count, line
    for item, (count, line) in classes.items():
        numbers.add("requests_failed" if item == NO_REPLY else "responses", count, line, item)
    if classes:
        replies = sum(count for item, (count, _) in classes.items() if item != NO_REPLY)
        numbers.add("requests_completed", replies, values.line("DurationHistogram", "Count"))
    failed = ("ErrorsDurationHistogram", "Count")
    numbers.add("requests_failed", values.number(*failed), values.line(*failed))


def of_times(values: Document, histogram: str, name: str, numbers: Measured) -> None:
    """Mean and such of a histogram, and its percentiles."""
    for part, metric in PARTS.items():
        numbers.add(f"{name}_{metric}", values.number(histogram, part), values.line(histogram, part))
    for place in values.names(histogram, "Percentiles"):
        path = (histogram, "Percentiles", place)
        percent = percentile(f"{values.number(*path, 'Percentile') or 0:g}")
        if percent.startswith("latency_p"):
            metric = percent.replace("latency", name)
            numbers.add(metric, values.number(*path, "Value"), values.line(*path, "Value"))


def facts_of(values: Document) -> dict[str, Fact]:
    """What was asked for, of whom, and when."""
    facts: dict[str, Fact] = {"tool": "fortio", **url_facts(values.text("URL"))}
    planned = values.text("RequestedDuration")
    calls = EXACTLY.fullmatch(planned)
    known: dict[str, Fact | None] = {
        "tool_version": values.text("Version"),
        "started_at": values.text("StartTime"),
        "concurrency": values.count("NumThreads"),
        "rate_planned": rate_planned(values),
        "requests_planned": whole(calls[1]) if calls else None,
        "duration_planned": duration(planned),
        "method": values.text("MethodOverride"),
    }
    facts |= {name: fact for name, fact in known.items() if fact}
    if values.has("DisableKeepAlive"):
        facts["keepalive"] = not is_set(values, "DisableKeepAlive")
    return facts


def is_set(values: Document, *names: str) -> bool:
    """One of these options is true."""
    return any(value is True for name, value, _ in values.under() if name in names)


def rate_planned(values: Document) -> float | None:
    """Calls a second that were asked for; None for "max"."""
    text = values.text("RequestedQPS")
    return float(text) if re.fullmatch(r"\d{1,12}(?:\.\d{1,9})?", text) else None


def without_reply(numbers: Measured) -> str:
    """A sentence where some calls had no reply: fortio's rate and times have them in."""
    lost = numbers.value("requests_failed", NO_REPLY)
    if not lost:
        return ""
    every = lost + (numbers.value("requests_completed") or 0)
    return f"{lost:,.0f} of the {every:,.0f} calls had no reply; fortio counts them in the rate and the times."


def unlike_its_rate(values: Document) -> str:
    """A sentence where calls over time are another rate."""
    calls, nanoseconds, rate = (
        values.number(*path) or 0.0 for path in (("DurationHistogram", "Count"), ("ActualDuration",), ("ActualQPS",))
    )
    return contradicted(calls, nanoseconds / 1e9, 1e-6, rate, rate * SLACK) if calls and nanoseconds else ""
