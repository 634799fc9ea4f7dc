"""ab -g, the file for gnuplot (a stream) -> one RunRecord for each: exact percentiles, histogram, rate.

Source: httpd support/ab.c, output_results(), 2.0.16 to trunk of 2024: a header, then a row per completed request with
its start (ctime() of an unknown zone, and since the epoch: seconds, microseconds in 2.0.x to 2.2.8), then whole
milliseconds: connecting (ctime), after that (dtime), together (ttime), until the first byte (wait).
Rows are in the order of time until 2.2.8, by ttime since 2.2.9. Nothing says whether a request succeeded.
Percentiles are by nearest rank; those in ab's own report are one request further up.
"""

TITLE = "ApacheBench, a row per request (ab -g)"
VERSION = "6"
