"""`prstat` of Solaris 8 to 11 (-Z, -a, -t, -T, -J, -m, -v, -L) -> one TraceRecord per metric and zone, user, process.

Source: illumos usr/src/cmd/prstat/prstat.c and prutil.c, whose output is that of Solaris 10, and the manual pages.
Of each zone (its name is the item; -Z): `zone.cpu` and `zone.memory`, fractions of the whole machine, `zone.rss` and
`zone.swap` in bytes (`zone.size` before Solaris 10 8/07), `zone.processes` (`zone.lwps` with -L), `zone.cpu_time` in
seconds, of all its processes that live. In the same way `user.` (-a, -t), `task.` (-T; the item is number and project)
and `project.` (-J). Of processes (the item is `PID name`, with -L `PID name/LWP`): `proc.cpu_pct`, `proc.rss`,
`proc.vsz`, `proc.cpu_time`, `proc.threads`, `proc.priority`, `proc.nice`; with -m the fractions of time that were spent
in user mode, in the kernel, in traps, faults, waiting for locks, sleeping, waiting for a CPU. Below each:
`system.processes`, `system.lwps` and the load averages.
With -m the first report is about the time since each process began, and is no sample. Switches, signals and system
calls of -m are counts of an interval: per second where the interval is known, else `raw:VCX` and so on. Sizes are
rounded as printed (`13G`); `12K` switches are cut to thousands. Processes that are not among the first of a report have
no value. A CPU share is what the kernel averages over some seconds, not that of the interval.
Times: those of `-d`, or of a `date` before each report; else counted from the interval of an echoed command (prstat's
own 5 s where it names none); else times are sample numbers. The facts `times_are` and `clock` say which.
Says nothing about: machine and kernel, unless `uname -a` stands before. States and names of users are not kept.
"""

TITLE = "prstat of Solaris"
VERSION = "8"
