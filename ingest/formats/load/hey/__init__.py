"""hey (formerly boom) summary -> one RunRecord for each.

Source: rakyll/hey requester/print.go and report.go. Times there are seconds with four decimals.
Says nothing about: version, start time, what was asked of it (unless an error names the URL or the command is echoed).
Not read: `-o csv`, which has a line per request.
"""

TITLE = "hey"
VERSION = "10"
