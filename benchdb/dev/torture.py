"""Changes under kill -9 of everything, then fsck: each acknowledged change is there, exactly once. `make torture`

    python -m benchdb.dev.torture [--seconds 60] [--seed 1] [--changes 10000]

Starts a site of its own. People upload, exclude, include, tag and freeze by the API, each asking again until the site
says yes; meanwhile a child of the launcher is killed every few seconds: PostgreSQL, Redis, workers, beat, web server.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from benchdb.dev.own_site import OwnSite, own_site
from benchdb.dev.pytest_plugin import wait_for
from benchdb.host.paths import ROOT

LOG = (ROOT / "fixtures/studies/zones/global.log").read_text()
REPORT = LOG[LOG.index("This is ApacheBench") :].split("\nThis is ApacheBench")[0]
PAUSE = (1.5, 6.0)  #: seconds between two kills
SETTLE = 300.0  #: seconds in which everything must have been read, once nobody kills any more
QUESTION = "provenance=measured&cols=zone"


@dataclass
class Truth:
    """What the site said yes to."""

    uploads: dict[str, int] = field(default_factory=dict)  #: SHA-256 of a log -> its upload
    excluded: dict[int, bool] = field(default_factory=dict)  #: run -> as it was last put
    tags: set[tuple[int, str]] = field(default_factory=set)
    permalinks: dict[str, bytes] = field(default_factory=dict)  #: path -> its JSON
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def changes(self) -> int:
        return sum(count for what, count in self.seen.items() if what.startswith("change"))


class Api:
    """The site's API, asked until it answers for good."""

    def __init__(self, site: OwnSite, truth: Truth) -> None:
        self.port, self.token, self.truth = site.port, site.token, truth
        self.uploads: list[int] = []  #: one's own

    def once(self, method: str, path: str, body: bytes = b"", kind: str = "", key: str = "") -> tuple[int, bytes]:
        """(status, body); status 0 where there was no answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind, "Idempotency-Key": key}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            try:
                connection.request(method, path, body, {name: text for name, text in headers.items() if text})
                answer = connection.getresponse()
                return answer.status, answer.read()
            except (OSError, HTTPException):
                return 0, b""

    def ask(self, method: str, path: str, document: Any = None, **more: Any) -> tuple[int, bytes]:
        """The first answer that is neither of a site that is away (0, 5xx) nor of one that is full (408, 429)."""
        body = json.dumps(document).encode() if document is not None else more.pop("body", b"")
        kind = "application/json" if document is not None else "application/octet-stream"
        while True:
            status, answer = self.once(method, path, body, kind, **more)
            self.truth.seen[f"answer {status}"] += 1
            if status and status < 500 and status not in (408, 429):
                return status, answer
            time.sleep(0.3)


def upload(api: Api, chance: random.Random) -> None:
    rate = f"{chance.uniform(100, 900):.4f}"
    log = REPORT.replace("390.24", rate).encode()
    digest = hashlib.sha256(log).hexdigest()
    path = f"/u/{digest[:12]}.log?machine=torture&zone={chance.choice(['global', 'web'])}"
    status, answer = api.ask("PUT", path, body=log, key=digest[:40])
    assert status in (200, 202), (status, answer)
    api.truth.uploads[digest] = json.loads(answer)["id"]
    api.uploads.append(json.loads(answer)["id"])
    api.truth.seen["change upload"] += 1


def runs_of(status: dict[str, Any]) -> list[int]:
    """The runs of an upload, excluded ones too, by its status."""
    return [int(run["id"]) for run in [*status["runs"], *status["excluded"]]]


def some_run(api: Api, chance: random.Random) -> int | None:
    """Of one's own; None where none is read yet."""
    for upload in chance.sample(api.uploads, min(3, len(api.uploads))):
        if runs := runs_of(json.loads(api.ask("GET", f"/api/v1/uploads/{upload}")[1])):
            return runs[0]
    return None


def exclude(api: Api, chance: random.Random) -> None:
    """Or include again. Nobody else does: each changes the runs of their own uploads."""
    if (run := some_run(api, chance)) is None:
        return
    if api.truth.excluded.get(run):
        status, answer = api.ask("DELETE", f"/api/v1/exclusions/{run}")
        assert status in (200, 204, 404, 409), (status, answer)  # done by an attempt whose answer was lost
    else:
        status, answer = api.ask("POST", "/api/v1/exclusions", {"run": run, "reason": "a trial"})
        assert status in (200, 201, 409), (status, answer)
    api.truth.excluded[run] = not api.truth.excluded.get(run)
    api.truth.seen["change exclude or include"] += 1


def tag(api: Api, chance: random.Random) -> None:
    if (run := some_run(api, chance)) is None:
        return
    word = chance.choice(["tuned", "cold", "night"])
    status, answer = api.ask("PUT", f"/api/v1/runs/{run}/tags/{word}")
    assert status in (200, 201, 204), (status, answer)
    api.truth.tags.add((run, word))
    api.truth.seen["change tag"] += 1


def freeze(api: Api, chance: random.Random) -> None:
    status, answer = api.ask("POST", "/api/v1/permalinks", {"query": QUESTION, "title": f"{chance.random()}"})
    if status in (400, 422):  # nothing is stored yet that it could be about
        return
    assert status in (200, 201), (status, answer)
    path = "/" + json.loads(answer)["url"].split("/", 3)[3].rstrip("/")
    status, content = api.ask("GET", f"{path}.json")
    assert status == 200, (status, content)
    api.truth.permalinks[path] = content
    api.truth.seen["change freeze"] += 1


CHANGES = {upload: 6, exclude: 2, tag: 2, freeze: 1}  #: and how often


def change(site: OwnSite, truth: Truth, seed: int, ends: float, most: int) -> None:
    """One person's changes, until the time is over or there were enough."""
    chance, api = random.Random(seed), Api(site, truth)
    while time.monotonic() < ends and truth.changes < most:
        (what,) = chance.choices([*CHANGES], [*CHANGES.values()])
        what(api, chance)


def kill(site: OwnSite, truth: Truth, seed: int, ends: float) -> None:
    chance = random.Random(f"kill {seed}")
    while time.monotonic() < ends:
        time.sleep(chance.uniform(*PAUSE))
        children = site.children
        if children:
            victim = chance.choice(sorted(children))
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            truth.seen[f"killed {name_of(children[victim])}"] += 1


def name_of(command: str) -> str:
    names = ("postgres", "redis", "gunicorn", "beat", "heavy", "worker")
    return next((name for name in names if name in command), command[:30] or "what had ended")


def settled(api: Api) -> bool:
    """Whether every upload is stored."""
    states = {
        upload: json.loads(api.ask("GET", f"/api/v1/uploads/{upload}?brief=true")[1])["state"]
        for upload in api.truth.uploads.values()
    }
    return set(states.values()) <= {"stored"}


def faults(site: OwnSite, truth: Truth) -> list[str]:
    """What is otherwise than the site said."""
    api, wrong = Api(site, truth), list[str]()
    wait_for(lambda: settled(api), lambda: f"not everything was read in {SETTLE:.0f} s: {truth.seen}", seconds=SETTLE)
    for digest, number in truth.uploads.items():
        status = json.loads(api.ask("GET", f"/api/v1/uploads/{number}")[1])
        if len(runs_of(status)) != 1 or status["files"][0]["sha256"] != digest:
            wrong.append(f"upload {number}: runs {runs_of(status)}, {status['state']}, {status['files']}")
    if len(set(truth.uploads.values())) != len(truth.uploads):
        wrong.append("two logs have one upload")
    for run, is_excluded in truth.excluded.items():
        if bool(json.loads(api.ask("GET", f"/api/v1/runs/{run}")[1])["excluded_at"]) is not is_excluded:
            wrong.append(f"run {run}: excluded should be {is_excluded}")
    for run, word in truth.tags:
        if json.loads(api.ask("GET", f"/api/v1/runs/{run}")[1])["tags"].count(word) != 1:
            wrong.append(f"run {run}: its tag {word} is not there once")
    for path, content in truth.permalinks.items():
        if api.ask("GET", f"{path}.json")[1] != content:
            wrong.append(f"{path}: other bytes")
    return wrong


def fsck(site: OwnSite) -> str:
    """What it says; "" where all is whole."""
    command = [sys.executable, "manage.py", "fsck"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def torture(seconds: float, seed: int, people: int = 4, most: int = 10**9) -> tuple[Truth, list[str]]:
    """What was done and seen, and what is wrong."""
    truth = Truth()
    with own_site() as site:
        ends = time.monotonic() + seconds
        threads = [
            threading.Thread(target=change, args=(site, truth, 1000 * seed + n, ends, most)) for n in range(people)
        ]
        threads.append(threading.Thread(target=kill, args=(site, truth, seed, ends)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wrong = faults(site, truth)
        if words := fsck(site):
            wrong.append(f"fsck: {words}")
    return truth, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--changes", type=int, default=10**9, help="stop after so many")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    truth, wrong = torture(options.seconds, options.seed, options.people, options.changes)
    for what, count in sorted(truth.seen.items()):
        print(f"{count:6} {what}")
    print("\n".join(wrong) or "each acknowledged change is there, exactly once; fsck: whole")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
