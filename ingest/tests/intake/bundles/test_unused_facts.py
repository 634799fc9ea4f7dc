"""A `benchdb.toml` that says something of nothing is not passed over without a word."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from benchdb.models import Machine
from ingest.tests.intake.zips import log, read, send, zipped

TOML = b"""[facts]
machine = "xx"
[files."*.lgo"]
zone = "a"
[files."*.log"]
zone = "b"
[machines."x2"]
cpu_count = 4
[machines.xx]
cpu_count = 8
"""


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_patterns_of_no_file_and_machines_of_no_run_are_named_with_their_lines(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped({"a/benchdb.toml": TOML, "a/run.log": log(1)})))
    assert [(one["file"], one["line"], one["message"].split(":")[0]) for one in status["problems"]] == [
        ("a/benchdb.toml", 3, "[files.'*.lgo'] matches no file of this upload"),
        ("a/benchdb.toml", 7, "[machines.'x2']"),
    ]
    assert list(Machine.objects.values_list("name", "cpu_count")) == [("xx", 8)]
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert ("matches no file of this upload" in page, "Needs you" in page) == (True, False)


PATHS = b"""pattern = "{machine}/c{concurrency}/{tuning.gzip}/run{trial}.log"
[facts]
kernel = "Linux 5.10"
tuning = { gzip = "maybe" }
machine = "outer"
"""
FILES = {"m1/c100/on/run1.log": log(1), "m2/c100/on/run2.log": log(2)}
END = " If the paths are right, leave it out."
NOTICES = [
    (4, "[facts] tuning.gzip = 'maybe' counts for every file, and not what the paths say (on)."),
    (5, "[facts] machine = 'outer' counts for every file, and not what the paths say (m1 and m2)."),
]


def notices_of(problems: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return sorted((one["line"], one["message"].removesuffix(END)) for one in problems)


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_facts_that_count_against_every_path_are_named_with_their_lines(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped({"benchdb.toml": PATHS, **FILES})))
    assert notices_of(status["problems"]) == NOTICES
    inner = b'[facts]\nmachine = "m1"\n'
    tree = {"benchdb.toml": PATHS, "m1/c100/benchdb.toml": inner, **{path: one + b"\n" for path, one in FILES.items()}}
    status = read(client, send(client, "more.zip", zipped(tree)))
    assert notices_of(status["problems"]) == NOTICES[:1], "of one file the path is right about the machine"


@pytest.mark.django_db
def test_a_dry_run_of_paths_says_what_would_hold(client: Client) -> None:
    question = {"sha256": [], "paths": [*FILES], "tomls": {"": PATHS.decode()}, "facts": {"cpus": "4"}, "stated": True}
    answer = client.post("/api/v1/logs", question, "application/json").json()
    common = {"kernel": "Linux 5.10", "machine": "outer", "tuning.gzip": "maybe", "cpus": "4", "concurrency": "100"}
    assert answer["stated"] == {
        "m1/c100/on/run1.log": {**common, "trial": "1"},
        "m2/c100/on/run2.log": {**common, "trial": "2"},
    }
    assert notices_of(answer["notices"]) == NOTICES
    question |= {"facts": {"machine": "field"}, "tomls": {"": PATHS.decode() + "[machines.field]\n[machines.x2]\n"}}
    answer = client.post("/api/v1/logs", question, "application/json").json()
    assert [one["line"] for one in answer["notices"]] == [4, 7], "of what a field says nobody need be told"
    assert client.post("/api/v1/logs", question | {"stated": False}, "application/json").json()["stated"] == {}


@pytest.mark.usefixtures("by_hand")
@pytest.mark.django_db(transaction=True)
def test_a_file_that_was_meant_to_hold_facts_is_told_its_name(client: Client) -> None:
    status = read(client, send(client, "all.zip", zipped({"Benchdb.toml": b"[facts]\n", "run.log": log(1)})))
    [problem] = status["problems"]
    hint = "Facts are read from files of the name benchdb.toml alone; this one is called Benchdb.toml."
    assert problem["message"].endswith(hint)
