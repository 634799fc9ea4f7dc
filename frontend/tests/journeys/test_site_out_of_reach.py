"""Where the site does not answer, what is there stays, words say so, and the same can be asked again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from benchdb.dev.testing.waiting import wait_for, wait_until
from benchdb.models import Upload
from frontend.tests.constructed import runs, setup
from frontend.tests.recorded_runs import two_recorded_runs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
OURS = '<!DOCTYPE html><header class="top"></header><main><h1>Busy</h1><p>Try again soon.</p></main>'
ADDRESS = "/compare/?machine=built"
LINE = "[data-unanswered]"
Answer = Callable[[Any], None]


def made() -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        runs(setup(kernel, 10), {"requests_per_second": [100.0, 101.0, 102.0]})


def no_answer(route: Any) -> None:
    route.abort()


def bad_gateway(route: Any) -> None:
    route.fulfill(status=502, content_type="text/html", body=GATEWAY)


def nothing(route: Any) -> None:
    route.fulfill(status=503, content_type="text/plain", body="")


def busy(route: Any) -> None:
    route.fulfill(status=503, content_type="text/html", body=OURS)


@pytest.fixture
def page(live_server: Any, chromium: Any) -> Any:
    made()
    return chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url).new_page()


def answer_parts(page: Any, pattern: str, answer: Answer) -> None:
    """What htmx asks for gets this answer, until `page.unroute_all()`."""
    page.route(
        re.compile(pattern), lambda route: answer(route) if "hx-request" in route.request.headers else route.continue_()
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (no_answer, "The site did not answer."),
        (bad_gateway, "The site did not answer (502)."),
        (nothing, "The site did not answer (503)."),
        (busy, "Busy: Try again soon."),
    ],
)
def test_a_question_without_an_answer_stays_and_is_asked_again(page: Any, answer: Answer, words: str) -> None:
    page.goto(ADDRESS)
    before, title = page.locator("#comparison").inner_text(), page.title()
    answer_parts(page, "/compare/", answer)
    page.select_option("#q-cols", "machine")
    line = page.locator(LINE)
    assert line.inner_text() == f"{words} What is shown is from before. Try again"
    assert line.evaluate("line => line.parentElement.id") == "answer"
    assert page.locator("#comparison").inner_text() == before
    assert (page.url.endswith(ADDRESS), page.title()) == (True, title)
    page.unroute_all()
    line.get_by_role("button").click()
    wait_until(page, "location.search.includes('cols=machine')")
    assert page.locator(LINE).count() == 0


def test_what_the_site_refuses_is_shown_as_the_answer(page: Any) -> None:
    page.goto(ADDRESS)
    page.locator("#q-rows").evaluate("select => { select.add(new Option('Nonesuch', 'nonesuch')) }")
    page.select_option("#q-rows", "nonesuch")
    page.wait_for_selector("text=This cannot be answered")
    assert page.locator(LINE).count() == 0


@pytest.mark.parametrize("answer", [no_answer, bad_gateway])
def test_a_search_without_an_answer_leaves_the_list_and_its_filters(page: Any, answer: Answer) -> None:
    page.goto("/runs/")
    page.locator("#f-kernel-1").wait_for(state="attached")
    answer_parts(page, "/runs/", answer)
    page.locator("#words").press_sequentially("kernel:6.2*")
    wait_until(page, f"document.querySelectorAll('{LINE}').length === 2")  # the list's and its filters'
    assert page.locator("tr[data-row]").count() == 6
    assert page.locator("#f-kernel-1").count() == 1
    assert (page.url.endswith("/runs/"), page.input_value("#words")) == (True, "kernel:6.2*")
    page.unroute_all()
    page.locator(f"#list {LINE} button").click()
    wait_until(page, f"document.querySelectorAll('[data-row]').length === 3 && !document.querySelector('{LINE}')")


def test_filters_without_an_answer_say_so_in_their_place(page: Any) -> None:
    answer_parts(page, "/runs/filters/", bad_gateway)
    page.goto("/runs/")
    page.locator(f"#facets {LINE}").wait_for()
    page.unroute_all()
    page.locator(f"#facets {LINE} button").click()
    page.locator("#f-kernel-1").wait_for(state="attached")
    assert page.locator(LINE).count() == 0


@pytest.mark.parametrize("answer", [no_answer, bad_gateway, busy])
def test_an_overlay_without_an_answer_leaves_the_charts_and_the_address(page: Any, answer: Answer) -> None:
    run, other = two_recorded_runs()
    page.goto(f"/runs/{run.pk}/")
    charts = page.locator("#recorded canvas").count()
    answer_parts(page, "/runs/", answer)
    page.select_option("select[name=with]", str(other.pk))
    page.locator(f"#recorded {LINE}").wait_for()
    assert page.locator("#recorded canvas").count() == charts > 0
    assert page.url.endswith(f"/runs/{run.pk}/")
    page.unroute_all()
    page.locator(f"#recorded {LINE} button").click()
    page.wait_for_url(f"**/runs/{run.pk}/?*with={other.pk}*")


def test_an_upload_is_asked_about_until_the_site_answers(page: Any) -> None:
    upload = Upload.objects.create(digest="u", state=Upload.State.PARSING)
    lines, answers = [], [bad_gateway, no_answer, busy]

    def fail(route: Any) -> None:
        answers.pop(0)(route) if answers else route.continue_()

    answer_parts(page, "/uploads/", fail)
    page.goto(f"/uploads/{upload.pk}/")
    page.expose_function("heard", lambda words: lines.append(words))
    page.evaluate(
        """() => new MutationObserver(() => {
            const words = document.querySelector("[data-unanswered]")?.textContent.trim();
            if (words) heard(words);
        }).observe(document.querySelector("main"), { childList: true, subtree: true })"""
    )
    wait_for(lambda: page.wait_for_timeout(50) or not answers)
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.STORED)
    wait_until(page, f"!document.querySelector('{LINE}') && !document.querySelector('#upload[hx-get]')")
    assert lines[-1] == "Busy: Try again soon. Asking again in 8 s."
    assert page.get_by_role("heading", name=f"Upload {upload.pk}").is_visible()


def test_charts_whose_script_does_not_come_are_words_until_it_does(page: Any) -> None:
    run, _ = two_recorded_runs()
    faults: list[Any] = []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.route(re.compile(r"/charts/draw\b.*\.js"), no_answer)
    page.goto(f"/runs/{run.pk}/")
    line = page.locator("#recorded [data-undrawn]").first
    assert line.inner_text() == "Not drawn: its script did not come. Load the page again."
    assert not page.locator("#recorded .canvas").first.is_visible()
    page.unroute_all()
    page.reload()
    page.locator("canvas[data-drawn]").first.wait_for()
    assert page.locator("[data-undrawn]").count() == 0
    assert faults == []


@pytest.mark.parametrize("address", ["/", "/runs/"])
def test_parts_that_do_not_come_leave_the_rest(page: Any, address: str) -> None:
    faults: list[Any] = []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.route(re.compile(r"/(ranges|run-strip|selected|visits)\b.*\.js"), no_answer)
    page.goto(address)
    if address == "/runs/":
        page.locator("[data-select-run]").first.check()
        page.locator("[data-selected-count]").filter(has_text="1 selected").wait_for()
    page.wait_for_load_state("networkidle")
    assert faults == []
