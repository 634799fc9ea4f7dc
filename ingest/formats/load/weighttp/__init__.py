"""weighttp (lighttpd) reports -> one RunRecord for each.

Source: weighttp src/weighttp.c, 0.2 to 0.5. A kbyte is 1024 bytes; rates are cut to whole numbers.
Says nothing about: latencies, the server, start time, kernel, machine.
"""

TITLE = "weighttp"
VERSION = "4"
