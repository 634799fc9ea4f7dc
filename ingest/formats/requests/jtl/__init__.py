"""JMeter results, CSV (a stream) -> one RunRecord for each: all requests, and each label's mean.

Source: JMeter, CSVSaveService; user manual "Listeners". timeStamp is a request's start in milliseconds, or a date;
elapsed, Latency (until the first byte, with the connect) and Connect are whole milliseconds; rows come as they end.
Percentiles are exact. A Connect of 0 is a kept-alive connection or less than a millisecond: not measured.
A stretch without requests that is a tenth of the whole or more, and half a minute, is named: JMeter appends to a file
that is there. Where it is most of the whole, there is neither a duration nor a rate.
Sub-results and sums of transactions are not added; where all rows are sums of transactions, these are the requests.
"""

TITLE = "JMeter results (JTL)"
VERSION = "8"
