"""System activity as XML: `sadf -x` of sysstat 8.1 to 12.7 -> one TraceRecord per metric and item.

Source: what seven releases print.
Reads: the same metrics, items, times and values as `sadf -j` and `sar` of the same recording; decimal commas; times
written 23-59-55 by some releases.
Each sample is read by itself, so neither the document's type nor its length matters: memory is bounded, entities are
never resolved, and a document that is cut off gives the samples before. Comments may hold quotes that XML forbids.
Restarts are the metric `restart`, comments the fact `comments`, as of `sar`.
"""

TITLE = "sadf -x (sysstat), XML"
VERSION = "10"
