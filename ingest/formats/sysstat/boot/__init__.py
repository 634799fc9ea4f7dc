"""`uptime`, `who -b` and the head of `top` of Linux -> when the machine booted, as sar's `LINUX RESTART` says it.

Source: procps-ng 2 to 4 (uptime.c, top.c, whattime.c) and coreutils' who.c.
`uptime -s` and `who -b` print a day. `uptime` and `top` print the time of day and for how long the machine has been up:
with the output of `date` above it that is a moment, to a minute; without, it is a problem that says what to print.
Says nothing about: the machine; the zone of its clock, unless `date` does. `uname -a` above names host and kernel.
"""

TITLE = "uptime, who -b, top (when a machine booted)"
VERSION = "2"
