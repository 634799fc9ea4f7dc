"""`vmstat` of Solaris 7 to 11 (also -S, -p, -T) -> one TraceRecord per metric and item.

Source: illumos usr/src/cmd/stat/vmstat/vmstat.c, whose output is that of Solaris 10, and the manual pages.
Metrics are those of the project's table of Solaris' columns, in base units: `cpu.idle` a fraction of 1, memory bytes,
`paging.in_kb` bytes per second. Items are the disks, by the two letters that the header gives them; a second `s1` is
`s1 (2)`. `cpu.idle` includes waiting for disks, and `sy` is printed twice: system calls, then the CPU's share.
The first row of a run is about the time since boot, as is the one after a change of the configuration
(`<<processor 3 moved...>>`): kept under `since_boot:` names, no sample. A run begins after a shell's
line or any other text, and where a header comes again earlier than vmstat repeats it (18 rows).
Times: those of `-T d`, `-T u` or a time before each row; else counted from the interval of an echoed command; else
times are sample numbers. The facts `times_are` and `clock` say which; a time without a zone is taken as UTC.
Says nothing about: machine and kernel, unless `uname -a` stands before. Not read: -i, -s, -c.
"""

TITLE = "vmstat of Solaris"
VERSION = "8"
