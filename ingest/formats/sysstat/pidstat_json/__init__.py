"""`pidstat -o JSON`, sysstat 12.7.7 and later -> one TraceRecord per metric and process.

Source: sysstat's change log and what programs that read these documents expect of them; no document of a real pidstat
was at hand. Read: every list of a sample whose objects have the number of a process, whatever the list is called.
Keys are the columns of the text, with and without `%` and `/s`, in any case; what nobody knows is `raw:<key>`.
Metrics, items and times are those of the text (see pidstat). Whether a single sample is one of an interval or since
boot is said nowhere in a document; it is taken for one of an interval. Documents with a comma too many or brackets too
few, and runs that were interrupted, give what stands in them.
"""

TITLE = "pidstat (sysstat), JSON"
VERSION = "6"
