"""System activity reports: `sar` of Solaris 7 to 11 as text -> one TraceRecord per metric and item.

Source: illumos usr/src/cmd/sa/sar.c, whose output is that of Solaris 10, and the manual pages. Every option: -u -b -d
-q -r -w -c -a -m -p -g -k -v -y. Reports of `sar -f` (one option after the other) and live ones (all options of a
sample under one another, the time on the first line only).
Metrics are those of the project's table of Solaris' columns, and have the names of the Linux ones where they mean the
same. Values are in base units: `cpu.idle` a fraction of 1, `swap.free` bytes (512-byte blocks are printed),
`disk.svctm` seconds. `mem.free` is known in bytes where the architecture tells the size of a page (sun4u and sun4v
8192, i86pc 4096), else it is `mem.free_pages`. `-v` gives sizes and, as `..._limit`, their limits. A blank cell is NaN.
The CPU's items are `all`, disks' items the printed names; sar cuts them to 8 letters, a second `sd0` of a sample is
`sd0 (2)`. In a non-global zone sar reports the CPUs of the whole machine or of the zone's pool.
Times are seconds since the epoch, the printed time taken as UTC: sar prints no zone, the fact `clock` says so. The date
is always month/day/year, in any language. A row's time is the end of its interval. A day begins where times fall by
more than 12 hours. `unix restarts` is the metric `restart`; averages are no samples.
Without its first line (`SunOS ...`) a report could be that of AIX or HP-UX, and is not read.
"""

TITLE = "sar of Solaris, text"
VERSION = "7"
