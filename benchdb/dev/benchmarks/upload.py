"""`make bench`, storing: a day of `sar -A` from the upload to its rows in PostgreSQL, in CPU time.

Runs in a process of its own, on a PostgreSQL of its own, whose processes are counted too. The yardstick is the plain
loop over the same bytes, as for the reader alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchdb.dev.benchmarks.days import DAY, long_text

ABOUT = """
## A day, stored

The same day of `sar -A` through the whole pipeline: bytes kept, hashed and compressed, read, packed, written as rows.
Its decimals are shaken, so that it compresses no better than a real day.

| step | CPU seconds |
|---|---|
"""


def section() -> str:
    """The whole section of docs/performance.md."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another account
        command = [sys.executable, "-m", "benchdb.dev.benchmarks.upload"]
        environment = {**os.environ, "BENCHDB_DATA": str(Path(folder) / "data"), "DEBUG": "1"}
        done = subprocess.run(command, capture_output=True, check=True, timeout=600, env=environment)
    return ABOUT + done.stdout.decode()


def measured() -> str:
    """The table's rows."""
    from benchdb.host import embedded
    from benchdb.host.paths import paths

    here = paths()
    embedded.prepare_folders(here)
    postgres = embedded.start_postgres(here)
    try:
        return stored(postgres.process.pid)
    finally:
        postgres.stop(20)


def stored(postmaster: int) -> str:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from benchdb.models import Trace
    from ingest.intake.uploads import IncomingFile, create_upload
    from ingest.pipeline.parse_upload import parse_upload

    call_command("migrate", verbosity=0)
    content = shaken("".join(long_text(DAY)).encode())
    pieces = (content[start : start + 2**20] for start in range(0, len(content), 2**20))
    before, began = of_postgres(postmaster), time.process_time()
    upload = create_upload([IncomingFile("day.txt", pieces)], {}).upload
    kept = time.process_time()
    parse_upload(upload.pk)
    ended = time.process_time()
    database = of_postgres(postmaster) - before
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('benchdb_trace')")
        (size,) = cursor.fetchone()
    loop = time.process_time()
    plainly(content)
    loop = time.process_time() - loop
    rows = (
        (f"keep {len(content) / 1e6:.1f} MB", kept - began),
        (f"read, pack and store {Trace.objects.count():,} series, {size / 2**20:.1f} MiB in PostgreSQL", ended - kept),
        ("PostgreSQL’s own processes", database),
        ("**all**", ended - began + database),
        ("yardstick: `[float(x) for x in line.split()]`", loop),
    )
    return "".join(f"| {name} | {seconds:.2f} |\n" for name, seconds in rows)


def shaken(content: bytes) -> bytes:
    """Other decimals everywhere: the same few samples again and again would compress as no real day does."""
    letters = np.frombuffer(content, np.uint8).copy()
    point = letters == ord(".")
    is_digit = (letters >= ord("0")) & (letters <= ord("9"))
    decimals = is_digit & (np.roll(point, 1) | np.roll(point, 2))
    letters[decimals] = np.random.default_rng(1).integers(ord("0"), ord("9") + 1, int(decimals.sum()))
    return letters.tobytes()


def plainly(content: bytes) -> None:
    for line in content.splitlines():
        try:
            [float(cell) for cell in line.split()[2:]]
        except ValueError:
            continue  # a header


def of_postgres(postmaster: int) -> float:
    """CPU seconds of a server's processes so far, those that ended included."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(folder.name) == postmaster:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == postmaster:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(measured(), end="")
