"""Recordings of sysstat, binary: `saDD` and `saYYYYMMDD` files of sadc -> one TraceRecord per metric and item.

Source: sa.h of sysstat 3.3 to 12.7. A recording holds counters in its release's layout, so sysstat itself reads it.
Reads: what this machine's own `sadf -j FILE -- -A` prints of it, in UTC; the format `sadf_json` says what that becomes.
Both byte orders; recordings of 9.1.6 to 11.6 are converted first (`sadf -c`), in a temporary file. The child has no
shell, and limits of time, memory and output. Since 12.4 sadf names disks as the machine that reads knows them, not the
one that recorded: there `dev254-0` may get another disk's name.
Where no sadf is installed, or it cannot read the release, or fails (Debian's 12.6.1 crashes when it converts some valid
recordings of 10.x and 11.0), a problem says what to run on the machine that recorded it. Sections that the installed
sadf does not know in this release's form are told by name.
"""

TITLE = "saDD (sysstat), binary, through sadf"
VERSION = "5"
