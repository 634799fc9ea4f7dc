"""rewrk reports, text and JSON (--json) -> one RunRecord for each round.

Source: rewrk 0.3 src/bench.rs and results.rs. A KB is 1024 bytes; the JSON's times are milliseconds. It does not look
at statuses: any reply counts. What its table calls percentiles (--pct) are means of the slowest requests: not kept.
Says nothing about: threads, statuses, duration (planned is printed), start, the server; the JSON names no address.
"""

TITLE = "rewrk"
VERSION = "5"
