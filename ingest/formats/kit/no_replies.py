"""What was read of a report, without what is no measurement: runs of which nothing is known, zeros of no reply."""

from __future__ import annotations

from dataclasses import replace

from benchdb.domain.setups.load_tools import ANSWERED_ONLY, COMPLETE_WITHOUT_BYTES
from ingest.records import Parsed, Problem, Record, RunRecord

#: One of these that is not 0 tells of a reply.
SIGNS = ("requests_completed", "requests_succeeded", "responses", "bytes_body", "bytes_received", "availability")
OF_REPLIES = (
    *("availability", "latency", "bytes_", "transfer_", "first_byte_", "connect_time", "concurrency_mean"),
    "requests_per_second",
)

#: Kinds of failure.
NO_REPLY = ("connect", "refused", "timeout", "reset", "socket", "address_unavailable", "fd_unavailable", "other")
UNANSWERED, EMPTY = "no request was answered", "every request failed, and not one byte was received"


def without_empty(parsed: list[Record | Problem]) -> Parsed:
    """What was read of one report. A beginning of which nothing could be read is no run, but its problem stays."""
    says_why = any(isinstance(one, Problem) for one in parsed)
    records = map(without_zeros, parsed) if says_why else parsed
    return (one for one in records if not (says_why and is_empty(one)))


def without_quotes(parsed: list[Record | Problem]) -> list[Record | Problem]:
    """What was read of a report in text: a single line of one, which somebody quoted, is no run. Its problem stays."""
    says_why = any(isinstance(one, Problem) for one in parsed)
    return [one for one in parsed if not (says_why and is_one_line(one))]


def is_one_line(one: Record | Problem) -> bool:
    """Whether nothing is known of an aborted run but the results of its first line. Progress has a time at most."""
    if not isinstance(one, RunRecord) or one.status != "aborted" or not set(one.facts) <= {"tool", "reason"}:
        return False
    lines, metrics = ({getattr(number, name) for number in one.measurements} for name in ("line", "metric"))
    return lines == {one.line} and metrics != {"duration"}


def without_zeros(one: Record | Problem) -> Record | Problem:
    """A report that breaks off may be that of a server that never answered, which it would say further down.

    So where nothing in it tells of a reply, its zeros are no times, sizes and rates.
    """
    if not isinstance(one, RunRecord) or one.status != "aborted":
        return one
    if any(number.value for number in one.measurements if number.metric in SIGNS):
        return one
    return without_zeros_of_replies(one)


def without_zeros_of_replies(run: RunRecord) -> RunRecord:
    kept = tuple(number for number in run.measurements if number.value or not number.metric.startswith(OF_REPLIES))
    return replace(run, measurements=kept) if len(kept) < len(run.measurements) else run


def as_answered(one: Record | Problem) -> Record | Problem:
    """What was read; a run that ended but had no reply is aborted: times and rates of failures alone are no result."""
    if not isinstance(one, RunRecord) or one.status != "complete" or not (reason := why_unanswered(one)):
        return one
    kept = tuple(number for number in one.measurements if not number.metric.startswith(OF_REPLIES))
    return replace(one, status="aborted", facts={**one.facts, "reason": reason}, measurements=kept)


def why_unanswered(run: RunRecord) -> str:
    """ "" where a request was answered, or none was to be made: connections alone can be what is measured."""
    whole = {number.metric: number.value for number in run.measurements if not number.item}
    done, failed = whole.get("requests_completed"), whole.get("requests_failed", 0)
    if done == 0:
        return "" if "connections" in whole and not failed else UNANSWERED
    if not done or run.tool in ANSWERED_ONLY:
        return ""
    if run.tool in COMPLETE_WITHOUT_BYTES and whole.get("bytes_received") == 0:
        return EMPTY
    if failed < done:
        return ""
    if whole.get("bytes_received") == 0:
        return EMPTY
    return UNANSWERED if are_without_reply(run, done) else ""


def are_without_reply(run: RunRecord, done: float) -> bool:
    """Whether all failed in a way in which nothing comes back; whatever was counted as received is the tool's own."""
    kinds = {
        number.item: number.value for number in run.measurements if number.metric == "requests_failed" and number.item
    }
    is_answered = any(number.value for number in run.measurements if number.metric in ("responses", "bytes_body"))
    return not is_answered and sum(value for item, value in kinds.items() if item in NO_REPLY) >= done


def is_empty(one: Record | Problem) -> bool:
    return (
        isinstance(one, RunRecord)
        and one.status == "aborted"
        and not one.measurements
        and set(one.facts) <= {"tool", "reason"}
    )
