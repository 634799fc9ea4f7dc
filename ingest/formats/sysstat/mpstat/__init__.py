"""`mpstat` as text, sysstat 4.0 to 12.7 -> one TraceRecord per metric and item.

Source: mpstat.c of every release, and what 10 of them print.
Reads: `-u`, `-P`, `-A`, `-N`, `-T`, `-I SUM|CPU|SCPU`, all languages, 12 and 24 hour clocks, decimal commas, colours,
`--dec`; midnights; several runs in one file.
Metrics are sar's for the same number (`cpu.usr`, `cpu.idle`...), in base units, of each CPU (`all`, `0`) or NUMA node
(`node 0`); before 5.0 `%system` has interrupts in it and is `cpu.system_incl_irq`. An interrupt's rate is
`irq.per_s`, of one CPU `irq.per_s{cpu=0}`, its item the interrupt (`sum`, `24`, `LOC`), as sar has it; soft ones are
`softirq.per_s{cpu=0}`. `-T` gives `cpu.core`, `cpu.socket`, `cpu.node`. Unknown columns are `raw:<name>`.
Times: see sar. A run without interval says what was since boot: a single sample as old as its header, no averages;
its metrics begin `since_boot:`. 4.0 prints no times in some languages: samples are then numbered, `clock` says so.
Averages are left out. Of lines that a narrow terminal cut, what is whole is read, and the rest is told. Of a moment
that stands there twice, as of two runs on one clock, the first sample is read, and a problem says so.
"""

TITLE = "mpstat (sysstat), text"
VERSION = "8"
