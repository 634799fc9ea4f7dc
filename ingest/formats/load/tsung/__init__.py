"""Tsung's statistics (tsung.log, text) -> one RunRecord for each test.

Source: Tsung 1.7 src/tsung_controller/ts_mon.erl and ts_stats_mon.erl; its manual, "Statistics and reports". A dump
every ten seconds: of times the count, mean and deviation of that interval, the maximum and minimum so far, and mean and
count before the interval; of counts the interval's and the sum. Times are milliseconds. Transactions, pages and
sessions are not kept: they contain pauses, or are requests again. A name that nobody knows is told as a problem: what
it counts may be failures.
Says nothing about: version, address, start, percentiles, the server. Rate and duration are computed from the dumps.
"""

TITLE = "Tsung"
VERSION = "6"
