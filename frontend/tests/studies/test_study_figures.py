"""What the studies tell besides their tables, and what a reader finds one click from the first page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from frontend.charts.model import Chart

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

SMP = "/compare.json?study=smp-scaling"


def only(client: Client, query: str) -> float:
    cells = [cell for row in client.get(f"{SMP}&{query}").json()["rows"] for cell in row["cells"]]
    assert len(cells) == 1
    return float(cells[0]["value"])


def test_the_figures_told_in_the_text_are_on_the_page_and_marked(client: Client) -> None:
    page = client.get("/studies/smp-scaling/").content.decode()
    section = page[page.index("Figures told in the text") :]
    assert section.index('class="tag published"') < section.index("</h2>")
    for figure in ("about 70% to 90%", "about 20% less", "<td>40%</td>"):
        assert figure in section


def test_the_sentence_that_sets_them_against_the_tables_is_true(client: Client) -> None:
    queue = only(client, "metric=lock_wait_per_request&item=runqueue_lock&kernel_patches=none&cpus=8&rows=cpus")
    share = only(client, "metric=lock_wait_share&item=runqueue_lock&kernel=Linux+2.4.1+SMP&cpus=8&rows=cpus")
    rate = only(client, "threads=2&kernel=Linux+2.4.1+SMP&cpus=8&rows=cpus")
    waiting, whole = queue / share, 8 / (0.8 * rate)
    assert (round(1e6 * waiting), round(1e6 * whole), round(100 * waiting / whole)) == (709, 1858, 38)
    note = client.get("/studies/smp-scaling/").content.decode()
    assert "make 709 µs of waiting" in note
    assert "have 1,858 µs for each. That is 38%" in note


def test_each_study_of_a_curve_answers_with_the_lab(client: Client) -> None:
    smp = client.get("/studies/smp-scaling/").content.decode()
    assert "<b>Linux 2.4.1 SMP</b> is highest at 8 CPUs (5,382/s, 3.35 times as much as at 1) and had 3% of its" in smp
    assert 'href="/scaling/?study=smp-scaling&amp;threads=2"' in smp
    zones = client.get("/studies/zones/").content.decode()
    assert "<b>global</b> has its knee at about concurrency 100, holds up to concurrency 170" in zones
    assert "Open in Scaling" in zones


def test_the_sentence_under_the_zones_curve_is_true(client: Client) -> None:
    answer = client.get("/scaling.json?x=concurrency&by=zone&study=zones&provenance=published").json()
    points = {curve["name"]: {p["n"]: p["value"] for p in curve["points"]} for curve in answer["curves"]}
    for zone in points.values():
        beyond = max(value for load, value in zone.items() if load > 100)
        assert round(100 * (beyond / zone[100] - 1), 1) <= 1.4
    assert points["global"][180] < points["global"][170] / 2
    assert sorted(load for load in points["non-global"] if load >= 150) == [150, 200]


@pytest.mark.parametrize(
    ("query", "labels", "largest"),
    [
        ("metric=lock_wait_share&kernel=Linux+2.2.19+SMP&rows=item&cols=cpus", ["2", "4", "8"], "kernel_flag"),
        ("metric=lock_wait_share&kernel=Linux+2.4.1+SMP&rows=item&cols=cpus", ["8"], "runqueue_lock"),
    ],
)
def test_the_lock_tables_are_stacked_bars(client: Client, query: str, labels: list[str], largest: str) -> None:
    charts: list[Chart] = client.get(f"/compare/?study=smp-scaling&{query}").context["charts"]
    assert charts[0].kind == "stacked"
    assert charts[0].labels == labels
    assert charts[0].series[0].name == largest
    assert charts[0].y.most == pytest.approx(100, abs=0.2)


def test_the_schedulers_lock_waiting_is_stacked_over_them(client: Client) -> None:
    chosen = "&kernel_patches=multi-queue+scheduler&kernel_patches=priority-queue+scheduler"
    query = f"metric=lock_wait_per_request&cpus=8&rows=item&cols=kernel_patches{chosen}"
    charts = client.get(f"/compare/?study=smp-scaling&{query}").context["charts"]
    assert charts[0].kind == "stacked"
    totals = [sum(part.values[bar] for part in charts[0].series) for bar in range(2)]
    assert [round(1e3 * total, 1) for total in totals] == [103.3, 139.7]


def test_a_study_of_single_runs_has_no_columns_of_ranges(client: Client) -> None:
    page = client.get("/studies/smp-scaling/").content.decode()
    assert ">CV<" not in page
    assert "Sittings" not in page
    assert len(page.encode()) < 104_000, "with room for a figure more below 110 kB"


def test_a_lock_keeps_its_colour_through_the_study(client: Client) -> None:
    figures = client.get("/studies/smp-scaling/").context["figures"]
    stacks = [chart for figure in figures for chart in figure.charts if chart.kind == "stacked"]
    assert len(stacks) == 3
    for chart in stacks:
        assert len({part.group for part in chart.series}) == len(chart.series), "and no two of a figure have one"
    colours = [(part.name, part.group) for chart in stacks for part in chart.series]
    once = dict(reversed(colours))
    for lock in ("runqueue_lock", "others", "dcache_lock", "struct sock.lock.slock"):
        assert {group for name, group in colours if name == lock} == {once[lock]}, lock


@pytest.mark.browser
@pytest.mark.parametrize(
    ("link", "answer"),
    [
        ("Linux 2.4 against 2.6", "Linux 2.6.0-test5 against Linux 2.4.18-smp: Requests completed 6.09×"),
        (
            "Global against non-global zone",
            "Requests per second: non-global against global: median +1.5% (−13% at concurrency 30 to +14% at 50)",
        ),
        (
            "Scaling from 1 to 8 CPUs",
            "Linux 2.4.1 SMP is highest at the last point, 8 CPUs and Linux 2.2.19 SMP is highest at 4 CPUs.",
        ),
    ],
)
def test_each_great_question_is_one_click_away(live_server: Any, chromium: Any, link: str, answer: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(live_server.url)
    page.get_by_role("link", name=link).click()
    line, chart = page.locator(".answer").first, page.locator("canvas[data-drawn]").first
    chart.wait_for()
    assert line.inner_text().startswith(answer) or answer in line.inner_text()
    one, other = line.bounding_box(), chart.bounding_box()
    assert one
    assert other
    assert one["y"] < other["y"]


CUT = """() => [...document.querySelectorAll(".study .scroll, .document .scroll")]
    .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent.trim().slice(0, 60))"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/studies/smp-scaling/", "/docs/cli/"])
@pytest.mark.parametrize("width", [1280, 1440])
def test_no_table_loses_its_last_column(studies: None, live_server: Any, chromium: Any, path: str, width: int) -> None:
    """What the eight CPUs did stood outside its frame, and what a command does."""
    page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(f"{live_server.url}{path}")
    assert page.evaluate(CUT) == []
