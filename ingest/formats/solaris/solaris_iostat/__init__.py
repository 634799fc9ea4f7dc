"""`iostat` of Solaris 7 to 11 -> one TraceRecord per metric and item.

Source: illumos usr/src/cmd/stat/iostat/iostat.c, whose output is that of Solaris 10, and the manual pages.
Reads: the plain form, -c, -d, -D, -e, -t, -x; with them -C, -m, -M, -n, -p, -P, -r, -T, -z.
Metrics are those of the project's table of Solaris' columns, in base units: `disk.read_kb` bytes per second,
`disk.util` a fraction of 1, `disk.await` (svc_t, serv) and `disk.svctm` (asvc_t) seconds. Items are the devices as
printed, a mount point with them (-m); `all` for the processors' shares; terminals have none.
The first sample of a run is about the time since boot, as is the one after a change of the configuration: kept under
`since_boot:` names, no sample; counts of errors (-e) are totals and always kept. A run begins after a shell's line or
any other text, in the plain form also where a header comes again after fewer than 18 rows.
Times: those of `-T d` and `-T u`; else counted from the interval of an echoed command; else times are sample numbers.
Not read: -I (counts instead of rates), -E.
Says nothing about: machine and kernel, unless `uname -a` stands before.
"""

TITLE = "iostat of Solaris"
VERSION = "6"
