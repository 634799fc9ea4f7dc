"""System activity reports: `sar` of Linux as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item.

Source: sysstat's source at every release from 3.3.2 to 12.7.9 (sar.c, pr_stats.c, common.c) and what 21 of them print.
Reads: all activities of `sar -A`, one after the other (`sar -f`) or sample by sample (live); all languages, 12 and 24
hour clocks, decimal commas, colours, `--human`, `--pretty`, `--dec`; several days and machines in one file.
Metrics have the names of the project's table of sysstat columns, a column it does not have is `raw:<name>`, in the
unit it is printed in. Items are CPUs (`all`), devices, interfaces...; a sensor's is its number and device.
Values are in base units whatever the name says: `disk.read_kb` is bytes per second, `cpu.idle` a fraction of 1,
`disk.await` seconds, `cpu.freq_mhz` hertz. What could not be measured, or cannot be (more than all of a CPU, a counter
that ran below zero), is NaN.
Times are seconds since the epoch, the printed time taken as UTC: sar prints no zone, the fact `clock` says so. A date
whose day and month could be exchanged (07/11/22) is not guessed: times then count from its midnight,
`date_is_ambiguous` is true and `date_printed` keeps it. A day begins where times fall by more than 12 hours.
Restarts are the metric `restart` (value: CPUs after it, 1 where not printed), `sar -C` comments the fact `comments`,
one per line, their times in `comment_times`. Averages and summaries are no samples and are left out. Of a moment that
stands there twice, as of two runs on one clock, the first sample is read, and a problem says so.
Says nothing about: sysstat's version, the interval before the first sample. Text columns (battery status, names of USB
devices) are not kept. Other systems' sar is refused; Solaris' is another format.
"""

TITLE = "sar (sysstat), text"
VERSION = "11"
