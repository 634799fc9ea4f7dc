"""Kernel profiles as `readprofile` prints them (also -v and -a, sorted in any way) -> one RunRecord for each.

Source: util-linux sys-utils/readprofile.c and its manual page. A row is ticks, function, ticks per byte of its code;
with -v its address stands before. `function_share` is a function's part of the ticks in the line `total`, idle
functions (default_idle, cpu_idle, poll_idle) included. Without that line (`... | head`) the whole is not known: ticks
are then `profile_samples` with the function as item, and nothing is a share. `*unknown*` counts ticks outside of the
kernel's text, which `total` leaves out. Rows that stand together are one profile, unless there are several totals among
them. Not kept: ticks per byte, addresses, single bins (-b, -s).
Says nothing about: kernel, machine, start, how long the profile ran, the clock's rate.
"""

TITLE = "readprofile"
VERSION = "6"
