"""Reports of the Linux `webbench` 1.5 -> one RunRecord for each. Not the Ziff-Davis suite, which is `webbench`.

Source: webbench.c 1.5 (Radim Kolar) and its forks, which print the raw request instead of the URL and its port, and
"Runing info:". Says nothing about: start, replies by status (404 is a success), latencies. One connection per request.
Its exit status is the last child's count, of no meaning. Bytes beyond 4 GB look like few again: that cannot be seen.
"""

TITLE = "webbench 1.5 for Linux"
VERSION = "11"
