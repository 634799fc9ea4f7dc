"""What the numbers of a load tool mean where tools differ: of a new one, say here what its report does not. Pure.

By the tool's name, as formats and people state it. Sources: the tools' documentation and source, and their real reports
in `fixtures/logs`.
"""

from __future__ import annotations

from typing import NamedTuple


class Steps(NamedTuple):
    """In which a tool prints; 0 = finer than any figure."""

    times: float  #: seconds
    rates: float  #: per second


#: Their completed requests are those that were answered: what they count as failed comes on top.
ANSWERED_ONLY = frozenset(
    ("autocannon", "bombardier", "hey", "httperf", "nighthawk", "oha", "plow", "rewrk", "siege", "tsung", "wrk")
)
#: What a time that a tool prints as 0 is below, in seconds: ab prints whole milliseconds, siege two digits of a second.
PRINTED_STEPS = {"ab": 0.001, "siege": 0.01}
#: Of these no request that failed is in the rate; plow's counts all, and keeps only its replies apart.
RATE_OF_ANSWERS = ANSWERED_ONLY - {"plow"}
#: They count the bytes received as they come, not what is unpacked of them.
COUNT_WIRE = frozenset(("ab", "h2load", "httperf", "webbench", "weighttp", "wrk"))
#: To them a request without a byte of reply is complete and not failed: no TLS handshake came to an end.
COMPLETE_WITHOUT_BYTES = frozenset(("ab",))
#: They name their document in errors alone: one request that failed, and the run has one.
NAME_DOCUMENT_IN_ERRORS = frozenset(("hey",))
#: JMeter and Gatling write every request in whole milliseconds: percentiles are such, means need not be.
PRINTED = {
    "ab": Steps(1e-3, 0.01),
    "autocannon": Steps(1e-3, 0.0),
    "gatling": Steps(1e-3, 0.0),
    "h2load": Steps(0.0, 0.01),
    "hey": Steps(1e-4, 0.0),
    "httperf": Steps(1e-4, 0.1),
    "jmeter": Steps(1e-3, 0.0),
    "locust": Steps(1e-3, 0.01),
    "oha": Steps(1e-4, 0.0),
    "siege": Steps(1e-2, 0.01),
    "weighttp": Steps(0.0, 1.0),
    "wrk": Steps(0.0, 0.01),
}
FINE = Steps(0.0, 0.0)
