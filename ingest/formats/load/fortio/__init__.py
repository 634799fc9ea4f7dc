"""fortio's JSON (fortio load -json) -> one RunRecord for each.

Source: fortio periodic/periodic.go, fhttp/httprunner.go and stats/stats.go, 1.4 to 1.63. Percentiles are interpolated
by fortio within the buckets of its histogram, a millisecond wide up to 10 ms unless -r says otherwise. Its sizes are
of whole replies with the fast client, of bodies with the other one (-stdclient, -h2).
Says nothing about: the server, kernel, machine of the server; the method unless -X gives it.
"""

TITLE = "fortio (JSON)"
VERSION = "4"
