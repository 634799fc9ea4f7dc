"""Changes under kill -9 of everything, then fsck: each acknowledged change is there, exactly once. `make torture`

    python -m benchdb.dev.torture [--seconds 60] [--seed 1] [--changes 10000]

Starts a site of its own. People upload, exclude, include, tag, withdraw, restore, correct and freeze by the API and the
pages' forms, each asking again until the site says yes; meanwhile a child of the launcher is killed every few changes:
PostgreSQL, Redis, workers, beat, web server.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress

from benchdb.dev.own_site import OwnSite, own_site
from benchdb.dev.pytest_plugin import wait_for
from benchdb.dev.torture_changes import CHANGES, Api, Truth, runs_of
from benchdb.host.paths import ROOT

BETWEEN = (1, 8)  #: changes between two kills: a busy machine has fewer of both
PATIENCE = 20.0  #: seconds after which the next kill comes in any case: what is starting is killed too
ENDED = {"stored", "failed"}
SETTLE = 300.0  #: seconds in which everything must have been read, once nobody kills any more


def change(site: OwnSite, truth: Truth, seed: int, ends: float, most: int) -> None:
    """One person's changes, until the time is over or there were enough."""
    chance, api = random.Random(seed), Api(site, truth)
    while time.monotonic() < ends and truth.changes < most:
        (what,) = chance.choices([*CHANGES], [*CHANGES.values()])
        what(api, chance)


def kill(site: OwnSite, truth: Truth, seed: int, ends: float) -> None:
    chance = random.Random(f"kill {seed}")
    while time.monotonic() < ends:
        wanted, until = truth.changes + chance.randint(*BETWEEN), time.monotonic() + PATIENCE
        while truth.changes < wanted and time.monotonic() < min(until, ends):
            time.sleep(0.1)
        time.sleep(chance.uniform(0, 1))
        children = site.children
        if children:
            victim = chance.choice(sorted(children))
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            truth.seen[f"killed {name_of(children[victim])}"] += 1


def name_of(command: str) -> str:
    names = ("postgres", "redis", "gunicorn", "beat", "heavy", "worker")
    return next((name for name in names if name in command), command[:30] or "what had ended")


def states_of(api: Api) -> dict[int, str]:
    """The state of every upload."""
    return {
        upload: json.loads(api.ask("GET", f"/api/v1/uploads/{upload}?brief=true")[1])["state"]
        for upload in api.truth.uploads.values()
    }


def settled(api: Api) -> bool:
    """Whether every upload has come to an end."""
    return set(states_of(api).values()) <= ENDED


def faults(site: OwnSite, truth: Truth) -> list[str]:
    """What is otherwise than the site said."""
    api, wrong = Api(site, truth), list[str]()
    wait_for(
        lambda: settled(api), lambda: f"not everything was read in {SETTLE:.0f} s: {states_of(api)}", seconds=SETTLE
    )
    wrong += [f"upload {upload} is {state}" for upload, state in states_of(api).items() if state != "stored"]
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
    for number, is_withdrawn in truth.withdrawn.items():
        status = json.loads(api.ask("GET", f"/api/v1/uploads/{number}")[1])
        if bool(status["excluded"]) is not is_withdrawn or bool(status["runs"]) is is_withdrawn:
            wrong.append(f"upload {number}: withdrawn should be {is_withdrawn}")
    for number, zone in truth.zones.items():
        (run,) = runs_of(json.loads(api.ask("GET", f"/api/v1/uploads/{number}")[1])) or (0,)
        if json.loads(api.ask("GET", f"/api/v1/runs/{run}")[1])["setup"]["zone"] != zone:
            wrong.append(f"upload {number}: its zone should be {zone}")
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
    for fault, count in Counter(truth.faults).most_common(5):
        print(f"{count:6} {fault}")
    print("\n".join(wrong) or "each acknowledged change is there, exactly once; fsck: whole")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
