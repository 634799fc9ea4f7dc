"""k6 --out csv (a stream) -> one RunRecord for each: its HTTP requests.

Source: k6 output/csv, SampleToRow(): a row for each sample of each metric, its moment in whole seconds (or RFC 3339, or
nanoseconds: K6_CSV_TIME_FORMAT), its value with six decimals, then the tags in alphabetical order. An HTTP request
gives a row each of http_reqs, http_req_duration (sending, waiting and receiving, without the connect) and others; the
moment is that of its end. Times are ms, here whole nanoseconds: percentiles are exact up to some ten thousand
requests, then the caveat states the error. A connect time of 0 is a kept-alive connection: not measured.
"""

TITLE = "k6, a row per sample (--out csv)"
VERSION = "6"
