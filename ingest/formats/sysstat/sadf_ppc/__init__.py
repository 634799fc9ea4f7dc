"""System activity for pattern processing: `sadf -p` of sysstat 5.1 to 12.7, `sar -h` of 4.0 to 5.0 -> one TraceRecord
per metric and item.

Source: what eight releases print.
Reads: one value per line, after host, interval, time, item and name, with tabs between; the metrics, items, times and
values that `sar` prints of the same recording; decimal commas; times in UTC, in local time and as seconds since the
epoch. Items have their names of `sar`: `cpu0` is 0, `ttyS0` is 0, `i024` is 24.
A name that two sections have (`retrans/s` of NFS and of TCP) is of the section that the names before it are of.
Restarts are the metric `restart`, comments (-C) the fact `comments`, as of `sar`.
"""

TITLE = "sadf -p (sysstat), tabs"
VERSION = "7"
