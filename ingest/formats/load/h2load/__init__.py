"""h2load (nghttp2) report -> one RunRecord for each.

Source: nghttp2 src/h2load.cc and doc/h2load.h2r. K, M, G are 1024-based; exact bytes stand in brackets.
"time to 1st byte" is a connection's, from its opening on. `failed` counts 4xx and 5xx, too; `errored` is the part of
it that failed below HTTP. The req/s row is by client.
Says nothing about: version, start time, URL (unless the command is echoed).
"""

TITLE = "h2load"
VERSION = "7"
