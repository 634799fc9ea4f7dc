"""vegeta encode -to csv (a stream) -> one RunRecord.

Source: vegeta lib/results.go, NewCSVEncoder(), and `vegeta encode -h`: start (nanoseconds since 1970), HTTP status
(0: no reply), latency in nanoseconds, bytes out, bytes in, error, body (base64), attack, sequence number, method, URL,
headers (base64); older versions have fewer of the last. There is no header. As vegeta counts, a request succeeded if
its status is 200 to 399.
Latencies are nanoseconds: percentiles are exact up to some ten thousand requests, then the caveat states the error.
"""

TITLE = "vegeta, a row per request (encode -to csv)"
VERSION = "8"
