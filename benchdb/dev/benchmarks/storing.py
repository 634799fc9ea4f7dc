"""`python -m benchdb.dev.benchmarks.storing --write`: uploads through a whole site: CPU, how many, how soon.

A site of its own is started (web server, worker, PostgreSQL, Redis). Single logs of ab are posted one after the other,
the next when the last can be asked for; then one archive with many, and one with reports of every load tool. CPU is
that of all the site's processes.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import statistics
import time
import urllib.request
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import psycopg

from benchdb.dev.benchmarks.pages import PAGE
from benchdb.dev.own_site import OwnSite, own_site
from benchdb.host.paths import ROOT, Paths

BEGIN, END = "<!-- storing -->\n", "<!-- end of storing -->\n"
GOLDEN = ROOT / "fixtures" / "logs"
LOG = ROOT / "fixtures" / "studies" / "zones" / "global.log"
SINGLES, BUNDLED, MIXED = 60, 500, 2000  #: logs
FACTS = {"machine": "Sun Fire V125", "kernel": "SunOS 5.10", "cpus": "1"}
POLL = 0.002  #: seconds between two checks of the database
MOST = 300.0  #: seconds that an upload may take
QUIET, IDLE = 3.0, 0.03  #: seconds without work, and the share of a processor that does not count as any
TICKS = os.sysconf("SC_CLK_TCK")
#: What stands in a process's command line -> whose CPU it is.
PARTS = {
    "gunicorn": "web processes",
    "sandbox.child": "children that read",
    "celery": "workers",
    "postgres": "PostgreSQL",
    "valkey": "Valkey",
}


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
        time.sleep(POLL)
    raise TimeoutError(f"upload {upload} was not stored in {MOST:g} s")


def part(command: str) -> str:
    """Whose CPU it is, by a process's command line."""
    return next((name for sign, name in PARTS.items() if sign in command), "the rest")


def cpu_by_part(root: int, without: int) -> dict[str, float]:
    """CPU seconds of a process and all below it, those that have ended and were waited for included.

    `without`: the session of PostgreSQL that only looks whether something is stored.
    """
    below: dict[int, list[int]] = {}
    ticks: dict[int, tuple[str, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("ascii").rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it has just ended
        below.setdefault(int(fields[1]), []).append(int(folder.name))
        ticks[int(folder.name)] = (part(command), sum(map(int, fields[11:15])))
    seconds: dict[str, float] = defaultdict(float)
    left = [root]
    while left:
        one = left.pop()
        name, used = ticks.get(one, ("", 0))
        seconds[name] += 0.0 if one == without else used / TICKS
        left += below.get(one, [])
    return dict(seconds)


def mixed(count: int) -> Iterator[bytes]:
    """Real reports of every load tool in turn, each with as many empty lines behind it as its turn has."""
    tools = [folder.name for folder in (ROOT / "ingest" / "formats" / "load").iterdir()]
    golden = sorted(path for tool in tools for path in (GOLDEN / tool).rglob("*.golden.jsonl"))
    reports = [path.with_name(path.name.removesuffix(".golden.jsonl")).read_bytes() for path in golden]
    for number in range(count):
        turn, place = divmod(number, len(reports))
        yield reports[place] + b"\n" * turn


def in_archive(contents: Iterable[bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number}.log", content)
    return packed.getvalue()


def measured(site: OwnSite) -> str:
    database = psycopg.connect(Paths(site.folder).database_url, autocommit=True)
    looks = database.info.backend_pid
    for content in logs(10, 0):  # both workers and all web processes have begun
        wait_until_stored(database, posted(site, "warm.log", content))
    wait_until_quiet(site)
    before, waits = cpu_by_part(site.launcher, looks), []
    for content in logs(SINGLES, 100):
        began = time.monotonic()
        wait_until_stored(database, posted(site, "one.log", content))
        waits.append(1000 * (time.monotonic() - began))
    single = per_log(before, cpu_by_part(site.launcher, looks), SINGLES)
    packed = in_archive(logs(BUNDLED, 10_000))
    before, began = cpu_by_part(site.launcher, looks), time.monotonic()
    wait_until_stored(database, posted(site, "many.zip", packed))
    took, bundled = time.monotonic() - began, per_log(before, cpu_by_part(site.launcher, looks), BUNDLED)
    packed = in_archive(mixed(MIXED))
    before = cpu_by_part(site.launcher, looks)
    wait_until_stored(database, posted(site, "mixed.zip", packed))
    of_tools = sum(per_log(before, cpu_by_part(site.launcher, looks), MIXED).values())
    rows = (
        ("one log by itself, CPU of all processes, ms", f"{sum(single.values()):.1f}", "25"),
        *((f"of these: {name}", f"{single[name]:.1f}", "") for name in PARTS.values()),
        ("from its POST until it can be asked for: median, ms", f"{statistics.median(waits):.0f}", "100"),
        ("the same, the quickest, ms", f"{min(waits):.0f}", ""),
        (f"a log among {BUNDLED} in an archive, CPU, ms", f"{sum(bundled.values()):.1f}", "5"),
        *((f"of these: {name}", f"{bundled[name]:.1f}", "") for name in PARTS.values()),
        ("logs of that archive stored in a second", f"{BUNDLED / took:.0f}", "300"),
        ("logs that a second of CPU stores so", f"{1000 / sum(bundled.values()):.0f}", ""),
        (f"{MIXED:,} reports of every load tool in an archive, CPU, s", f"{of_tools * MIXED / 1000:.1f}", "20"),
    )
    load = Path("/proc/loadavg").read_text().split()[0]
    table = "| what | seen | goal |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"{table}\nLoad at the end: {load}.\n"


def wait_until_quiet(site: OwnSite) -> None:
    """Until all of its processes have begun: on busy cores some workers do so while others store already."""
    until, used = time.monotonic() + MOST, sum(cpu_by_part(site.launcher, 0).values())
    while time.monotonic() < until:
        time.sleep(QUIET)
        before, used = used, sum(cpu_by_part(site.launcher, 0).values())
        if used - before < IDLE * QUIET:
            return
    raise TimeoutError(f"the site was not quiet within {MOST:g} s")


def per_log(before: Mapping[str, float], after: Mapping[str, float], count: int) -> dict[str, float]:
    """Milliseconds, by part."""
    return {name: 1000 * (after[name] - before.get(name, 0.0)) / count for name in after}


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
