"""Rows of the list of runs: how it is sorted, what a bar means, what was not recorded, what is selected."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from benchdb.dev.testing.waiting import wait_until
from benchdb.models import Run
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
START = datetime(2026, 11, 10, 9, 26, tzinfo=UTC)


def test_the_newest_first_has_an_arrow_and_is_led_back_to(client: Client) -> None:
    runs(setup("Linux 6.1", 8), {RATE: [100.0, 110.0]})
    head = r'<th scope="col"([^>]*)>\s*(Run ↓|<a [^>]*>Run</a>)'
    (attributes, text) = re.findall(head, client.get("/runs/").content.decode())[0]
    assert (attributes.strip(), text) == ('aria-sort="descending"', "Run ↓")
    (attributes, text) = re.findall(head, client.get(f"/runs/?kernel=Linux+6.1&sort={RATE}").content.decode())[0]
    assert attributes.strip() == ""
    assert 'href="?kernel=Linux+6.1"' in text


def test_a_bar_is_a_share_of_the_highest_of_its_machine(client: Client) -> None:
    runs(setup("Linux 6.1", 8, machine="slow"), {RATE: [50.0, 100.0]})
    page = client.get("/runs/").content.decode()
    assert "Bars: up to 100/s." in page
    runs(setup("Linux 6.1", 8, machine="fast"), {RATE: [40_000.0]})
    page = client.get("/runs/").content.decode()
    assert re.findall(r'd="M0 0h(\d+)v8H0z"', page) == ["48", "48", "24"]
    assert "Bars: against the highest run here of the same machine." in page


def test_a_mean_latency_has_the_digits_of_the_log_and_is_sorted_by_them(client: Client) -> None:
    means = {"latency_mean": [0.002, 0.002, 0.003], "time_per_request:concurrent": [0.00183, 0.00164, 0.00315]}
    runs(setup("Linux 6.1", 64), {RATE: [34_900.0, 39_000.0, 20_000.0], **means})
    cells = r'<td class="num opt"[^>]*>([^<]* ms)</td>'
    rising = client.get("/runs/?sort=latency").content.decode()
    assert re.findall(cells, rising) == ["1.64 ms", "1.83 ms", "3.15 ms"]
    falling = client.get("/runs/?sort=-latency").content.decode()
    assert re.findall(cells, falling) == ["3.15 ms", "1.83 ms", "1.64 ms"]
    between = client.get("/runs/?q=latency:0.0016..0.0017").content.decode()
    assert re.findall(cells, between) == ["1.64 ms"]
    assert re.findall(cells, client.get("/runs/?q=latency_mean:0.002").content.decode()) == ["1.64 ms", "1.83 ms"]
    former = client.get("/runs/?sort=latency_mean&col=latency_mean").content.decode()
    assert re.findall(cells, former) == ["1.64 ms", "1.83 ms", "3.15 ms"], "what the column was called"


def test_exports_have_the_mean_latency_of_the_table_and_the_one_that_is_shown(client: Client) -> None:
    runs(setup("Linux 6.1", 64), {"latency_mean": [0.002], "time_per_request:concurrent": [0.00183]})
    runs(setup("Linux 6.2", 64), {"latency_mean": [0.0042]})
    (plain, finer) = json.loads(b"".join(client.get("/runs.json").streaming_content))["runs"]  # type: ignore[attr-defined]
    assert [(run["latency_mean"], run["latency"]) for run in (plain, finer)] == [(0.0042, 0.0042), (0.002, 0.00183)]
    lines = b"".join(client.get("/runs.csv?sort=-latency").streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert lines[0].endswith(",upload,latency,failed,latency_mean_below")
    assert [line.split(",")[-3] for line in lines[1:]] == ["0.0042", "0.00183"]


def test_a_mean_that_was_printed_as_nought_has_what_it_is_below_beside_it(client: Client) -> None:
    runs(setup("Linux 6.1", 64), {"latency_mean": [0.0], "time_per_request:concurrent": [0.000081]})
    runs(setup("Linux 6.2", 64), {"latency_mean": [0.002]})
    (one, printed) = json.loads(b"".join(client.get("/runs.json").streaming_content))["runs"]  # type: ignore[attr-defined]
    assert (printed["latency_mean"], printed["latency"], printed["latency_mean_below"]) == (0.0, 0.000081, 0.001)
    assert one["latency_mean_below"] is None


def test_replies_that_may_be_redirects_are_called_so(client: Client) -> None:
    counts = {"requests_failed": [0.0, 0.0], "responses:non_2xx": [500.0, 0.0], "requests_completed": [500.0, 500.0]}
    redirected, fine = runs(setup("Linux 6.1", 64), {RATE: [100.0, 90.0], **counts})
    page = client.get("/runs/?q=failed:>0").content.decode()
    assert "Non-2xx replies (redirects or errors) are counted as failed." in page
    assert 'title="500 replies that were no 2xx: redirects or errors"' in page
    assert "no 2xx" not in client.get("/runs/?q=failed:0").content.decode()
    rows = json.loads(b"".join(client.get("/runs.json").streaming_content))["runs"]  # type: ignore[attr-defined]
    assert [(row["failed"], row["requests_failed"]) for row in rows] == [(0.0, 0.0), (500.0, 500.0)]
    assert [client.get(f"/api/v1/runs/{run.pk}").json()["failed"] for run in (redirected, fine)] == [500.0, 0.0]


def test_percentiles_are_columns_for_who_asks_for_them(client: Client) -> None:
    runs(setup("Linux 6.1", 64), {RATE: [100.0], "latency_p50": [0.0019], "latency_p99": [0.0042]})
    usual = client.get("/runs/").content.decode()
    assert 'value="latency_p99"' in usual, "among the columns to choose"
    assert "4.2 ms" not in usual
    chosen = client.get("/runs/?col=latency_p50&col=latency_p99").content.decode()
    assert re.findall(r">([^<]* ms)</td>", chosen) == ["1.9 ms", "4.2 ms"]
    assert 'href="?col=latency_p50&amp;col=latency_p99&amp;sort=' in chosen
    assert "latency_p99" not in b"".join(client.get("/runs.csv").streaming_content).decode()  # type: ignore[attr-defined]


def test_a_start_that_nobody_recorded_is_said(client: Client) -> None:
    made = runs(setup("Linux 6.1", 8), {RATE: [50.0, 100.0]})
    Run.objects.filter(pk=made[0].pk).update(started_at=START)
    cells = re.findall(r'<td class="opt clip"[^>]*>(.*?)</td>', client.get("/runs/").content.decode())
    assert cells[0] == '<span class="q">not recorded</span>'
    assert "10 Nov 2026 09:26" in cells


@pytest.fixture
def trials() -> dict[str, list[Run]]:
    """Two kernels at two loads on one machine, three trials of each."""
    loads = [(kernel, load) for kernel in ("Linux 6.1", "Linux 6.6") for load in (8, 200)]
    return {f"{kernel} {load}": runs(setup(kernel, load), {RATE: [1.0, 2.0, 3.0]}) for kernel, load in loads}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"Linux 6.1 200": [0, 2]}, "Linux 6.1 at concurrency 200, trials 1 and 3"),
        ({"Linux 6.1 200": [1]}, "Linux 6.1 at concurrency 200, trial 2"),
        ({"Linux 6.1 200": [0], "Linux 6.6 200": [0]}, "Linux 6.1 and Linux 6.6 at concurrency 200"),
        ({"Linux 6.6 200": [0], "Linux 6.6 8": [0]}, "Linux 6.6 at concurrency 8 and 200"),
    ],
)
def test_a_selection_is_said_in_words(
    client: Client, trials: dict[str, list[Run]], chosen: dict[str, list[int]], words: str
) -> None:
    numbers = [trials[name][place].pk for name, places in chosen.items() for place in places]
    varied = re.search(r'data-varied="([^"]*)"', client.get("/runs/").content.decode())
    assert varied
    assert varied[1] == "kernel,concurrency"
    assert client.get("/runs/selected/", {"run": numbers, "varied": varied[1]}).json() == {"words": words}


def test_a_selection_of_one_setup_is_its_trials(client: Client, trials: dict[str, list[Run]]) -> None:
    numbers = [run.pk for run in trials["Linux 6.1 8"]]
    assert client.get("/runs/selected/", {"run": numbers, "varied": ""}).json() == {"words": "trials 1, 2 and 3"}
    words = "Linux 6.1 at concurrency 8, trials 1, 2 and 3"
    assert client.get("/runs/selected/", {"run": numbers}).json() == {"words": words}, "of a page of another kind"
    (tuned,) = runs(setup("Linux 6.1", 8, tuning={"workers": "w2"}), {RATE: [1.0]})
    mixed = client.get("/runs/selected/", {"run": [numbers[0], tuned.pk], "varied": ""}).json()
    assert mixed == {"words": ""}, "trials of two setups are no trials"
    odd = {"run": ["x", "7" * 40, "0"], "varied": "speed"}
    assert client.get("/runs/selected/", odd).json() == {"words": ""}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_bar_of_selected_runs_says_which_and_leaves_the_rail_free(
    live_server: Any, chromium: Any, trials: dict[str, list[Run]]
) -> None:
    page = chromium.new_context(viewport={"width": 1440, "height": 600}).new_page()
    page.goto(f"{live_server.url}/runs/")
    for run in trials["Linux 6.1 200"][:2]:
        page.locator(f"[data-select-run][value='{run.pk}']").check()
    wait_until(page, "document.querySelector('[data-selected-words]').textContent !== ''")
    bar = page.locator("#selected")
    assert page.locator("[data-selected-words]").inner_text() == "Linux 6.1 at concurrency 200, trials 1 and 2"
    assert bar.get_by_role("button", name="Compare 2 selected").is_visible()
    rail, own = page.locator(".rail").bounding_box(), bar.bounding_box()
    assert own["x"] >= rail["x"] + rail["width"]
    filled = bar.locator(".btn, button").evaluate_all(
        "all => all.filter(one => one.offsetParent && !['rgba(0, 0, 0, 0)'].includes(getComputedStyle(one)"
        ".backgroundColor)).map(one => one.textContent.trim())"
    )
    assert filled == ["Compare 2 selected"], "one filled button, the others are quiet links"
    with page.expect_request("**/runs/filters/**") as counted:
        page.locator("#words").fill("concurrency:>=8")
    assert "run=" not in counted.value.url, "what is selected is no filter"
    page.locator("[data-clear]").click()
    wait_until(page, "document.querySelector('[data-selected-words]').textContent === ''")
    page.context.close()


def test_a_selection_names_numbers_and_flags(client: Client) -> None:
    made = [runs(setup("Linux 6.1", 8, cpus=cpus, keepalive=False), {RATE: [1.0]})[0].pk for cpus in (1, 2)]
    answer = client.get("/runs/selected/", {"run": made, "varied": "kernel,cpus,keepalive,concurrency"}).json()
    assert answer["words"] == "Linux 6.1, CPUs online 1 and 2, keep-alive off at concurrency 8"


def test_a_rate_of_failures_has_the_digits_of_the_runs_own_page(client: Client) -> None:
    runs(setup("Linux 6.1", 8), {RATE: [1.0, 1.0], "requests_failed": [1 / 9, 1234.0]})
    page = client.get("/runs/").content.decode()
    assert ">0.11<" in page
    assert ">1,234<" in page
    assert ">0.111" not in page


@pytest.mark.browser
def test_failures_of_six_digits_are_whole_on_a_phone(live_server: Any, chromium: Any) -> None:
    made = setup("Linux 6.6.15-amd64", 128, machine="web8")
    runs(setup("Linux 6.6.15-amd64", 8, machine="web8"), {RATE: [20_000.0] * 3})  # a column for the concurrency
    stopped, *_ = runs(made, {RATE: [21_123.4, 100_250.0], "requests_failed": [422_092.0, 390_053.0]})
    Run.objects.filter(pk=stopped.pk).update(status="aborted")
    page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{live_server.url}/runs/")
    lacking = page.locator(".scroll:has(table.runs)").evaluate("box => box.scrollWidth - box.clientWidth")
    assert lacking <= 0
    page.context.close()
