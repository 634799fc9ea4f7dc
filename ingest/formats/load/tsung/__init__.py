"""Tsung's statistics (tsung.log) -> one RunRecord for each log.

Source: Tsung src/tsung_controller/ts_mon.erl and ts_stats_mon.erl, 1.5 to 1.7, and its manual, "Statistics and
reports". A dump every ten seconds: for times count, mean, deviation, maximum and minimum of that interval, then mean
and count since the start; for counts the interval's and the sum. Times are milliseconds. A request's time ends with
its reply; a page is requests without a pause between them, a session a user's whole visit.
The rate is computed: requests over the time between the first dump less its interval and the last.
Says nothing about: version, address, start (the first dump is an interval after it), percentiles, the servers.
"""

TITLE = "Tsung"
VERSION = "1"
