"""`vmstat` of Linux, procps 2 to 4 -> one TraceRecord per metric.

Source: what procps-ng 4.0 prints in 6 ways, and descriptions of procps 2 and 3.
Reads: `vmstat INTERVAL`, with `-a -w -t -n`, in English and the twelve languages of procps 4; rows with the time before
them that a script put there (`date`, ISO 8601, seconds since 1970, a clock's time).
Metrics are sar's for the same number (`cpu.idle` and the other shares with the item `all`, `mem.free`, `queue.run`,
`tasks.context_switches`, `irq.per_s`...), in base units. Memory is taken for KiB: vmstat does not print the unit of
`-S`, the fact `memory_unit` says so. Where it is no whole pages of 4 KiB, `-S` was given: memory and swap are then kept
as printed (`raw:free`), and a problem says so. Unknown columns are `raw:<name>`.
The first row's rates are averages since boot: their metrics begin `since_boot:`, they are no samples (nor are those of
the first row of `vmstat -y`, which cannot be told from it), and so are those of each vmstat that was appended to a log.
Its queues and memory are as they were then: a sample.
Times (`-t`): see sar; `clock` has the zone that is printed. Without times samples are numbered 1, 2, 3... (0 is the
first row); `clock` says so and no date is claimed. Times since the row above
(`ts -i`) or since the start (`ts -s`, from 00:00:00 on) are none, which is a problem.
`-d`, `-D`, `-s`, `-m`, `-p` and `-f` print totals since boot, which are no samples: they are refused by name.
"""

TITLE = "vmstat (Linux)"
VERSION = "14"
