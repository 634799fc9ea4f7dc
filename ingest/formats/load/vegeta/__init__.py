"""vegeta reports (text, JSON, histogram, hdrplot) -> one RunRecord for each.

Source: tsenart/vegeta lib/reporters.go and lib/metrics.go. Durations are Go's, in text; nanoseconds in JSON.
Says nothing about: version, what was asked of it (unless an error names the URL or the command is echoed).
Not read: results of `vegeta attack` and `encode`, which have a record per request.
"""

TITLE = "vegeta"
VERSION = "8"
