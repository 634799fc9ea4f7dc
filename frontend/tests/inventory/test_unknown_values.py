"""A question of what no run has, or that has a part of another question: said once, with what can be asked."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

RATES = {"requests_per_second": [400.0, 401.0, 402.0]}


@pytest.fixture
def stored(db: None) -> None:
    for threads, machine in ((2, "box"), (8, "box"), (None, "web8")):
        runs(setup("Linux 6.1", 10, machine, threads=threads), RATES)


def page(path: str) -> str:
    return Client().get(path).content.decode()


def seen(html: str) -> str:
    """What a reader sees of the answer."""
    return " ".join(re.sub(r"<[^>]*>", " ", html.partition('id="answer"')[2].partition("</main>")[0]).split())


@pytest.mark.usefixtures("stored")
def test_a_value_that_no_run_has_is_said_once_with_the_known_ones() -> None:
    html = page("/compare/?machine=box&threads=3")
    text = seen(html)
    assert text.count("No run has 3 threads per client.") == 1
    assert "Known: 2 3 runs 8 3 runs any" in text
    assert "without" not in text
    assert 'href="/compare/?machine=box&amp;threads=8"' in html
    assert 'href="/compare/?machine=box"' in html
    assert re.search(r'class="chip unknown".*?<b>3 \?</b>', html, re.DOTALL)


@pytest.mark.usefixtures("stored")
def test_where_the_other_runs_do_not_have_it_on_record_that_is_said() -> None:
    html = page("/compare/?machine=web8&threads=3")
    text = seen(html)
    assert "3 runs match the rest of the question and do not have it on record: ask without it" in text
    assert "Known of other runs: 2 3 runs 8 3 runs" in text
    assert 'href="/compare/?threads=2"' in html


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("cpus=1", "No run has 1 CPU online."),
        ("concurrency=64", "No run has concurrency 64."),
        ("tls=yes", "No run has TLS on."),
        ("kernel=Linux+6.9&kernel=Linux+7", "No run has the kernel Linux 6.9 or Linux 7."),
    ],
)
def test_the_noun_is_said_as_people_say_it(query: str, sentence: str) -> None:
    assert seen(page(f"/compare/?{query}")).count(sentence) == 1


@pytest.mark.usefixtures("stored")
def test_one_of_several_values_is_named_above_the_answer() -> None:
    assert "No run has 3 threads per client." in seen(page("/compare/?threads=3&threads=8&cols=threads"))


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("kind", ["cost", "scaling", "history"])
def test_who_asks_for_columns_is_led_to_the_same_by_another_name(kind: str) -> None:
    html = page(f"/{kind}/?machine=web8&cols=server")
    assert "“cols=…” is a comparison&#x27;s" in html
    assert "for each server (by=server)" in html
    assert re.search(rf'href="/{kind}/\?by=server&amp;machine=web8"', html)
