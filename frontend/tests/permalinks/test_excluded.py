"""What somebody excluded is said wherever its numbers would count."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.models import Permalink, Run
from benchdb.questions.permalinks.drift import drift
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db]

WORDS = "1 run is left out because somebody excluded it: run {} (“Ruhe gestört”)."
PLAIN = WORDS.replace("“", '"').replace("”", '"')  #: as plain text has it
QUESTION = "cols=kernel&rows=concurrency&metric=requests_per_second"


@pytest.fixture
def excluded(db: None) -> Run:
    """One of ten runs, on two kernels under four loads."""
    for kernel, level in (("Linux 6.1.0", 1000.0), ("Linux 6.2.0", 900.0)):
        for load in (1, 2, 4, 8):
            made = runs(setup(kernel, load), {"requests_per_second": [level * load + place for place in range(5)]})
    Run.objects.filter(pk=made[2].pk).update(excluded_at=timezone.now(), excluded_because="Ruhe gestört")
    return made[2]


@pytest.mark.parametrize(
    "path", [f"compare?{QUESTION}", "scaling?x=concurrency&by=kernel&metric=requests_per_second", "history?x=kernel"]
)
@pytest.mark.parametrize("form", ["/?", ".json?", ".txt?", ".md?"])
def test_every_answer_names_the_run_and_the_reason(client: Client, excluded: Run, path: str, form: str) -> None:
    answer = client.get(f"/{path.replace('?', form)}")
    text = " ".join(answer.content.decode().split())
    assert WORDS.format(excluded.pk) in text or PLAIN.format(excluded.pk) in text


def test_of_other_runs_nothing_is_said(client: Client, excluded: Run) -> None:
    for query in (
        f"{QUESTION}&concurrency=2",
        f"{QUESTION}&as_of={(timezone.now() - timedelta(hours=1)):%Y-%m-%dT%H:%M}",
    ):
        assert "excluded" not in client.get(f"/compare.txt?{query}").content.decode()


def test_a_permalink_keeps_the_words_and_one_without_them_still_holds(client: Client, excluded: Run) -> None:
    frozen = client.post("/compare/freeze/", {"query": QUESTION}, follow=True)
    assert WORDS.format(excluded.pk) in " ".join(frozen.content.decode().split())
    link = Permalink.objects.get()
    assert drift(link) == ()
    before = link.result.partition('{"kind":"excluded runs left out"')
    assert before[1]
    link.result = before[0].rstrip(",") + before[2].partition("}")[2]
    assert drift(link) == (), "as it was frozen before this was said"
