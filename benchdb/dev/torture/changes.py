"""What people do to a site under torture, each change asked until the site says yes, and what it said yes to."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from benchdb.dev.own_site import OwnSite
from benchdb.host.paths import ROOT

LOG = (ROOT / "fixtures/studies/zones/global.log").read_text()
REPORT = LOG[LOG.index("This is ApacheBench") :].split("\nThis is ApacheBench")[0]
QUESTION = "provenance=measured&cols=zone&zone=global&zone=web"  #: not of each zone that `correct` makes
#: What a page's own forms show: a token in cookie and header.
FORM = {"Cookie": f"csrftoken={'x' * 32}", "X-CSRFToken": "x" * 32}


@dataclass
class Truth:
    """What the site said yes to."""

    uploads: dict[str, int] = field(default_factory=dict)  #: SHA-256 of a log -> its upload
    excluded: dict[int, bool] = field(default_factory=dict)  #: run -> as it was last put
    tags: set[tuple[int, str]] = field(default_factory=set)
    permalinks: dict[str, bytes] = field(default_factory=dict)  #: path -> its JSON
    withdrawn: dict[int, bool] = field(default_factory=dict)  #: upload -> as it was last put
    zones: dict[int, str] = field(default_factory=dict)  #: upload -> the zone that was last stated for it
    faults: list[str] = field(default_factory=list)  #: answers with the status 500: nothing is lost, but none should be
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def changes(self) -> int:
        return sum(count for what, count in self.seen.items() if what.startswith("change"))


class Api:
    """A site's API, asked until it answers for good."""

    def __init__(self, site: OwnSite, truth: Truth) -> None:
        self.port, self.token, self.truth = site.port, site.token, truth
        self.uploads: list[int] = []  #: one's own

    def once(self, method: str, path: str, body: bytes = b"", kind: str = "", key: str = "") -> tuple[int, bytes]:
        """(status, body); status 0 where there was no answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind, "Idempotency-Key": key, **FORM}
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
        kind = "application/json" if document is not None else more.pop("kind", "application/octet-stream")
        while True:
            status, answer = self.once(method, path, body, kind, **more)
            self.truth.seen[f"answer {status}"] += 1
            if status == 500:
                self.truth.faults.append(f"{method} {path}: {answer.decode(errors='replace')[:200]}")
            if status and status < 500 and status not in (408, 429):
                return status, answer
            time.sleep(0.3)

    def form(self, path: str, **fields: str) -> tuple[int, bytes]:
        """What a page's form sends."""
        kind = "application/x-www-form-urlencoded"
        return self.ask("POST", path, body=urlencode(fields).encode(), kind=kind)


def upload(api: Api, chance: random.Random) -> None:
    rate = f"{chance.uniform(100, 900):.9f}"
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


def some_upload(api: Api, chance: random.Random, kind: int) -> dict[str, Any] | None:
    """The status of a stored one of one's own; None where none is. Each is for one kind of change, by its number."""
    own = [upload for upload in api.uploads if upload % 3 == kind]
    for upload in chance.sample(own, min(3, len(own))):
        status: dict[str, Any] = json.loads(api.ask("GET", f"/api/v1/uploads/{upload}")[1])
        if status["state"] == "stored":
            return status
    return None


def some_run(api: Api, chance: random.Random) -> int | None:
    """Of one's own uploads; None where none is read yet."""
    status = some_upload(api, chance, 0)
    return runs_of(status)[0] if status else None


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


def withdraw(api: Api, chance: random.Random) -> None:
    """Or restore. 400: it was done by an attempt whose answer was lost."""
    if (status := some_upload(api, chance, 1)) is None:
        return
    number = status["id"]
    do = "restore" if api.truth.withdrawn.get(number) else "withdraw"
    code, answer = api.form(f"/uploads/{number}/change/", do=do, text="a trial of ours")
    assert code in (302, 400), (code, answer)
    assert code == 302 or b"withdrawn" in answer, answer
    api.truth.withdrawn[number] = do == "withdraw"
    api.truth.seen[f"change {do}"] += 1


def correct(api: Api, chance: random.Random) -> None:
    """Another zone. 400: an attempt whose answer was lost is being read; its word is then said once more."""
    if (status := some_upload(api, chance, 2)) is None:
        return
    number, zone = status["id"], f"zone{chance.randrange(10**6)}"
    while True:
        code, answer = api.form(f"/uploads/{number}/", zone=zone, machine="torture")
        if code != 400:
            break
        time.sleep(0.5)
    assert code == 302, (code, answer)
    api.truth.zones[number] = zone
    api.truth.seen["change correct"] += 1


CHANGES = {upload: 6, exclude: 2, tag: 2, withdraw: 2, correct: 1, freeze: 1}  #: and how often
