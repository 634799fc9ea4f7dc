"""A comparison on paper keeps its verdicts in words, its filters, what is held constant, its address and the day."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchdb.models import Log, Run
from frontend.tests.constructed import runs, setup
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A4 = 718  #: pixels between its margins
SHOWN = "[...document.querySelectorAll(%r)].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim())"


@pytest.fixture
def on_paper(live_server: Any, chromium: Any) -> Any:
    for kernel, first in (("Linux 6.1", 400.0), ("Linux 6.2", 401.0)):
        runs(setup(kernel, 10), {"requests_per_second": [first + 3 * (place % 3) for place in range(6)]})
    page = chromium.new_context(viewport={"width": A4, "height": 1000}).new_page()
    page.goto(f"{live_server.url}/compare/?machine=built&concurrency=10")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return page


def shown(page: Any, selector: str) -> list[str]:
    return list(page.evaluate(SHOWN % selector))


def test_a_comparison_on_paper_keeps_what_a_reader_needs(on_paper: Any) -> None:
    assert shown(on_paper, "td.say .w") == ["cannot tell"]
    assert len(shown(on_paper, "td.strip svg")) == 1
    assert [re.sub(r"\s+×?", " ", text).strip() for text in shown(on_paper, ".asking .chip")] == [
        "Concurrency: 10",
        "Machine: built",
    ]
    (place,) = shown(on_paper, ".printed")
    assert on_paper.url in place
    assert re.search(r"printed on \d{1,2} \w+ \d{4}$", place)
    assert shown(on_paper, "#held dd"), "what is held constant is open"
    assert shown(on_paper, "#differs summary")
    assert shown(on_paper, ".btn, .rail, nav, .bottom") == []


def test_the_page_is_as_it_was_after_printing(on_paper: Any) -> None:
    on_paper.evaluate("dispatchEvent(new Event('afterprint'))")
    on_paper.emulate_media(media="screen")
    assert shown(on_paper, "#held dd, .printed") == []


@pytest.mark.parametrize("kernels", [6, 10])
def test_many_columns_on_paper_keep_their_values_and_fit(live_server: Any, chromium: Any, kernels: int) -> None:
    for number in range(kernels):
        runs(setup(f"Linux 5.{number}", 10), {"requests_per_second": [1000.0 * (number + 1)] * 2})
        runs(setup(f"Linux 5.{number}", 20), {"requests_per_second": [1000.0 * (number + 1)] * 2})
    page = chromium.new_context(viewport={"width": A4, "height": 1000}).new_page()
    page.goto(f"{live_server.url}/compare/?machine=built&cols=kernel&rows=concurrency")
    page.emulate_media(media="print")
    values = [f"{1000 * (number + 1):,}" for number in range(kernels)]
    assert shown(page, ".many tbody tr:first-child :is(.base, td.val)") == values
    assert len(shown(page, ".many tbody tr:first-child td.d")) == kernels - 1
    assert page.evaluate("document.documentElement.scrollWidth") == A4
    ends = "[...document.querySelectorAll('.many :is(th, td)')].map((cell) => cell.getBoundingClientRect().right)"
    assert max(page.evaluate(ends)) <= A4
    assert shown(page, ".about-cell, .turn, .of-column") == []


def test_the_list_of_runs_on_paper_has_its_columns(on_paper: Any, live_server: Any) -> None:
    on_paper.goto(f"{live_server.url}/runs/")
    heads = shown(on_paper, ".runs thead th")
    assert "Kernel" in heads, "which a phone has no room for"
    assert on_paper.evaluate("document.documentElement.scrollWidth") == A4


def test_the_strip_of_trials_is_whole_on_paper(on_paper: Any, live_server: Any) -> None:
    (run, *_) = runs(setup("Linux 6.3", 10), {"requests_per_second": [8960.0, 10000.0, 11400.0]})
    Log.objects.update(size=0)
    on_paper.goto(f"{live_server.url}/runs/{run.pk}/")
    edges = "[...document.querySelectorAll('.strip-of-trials text')].map((text) => text.getBoundingClientRect())"
    lefts, rights = (on_paper.evaluate(f"{edges}.map((box) => box.{side})") for side in ("left", "right"))
    assert min(lefts) >= 0
    assert max(rights) <= A4


def test_documents_and_raw_logs_are_whole_on_paper(on_paper: Any, live_server: Any) -> None:
    """Nothing can be scrolled there: long lines go on in the next one."""
    for name in ("comparing", "operations", "cli", "performance"):
        on_paper.goto(f"{live_server.url}/docs/{name}/")
        assert on_paper.evaluate("document.documentElement.scrollWidth") == A4, name
        clipped = (
            "[...document.querySelectorAll('.document pre')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
        )
        assert on_paper.evaluate(f"{clipped}.map((one) => one.textContent)") == [], name
    text = f"Document Path: /{'a' * 400}\nRequests per second: 390.24 [#/sec] (mean)\n".encode()
    stored = create_upload([IncomingFile("long.log", [b"This is ApacheBench, Version 2.3\n" + text])], {"machine": "m"})
    parse_upload(stored.upload.pk)
    on_paper.goto(f"{live_server.url}/runs/{Run.objects.get(file__upload=stored.upload).pk}/")
    assert on_paper.evaluate("document.documentElement.scrollWidth") == A4
    rights = "[...document.querySelectorAll('.log td')].map((one) => one.getBoundingClientRect().right)"
    assert max(on_paper.evaluate(rights)) <= A4
