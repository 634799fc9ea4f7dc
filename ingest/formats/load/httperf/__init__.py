"""httperf reports -> one RunRecord for each, however many a file holds: a sweep of rates is a run per rate.

Source: httperf src/httperf.c, stat/basic.c and stat/sess_stat.c, 0.8 to 0.9.1.
Says nothing about: start time, kernel, machine, the server's software; its own version only if asked for it.
A report cut before its end is an aborted run and a Problem. ^C leaves a whole report: the run is interrupted if the
log shows the ^C, or if it made fewer connections or sessions than asked for with no error or time limit to explain it.
Where not one request was answered the run is aborted, with what there was instead (50 connections refused).
"""

TITLE = "httperf"
VERSION = "12"
