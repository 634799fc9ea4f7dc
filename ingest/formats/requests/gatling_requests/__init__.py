"""Gatling's simulation.log, as text (a stream) -> one RunRecord for each: all requests, and each name's mean.

Source: Gatling gatling-core, LogFileDataWriter, 2.0 to 3.11; 3.12 and later write a binary, which is not read. Times
are whole milliseconds, percentiles exact. Groups contain requests and pauses: they are not kept. A failed request (KO)
may be a wrong status or no reply at all; its time counts.
Says nothing about: address, statuses, bytes, the server.
"""

TITLE = "Gatling (simulation.log)"
VERSION = "5"
