"""The report that httperf prints, as it looks on the page: the patterns that read it are made from this picture.

Source: httperf src/stat/basic.c, dump(), and sess_stat.c, dump(); the same from 0.8 to 0.9.1.
A number is written as its name in `Printed` and its printf format. So a line cut inside a number is not taken for it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TOTALS = """
Total: connections {connections:u} requests {requests:u} replies {replies:u} test-duration {duration:.3f} s

Connection rate: {connection_rate:.1f} conn/s ({ms_per_connection:.1f} ms/conn, <={peak:u} concurrent connections)
Connection time [ms]: min {life_min:.1f} avg {life_mean:.1f} max {life_max:.1f} median {life_median:.1f} stddev {life_stddev:.1f}
Connection time [ms]: connect {connect:.1f}
Connection length [replies/conn]: {length:.3f}

Request rate: {request_rate:.1f} req/s ({ms_per_request:.1f} ms/req)
Request size [B]: {request_size:.1f}

Reply rate [replies/s]: min {rate_min:.1f} avg {rate_mean:.1f} max {rate_max:.1f} stddev {rate_stddev:.1f} ({samples:u} samples)
Reply time [ms]: response {response:.1f} transfer {transfer:.1f}
Reply size [B]: header {header:.1f} content {content:.1f} footer {footer:.1f} (total {reply_size:.1f})
Reply status: 1xx={s1xx:u} 2xx={s2xx:u} 3xx={s3xx:u} 4xx={s4xx:u} 5xx={s5xx:u}

CPU time [s]: user {user:.2f} system {system:.2f} (user {user_percent:.1f}% system {system_percent:.1f}% total {cpu_percent:.1f}%)
Net I/O: {net_io:.1f} KB/s ({net_bits:.1f}*10^6 bps)

Errors: total {errors:u} client-timo {timeout:u} socket-timo {socket:u} connrefused {refused:u} connreset {reset:u}
Errors: fd-unavail {fd_unavailable:u} addrunavail {address_unavailable:u} ftab-full {table_full:u} other {other:u}
"""  # noqa: E501
SESSIONS = """
Session rate [sess/s]: min {session_min:.2f} avg {session_rate:.2f} max {session_max:.2f} stddev {session_stddev:.2f} ({completed:u}/{sessions:u})
Session: avg {session_connections:.2f} connections/session
Session lifetime [s]: {lifetime:.1f}
Session failtime [s]: {failtime:.1f}
"""  # noqa: E501
TWICE = ("Connection time [ms]", "Errors")  #: labels of two lines each
FIRST, LAST = "Total", "Errors: fd-unavail"  #: the lines that begin and end a report


class Printed(NamedTuple):
    """Every number of a report, in the order and the units of the page; NaN = not printed, or printed as no number."""

    connections: float
    requests: float  #: sent
    replies: float
    duration: float
    connection_rate: float
    ms_per_connection: float
    peak: float  #: concurrent connections
    life_min: float  #: of connections that had a reply
    life_mean: float
    life_max: float
    life_median: float  #: the middle of a bin one millisecond wide
    life_stddev: float
    connect: float
    length: float  #: replies per connection that had any
    request_rate: float
    ms_per_request: float
    request_size: float
    rate_min: float  #: of samples, one every five seconds
    rate_mean: float
    rate_max: float
    rate_stddev: float
    samples: float
    response: float
    transfer: float
    header: float
    content: float
    footer: float
    reply_size: float
    s1xx: float
    s2xx: float
    s3xx: float
    s4xx: float
    s5xx: float
    user: float
    system: float
    user_percent: float
    system_percent: float
    cpu_percent: float
    net_io: float  #: both ways
    net_bits: float
    errors: float
    timeout: float
    socket: float
    refused: float
    reset: float
    fd_unavailable: float
    address_unavailable: float
    table_full: float
    other: float
    session_min: float
    session_rate: float
    session_max: float
    session_stddev: float
    completed: float
    sessions: float  #: completed or failed
    session_connections: float
    lifetime: float
    failtime: float


NAN = float("nan")
NO_NUMBER = r"[-+]?(?:nan|inf|1\.#)\w*|"  #: with 0 s of test, or the root of a rounding error
EXACT = {"u": r"\d{1,18}", ".1f": r"\d{1,18}\.\d", ".2f": r"\d{1,18}\.\d\d", ".3f": r"\d{1,18}\.\d{3}"}
TOLERANT = {kind: NO_NUMBER + "-?" + number for kind, number in EXACT.items()}
PLACE = re.compile(r"\{(\w+):([\w.]+)\}")


def pattern(layout: str, kinds: dict[str, str]) -> str:
    """`layout` as a regular expression with a group for each number. No part of it can match in two ways."""
    parts = PLACE.split(layout)
    numbers = [f"({kinds[kind]})" for kind in parts[2::3]] + [""]
    return "".join(re.escape(text) + number for text, number in zip(parts[::3], numbers, strict=True))


class Row(NamedTuple):
    """One line of the report."""

    name: str  #: its label, with the next word where two lines have the same label
    start: str  #: what stands before its first number
    place: int  #: the place of that number in `Printed`
    pattern: re.Pattern[str]
    ends_open: bool  #: it ends in a whole number: if the line has no end, digits may be lost


def _rows() -> dict[str, list[Row]]:
    """The rows of the report by label, that is the text before the colon."""
    rows: dict[str, list[Row]] = {}
    place = 0
    for line in filter(None, (TOTALS + SESSIONS).split("\n")):
        label, start = line.partition(":")[0], PLACE.split(line)[0].strip()
        name = start if label in TWICE else label
        row = Row(name, start, place, re.compile(pattern(line, TOLERANT), re.ASCII), line.endswith(":u}"))
        rows.setdefault(label, []).append(row)
        place += len(PLACE.findall(line))
    return rows


def _line_numbers(layout: str) -> tuple[int, ...]:
    """For each number of `layout` the line it stands on; the layout's first newline ends line 0."""
    return tuple(number for number, line in enumerate(layout.split("\n")) for _ in PLACE.findall(line))


LABELS = _rows()
ORDER = tuple(row.name for rows in LABELS.values() for row in rows)
ALL_TOTALS = frozenset(name for name in ORDER if not name.startswith("Session"))
ALL_SESSIONS = frozenset(ORDER) - ALL_TOTALS
TOTALS_BLOCK = re.compile(pattern(TOTALS, EXACT), re.ASCII)  #: begins with the newline of the blank line above "Total:"
SESSIONS_BLOCK = re.compile(pattern(SESSIONS, EXACT), re.ASCII)
TOTALS_LINES = _line_numbers(TOTALS)
SESSIONS_LINES = _line_numbers(SESSIONS)
NO_SESSIONS = (NAN,) * len(SESSIONS_LINES)
