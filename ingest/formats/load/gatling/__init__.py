"""Gatling's stats.json and global_stats.json (folder js/ of a report) -> one RunRecord for each.

Source: Gatling gatling-charts, GlobalStatsJsonTemplate and StatsJsonTemplate, 3.0 to 3.11. Times are whole
milliseconds. A report's folder holds one test three times, in both files and in simulation.log, which says most: bring
in one of them.
Failed requests (KO) count in the rate and the times of all; names have their count and mean.
Says nothing about: version, address, users, start, duration, statuses, which percentiles the numbered ones are.
"""

TITLE = "Gatling (stats JSON)"
VERSION = "4"
