"""ab -e, the CSV of percentiles -> one RunRecord for each.

Source: httpd support/ab.c, output_results(), 1.3.20 to trunk of 2024: a header, then percent and milliseconds (%f in
1.3d, %e in 2.0 to 2.2.8, %.3f since) for 0 to 99, and 100 since 2.4.13. 0 is the shortest time, 100 the longest.
Survives a spreadsheet: semicolons between cells, decimal commas. Says nothing about: the number of requests, the rate.
"""

TITLE = "ApacheBench, percentiles (ab -e)"
VERSION = "7"
