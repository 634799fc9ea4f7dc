"""autocannon reports, text and JSON -> one RunRecord for each.

Source: autocannon lib/printResult.js and lib/run.js, 4.0 to 9.0. Latencies are whole milliseconds; a kB is 1000 bytes.
The rate is the mean of its samples, one a second; where the requests and the duration make another one, that is said.
The text counts requests sent, in thousands from 1000 on; only the JSON counts those that were answered.
Says nothing about: the server, kernel, machine. The text says nothing of the start.
"""

TITLE = "autocannon"
VERSION = "7"
