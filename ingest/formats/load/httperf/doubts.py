"""An httperf report -> sentences for its reader to know first: what contradicts itself, what the client lacked.

No number is changed here. Roundings allowed for: the duration has three digits after the point, rates have one.
A comparison with NaN, a number that was not printed, is false: what is not there raises no doubt.
"""

from __future__ import annotations

from ingest.formats.load.httperf.layout import Printed
from ingest.formats.load.httperf.report import Report

LACKED = {
    "fd_unavailable": "file descriptors",
    "address_unavailable": "local ports",
    "table_full": "room in the system's file table",
}
LAST_DIGIT = 0.0005  #: s, by which the duration may be off
BIN = 1.0  #: ms, the width of the bins that the median of connection times comes from


def doubts(report: Report) -> list[str]:
    """All sentences about `report`."""
    printed = report.printed
    sentences = [f"httperf said: {text.removeprefix('httperf: ')}." for text in report.warnings]
    if report.is_measured:
        sentences += [f"httperf met an error in this run: {text}." for text in report.errors]
    return [*sentences, *lacked(printed), *sums(printed), *brief(printed), *rates(printed), *orders(printed)]


def lacked(printed: Printed) -> list[str]:
    """Where the client starved, its numbers are its own and not the server's."""
    if not printed.fd_unavailable + printed.address_unavailable + printed.table_full > 0:
        return []
    counts = {what: getattr(printed, name) for name, what in LACKED.items()}
    sentence = "The client ran out of {} {:.0f} times: it limited this run."
    return [sentence.format(what, count) for what, count in counts.items() if count]


def sums(printed: Printed) -> list[str]:
    p, sentences = printed, []
    parts = p.timeout + p.socket + p.refused + p.reset
    parts += p.fd_unavailable + p.address_unavailable + p.table_full + p.other
    if differ(parts, p.errors):
        sentences.append(f"The kinds of error add up to {parts:.0f}, but a total of {p.errors:.0f} is printed.")
    statuses = p.s1xx + p.s2xx + p.s3xx + p.s4xx + p.s5xx
    if differ(statuses, p.replies):
        sentences.append(f"The reply statuses add up to {statuses:,.0f}, but {p.replies:,.0f} replies are printed.")
    if p.replies > p.requests:
        sentences.append(f"{p.replies:,.0f} replies to {p.requests:,.0f} requests are printed.")
    if p.completed > p.sessions:
        sentences.append(f"{p.completed:.0f} of {p.sessions:.0f} sessions are printed as completed.")
    if p.replies == 0 < p.requests + p.connections:
        sentences.append("Not one reply was received.")
    return sentences


def differ(one: float, other: float) -> bool:
    """Both are numbers, and not the same."""
    return one < other or one > other


def brief(printed: Printed) -> list[str]:
    """A duration of a few milliseconds is printed too coarsely to divide by; the rates printed are exact."""
    if not 0 < printed.duration < 100 * LAST_DIGIT:
        return []
    least = 1 / (1 + LAST_DIGIT / printed.duration) - 1
    most = 1 / (1 - LAST_DIGIT / printed.duration) - 1
    off = f"between {least:+.0%} and {most:+.0%}"
    return [f"The test lasted {printed.duration:g} s only: its requests per second may be off by {off}."]


def rates(printed: Printed) -> list[str]:
    p, text = printed, "{:.0f} {} in {:g} s do not make the {:g} per second printed."
    rows = ((p.requests, "requests", p.request_rate), (p.connections, "connections", p.connection_rate))
    return [text.format(count, what, p.duration, rate) for count, what, rate in rows if is_off(count, p.duration, rate)]


def is_off(count: float, duration: float, rate: float) -> bool:
    """`rate` is not count / duration, however both were rounded."""
    if not duration > LAST_DIGIT:
        return False
    return rate > count / (duration - LAST_DIGIT) + 0.0501 or rate < count / (duration + LAST_DIGIT) - 0.0501


def orders(printed: Printed) -> list[str]:
    """min <= mean, median <= max."""
    p, sentences = printed, []
    if p.life_mean < p.life_min or p.life_mean > p.life_max:
        sentences.append("The mean connection time is not between its minimum and maximum.")
    if p.life_median < p.life_min - BIN or p.life_median > p.life_max + BIN:
        sentences.append("The median connection time is not between its minimum and maximum.")
    if p.rate_mean < p.rate_min or p.rate_mean > p.rate_max:
        sentences.append("The mean reply rate is not between its minimum and maximum.")
    return sentences
