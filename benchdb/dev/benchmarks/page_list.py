"""The pages that `make bench-pages` asks, with their goals; what is frozen first; and the median by hand."""

from __future__ import annotations

BARE = 2.0  #: ms of CPU of the bare page on the machine for which the goals are; elsewhere they count in bare pages
#: name -> (address, goal in ms of CPU at a million runs; 0 = none)
PAGES = {
    "bare page": ("/login/", 0),
    "home": ("/", 15),
    "runs": ("/runs/", 15),
    "runs, deep page": ("/runs/?before=5000", 15),
    "runs, sorted by a figure": ("/runs/?sort=-requests_per_second", 15),
    "runs, sorted by kernel": ("/runs/?sort=kernel", 15),
    "runs, sorted by start": ("/runs/?sort=-started", 15),
    "runs, sorted by trial": ("/runs/?sort=trial", 15),
    "runs, one machine": ("/runs/?machine=host-07", 15),
    "runs, one machine, sorted by a figure": ("/runs/?machine=host-07&sort=-requests_per_second", 15),
    "runs, 4 CPUs, sorted by a figure": ("/runs/?cpus=4&sort=-requests_per_second", 15),
    "filters": ("/runs/filters/", 40),
    "filters, one machine": ("/runs/filters/?machine=host-07", 40),
    "runs, a word": ("/runs/?q=apache", 30),
    "runs, two words": ("/runs/?q=host-07+nginx", 30),
    "runs, with ranges": ("/runs/?q=kernel:2.6*+cpus:>=4+failed:>0+rps:>500", 30),
    "run": ("/runs/4000/", 0),
    "machines": ("/machines/", 15),
    "machine": ("/machines/host-07/", 15),
    "kernels": ("/kernels/", 15),
    "compare, host-01": ("/compare/?machine=host-01", 60),
    "compare.json, host-01": ("/compare.json?machine=host-01", 25),
    "compare.json, all runs": ("/compare.json?accept=all", 1500),
    "history, one setup": ("/history/?machine=host-01&kernel=Linux+2.2.5&concurrency=100", 25),
    "history, host-01": ("/history/?machine=host-01", 150),
    "scaling, one kernel": ("/scaling/?machine=host-01&kernel=Linux+2.2.5&x=concurrency&by=kernel", 25),
    "scaling, host-01": ("/scaling/?machine=host-01&x=concurrency&by=kernel", 150),  # eight curves, as a history's
    "scaling.json, host-01": ("/scaling.json?machine=host-01&x=concurrency&by=kernel", 150),
    "scaling, all, by server": ("/scaling/?x=concurrency&by=zone&accept=all", 0),
    "API, runs": ("/api/v1/runs", 0),
    "uploads": ("/uploads/", 15),
}
#: So that there is a permalink to be measured.
FREEZE = """
from django.utils import timezone
from benchdb.questions.kinds import question_of
from benchdb.questions.permalinks.freeze import freeze
freeze(question_of("compare", [("machine", "host-01")]), timezone.now())
"""
BY_HAND = """
SELECT k.name, s.concurrency, percentile_cont(0.5) WITHIN GROUP (ORDER BY m.value) FROM benchdb_measurement m
JOIN benchdb_run r ON r.id = m.run_id JOIN benchdb_setup s ON s.id = r.setup_id
LEFT JOIN benchdb_kernel k ON k.id = s.kernel_id
WHERE m.metric = 'requests_per_second' AND m.item = '' AND r.retired_at IS NULL AND r.excluded_at IS NULL
GROUP BY 1, 2
"""
