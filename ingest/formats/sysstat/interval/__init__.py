"""Interval reports (iostat, mpstat, pidstat, vmstat): samples printed while the tool runs."""
