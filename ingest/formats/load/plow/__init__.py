"""plow reports, text and JSON (--json) -> one RunRecord for each.

Source: plow print.go, report.go and main.go, 1.0 to 1.3. It prints a report again and again while it runs (--interval);
the last one counts. A MB is 1024 * 1024 bytes. Percentiles are estimates of a stream, p50 within a hundredth of the
rank. Requests that failed count in its rate and its times.
Says nothing about: version, start, keepalive, method, the server; the JSON names no address.
"""

TITLE = "plow"
VERSION = "8"
