"""hey -o csv (a stream) -> one RunRecord for each.

Source: hey requester/print.go and report.go: a header, then a row for each request that got a reply, in seconds with
four decimals: all of it, DNS and connect, DNS, writing, waiting, reading; in newer versions its status and when it
began after hey itself did. Failed requests have no row; of more than a million the rest has none either.
A connect time of 0 is a kept-alive connection: not measured. Percentiles are exact to the 0.1 ms that are printed.
"""

TITLE = "hey, a row per request (-o csv)"
VERSION = "5"
