"""wrk and wrk2 reports -> one RunRecord for each.

Source: wrk src/wrk.c and units.c, 1.0 to 4.2; wrk2 src/wrk.c. Both call themselves wrk: a report with a calibration or
an HdrHistogram, or a command with -R, is wrk2's. A short wrk2 run without --latency looks like wrk.
Says nothing about: version (unless `wrk -v` stands before), start, method, wrk2's rate (unless the command is echoed).
"""

TITLE = "wrk and wrk2"
VERSION = "10"
