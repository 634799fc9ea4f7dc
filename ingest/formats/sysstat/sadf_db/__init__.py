"""System activity for a database: `sadf -d` of sysstat 8.1 to 12.7, `sadf -D` -> one TraceRecord per metric and item.

Source: what six releases print, and 4.0 and 5.0 with `sar -H`.
Reads: semicolons between the cells; the metrics, items, times and values that `sar` prints of the same recording;
decimal commas; times in UTC, in local time (-t, -T) and as seconds since the epoch (-U, -D); all sections in one line
(-h) where only one reading of the line is possible.
Each section begins with a line of names. `sar -H` of 4.0 to 5.0 and `sadf -d` of 5.1 to 8.0 print none: of these only
what the number of cells makes certain is read, the processors' lines; the rest is told, and `sar -h` or `sadf -p` of
the same recording has the names.
Serial lines of 8.1 to 11.0 repeat the line's number before each value, which is passed over.
Restarts are the metric `restart`, comments (-C) the fact `comments`, as of `sar`.
"""

TITLE = "sadf -d (sysstat), semicolons"
VERSION = "10"
