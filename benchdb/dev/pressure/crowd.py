"""200 slow sockets and 50 costly questions at once against the real web server: what `/healthz` and a page take then.

    python -m benchdb.dev.pressure.crowd [--seconds 20] [--sockets 200] [--askers 50]

Starts a site of its own on a folder and a port of its own, and ends it. Exit status 1 where a page took more than 2 s,
`/healthz` more than 100 ms of the web processes' CPU, or a web process more than 300 MiB.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from benchdb.dev.own_site import own_site
from benchdb.dev.pressure.memory import watched

COSTLY = (
    "/compare/?rows=run&cols=machine&provenance=published",
    "/compare.png?study=zones&provenance=published&cols=zone",
    "/scaling/?study=smp-scaling&provenance=published",
    "/history.png?provenance=published",
)
#: What a slow client never ends: headers, and a body to a page that takes forms from anybody.
SLOW = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\na=",
)
RETRY_AFTER = 5.0  #: seconds, which the site asks for
MOST_CPU, MOST_WAIT = 0.1, 2.0  #: seconds: of `/healthz`, and for a page
MOST_MEMORY = 300  #: MiB of a web process


@dataclass
class Trial:
    """What was seen."""

    page: list[float] = field(default_factory=list)  #: seconds
    health: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)


def ask(port: int, path: str, patience: float = 60.0, source: str = "127.0.0.1") -> tuple[str, float]:
    """(status, seconds), asked from an address of this machine; the name of the fault where there was no status."""
    began = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(source, 0))) as connection:
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            status = str(answer.status)
        except (OSError, HTTPException) as error:
            status = type(error).__name__
    return status, time.monotonic() - began


def questions(port: int, number: int, ends: float, trial: Trial) -> None:
    """One asker, at an address of their own: another question as soon as the last is answered, as long as it lasts."""
    count = 0
    while time.monotonic() < ends:
        path = COSTLY[(number + count) % len(COSTLY)]
        status, _ = ask(port, path, source=f"127.0.1.{number % 250 + 1}")
        trial.statuses[f"question {status}"] += 1
        count += 1
        if status == "503":
            time.sleep(RETRY_AFTER)


def dribble(port: int, number: int, ends: float, trial: Trial) -> None:
    """One slow socket: a byte every half second; opened again where the server ends it."""
    while time.monotonic() < ends:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as slow:
            slow.sendall(SLOW[number % len(SLOW)])
            while time.monotonic() < ends:
                time.sleep(0.5)
                slow.sendall(b"a")
        trial.statuses["slow socket ended by the server"] += time.monotonic() < ends
        time.sleep(2)


def web_cpu(port: int) -> float:
    """Seconds of CPU of the web processes until now."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if entry.name.isdigit() and f":{port}\0".encode() in (entry / "cmdline").read_bytes():
                ticks += sum(map(int, (entry / "stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def crowd(port: int, seconds: float, sockets: int, askers: int) -> Trial:
    trial, ends = Trial(), time.monotonic() + seconds
    threads = [threading.Thread(target=dribble, args=(port, n, ends, trial)) for n in range(sockets)]
    threads += [threading.Thread(target=questions, args=(port, n, ends, trial)) for n in range(askers)]
    for thread in threads:
        thread.start()
    time.sleep(min(3.0, seconds / 4))
    while time.monotonic() < ends:
        for path, times in (("/healthz", trial.health), ("/runs/1/", trial.page)):
            status, wait = ask(port, path)
            trial.statuses[f"{path} {status}"] += 1
            times.append(wait)
        time.sleep(0.2)
    for thread in threads:
        thread.join(90)
    return trial


def health_cpu(port: int, count: int = 200) -> float:
    """Seconds of CPU for one `/healthz`, the mean of many, alone."""
    before = web_cpu(port)
    for _ in range(count):
        ask(port, "/healthz")
    return (web_cpu(port) - before) / count


def report(trial: Trial, cpu: float) -> bool:
    """Print it; whether it is as promised."""
    for name, times in (("/healthz", trial.health), ("/runs/1/", trial.page)):
        print(f"{name}: median {statistics.median(times):.3f} s, longest {max(times):.3f} s, {len(times)} asked")
    print(f"/healthz: {cpu * 1000:.1f} ms of CPU")
    for what, count in sorted(trial.statuses.items()):
        print(f"{count:6} {what}")
    answered = all(trial.statuses[f"{path} 200"] == len(trial.page) for path in ("/healthz", "/runs/1/"))
    return answered and cpu <= MOST_CPU and max(trial.page) <= MOST_WAIT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--askers", type=int, default=50)
    options = parser.parse_args()
    with own_site() as site, watched(site.launcher) as memory:
        cpu = health_cpu(site.port)
        trial = crowd(site.port, options.seconds, options.sockets, options.askers)
    print(*(f"{kind}: {size} MiB at most" for kind, size in sorted(memory.items())), sep="\n")
    sys.exit(0 if report(trial, cpu) and memory["web"] <= MOST_MEMORY else 1)


if __name__ == "__main__":
    main()
