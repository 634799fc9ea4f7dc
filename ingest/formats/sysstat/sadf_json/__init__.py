"""System activity as JSON: `sadf -j` of sysstat 10.0.3 to 12.7 -> one TraceRecord per metric and item.

Source: the places in data/sysstat_columns.tsv, and what four releases print.
Reads: the same metrics, items, times and values, to the last bit, as `sar` prints of the same recording (format `sar`
names them), and what only JSON has: disk rates in sectors beside those in kilobytes.
Times are seconds since the epoch: of UTC, or the local time taken as UTC where the log was written with -T or -t; the
fact `clock` says which.
Read sample by sample and never whole: memory is bounded for a log of any length, because rows wait in a temporary file
for their series. Where the log is not laid out as sadf does it (minified, indented anew, names sorted) samples are
found by their brackets. What is no JSON but was written by sadf is read: decimal commas, missing commas, `nan`, quotes
in comments. A sample that is cut off, or that nobody can mend, is a problem, and the others count.
Restarts are the metric `restart`, comments the fact `comments`, as of `sar`.
"""

TITLE = "sadf -j (sysstat), JSON"
VERSION = "8"
