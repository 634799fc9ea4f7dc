"""`iostat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and device.

Source: iostat.c of every release, and what 10 of them print.
Reads: `-c -d -x -k -m -t -h -p -N -z -y -s -g -n --dec --human --compact --pretty`, all languages (translated headers
of 4.x and 5.0 too), 12 and 24 hour clocks, ISO dates, decimal commas, colours; several runs in one file.
Metrics are sar's for the same number (`cpu.user_incl_guest` of `all`, `disk.read_kb`, `disk.await`, `disk.util`...),
in base units whatever was printed: `-m` and `-k` give the same metric. A group's row has the group's name. Unknown
columns are `raw:<name>`.
The first report says what was since boot: its metrics begin `since_boot:`, it is no sample. With `-y` there is none,
which shows by one more blank line (since 12.x; before, the first sample of `-y` is taken for it).
Times (`-t`): see sar; with a zone (`2022-11-07T11:59:57+0000`) they are UTC. Without `-t` samples stand at multiples
of the interval where totals beside rates tell it (whole seconds, fact `interval`), else they are numbered 1, 2, 3...;
the fact `clock` says so, `banner_date` keeps the day, and no date is claimed.
"""

TITLE = "iostat (sysstat), text"
VERSION = "10"
