"""The first line of a comparison of two sides: the answer row by row, and what its page says beside it."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from benchdb.domain.caveats import as_row, caveat, phrase
from benchdb.domain.dimensions import MISSING
from benchdb.models import Permalink, Run
from benchdb.questions.permalinks.drift import drift
from benchdb.wording import line
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

SIDES = "/compare/?machine=web8&cols=kernel&band=5"


def around(middle: float, step: float = 0.2) -> list[float]:
    return [middle + step * place for place in range(-4, 5)]


def compared(client: Client, new: dict[int, list[float]], old: dict[int, list[float]]) -> Any:
    for kernel, rates in (("Linux 6.1.0", old), ("Linux 6.2.0", new)):
        for concurrency, values in rates.items():
            runs(setup(kernel, concurrency, machine="web8"), {"requests_per_second": values})
    return client.get(SIDES)


def plain(page: bytes) -> str:
    """The first line, without its marks."""
    line_of_page = re.search(r'class="verdict lead answer">(.*?)</p>', page.decode(), re.DOTALL)
    assert line_of_page
    return re.sub(r"<[^>]+>", "", line_of_page[1])


def test_rows_of_one_side_are_named_where_one_row_is_left_too(client: Client) -> None:
    """The other server died at the higher loads, and the page said “better” and no more."""
    text = compared(client, {30: around(345)}, {30: around(300), 50: around(300), 400: around(100)}).content.decode()
    assert "Run with Linux 6.1.0 only: 50, 400." in text


def test_the_first_line_says_which_rows_are_better_worse_and_the_same(client: Client) -> None:
    old = {30: around(300), 50: around(300), 100: around(390), 170: around(380)}
    new = {30: around(250), 50: around(345), 100: around(392)}
    page = compared(client, new, old)
    first = "+15% at concurrency 50; −17% at 30; same within 5% at 100."
    assert plain(page.content).startswith(f"Requests per second, Linux 6.2.0 against Linux 6.1.0: {first}")
    text = page.content.decode()
    assert '<span class="better">+15%</span>' in text
    assert '<span class="worse">−17%</span>' in text
    assert "Run with Linux 6.1.0 only: 170." in text
    exports = [client.get(SIDES.replace("/?", f".{ending}?")).content.decode() for ending in ("json", "md", "txt")]
    assert all(first in " ".join(text.replace("-17", "−17").split()) for text in exports), "one story everywhere"


def test_what_limits_an_answer_stands_beneath_it_and_not_in_it(client: Client) -> None:
    """As large as the answer, it hid it."""
    for kernel, middle in (("Linux 6.1.0", 300), ("Linux 6.2.0", 345)):
        counted = {"requests_completed": [1000.0] * 9, "requests_failed": [20.0] * 9}
        runs(setup(kernel, 30, machine="web8"), {"requests_per_second": around(middle), **counted})
    page = client.get(SIDES)
    assert "+15%" in plain(page.content)
    assert "failed" not in plain(page.content)
    limits = "2% of the requests of Linux 6.2.0 failed, against 2% of those of Linux 6.1.0."
    assert page.content.decode().partition('<p class="limits answer">')[2].startswith(limits)
    text = client.get(SIDES.replace("/?", ".txt?")).content.decode()
    assert limits in " ".join(text.split()), "exports have both in one"


def test_a_permalink_says_what_its_page_said(client: Client) -> None:
    page = compared(client, {30: around(250), 50: around(345)}, {30: around(300), 50: around(300)})
    query = page.context["question"].to_query()
    frozen = client.post("/compare/freeze/", {"query": query, "title": "", "note": ""})["Location"]
    assert plain(client.get(frozen).content) == plain(page.content)
    assert Permalink.objects.get().headline == plain(page.content)
    Permalink.objects.update(result=Permalink.objects.get().result.replace('"in short"', '"rows that moved"'))
    assert drift(Permalink.objects.get()) == (), "other words for the same numbers are no other answer"


def test_rows_of_one_verdict_are_told_together(client: Client) -> None:
    loads = (10, 20, 30, 40, 50, 60, 70, 80)
    page = compared(client, {c: around(330 + c / 10) for c in loads}, {c: around(300) for c in loads})
    assert "+10% to +13% at concurrency 10, 20, 30, 40, 50, 60 and 2 more." in plain(page.content)


def test_what_is_undecided_or_has_many_sides_is_not_told_by_rows(client: Client) -> None:
    page = compared(client, {10: [100.0]}, {10: [90.0]})
    assert "1 run against 1: too few to judge." in plain(page.content)
    runs(setup("Linux 6.3.0", 10, machine="web8"), {"requests_per_second": around(300)})
    assert "Linux 6.2.0: +11%; Linux 6.3.0: 3.33 times; too few runs to judge any of 2" in plain(
        client.get(SIDES).content
    )


def test_a_load_that_one_side_was_not_run_at_has_its_command(client: Client) -> None:
    compared(client, {50: around(345)}, {50: around(300), 170: around(380)})
    Run.objects.update(facts={"url": "http://web8/", "requests": 1000})
    page = client.get(SIDES)
    assert '<a href="#commands">not run</a>' in page.content.decode()
    (more,) = page.context["more_runs"]
    assert (more.where, more.runs) == ("170, Linux 6.2.0", 9)
    assert "-c 170" in more.command
    fold = page.content.decode().partition('<details class="fold more-runs"')[2].partition("</details>")[0]
    assert "Commands for more runs" in fold
    assert re.search(r'<pre id="command-1"[^>]*>benchdb record |<pre id="command-1"[^>]*>for ', fold)
    assert re.search(r'href="#command-1"\s+data-copy="beside"\s*>Copy command<', fold)
    assert "--kernel 'Linux 6.2.0' " in more.command, "it counts on the side that lacks it"


def test_a_side_that_is_a_bare_number_is_named(client: Client) -> None:
    for workers, rates in (("1", around(300)), ("2", around(345))):
        numbers = {"requests_per_second": rates, "latency_mean": [1 / rate for rate in rates]}
        runs(setup("Linux 6.1.0", 30, machine="web8", tuning={"workers": workers}), numbers)
    address = "/compare/?machine=web8&cols=tuning.workers&rows=metric&metric=requests_per_second&metric=latency_mean"
    assert plain(client.get(address).content).startswith("workers 2 against 1: Requests per second +15%")


def test_a_column_that_is_a_number_is_named_before_against() -> None:
    ends = {"middle": (0.1, 1.1), "least": (0.0, 1.0), "most": (0.2, 1.2)}
    sides = {"name": ("concurrency", "100"), "baseline": "50", "verdicts": (("better", 2),)}
    words = line([phrase("many cells of one column", metric="requests_per_second", **ends, **sides)])
    assert words.startswith("Requests per second: concurrency 100 against 50: median +10%")


def test_of_many_rows_that_nobody_can_judge_the_ends_are_named(client: Client) -> None:
    loads = {10: 300.0, 20: 300.0, 30: 300.0, 40: 300.0, 50: 300.0}
    new = {10: 270.0, 20: 303.0, 30: 306.0, 40: 309.0, 50: 345.0}
    page = compared(client, {c: [rate] for c, rate in new.items()}, {c: [rate] for c, rate in loads.items()})
    ends = "median +2.0% (−10% at concurrency 10 to +15% at 50); too few runs to judge any of 5 rows."
    assert plain(page.content) == f"Requests per second: Linux 6.2.0 against Linux 6.1.0: {ends}"


def test_other_work_before_the_load_is_said_above_the_picture(client: Client) -> None:
    for kernel, middle in (("Linux 6.1.0", 300.0), ("Linux 6.2.0", 345.0)):
        runs(setup(kernel, 50, machine="web8"), {"requests_per_second": around(middle)})
    Run.objects.filter(setup__kernel__name="Linux 6.2.0").update(limits=[as_row(caveat("other work", busy=0.99))])
    page = client.get(SIDES).content.decode()
    notes, _, chart = page.partition('class="charts"')
    assert "99% busy before the load began" in notes
    assert chart


def test_what_the_first_line_says_of_loads_at_once_is_not_said_again_beneath_the_table(client: Client) -> None:
    for place, kernel in enumerate(("Linux 6.1.0", "Linux 6.2.0")):
        numbers = {"requests_per_second": around(300.0 + 45 * place)}
        numbers["duration"] = [30.0] * len(numbers["requests_per_second"])
        for trial, run in enumerate(runs(setup(kernel, 50, machine="web8"), numbers)):
            begun = datetime(2026, 5, 1 + place, 12, 0, 5 * trial, tzinfo=UTC)
            Run.objects.filter(pk=run.pk).update(started_at=begun)
    page = client.get(SIDES).content.decode()
    paragraphs = [text for text in re.findall(r"<p[ >].*?</p>", page, re.DOTALL) if "another of these loads" in text]
    assert [text.partition(">")[0] for text in paragraphs] == ['<p class="limits answer"']


def test_a_first_line_begins_with_a_capital_but_for_a_name() -> None:
    def bends(*names: tuple[str, str]) -> str:
        return line([phrase("curves bend", curves=names, count=len(names), load=("rate", 200.0))])

    assert bends(("kernel", MISSING)).startswith("Runs without a recorded kernel bend")
    assert bends(("server", "nginx 1.22")).startswith("nginx 1.22 bends")
    assert bends(("zone", "global")).startswith("The global zone bends")
    both = line([phrase("curves flatten", curves=(("zone", "a"), ("zone", "b")), count=2, load=("rate", 200.0))])
    assert both == "The a zone and the b zone flatten from about 200/s offered"
