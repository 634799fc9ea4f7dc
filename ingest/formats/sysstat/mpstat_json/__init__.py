"""`mpstat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and CPU.

Source: mpstat.c of these releases, and what two of them print.
Reads: `-u -P -A -N -I -T`, times of all languages, decimal commas; documents that break off.
Metrics and items are those of the text (see mpstat). Times are the host's of the day that the document begins on.
A document of one sample may be one since boot, which cannot be told: it is read as a sample.
"""

TITLE = "mpstat (sysstat), JSON"
VERSION = "7"
