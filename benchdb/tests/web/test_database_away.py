"""No PostgreSQL at all: every door says so, and none says that the fault is the site's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT

#: One of each kind; the forms carry what a browser's would.
REQUESTS = (
    ("GET", "/"),
    ("GET", "/runs/"),
    ("GET", "/runs/1/"),
    ("GET", "/runs/1/log"),
    ("GET", "/runs.csv"),
    ("GET", "/machines/"),
    ("GET", "/compare/?study=zones"),
    ("GET", "/compare.json?study=zones"),
    ("GET", "/compare.svg?study=zones"),
    ("GET", "/history/"),
    ("GET", "/p/0123456789abcdef/"),
    ("GET", "/feeds/runs.atom"),
    ("GET", "/uploads/"),
    ("GET", "/uploads/1/"),
    ("GET", "/account/"),
    ("GET", "/api/v1/runs"),
    ("GET", "/api/v1/uploads/1"),
    ("POST", "/login/"),
    ("POST", "/uploads/"),
    ("POST", "/compare/freeze/"),
    ("POST", "/api/v1/exclusions"),
    ("POST", "/api/v1/uploads"),
    ("PUT", "/u/x.log"),
)
#: Asks as the web server does: an exception that nobody caught becomes an answer.
PROGRAM = """
import json, sys, django
django.setup()
from django.test import Client
from django.conf import settings
client = Client(raise_request_exception=False, headers={"Authorization": "Bearer x"} if sys.argv[2:] else {})
client.cookies["sessionid"] = "a" * 32
answers = {}
for method, path in json.loads(sys.argv[1]):
    answer = client.generic(method, path, b"x=1", content_type="application/x-www-form-urlencoded")
    text = b"" if answer.streaming else answer.content
    answers[f"{method} {path}"] = [answer.status_code, answer.get("Retry-After", ""), text.decode(errors="replace")]
print(json.dumps(answers))
"""


def answers(folder: Path, *requests: tuple[str, str], token: bool = False) -> dict[str, tuple[int, str, str]]:
    """What a web process says whose PostgreSQL is not there: (status, Retry-After, body)."""
    kept = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    (folder / "run").mkdir(parents=True, exist_ok=True)
    there = {
        **kept,
        "BENCHDB_DATA": str(folder),
        "DATABASE_URL": f"postgresql://benchdb@/benchdb?host={folder}/run",
        "DJANGO_SETTINGS_MODULE": "benchdb.settings",
        "SECRET_KEY": "x" * 60,
        "ALLOWED_HOSTS": "testserver",
        "DEBUG": "0",
    }
    command = [sys.executable, "-c", PROGRAM, json.dumps(requests), *(["token"] * token)]
    done = subprocess.run(command, cwd=ROOT, env=there, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return {what: tuple(answer) for what, answer in json.loads(done.stdout.splitlines()[-1]).items()}


@pytest.mark.parametrize("token", [False, True])
def test_every_door_says_that_it_is_not_just_now(tmp_path: Path, token: bool) -> None:
    for what, (status, again, text) in answers(tmp_path, *REQUESTS, token=token).items():
        assert (status, again) == (503, "5"), (what, status, text[-300:])
        assert "try again in a few seconds" in text.lower(), (what, text[-300:])


def test_what_asks_nobody_else_answers(tmp_path: Path) -> None:
    answered = answers(tmp_path, ("GET", "/healthz"), ("GET", "/robots.txt"), ("GET", "/readyz"))
    assert answered["GET /healthz"][0] == answered["GET /robots.txt"][0] == 200
    assert answered["GET /readyz"][0] == 503
    assert "database: not ready" in answered["GET /readyz"][2]
