"""What a pattern says of chosen files' paths before they are sent."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.patterns import path_pattern
from ingest.declared.pattern_fit import pattern_fit

PATTERN = "{machine}/c{concurrency}/run{trial}.log"
PATHS = st.lists(st.from_regex(r"(a/|b/|logs/|c1/|run1\.log){1,4}", fullmatch=True), max_size=5)


@given(PATHS, st.sampled_from([PATTERN, "/c{concurrency}/run{trial}.log", "run{trial}.log"]))
def test_the_number_of_paths_that_match_is_that_of_each_alone(paths: list[str], text: str) -> None:
    pattern = path_pattern(text)
    fit = pattern_fit(pattern, paths)
    sent = [path.removeprefix(f"{fit.folder}/") if fit.folder else path for path in paths]
    assert fit.paths == len(paths)
    assert fit.matching == sum(pattern.stated(path) is not None for path in sent)
    assert not fit.folder or not any(pattern.stated(path) for path in paths), "paths that match are left as they are"


def test_a_chosen_folders_own_name_does_not_matter() -> None:
    fit = pattern_fit(path_pattern("/c{concurrency}/run{trial}.log"), ["scale/c1/run1.log", "scale/c2/run1.log"])
    assert (fit.matching, fit.folder, fit.example) == (2, "scale", "c1/run1.log")
    assert fit.stated == {"concurrency": "1", "trial": "1"}


def test_archives_and_files_of_facts_have_no_say() -> None:
    assert pattern_fit(path_pattern(PATTERN), ["x/benchdb.toml", "logs.TAR.gz", "a.zip"]).paths == 0


def answer_of(client: Client, pattern: str, *paths: str) -> Any:
    return client.post("/uploads/look/paths/", {"pattern": pattern, "paths": json.dumps(paths)}).json()


@pytest.mark.django_db
def test_the_upload_page_hears_how_many_paths_match(client: Client) -> None:
    none = answer_of(client, PATTERN, "siege/9151-run1.log", "siege/9151-run2.log")
    assert none["sentence"].startswith("0 of 2 paths match the pattern {machine}/c{concurrency}/run{trial}.log: siege/")
    some = answer_of(client, PATTERN, "vm/c8/run2.log", "vm/other.log")
    assert (some["matching"], some["paths"]) == (1, 2)
    assert "vm/c8/run2.log says machine vm, concurrency 8, trial 2" in some["sentence"]
    assert answer_of(client, "", "vm/c8/run2.log") == {"error": ""}
    assert "unknown field {machne}" in answer_of(client, "{machne}/x", "a")["error"]
    assert client.post("/uploads/look/paths/", {"pattern": PATTERN, "paths": "{"}).status_code == 400
