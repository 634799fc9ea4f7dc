"""siege: its summary in text or JSON, and siege.log -> one RunRecord for each run.

Source: siege src/main.c and log.c, 3.0 to 4.2. A row of siege.log has the local time at which the run *ended*, without
a zone: fact `finished_at`. Says nothing about: the URL (unless the command is echoed), percentiles, start.
Answers of 400 and more are no successful transactions, but siege calls 4xx no failures: what is left of the
transactions is `responses` of `non_2xx_3xx`, where it is more than what may have been under way at the end.
Without its colours, its -v lines and its command a run that ^C ended looks like one that its time limit ended: both are
"lifted". With JSON it prints nothing else at all, so such a run counts as interrupted only where the log has the ^C
above it or a command whose time was not reached; everywhere else it counts as complete.
"""

TITLE = "siege"
VERSION = "16"
