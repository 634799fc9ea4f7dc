"""nighthawk's JSON (--output-format json) -> one RunRecord for each.

Source: nighthawk api/client/output.proto and options.proto, as JSON of Protocol Buffers: counts are texts, durations
end with an s. Read is what it calls "global", all workers together. Rate, connections and duration are asked for per
worker; the rate is computed from the replies and the time of execution. A percentile is that of its histogram's step.
Says nothing about: start (unless a result has execution_start), keepalive, the server.
"""

TITLE = "nighthawk (JSON)"
VERSION = "4"
