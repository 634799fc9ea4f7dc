"""What this site's processes count, for `/metrics`. prometheus-client keeps it.

With PROMETHEUS_MULTIPROC_DIR the processes of one machine, web servers and workers, count in files of one folder, and
any of them can say the sum; without it each counts for itself. The library reads that variable when it is imported.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

if FOLDER := os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""):
    with suppress(OSError):
        Path(FOLDER).mkdir(parents=True, exist_ok=True)

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

OWN = CollectorRegistry()
REQUESTS = Counter("benchdb_requests", "answered, by method and status", ["method", "status"], registry=OWN)
SECONDS = Histogram(
    "benchdb_request_seconds",
    "wall time of a request",
    registry=OWN,
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30),
)
PARSE_SECONDS = Counter("benchdb_parse_cpu_seconds", "CPU time of reading files, by format", ["format"], registry=OWN)
FILES = Counter("benchdb_files_read", "files that were read, by format and outcome", ["format", "state"], registry=OWN)


def counted() -> CollectorRegistry:
    """What all processes counted, as far as they share a folder."""
    if not FOLDER:
        return OWN
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry
