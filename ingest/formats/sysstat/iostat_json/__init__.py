"""`iostat -o JSON`, sysstat 11.5.1 to 12.7 -> one TraceRecord per metric and device.

Source: iostat.c of these releases, and what two of them print.
Reads: `-c -d -x -t -y -k -m`, dates and times of all languages, decimal commas; documents with a comma too many or
brackets too few, and runs that were interrupted; several documents in one file.
Metrics, the report since boot and times are those of the text (see iostat). The keys of 11.5.1 to 11.5.6 (`rrqm` for
a rate) are known by the keys beside them.
"""

TITLE = "iostat (sysstat), JSON"
VERSION = "7"
