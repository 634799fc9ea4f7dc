"""The tool that says whether other code gives the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from benchdb.curation.exclusions import exclude
from benchdb.dev.benchmarks.generate import generate
from benchdb.dev.benchmarks.page_list import PAGES
from benchdb.dev.benchmarks.same_answers import addresses, answers, noted, read
from benchdb.models import Run

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_addresses_are_asked_and_other_answers_are_seen(tmp_path: Path) -> None:
    call_command("loadstudies", verbosity=0)
    generate(400, progress=lambda line: None)
    listed = addresses(25, seed=3, most_runs=5_000)
    assert listed == addresses(25, seed=3, most_runs=5_000)
    assert len(listed) == 25 + len({path for path, _ in PAGES.values()} - {"/runs/4000/"})
    questions = [address for address in listed if ".json" in address and "machine=" in address]
    kept = tmp_path / "answers.tsv"
    kept.write_text(noted(answers(questions)), "utf-8")
    assert read(kept) == list(answers(questions))
    for run in Run.objects.filter(setup__machine__name="host-01")[:40]:
        exclude(run, "for a test")
    others = [one.address for one, now in zip(read(kept), answers(questions), strict=True) if one != now]
    assert "/compare.json?machine=host-01" in others
