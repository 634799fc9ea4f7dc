"""Solaris' own tools: sar, vmstat, mpstat, prstat."""
