"""A database that was in use before is taken along: its permalinks byte for byte, its answers number for number."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import zstandard
from django.conf import settings

from benchdb.host.paths import ROOT
from benchdb.tests.safekeeping.another_database import migrate

pytestmark = pytest.mark.long

FIGURES = re.compile(r"\.(values|runs|value|ratio|n)(\[\d+\])?$")
OLD = ROOT / "fixtures" / "databases" / "before-the-rooms"
NAME = "taken_along"
#: Asks one process of today's code for many addresses; prints {address: [status, body as hex]}.
ASK = """
import json, sys
import django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False)
answers = {path: client.get(path, headers={"host": "127.0.0.1:8971"}) for path in json.load(sys.stdin)}
print(json.dumps({path: [answer.status_code, answer.content.hex()] for path, answer in answers.items()}))
"""


def read(name: str) -> bytes:
    return zstandard.ZstdDecompressor().decompress((OLD / name).read_bytes(), max_output_size=1 << 27)


EXPECTED: dict[str, Any] = json.loads(read("answers.json.zst"))


@pytest.fixture(scope="module")
def database(django_db_setup: None) -> Iterator[str]:
    """The address of the old database, migrated."""
    server = settings.HERE.database_url.rpartition("/")[0]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {NAME}")
        admin.execute(f"CREATE DATABASE {NAME}")
        with psycopg.connect(f"{server}/{NAME}") as old:
            old.execute(read("database.sql.zst").decode())
        migrate(f"{server}/{NAME}")
        yield f"{server}/{NAME}"
        admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


PERMALINKS = {
    f"/p/{link['id']}.{name}": digest for link in EXPECTED["permalinks"] for name, digest in link["sha256"].items()
}
PAGES = [f"/p/{link['id']}/" for link in EXPECTED["permalinks"]]
KINDS = ("compare", "scaling", "history")
THEN = {
    kind: {f"/{kind}.json?{a['query']}": a for a in EXPECTED["answers"] if a["kind"] == kind and a["status"] == 200}
    for kind in KINDS
}


@pytest.fixture(scope="module")
def answers(database: str) -> dict[str, tuple[int, bytes]]:
    """Today's, to every address that the old site was asked for: (status, body)."""
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "benchdb.settings", "DEBUG": "1"}
    paths = json.dumps([*PERMALINKS, *PAGES, *(path for kind in KINDS for path in THEN[kind])])
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, input=paths, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return {path: (status, bytes.fromhex(body)) for path, (status, body) in json.loads(done.stdout).items()}


def test_every_permalink_is_the_same_bytes(answers: dict[str, tuple[int, bytes]]) -> None:
    assert {path: hashlib.sha256(answers[path][1]).hexdigest() for path in PERMALINKS} == PERMALINKS


def test_every_permalink_has_a_page(answers: dict[str, tuple[int, bytes]]) -> None:
    assert {answers[page][0] for page in PAGES} == {200}


def figures(document: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """(where it stands, number) for every number of an answer that no later version may say otherwise."""
    if isinstance(document, dict):
        for key, part in document.items():
            yield from figures(part, f"{place}.{key}")
    elif isinstance(document, list):
        for index, part in enumerate(document):
            yield from figures(part, f"{place}[{index}]")
    elif isinstance(document, int | float) and FIGURES.search(place):
        yield place, float(document)


#: (when its log was read anew, run) -> when the log was stored first, where a run without a start stands today.
STORED_FIRST = {("2026-11-22 03:04", 59): "2026-11-22 03:02"}


def points_of(document: Any) -> set[tuple[str, int, float]]:
    """(where along x, run, value) of every run of a history, whichever its curve."""
    points = [point for curve in document["curves"] for point in curve["points"]]
    pairs = ((point["label"], *pair) for point in points for pair in zip(point["runs"], point["values"], strict=True))
    return {(STORED_FIRST.get((label, run), label), run, value) for label, run, value in pairs}


def by_run(document: Any) -> Any:
    """The runs of each point of a history in the order of their numbers: a corrected one stood behind the others."""
    for point in (point for curve in document.get("curves", ()) for point in curve["points"] if "label" in point):
        pairs = sorted(zip(point["runs"], point["values"], strict=True))
        point["runs"], point["values"] = ([pair[side] for pair in pairs] for side in (0, 1))
    return document


@pytest.mark.parametrize("kind", KINDS)
def test_random_questions_have_the_same_figures(answers: dict[str, tuple[int, bytes]], kind: str) -> None:
    then = THEN[kind]
    assert len(then) > 10
    for path in then:
        status, body = answers[path]
        assert status == 200, path
        if any(caveat.startswith("One curve for each setup") for caveat in json.loads(body).get("caveats", ())):
            assert points_of(json.loads(body)) == points_of(then[path]["json"]), path  # one curve of all then
            continue
        of_today = {key: value for key, value in json.loads(body).items() if key != "notes"}  # was in none then
        before, now = (dict(figures(by_run(document))) for document in (then[path]["json"], of_today))
        assert before.keys() == now.keys(), path
        assert not [place for place in before if not math.isclose(before[place], now[place], rel_tol=1e-12)], path
