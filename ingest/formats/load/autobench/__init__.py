"""autobench tables (TSV or CSV) -> one RunRecord for each row, or for each host of a row.

Source: Autobench 2.1 autobench, print_header(), and autobench_admin. Rates are per second, times ms, Net I/O KB of 1024
bytes, both ways; errors are percent of the replies, and 101 where there were no replies at all.
Without --quiet the reports of httperf stand between the rows, before or after their own: such a row says nothing new,
its run is httperf's to tell. Of two hosts each is a virtual host: to compare them is what the table is for. Says
nothing about: path, port, start time, how long a step took.
"""

TITLE = "autobench"
VERSION = "9"
