"""`python -m benchdb.dev.benchmarks.storing --write`: uploads through a whole site: CPU, how many, how soon.

A site of its own is started (web server, worker, PostgreSQL, Redis). Single logs of ab are posted one after the other,
the next when the last can be asked for; then one archive with many. CPU is that of all the site's processes.
"""

from __future__ import annotations

import argparse
import io
import json
import statistics
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg

from benchdb.dev.benchmarks.pages import PAGE
from benchdb.dev.own_site import OwnSite, own_site
from benchdb.host.paths import ROOT, Paths

BEGIN, END = "<!-- storing -->\n", "<!-- end of storing -->\n"
LOG = ROOT / "fixtures" / "studies" / "zones" / "global.log"
SINGLES, BUNDLED = 60, 500  #: logs
FACTS = {"machine": "Sun Fire V125", "kernel": "SunOS 5.10", "cpus": "1"}
LOOK = 0.002  #: seconds between two looks at the database
MOST = 300.0  #: seconds that an upload may take


def logs(count: int, first: int) -> Iterator[bytes]:
    """Each with a rate and a number of its own."""
    text = LOG.read_bytes()
    for number in range(first, first + count):
        yield text.replace(b"390.24", f"{300 + number % 90}.{number % 100:02}".encode()) + f"\nlog {number}\n".encode()


def posted(site: OwnSite, name: str, content: bytes) -> int:
    """The id of the upload."""
    edge = "benchdb-benchmark"
    fields = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{FACTS[key]}\r\n' for key in FACTS
    )
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = (fields + head).encode() + content + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Authorization": f"Bearer {site.token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}/api/v1/uploads", body, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return int(json.load(answer)["id"])


def wait_until_stored(database: psycopg.Connection, upload: int) -> None:
    until = time.monotonic() + MOST
    while time.monotonic() < until:
        row = database.execute("SELECT state FROM benchdb_upload WHERE id = %s", [upload]).fetchone()
        if row == ("stored",):
            return
        time.sleep(LOOK)
    raise TimeoutError(f"upload {upload} was not stored in {MOST:g} s")


def cpu_of_tree(root: int) -> float:
    """CPU seconds of a process and all below it, those that have ended and were waited for included."""
    below: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        below.setdefault(int(fields[1]), []).append(int(folder.name))
        ticks[int(folder.name)] = sum(map(int, fields[11:15]))
    total, left = 0, [root]
    while left:
        one = left.pop()
        total += ticks.get(one, 0)
        left += below.get(one, [])
    return total / 100


def measured(site: OwnSite) -> str:
    database = psycopg.connect(Paths(site.folder).database_url, autocommit=True)
    for content in logs(10, 0):  # both workers and all web processes have begun
        wait_until_stored(database, posted(site, "warm.log", content))
    before, waits = cpu_of_tree(site.launcher), []
    for content in logs(SINGLES, 100):
        began = time.monotonic()
        wait_until_stored(database, posted(site, "one.log", content))
        waits.append(1000 * (time.monotonic() - began))
    single = 1000 * (cpu_of_tree(site.launcher) - before) / SINGLES
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(logs(BUNDLED, 10_000)):
            archive.writestr(f"{number}.log", content)
    before, began = cpu_of_tree(site.launcher), time.monotonic()
    wait_until_stored(database, posted(site, "many.zip", packed.getvalue()))
    took, cpu = time.monotonic() - began, cpu_of_tree(site.launcher) - before
    rows = (
        ("one log by itself, CPU of all processes, ms", f"{single:.0f}", "25"),
        ("from its POST until it can be asked for: median, ms", f"{statistics.median(waits):.0f}", "100"),
        ("the same, the quickest, ms", f"{min(waits):.0f}", ""),
        (f"a log among {BUNDLED} in an archive, CPU, ms", f"{1000 * cpu / BUNDLED:.1f}", "5"),
        ("logs of that archive stored in a second", f"{BUNDLED / took:.0f}", "300"),
        ("logs that a second of CPU stores so", f"{BUNDLED / cpu:.0f}", ""),
    )
    return "| what | seen | goal |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with own_site() as site:
        table = measured(site)
    print(table)
    if given.write:
        page = PAGE.read_text("utf-8")
        head, _, rest = page.partition(BEGIN)
        PAGE.write_text(f"{head}{BEGIN}{table}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
