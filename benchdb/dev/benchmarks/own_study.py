"""`make bench-self`: a site's own pages under ab, with one web process and more; the logs become `/studies/self/`.

For each number of web processes a site of its own is started, with the founding studies in it. ab asks each page at
several loads, all of them once and then all of them again, so that no load has the warm hour to itself. The folder of
logs, with its benchdb.toml, goes to a site like anybody else's: `--site` names one, its token is the one kept here.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchdb import __version__
from benchdb.cli.recording.machine import Machine, this_machine
from benchdb.dev.own_site import own_site
from benchdb.host.paths import ROOT

PROCESSES = (1, 2, 4)
LOADS = (1, 2, 4, 8)
TRIALS = 5
REQUESTS = 100  #: of one log
PAGES = ("/runs/", "/compare/?study=zones")
STUDY = """\
[study]
slug = "self"
title = "This site's own pages under load"
position = 90
summary = "ab against {pages}, with {processes} web processes."
source = "`make bench-self`, benchdb {version}: web server, PostgreSQL and ab on one machine."
notes = \"\"\"
The loads of each number of web processes were measured {trials} times, one after the other and then all again. The
web server, PostgreSQL and ab share the machine's processors, so a web process more gains less than it would alone.
\"\"\"

[[study.comparison]]
title = "Requests per second of the list of runs, by web processes"
page = "scaling"
query = "study=self&path=%2Fruns%2F&x=concurrency&by=tuning.web_processes"

[[study.comparison]]
title = "Each load against one web process, on the list of runs"
query = "study=self&path=%2Fruns%2F&rows=concurrency&cols=tuning.web_processes&baseline=1"

[[study.comparison]]
title = "Which page costs what, at one request at a time"
query = "study=self&concurrency=1&rows=path&cols=tuning.web_processes&baseline=1"

[facts]
machine = "{machine}"
kernel = "{kernel}"
cpus = {cpus}
server = "benchdb {version}"
"""
FILES = """
[files."{processes}-processes/*"]
tuning = {{ web_processes = "{processes}" }}
"""


def study(machine: Machine, processes: Sequence[int], pages: Sequence[str]) -> str:
    """The folder's benchdb.toml."""
    head = STUDY.format(
        machine=machine.name.replace('"', ""),
        kernel=machine.kernel.replace('"', ""),
        cpus=machine.cpus,
        version=__version__,
        trials=TRIALS,
        pages=", ".join(pages),
        processes=", ".join(map(str, processes)),
    )
    return head + "".join(FILES.format(processes=count) for count in processes)


def drive(url: str, folder: Path, pages: Sequence[str], loads: Sequence[int], requests: int) -> None:
    """ab asks each page once at each load; a report each, whole or an error."""
    folder.mkdir(parents=True, exist_ok=True)
    number = len(list(folder.iterdir()))
    for page in pages:
        for load in loads:
            command = ["ab", "-q", "-n", str(max(requests, load)), "-c", str(load), f"{url}{page}"]
            report = subprocess.run(command, capture_output=True, check=True, timeout=600).stdout
            (folder / f"{number:03}.log").write_bytes(report)
            number += 1


def measure(folder: Path, processes: Sequence[int]) -> None:
    for count in processes:
        # Each request is a stranger's; one process answers one at a time of what costs much, and lets the others wait.
        with own_site(more={"WEB_PROCESSES": str(count), "QUESTIONS_OF_ONE": "64", "QUESTIONS_WAITING": "64"}) as site:
            url = f"http://127.0.0.1:{site.port}"
            drive(url, folder / "warm", PAGES, LOADS, 20)
            for _ in range(TRIALS):
                drive(url, folder / f"{count}-processes", PAGES, LOADS, REQUESTS)
    for log in (folder / "warm").iterdir():
        log.unlink()
    (folder / "warm").rmdir()
    (folder / "benchdb.toml").write_text(study(this_machine(), processes, PAGES), "utf-8")


def send(folder: Path, site: str) -> int:
    """By the command that everybody has; what it says is printed. Its exit status."""
    with tempfile.TemporaryDirectory() as other:
        archive = shutil.make_archive(f"{other}/self", "zip", folder)
        command = [sys.executable, "-m", "benchdb.cli", "--url", site, "upload", archive]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="where the logs go")
    parser.add_argument("--keep", type=Path, help="an empty folder for the logs; nothing is sent")
    parser.add_argument("--processes", type=int, nargs="*", default=PROCESSES)
    given = parser.parse_args()
    if given.keep:
        measure(given.keep, given.processes)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), given.processes)
        if send(Path(folder), given.site):
            sys.exit("the logs were not stored")
    print(f"{given.site}/studies/self/")


if __name__ == "__main__":
    main()
