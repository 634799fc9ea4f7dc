"""The site as people get it: the launcher on an empty data folder, a real Chromium, a worker that is killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import redis

from benchdb.dev.testing.waiting import HANGS, free_port, wait_for
from benchdb.host.account import account
from benchdb.host.launch import answers
from benchdb.host.paths import ROOT, Paths

ZONES = ROOT / "fixtures/studies/zones"
PAGES = (
    "/",
    "/runs/",
    "/runs/1/",
    "/compare/",
    "/p/",
    "/studies/smp-scaling/",
    "/kernels/",
    "/uploads/",
    "/uploads/1/",
)
LIGHT_WORKER = "--hostname=light@"
OWN = ("BENCHDB_DATA", "DATABASE_URL", "REDIS_URL", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DJANGO_SETTINGS_MODULE")


class Site:
    """A site started by the launcher, on a data folder and a port of its own."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in OWN}
        state = {"XDG_STATE_HOME": str(self.data / "state")}
        return {**kept, **state, "BENCHDB_DATA": str(self.data), "PORT": str(self.port)}

    def start(self) -> None:
        """Start, and return when it has said its address."""
        command = [sys.executable, "-m", "benchdb.host.launch"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if self.url in line:
                return
        raise AssertionError(f"the site did not start: exit {self.process.wait()}")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(HANGS)

    @property
    def token(self) -> str:
        return (self.data / "token").read_text().strip()

    @property
    def way_in(self) -> str:
        """The printed link that lets a browser upload and edit."""
        return f"{self.url}/open/{self.token}/"

    def json(self, path: str, data: bytes | None = None, method: str = "GET") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}"}
        with urlopen(Request(f"{self.url}{path}", data=data, headers=headers, method=method), timeout=HANGS) as answer:
            return dict(json.load(answer))

    def finished(self, upload: dict[str, Any]) -> dict[str, Any]:
        path = urlsplit(upload["status_url"]).path
        wait_for(lambda: self.json(path)["state"] in ("stored", "failed"))
        return self.json(path)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Not in pytest's own folder: every other pytest that starts closes that to PostgreSQL's account."""
    running = Site(Path(tempfile.mkdtemp(prefix="benchdb-journey-")))
    running.start()
    yield running
    if running.process and running.process.poll() is None:
        running.stop()
    shutil.rmtree(running.data, ignore_errors=True)


def test_the_first_start_has_the_founding_studies(site: Site) -> None:
    answer = site.json("/compare.json?study=zones&provenance=published&cols=zone")
    assert sum(len(row["cells"]) for row in answer["rows"]) == 12


def test_a_new_site_prints_a_link_to_its_first_account(site: Site) -> None:
    assert site.process
    assert site.process.stdout
    printed = "".join(site.process.stdout.readline() for _ in range(4))
    assert "nobody has an account yet" in printed
    assert site.way_in in printed
    assert (site.data / "token").stat().st_mode & 0o777 == 0o600
    link = re.search(rf"{site.url}/join/[-\w]{{43}}/", printed)
    assert link
    with urlopen(link[0], timeout=HANGS) as answer:
        assert b"The first account of this site" in answer.read()
    assert not (site.data / "first_link").exists()


@pytest.mark.browser
def test_two_logs_are_uploaded_compared_frozen_and_opened_elsewhere(site: Site, chromium: Any, tmp_path: Path) -> None:
    logs = [copied(tmp_path, "global", 1), copied(tmp_path, "non-global", 1)]
    page = chromium.new_context().new_page()
    page.goto(site.way_in)
    uploads = [uploaded(site, page, log, zone) for log, zone in zip(logs, ("global", "non-global"), strict=True)]
    runs = [site.json(f"/api/v1/uploads/{upload}")["runs"][0]["id"] for upload in uploads]
    page.goto(f"{site.url}/compare/?cols=zone&run={runs[0]}&run={runs[1]}")
    page.wait_for_selector("canvas[data-drawn]")
    assert cell(page, 1) == ("390", "390.24")
    assert cell(page, 2) == ("381", "380.95")
    assert change(page) == "−2.4%"
    page.get_by_text("Freeze and share").click()
    page.get_by_role("button", name="Freeze as a permalink").click()
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))
    other = chromium.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark").new_page()
    other.goto(page.url)
    assert cell(other, 1) == ("390", "390.24")
    assert change(other) == "−2.4%"
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    line = other.locator(".cmp > tbody > tr:not(.more)").first
    edges = "cells => cells.map((cell) => cell.getBoundingClientRect().right)"
    assert max(line.locator("td.num").evaluate_all(edges)) <= 390, "the change is on a phone too"
    assert "1 run against 1: too few to judge" in other.locator(".verdict").first.inner_text()
    line.locator("td.num").last.click()
    assert other.locator(".cmp tr.more").first.is_visible(), "a line opens wherever it is touched"


def copied(folder: Path, zone: str, number: int) -> Path:
    """The study's log as somebody else's file: the same numbers, other bytes (the study's own are stored already)."""
    log = folder / f"{zone}-{number}.log"
    log.write_bytes((ZONES / f"{zone}.log").read_bytes() + b"\n" * number)
    return log


def uploaded(site: Site, page: Any, log: Path, zone: str) -> int:
    """Upload one log through the form; the upload's number once its page shows it stored."""
    page.goto(f"{site.url}/uploads/")
    page.set_input_files("input[type=file]", str(log))
    page.fill("input[name=machine]", "Journey's machine")
    page.fill("input[name=kernel]", "SunOS 5.10 Generic_118833-33")
    page.fill("input[name=zone]", zone)
    page.get_by_role("button", name="Upload", exact=True).click()
    page.wait_for_url(re.compile(r"/uploads/\d+/$"))
    page.wait_for_selector(".state.stored")
    return int(page.url.rstrip("/").rpartition("/")[2])


def cell(page: Any, number: int) -> tuple[str, str]:
    """One side of the first row: as it is shown, and exactly, as the row says it once it is opened."""
    row = page.locator(".cmp > tbody").first
    summary = row.locator("summary")
    summary.click()
    exact = row.locator(".mini tbody tr").nth(number - 1).locator("td.num").first.inner_text()
    summary.click()
    return str(row.locator(".val").nth(number - 1).inner_text()), str(exact)


def change(page: Any) -> str:
    return str(page.locator(".cmp > tbody").first.locator("td.num > b").inner_text())


@pytest.mark.browser
def test_it_stops_and_leaves_no_process_and_permalinks_are_the_same_bytes_afterwards(site: Site, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(site.way_in)
    page.goto(f"{site.url}/compare/?study=zones&provenance=published&cols=zone")
    page.get_by_text("Freeze and share").click()
    page.fill("input[name=title]", "Zones, before the restart")
    page.get_by_role("button", name="Freeze as a permalink").click()
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))
    exports = [page.url.rstrip("/") + f".{name}" for name in ("json", "csv", "md", "txt", "svg", "png", "html", "bib")]
    before = [fetched(address) for address in exports]
    assert site.stop() == 0
    assert pids("", str(site.data)) == []
    with bystander() as innocent:
        leave_behind(site, innocent.pid)
        site.start()
        assert innocent.poll() is None, "it has the number of a server that was killed, and nothing else of it"
    assert [fetched(address) for address in exports] == before


@contextmanager
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    """A process of the account that PostgreSQL runs as."""
    owner = account()
    with subprocess.Popen(["sleep", "600"], user=owner.pw_uid if owner else None) as process:
        yield process
        process.kill()


def leave_behind(site: Site, number: int) -> None:
    """What a killed site may leave in its folder: it stops nobody's next start, and the next start stops nobody."""
    (site.data / "postgres" / "postmaster.pid").write_text(f"{number}\n{site.data}/postgres\n1\n5432\n\n\n\n")
    (site.data / "sockets" / "redis.sock").touch()


def fetched(address: str) -> tuple[bytes, str]:
    """An export's bytes and its ETag."""
    with urlopen(address, timeout=HANGS) as answer:
        return answer.read(), answer.headers["ETag"]


@pytest.mark.browser
def test_changing_the_question_changes_the_address_and_back_returns(site: Site, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if not request.url.startswith(site.url) else None)
    page.goto(f"{site.url}/compare/?study=smp-scaling&threads=2&rows=cpus")
    page.select_option("select[name=cols]", "machine")
    page.wait_for_url(re.compile("cols=machine"))
    page.wait_for_selector(".gate td:has-text('Linux 2.2.19 SMP'):has-text('Linux 2.4.1 SMP')")
    page.get_by_text("The runs behind it").click()
    page.wait_for_selector("thead th:has-text('Fujitsu GRANPOWER')")
    page.go_back()
    page.wait_for_selector("thead th:has-text('Linux 2.4.1 SMP')")
    assert page.locator(".gate").count() == 0
    assert faults == []


@pytest.mark.browser
def test_every_page_fits_a_phone_and_throws_nothing(site: Site, chromium: Any) -> None:
    page = chromium.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark").new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    for path in PAGES:
        page.goto(f"{site.url}{path}")
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            faults.append(f"{path} is wider than the screen")
    assert faults == []


@pytest.mark.browser
def test_the_site_works_without_javascript_but_for_the_charts(site: Site, chromium: Any) -> None:
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{site.url}/compare/?study=zones&provenance=published")
    page.select_option("select[name=cols]", "zone")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url(re.compile("cols=zone"))
    assert cell(page, 1) == ("310.40", "310.4")


def test_a_killed_site_loses_nothing_and_stores_nothing_twice(site: Site) -> None:
    report = (ZONES / "global.log").read_text()
    reports = "".join(report.replace("390.24", f"{n}.24") for n in range(1500))
    sent = site.json("/u/many.log?machine=killed", reports.encode(), "PUT")
    path = urlsplit(sent["status_url"]).path
    wait_for(lambda: site.json(path)["state"] == "parsing")
    kill_everything(site)
    site.start()
    status = site.finished(sent)
    assert status["state"] == "stored"
    runs = list(all_runs(site, status))
    assert len(runs) == len({run["line"] for run in runs}) == 1500


def all_runs(site: Site, status: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those of an upload, whose status lists a thousand at a time."""
    yield from status["runs"]
    if status["next"]:
        address = urlsplit(status["next"])
        yield from all_runs(site, site.json(f"{address.path}?{address.query}"))


def test_a_worker_that_is_killed_is_replaced_and_leaves_nothing_behind(site: Site) -> None:
    pool = set(pids(LIGHT_WORKER, str(site.data)))
    os.kill(pid_of(LIGHT_WORKER, site), signal.SIGKILL)
    wait_for(lambda: bool(set(pids(LIGHT_WORKER, str(site.data))) - pool))
    wait_for(lambda: not set(pids(LIGHT_WORKER, str(site.data))) & pool)
    sent = site.json("/u/after.log", (ZONES / "non-global.log").read_bytes() + b"\n\n\n", "PUT")
    assert site.finished(sent)["state"] == "stored"


@pytest.mark.parametrize("program", ["postgres", "redis", "beat"])
def test_a_server_that_is_killed_is_started_again(site: Site, program: str) -> None:
    killed = pid_of(program, site)
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: pid_of(program, site) not in (0, killed))
    wait_for(lambda: answers(f"{site.url}/compare.json?study=zones&cols=zone"))
    log = (ZONES / "global.log").read_bytes() + program.encode()
    assert site.finished(site.json(f"/u/{program}.log", log, "PUT"))["state"] == "stored"


def pid_of(program: str, site: Site) -> int:
    """The number of what the launcher started, 0 while it does not run. Redis hides its command line."""
    if program != "redis":
        launcher = site.process.pid if site.process else 0
        return next((number for number in pids(program, str(site.data)) if parent_of(number) == launcher), 0)
    try:
        with redis.Redis.from_url(Paths(site.data).redis_url) as client:
            return int(client.info("server")["process_id"])
    except redis.ConnectionError:
        return 0


def parent_of(number: int) -> int:
    """0 for a process that ended meanwhile."""
    try:
        return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def kill_everything(site: Site) -> None:
    """`kill -9` of the worker, in the middle of its work, and then of the launcher."""
    for number in pids("celery", str(site.data)):
        os.kill(number, signal.SIGKILL)
    site.stop(signal.SIGKILL)


def pids(word: str, data: str) -> list[int]:
    """The processes of this site with `word` in their command line."""
    numbers = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command, environment = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if word.encode() in command and f"BENCHDB_DATA={data}\0".encode() in environment:
            numbers.append(int(entry.name))
    return numbers


def test_a_folder_in_use_and_a_port_in_use_are_one_line_each(site: Site, tmp_path: Path) -> None:
    same_port = refused({**site.environment, "BENCHDB_DATA": str(tmp_path)})
    taken = f"benchdb: cannot listen on 127.0.0.1 port {site.port}: Address already in use."
    assert same_port == f"{taken} Try PORT={site.port + 1} make run\n"
    same_folder = refused({**site.environment, "PORT": str(free_port())})
    assert same_folder.startswith(f"benchdb: already running on {site.data} (pid ")
    assert same_folder.count("\n") == 1


def refused(environment: dict[str, str]) -> str:
    """What the launcher says as it refuses to start."""
    command = [sys.executable, "-m", "benchdb.host.launch"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr
