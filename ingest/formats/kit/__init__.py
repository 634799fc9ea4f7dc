"""What the parsers of several formats share: reports in noise, printed units, JSON with line numbers, command lines."""

#: Raised whenever what is taken off, put back or concluded here changes for any log. Part of every format's version.
VERSION = "17"
