"""`make bench-pages`: what pages cost on generated databases, in CPU of Python and of PostgreSQL, against their goals.

Each size has a PostgreSQL of its own and is measured in a process of its own, by Django's test client with the site's
middleware: the first request in that process, then several. Beside the pages stand a page that asks nothing and the
median of all runs by hand-written SQL. With `--write` the tables go into docs/performance.md; a goal missed by more
than half fails. Machines differ, and the same one on two days: so a page is held against the bare page of its own run.
`--databases FOLDER` keeps what is generated, and measures what is there already. BENCH_BIG=1 adds ten million runs.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchdb.dev.benchmarks.page_list import BARE, BY_HAND, FREEZE, PAGES
from benchdb.host import embedded
from benchdb.host.memory import resident, settle
from benchdb.host.paths import ROOT, Paths, paths

PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- make bench-pages -->\n", "<!-- end of pages -->\n"
SIZES, BIG = (10_000, 100_000, 1_000_000), 10_000_000
TURNS = 15


@dataclass(frozen=True, slots=True)
class Cost:
    """What one request takes."""

    name: str
    status: int
    web: float  #: ms of CPU
    database: float  #: ms of CPU
    wall: float  #: ms
    queries: int
    size: int  #: bytes, compressed
    first: float  #: ms of CPU of both, the first time: with what is remembered afterwards

    def row(self, bare: float) -> str:
        """A line of the table; `bare` is the CPU of the page that asks nothing, in ms."""
        goal = PAGES.get(self.name, ("", 0))[1]
        aim = f"{goal / BARE:g} ({goal})" if goal else ""
        times = (self.web + self.database) / bare
        shown = (
            f"{self.first:.0f} | {self.web:.0f} + {self.database:.0f} | {times:.1f} | {self.wall:.0f} | {self.queries}"
        )
        return f"| {self.name} | {self.status or ''} | {shown} | {self.size / 1024:.0f} | {aim} |\n"


def measured() -> list[Cost]:
    """The costs of all pages on the database that BENCHDB_DATA names."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.urls import get_resolver

    from benchdb.models import Permalink

    settings.ALLOWED_HOSTS, settings.DEBUG = ["*"], False
    _ = get_resolver().url_patterns
    settle()  # as a web process does before its first request
    client = Client(headers={"accept-encoding": "gzip"})
    postmaster = int((paths().postgres / "postmaster.pid").read_text("ascii").split()[0])

    known: dict[str, str] = {}

    def ask(path: str, again: bool) -> tuple[int, int]:
        answer: Any = client.get(path, headers={"if-none-match": known[path]} if again and path in known else {})
        known.setdefault(path, answer.headers.get("ETag", ""))
        return answer.status_code, len(answer.content)

    def by_hand() -> tuple[int, int]:
        with connection.cursor() as cursor:
            cursor.execute(BY_HAND)
            return 0, 0 * len(cursor.fetchall())

    if (link := Permalink.objects.order_by("pk").first()) is not None:
        PAGES["permalink"] = (f"/p/{link.pk}/", 15)
    for path in ("/", "/compare/?machine=host-01"):
        PAGES[f"{path}, asked again"] = (path, 2)

    def asking(name: str, path: str) -> Callable[[], tuple[int, int]]:
        return lambda: ask(path, "asked again" in name)

    costs = [cost(name, asking(name, path), postmaster) for name, (path, _) in PAGES.items()]
    return [*costs, cost("median of all by hand", by_hand, postmaster)]


def cost(name: str, work: Callable[[], tuple[int, int]], postmaster: int) -> Cost:
    from django.db import connection

    counted = 0

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal counted
        counted += 1
        return execute(*arguments)

    before = time.process_time() + of_processes(postmaster)
    work()
    first = 1000 * (time.process_time() + of_processes(postmaster) - before)
    with connection.execute_wrapper(count):
        work()
    web, database, wall = time.process_time(), of_processes(postmaster), time.monotonic()
    for _ in range(TURNS):
        status, size = work()
    spent = (time.process_time() - web, of_processes(postmaster) - database, time.monotonic() - wall)
    web, database, wall = (1000 * seconds / TURNS for seconds in spent)
    return Cost(name, status, web, database, wall, counted, size, first)


def memory() -> int:
    """Of this process at its highest, in MB; it asked every page of the table."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def of_processes(postmaster: int) -> float:
    """CPU seconds of a PostgreSQL's processes that run now."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text("ascii").rpartition(")")[2].split()[1]
            if str(postmaster) in (folder.name, parent):
                total += int((folder / "schedstat").read_text("ascii").split()[0])
        except OSError:
            continue  # it has just ended
    return total / 1e9


def of_size(runs: int, databases: Path | None) -> str:
    """The table of one size, measured on a database made for it, or on the one that is there."""
    if databases is not None:
        return of_folder(runs, databases / f"{runs}")
    with tempfile.TemporaryDirectory() as folder:
        return of_folder(runs, Path(folder))


def of_folder(runs: int, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # PostgreSQL may run as another account
    here = Paths(folder / "data")
    with ExitStack() as stack:
        embedded.hold_folder(here, stack)
        embedded.prepare_folders(here)
        stack.callback(embedded.start_postgres(here).stop, 20)
        environment = {**os.environ, "BENCHDB_DATA": str(here.data), "DEBUG": "1"}
        done, freeze = folder / "generated", ["shell", "-v0", "-c", FREEZE]  # the same answer is the same permalink
        generate = () if done.exists() else (["loadstudies"], ["generate", "--runs", str(runs)])
        for words in (["migrate", "-v0"], *generate, freeze):
            command = [sys.executable, str(ROOT / "manage.py"), *words]
            subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)
        done.touch()
        return table_of(runs, environment)


def table_of(runs: int, environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "benchdb.dev.benchmarks.pages", "--here"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment)
    return f"### {runs:,} runs\n\n" + done.stdout


HEAD = (
    "| page | status | CPU of both, the first time, ms | then: Python + PostgreSQL, ms | times the bare page "
    + "| wall, ms | queries | KiB, gzip | goal, times (ms) |\n|---|---|---|---|---|---|---|---|---|\n"
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--here", action="store_true", help="measure the database that BENCHDB_DATA names")
    parser.add_argument("--runs", type=int, nargs="*", default=sizes(os.environ))
    parser.add_argument("--databases", type=Path, help="a folder of generated databases, made where one is not there")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.here:
        costs = measured()
        bare = next(cost.web + cost.database for cost in costs if cost.name == "bare page")
        text = f"\nMemory at its highest: {memory()} MB, afterwards {resident()} MB.\n"
        print(HEAD + "".join(cost.row(bare) for cost in costs) + text)
        return
    text = "\n".join(of_size(runs, given.databases) for runs in given.runs)
    print(text)
    if given.write:
        write(text)
    missed = [line for line in text.splitlines() if is_missed(line)]
    if missed:
        sys.exit("missed by more than half:\n" + "\n".join(missed))


def sizes(environment: Mapping[str, str]) -> tuple[int, ...]:
    """In runs."""
    return (*SIZES, BIG) if environment.get("BENCH_BIG") == "1" else SIZES


def is_missed(line: str) -> bool:
    """By more than half."""
    numbers = re.fullmatch(r"\| .* \| \d+ \+ \d+ \| ([\d.]+) \| .* \| ([\d.]+) \(\d+\) \|", line)
    return numbers is not None and float(numbers[1]) > 1.5 * float(numbers[2])


def write(text: str) -> None:
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}{text}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
