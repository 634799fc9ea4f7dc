"""nighthawk's JSON -> one RunRecord for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.kit.doubts import check
from ingest.formats.kit.json_values import Document, Path, of_json
from ingest.formats.kit.measured import Measured
from ingest.formats.kit.printed_units import percentile
from ingest.formats.kit.report_scanner import reports
from ingest.formats.load.nighthawk.signs import START
from ingest.records import Fact, Parsed, Problem, RunRecord, Status

LATENCY = "benchmark_http_client.request_to_response"
ALL_WORKERS = "global"
SECONDS = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)s")
COMMA = re.compile(r"\d{1,12},\d{1,9}s")
WHOLE = re.compile(r"\d{1,18}")
COUNTERS = {
    **{f"benchmark.http_{digit}xx": ("responses", f"{digit}xx") for digit in range(1, 6)},
    "benchmark.stream_resets": ("requests_failed", "reset"),
    "benchmark.pool_connection_failure": ("requests_failed", "connect"),
    "upstream_cx_total": ("connections", ""),
    "upstream_cx_rx_bytes_total": ("bytes_received", ""),
    "upstream_cx_tx_bytes_total": ("bytes_sent", ""),
}
WITHOUT_RESULT = ("requests_failed", "responses", "duration", "connections")


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a file or log. What is no report is passed over in silence."""
    return reports(stream, START, of_json(run, unread))


def unread(values: Document) -> Iterator[Problem]:
    if first := first_unread(values):
        yield Problem(first[1], "Expected seconds with a decimal point, as nighthawk prints them.", 0, first[0])


def first_unread(values: Document) -> tuple[str, int] | None:
    """(text, line) of the first duration that nighthawk would not have printed so."""
    texts = (value for members in values.values.values() for value in members.values())
    return next(((text, line) for text, line in texts if isinstance(text, str) and COMMA.fullmatch(text)), None)


def run(values: Document, line: int) -> RunRecord:
    """All workers together. Without a reply there is no result."""
    numbers, facts = Measured(), facts_of(values)
    place = result(values, ALL_WORKERS)
    if place:
        of_result(values, place, numbers)
        if started := values.text(*place, "execution_start"):
            facts["started_at"] = started
    is_answered = bool(numbers.value("requests_completed"))
    if not is_answered:
        numbers.keep_only(*WITHOUT_RESULT)
        facts |= {"reason": "no request was answered"} if values.is_whole else {}
    check(numbers)
    status: Status = "complete" if values.is_whole and is_answered else "aborted"
    version = str(facts.get("tool_version", ""))
    return RunRecord("nighthawk", version, facts, numbers.measurements, line, status, tuple(numbers.caveats))


def result(values: Document, name: str) -> Path:
    """Where the result of that name stands; () where there is none."""
    places = (("results", place) for place in values.names("results"))
    return next((place for place in places if values.text(*place, "name") == name), ())


def of_result(values: Document, place: Path, numbers: Measured) -> None:
    """Counters, times and the rate that they make."""
    for index in values.names(*place, "counters"):
        counter = (*place, "counters", index)
        metric, item = COUNTERS.get(values.text(*counter, "name"), ("", ""))
        value = values.text(*counter, "value")
        numbers.add(metric, value if WHOLE.fullmatch(value) else None, values.line(*counter, "value"), item)
    replies = [number for (metric, _), number in numbers.by_name.items() if metric == "responses"]
    if replies:
        numbers.add("requests_completed", sum(number.value for number in replies), replies[0].line)
    duration = (*place, "execution_duration")
    numbers.add("duration", seconds(values.text(*duration)) or None, values.line(*duration))
    of_rate(numbers)
    for index in values.names(*place, "statistics"):
        statistic = (*place, "statistics", index)
        if values.text(*statistic, "id") == LATENCY:
            of_times(values, statistic, numbers)


def of_rate(numbers: Measured) -> None:
    count, duration = numbers.value("requests_completed"), numbers.value("duration")
    if count and duration:
        numbers.add("requests_per_second", float(f"{count / duration:.12g}"), 0)
        numbers.doubt(f"The rate is computed: {count:,.0f} replies in the {duration:g} s of execution.")


def of_times(values: Document, place: Path, numbers: Measured) -> None:
    """Times of requests; the percentiles 0 and 1 are the least and the most."""
    for name, metric in (("mean", "latency_mean"), ("pstdev", "latency_stddev")):
        numbers.add(metric, seconds(values.text(*place, name)), values.line(*place, name))
    for index in values.names(*place, "percentiles"):
        step = (*place, "percentiles", index)
        share = values.number(*step, "percentile")
        if share is not None and 0 <= share <= 1:
            name = percentile(f"{share * 100:.10g}")
            numbers.add(name, seconds(values.text(*step, "duration")), values.line(*step, "duration"))
    for name in ("min", "max"):
        numbers.add(f"latency_{name}", seconds(values.text(*place, name)), values.line(*place, name))


def facts_of(values: Document) -> dict[str, Fact]:
    """What was asked for; connections and rate are those of all workers."""
    facts: dict[str, Fact] = {"tool": "nighthawk", **url_facts(values.text("options", "uri"))}
    workers = sum(values.text("results", place, "name") != ALL_WORKERS for place in values.names("results")) or 1
    known: dict[str, Fact | None] = {
        "tool_version": version_of(values),
        "threads": workers if values.is_whole else None,
        "concurrency": workers * values.count("options", "connections") if values.is_whole else None,
        "rate_planned": workers * values.count("options", "requests_per_second") if values.is_whole else None,
        "duration_planned": seconds(values.text("options", "duration")),
        "method": values.text("options", "request_options", "request_method"),
    }
    return facts | {name: fact for name, fact in known.items() if fact}


def version_of(values: Document) -> str:
    """`0.5.0`; "" where none is printed. A number that is 0 may be left out."""
    if not values.has("version", "version"):
        return ""
    return ".".join(str(values.count("version", "version", name)) for name in ("major_number", "minor_number", "patch"))


def seconds(text: str) -> float | None:
    """`0.000220359s`; None for what is no duration."""
    match = SECONDS.fullmatch(text)
    return float(match[1]) if match else None
