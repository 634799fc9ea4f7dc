"""`mpstat` of Solaris 7 to 11 (also -a, -p, -P, -T) -> one TraceRecord per metric and CPU.

Source: illumos usr/src/cmd/stat/mpstat/mpstat.c, whose output is that of Solaris 10, and the manual pages.
Metrics are those of the project's table of Solaris' columns, in base units: `cpu.idle` a fraction of 1 of that CPU, the
others per second: `cpu.cross_calls` (xcal), `lock.mutex_spins` (smtx), `lock.rw_spins` (srw), `tasks.migrations`...
Items are the CPUs' numbers, `set 0` for a processor set (-a). Solaris 11 prints stolen time (st) in the place of
waiting. The first sample of a run is about the time since boot, as is the one after a change of the configuration
(`<<processor 3 moved...>>`): kept under `since_boot:` names, no sample. A run begins after a shell's
line or any other text.
Times: those of `-T d`, `-T u` or a time before each sample; else counted from the interval of an echoed command; else
times are sample numbers. The facts `times_are` and `clock` say which; a time without a zone is taken as UTC.
Says nothing about: machine and kernel, unless `uname -a` stands before.
"""

TITLE = "mpstat of Solaris"
VERSION = "8"
