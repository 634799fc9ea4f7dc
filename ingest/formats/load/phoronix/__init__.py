"""Phoronix Test Suite results (composite.xml) -> a RunRecord for each run of its web servers' tests.

Source: pts-core/definitions/result-file.xsd and the test profiles pts/nginx, pts/apache and pts/apache-siege. Each
value of a result's RawString is a run; where there is none, its value is one, the mean of runs that are not printed. A
system's identifier is the machine; kernels are named as printed. Results of other tests are passed over.
Says nothing about: which load generator the profile used, times, failures, address, start (its stamp names no zone).
"""

TITLE = "Phoronix Test Suite"
VERSION = "5"
