"""Whether all is as the sites said it was, once nobody strikes any more."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchdb.dev.own_site import OwnSite
from benchdb.dev.torture.changes import Api, runs_of
from benchdb.host.paths import ROOT

ENDED = {"stored", "failed"}
STILL = 900.0  #: seconds in which nothing at all went on, after which nothing will


def status_of(api: Api, upload: int, query: str = "") -> dict[str, Any]:
    return dict(json.loads(api.ask("GET", f"/api/v1/uploads/{upload}{query}")[1]))


def run_of(api: Api, run: int) -> dict[str, Any]:
    return dict(json.loads(api.ask("GET", f"/api/v1/runs/{run}")[1]))


def settle(api: Api) -> str:
    """Wait until every upload has come to an end, as long as anything goes on. A sentence where it does no more."""
    unended, moved = dict.fromkeys(api.truth.uploads.values(), ""), time.monotonic()
    while True:
        before = unended
        states = {upload: status_of(api, upload, "?brief=true")["state"] for upload in before}
        unended = {upload: state for upload, state in states.items() if state not in ENDED}
        if not unended:
            return ""
        if unended != before:
            moved = time.monotonic()
        if time.monotonic() - moved > STILL:
            return f"nothing has gone on for {STILL:.0f} s: {unended}"
        time.sleep(1)


def wrong_uploads(api: Api) -> Iterator[str]:
    numbers = api.truth.uploads
    if len(set(numbers.values())) != len(numbers):
        yield "two logs have one upload"
    for digest, number in numbers.items():
        status = status_of(api, number)
        right = status["state"] == "stored" and status["files"][0]["sha256"] == digest
        if not right or len(runs_of(status)) != 1:
            yield f"upload {number}: runs {runs_of(status)}, {status['state']}, {status['error']}, {status['files']}"


def wrong_runs(api: Api) -> Iterator[str]:
    for run, is_excluded in api.truth.excluded.items():
        if bool(run_of(api, run)["excluded_at"]) is not is_excluded:
            yield f"run {run}: excluded should be {is_excluded}"
    for run, word in api.truth.tags:
        if run_of(api, run)["tags"].count(word) != 1:
            yield f"run {run}: its tag {word} is not there once"


def wrong_changes(api: Api) -> Iterator[str]:
    for number, is_withdrawn in api.truth.withdrawn.items():
        status = status_of(api, number)
        if bool(status["excluded"]) is not is_withdrawn or bool(status["runs"]) is is_withdrawn:
            yield f"upload {number}: withdrawn should be {is_withdrawn}"
    for number, zone in api.truth.zones.items():
        (run,) = runs_of(status_of(api, number)) or (0,)
        if run_of(api, run)["setup"]["zone"] != zone:
            yield f"upload {number}: its zone should be {zone}"


def wrong_permalinks(api: Api) -> Iterator[str]:
    for path, content in api.truth.permalinks.items():
        if api.ask("GET", f"{path}.json")[1] != content:
            yield f"{path}: other bytes"


CHECKS: tuple[Callable[[Api], Iterator[str]], ...] = (wrong_uploads, wrong_runs, wrong_changes, wrong_permalinks)


def faults(api: Api) -> list[str]:
    """What is otherwise than the sites said."""
    if words := settle(api):
        return [words]
    return [fault for check in CHECKS for fault in check(api)]


def fsck(site: OwnSite) -> list[str]:
    """What it says; nothing where all is whole."""
    command = [sys.executable, "manage.py", "fsck"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    return [f"fsck: {done.stdout}{done.stderr}"] if done.returncode else []
