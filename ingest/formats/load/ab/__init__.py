"""ApacheBench (ab) reports, text and HTML -> one RunRecord for each.

Source: httpd support/ab.c, output_results() and output_html_results(), 1.3.0 (ab 1.1) to trunk of 2024.
Reports of zb (ZeusBench), from which ab was made, are read as those of ab 1.x.
Says nothing about: start time, kernel, machine. A report cut before its result is an aborted run and a Problem.
A run interrupted with ^C looks like one whose stderr was not kept; it counts as interrupted only if the log shows it.
Replies that are not as long as the first one count as failed (without -l). Where they are the errors and redirects
(Non-2xx) the document's length is that of the first one. Where the first one was such an error itself, the counts are
put right and the document's length is that of the others. Where they are no errors and about as long the page varies:
they are `responses` of `other_length`, too, and the length of the first one is not kept as the page's.
"""

TITLE = "ApacheBench (ab)"
VERSION = "21"
