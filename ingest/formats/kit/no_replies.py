"""What was read of a report, without what is no measurement: runs of which nothing is known, zeros of no reply."""

from __future__ import annotations

from dataclasses import replace

from ingest.records import Parsed, Problem, Record, RunRecord

#: One of these that is not 0 tells of a reply.
SIGNS = ("requests_completed", "requests_succeeded", "responses", "bytes_body", "bytes_received", "availability")
OF_REPLIES = (
    *("availability", "latency", "bytes_", "transfer_", "first_byte_", "connect_time", "concurrency_mean"),
    "requests_per_second",
)


def without_empty(parsed: list[Record | Problem]) -> Parsed:
    """What was read of one report. A beginning of which nothing could be read is no run, but its problem stays."""
    says_why = any(isinstance(one, Problem) for one in parsed)
    records = map(without_zeros, parsed) if says_why else parsed
    return (one for one in records if not (says_why and is_empty(one)))


def without_zeros(one: Record | Problem) -> Record | Problem:
    """A report that breaks off may be that of a server that never answered, which it would say further down.

    So where nothing in it tells of a reply, its zeros are no times, sizes and rates.
    """
    if not isinstance(one, RunRecord) or one.status != "aborted":
        return one
    if any(number.value for number in one.measurements if number.metric in SIGNS):
        return one
    kept = tuple(number for number in one.measurements if number.value or not number.metric.startswith(OF_REPLIES))
    return replace(one, measurements=kept) if len(kept) < len(one.measurements) else one


def is_empty(one: Record | Problem) -> bool:
    return (
        isinstance(one, RunRecord)
        and one.status == "aborted"
        and not one.measurements
        and set(one.facts) <= {"tool", "reason"}
    )
