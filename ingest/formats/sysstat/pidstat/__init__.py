"""`pidstat` as text, sysstat 7.1 to 12.7 -> one TraceRecord per metric and process.

Source: pidstat.c of every release, and what 8 of them print.
Reads: `-u -r -d -s -w -v -R -T -t -U -l -C -p`, one report after the other or all columns in one line (`-h`, `-H`,
seconds since 1970 before 11.6), `--human`, `--dec`, all languages, 12 and 24 hour clocks; midnights; several runs.
Metrics are `proc.*` in base units: of CPU time, fractions of one processor (may exceed 1; `-I` divides by their
number, which the log does not say). The item is the process: `1247 nginx`, of a thread `thread 1250 nginx`; the
command as printed, at most 200 characters. `proc.uid` is the user's number. Words become a part of the metric, with
the value 1 whenever they stood there: `proc.policy{policy=FIFO}`, `proc.user{user=root}`. Unknown columns are
`raw:<name>`. `iodelay` stays in clock ticks.
-1 (what the user may not see) is NaN. Averages are left out.
Times: see sar; seconds since 1970 are UTC. A run without interval says what was since boot: a single sample as old as
its header, no averages; its metrics begin `since_boot:`. `-h` without interval cannot be told from one sample.
"""

TITLE = "pidstat (sysstat), text"
VERSION = "10"
