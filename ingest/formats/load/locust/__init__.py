"""Locust's CSV files (--csv) -> a RunRecord for PREFIX_stats.csv, traces for PREFIX_stats_history.csv.

Source: Locust locust/stats.py, StatsCSV and StatsCSVFileWriter, 1.0 to 2.47. Times are milliseconds. Percentiles and
the median are rounded by Locust to two digits; a history's are those of its last ten seconds. All requests count,
failed ones too, in the rate and in the times; rows of single names give their count and mean.
Says nothing about: version, address, users (the history has them), duration, statuses, bytes on the wire, the server.
"""

TITLE = "Locust (CSV)"
VERSION = "4"
