"""bombardier reports, text and JSON -> one RunRecord for each.

Source: codesenberg/bombardier templates.go and internal/test_info.go. KB is 1024 bytes; JSON times are microseconds.
Says nothing about: version, start time. The text says nothing of the duration, so its rate is a mean of samples.
A run of fewer requests than it was told to make was interrupted.
"""

TITLE = "bombardier"
VERSION = "7"
