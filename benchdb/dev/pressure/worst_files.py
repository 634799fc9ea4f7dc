"""Small logs sent while both workers read the worst files known: how long each takes from its POST to being stored.

    python -m benchdb.dev.pressure.worst_files [--small 20] [--rounds 2]

Starts a site of its own, and ends it. Exit status 1 where one took more than 5 s, or a process more memory than is
promised.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import statistics
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

from benchdb.dev.own_site import OwnSite, own_site
from benchdb.dev.pressure.memory import watched
from benchdb.dev.torture.changes import REPORT
from benchdb.host.paths import ROOT

MOST_WAIT = 5.0  #: seconds
MOST_MEMORY = {"web": 300, "reading child": 400}  #: MiB
POLL = 0.1  #: seconds between two questions for a state
REQUESTS = ROOT / "fixtures/logs/ab_requests/2.4.71-debian12/short-n12-c3.tsv"
NEWLINES = b"\n" * 65_000
NESTED = b'{"sysstat":{"hosts":[{"nodename":"x","statistics":'


def zipped(seed: int) -> bytes:
    """35 KB: each of 200 members is asked about by every format."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(200):
            archive.writestr(f"{number}.log", b"hello %d %d\n" % (seed, number) + NEWLINES)
    return target.getvalue()


def requests(seed: int) -> bytes:
    """7.9 MiB, just below what counts as large, and 14 s of CPU."""
    content = REQUESTS.read_bytes()
    return content * (7_900_000 // len(content)) + b"\n" * seed


#: Each by a seed, so that no two are the same bytes.
WORST: dict[str, Callable[[int], bytes]] = {
    "65,000 newlines": lambda seed: b"hello %d\n" % seed + NEWLINES,
    "65,000 bars": lambda seed: b"hello %d\n" % seed + b"|" * 65_000,
    "a zip of 200 x 65,000 newlines": zipped,
    "7.9 MiB of ab's requests": requests,
    "gzip of 20,000,000 newlines": lambda seed: gzip.compress(b"%s%d" % (report(seed), seed) + b"\n" * 20_000_000, 1),
    "JSON 1,000,000 deep": lambda seed: b'{"a":' * 1_000_000 + b"%d" % seed,
    "1 MB of sadf's JSON, all brackets": lambda seed: NESTED + b"[" * 1_000_000 + b"%d" % seed,
    "7 MB of sadf's JSON, all brackets": lambda seed: NESTED + b"[" * 7_000_000 + b"%d" % seed,
    "150,000 unreadable lines": lambda seed: report(seed) + b"Time per request:       3.123 [ms] (mean)\n" * 150_000,
}


def report(seed: int) -> bytes:
    """A small log that no other seed has."""
    return REPORT.replace("390.24", f"{100 + seed}.{hashlib.sha256(b'%d' % seed).digest()[0]:03}").encode()


def ask(site: OwnSite, method: str, path: str, body: bytes = b"") -> Any:
    headers = {"Authorization": f"Bearer {site.token}", "Content-Type": "application/octet-stream"}
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=120)) as connection:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status in (200, 202), (answer.status, content)
        return json.loads(content)


def send(site: OwnSite, name: str, content: bytes) -> int:
    return int(ask(site, "PUT", f"/u/{name}?machine=pressure&zone=global", content)["id"])


def state(site: OwnSite, upload: int) -> str:
    return str(ask(site, "GET", f"/api/v1/uploads/{upload}?brief=true")["state"])


def until_stored(site: OwnSite, seed: int) -> float:
    """Seconds from sending a small log until it is stored."""
    began = time.monotonic()
    upload = send(site, f"small{seed}.log", report(seed))
    while state(site, upload) != "stored":
        time.sleep(POLL)
    return time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", type=int, default=20, help="small logs, one after another")
    parser.add_argument("--rounds", type=int, default=2, help="of the worst files")
    options = parser.parse_args()
    with own_site() as site, watched(site.launcher) as memory:
        until_stored(site, 1)
        bad = {
            send(site, f"{seed}.log", make(seed)): name
            for seed in range(options.rounds)
            for name, make in WORST.items()
        }
        waits = [until_stored(site, seed) for seed in range(100, 100 + options.small)]
        left = Counter(name for upload, name in bad.items() if state(site, upload) not in ("stored", "failed"))
        while any(state(site, upload) not in ("stored", "failed") for upload in bad):
            time.sleep(5)
    print(f"small logs: median {statistics.median(waits):.2f} s, longest {max(waits):.2f} s, of {len(waits)}")
    print(f"unread when the last was stored: {sum(left.values())} of {len(bad)} ({', '.join(left)})")
    print(*(f"{kind}: {size} MiB at most" for kind, size in sorted(memory.items())), sep="\n")
    too_large = [kind for kind, most in MOST_MEMORY.items() if memory.get(kind, 0) > most]
    sys.exit(bool(max(waits) > MOST_WAIT or too_large or not left))


if __name__ == "__main__":
    main()
