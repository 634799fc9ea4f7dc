"""The numbers of an httperf report -> measurements in base units. What was not measured is left out.

Source: httperf src/stat/basic.c, dump(). Times there are ms, a KB is 1024 bytes, shares are percent.
Computed: replies / test-duration, the sessions that failed. Net I/O counts both ways, so it is no plain transfer rate.
Connection times are of connections that had a reply; a deviation needs two of them, or two samples of the reply rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress, starmap
from operator import itemgetter, truediv
from typing import NamedTuple

from ingest.formats.load.httperf.layout import NAN, Printed
from ingest.formats.load.httperf.report import Report
from ingest.records import Measurement

#: A number's name -> metric, item, how many of its units make a base unit, what must hold for it to mean anything.
MEASURED: tuple[tuple[str, str, str, float, str], ...] = (
    ("replies", "requests_completed", "", 1, ""),
    ("requests", "requests_completed", "sent", 1, ""),
    ("replies_per_second", "requests_per_second", "", 1, "whole"),
    ("request_rate", "requests_per_second_offered", "", 1, ""),
    ("duration", "duration", "", 1, ""),
    ("connections", "connections", "", 1, ""),
    ("connection_rate", "connection_rate", "", 1, ""),
    ("peak", "concurrency_peak", "", 1, ""),
    ("length", "requests_per_connection", "", 1, "replied"),
    ("rate_min", "reply_rate_min", "", 1, "sampled"),
    ("rate_mean", "reply_rate_mean", "", 1, "sampled"),
    ("rate_max", "reply_rate_max", "", 1, "sampled"),
    ("rate_stddev", "reply_rate_stddev", "", 1, "sampled twice"),
    ("life_min", "connection_time_min", "", 1000, "replied"),
    ("life_mean", "connection_time_mean", "", 1000, "replied"),
    ("life_max", "connection_time_max", "", 1000, "replied"),
    ("life_median", "connection_time_median", "", 1000, "replied"),
    ("life_stddev", "connection_time_stddev", "", 1000, "replied twice"),
    ("connect", "connect_time_mean", "", 1000, "sent"),
    ("response", "first_byte_time_mean", "", 1000, "replied"),
    ("transfer", "transfer_time_mean", "", 1000, "replied"),
    ("net_io", "transfer_rate", "net_io", 1 / 1024, "sent"),
    ("request_size", "bytes_sent", "per_request", 1, "sent"),
    ("reply_size", "bytes_received", "per_reply", 1, "replied"),
    ("content", "bytes_body", "per_reply", 1, "replied"),
    ("s1xx", "responses", "1xx", 1, ""),
    ("s2xx", "responses", "2xx", 1, ""),
    ("s3xx", "responses", "3xx", 1, ""),
    ("s4xx", "responses", "4xx", 1, ""),
    ("s5xx", "responses", "5xx", 1, ""),
    ("errors", "requests_failed", "", 1, ""),
    ("timeout", "requests_failed", "timeout", 1, ""),
    ("socket", "requests_failed", "socket", 1, ""),
    ("refused", "requests_failed", "refused", 1, ""),
    ("reset", "requests_failed", "reset", 1, ""),
    ("fd_unavailable", "requests_failed", "fd_unavailable", 1, ""),
    ("address_unavailable", "requests_failed", "address_unavailable", 1, ""),
    ("table_full", "requests_failed", "table_full", 1, ""),
    ("other", "requests_failed", "other", 1, ""),
    ("user_percent", "client_cpu_user", "", 100, ""),
    ("system_percent", "client_cpu_system", "", 100, ""),
    ("session_rate", "session_rate", "", 1, "in sessions"),
    ("session_min", "session_rate", "min", 1, "sessions sampled"),
    ("session_max", "session_rate", "max", 1, "sessions sampled"),
    ("session_stddev", "session_rate", "stddev", 1, "sessions sampled twice"),
    ("completed", "sessions_completed", "", 1, "in sessions"),
    ("failed", "sessions_failed", "", 1, "in sessions"),
    ("session_connections", "connections", "per_session", 1, "session completed"),
    ("lifetime", "connection_time_mean", "session", 1, "session completed"),
    ("failtime", "connection_time_mean", "failed_session", 1, "session failed"),
)


class Computed(NamedTuple):
    """What follows from the numbers printed, and the number it stands beside."""

    replies_per_second: float  #: beside "replies"
    failed: float  #: beside "sessions"


PLACES = {name: place for place, name in enumerate((*Printed._fields, *Computed._fields))}
BESIDE = itemgetter(PLACES["replies"], PLACES["sessions"])
PICK = itemgetter(*[PLACES[name] for name, *_ in MEASURED])
METRICS, ITEMS, UNITS, NEEDS = (tuple(column) for column in list(zip(*MEASURED, strict=True))[1:])


def measurements(report: Report) -> tuple[Measurement, ...]:
    """Everything measured in `report`."""
    if not report.rows:
        return ()
    printed, lines = report.printed, report.lines
    values = [*map(truediv, PICK(printed + computed(printed)), UNITS)]
    meant = meaningful(frozenset(holding(report)))
    if report.last_row:
        meant = tuple(is_meant and value == value for is_meant, value in zip(meant, values, strict=True))
    rows = zip(METRICS, values, PICK((*lines, *BESIDE(lines))), ITEMS, strict=True)
    return tuple(starmap(Measurement, compress(rows, meant)))


def computed(printed: Printed) -> Computed:
    rate = printed.replies / printed.duration if printed.duration else NAN
    return Computed(rate, printed.sessions - printed.completed)


@cache
def meaningful(holds: frozenset[str]) -> Sequence[bool]:
    """For each of MEASURED whether it means anything where `holds` does."""
    return tuple(need in holds for need in NEEDS)


def holding(report: Report) -> list[str]:
    """Which of the NEEDS are met."""
    printed = report.printed
    holds = [""]
    if report.is_measured and printed.duration > 0 and not (printed.replies == 0 < printed.errors):
        holds.append("whole")
    if printed.requests > 0:
        holds.append("sent")
    if printed.replies > 0:
        holds += ("replied", "replied twice") if replied(printed) > 1 else ("replied",)
    if printed.samples > 0:
        holds += ("sampled", "sampled twice") if printed.samples > 1 else ("sampled",)
    if printed.sessions >= 0:
        holds += sessions_holding(printed)
    return holds


def replied(printed: Printed) -> float:
    """How many connections had a reply."""
    return printed.replies / printed.length if printed.length > 0 else 0


def sessions_holding(printed: Printed) -> list[str]:
    """The session rate is sampled together with the reply rate; without that line its own maximum tells."""
    samples = printed.samples if printed.samples == printed.samples else 2 * (printed.session_max > 0)
    holds = {
        "in sessions": True,
        "sessions sampled": samples > 0,
        "sessions sampled twice": samples > 1,
        "session completed": printed.completed > 0,
        "session failed": printed.sessions > printed.completed,
    }
    return [need for need, is_met in holds.items() if is_met]
