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


def test_each_question_stands_with_its_answer_above_its_figures(client: Client) -> None:
    answer = client.get("/studies/smp-scaling/")
    questions = answer.context["questions"]
    assert [len(question.figures) for question in questions] == [1, 1, 2, 1, 2]
    assert all(question.answer and question.short for question in questions)
    page = answer.content.decode()
    contents = page[page.index('aria-label="Contents"') : page.index("</nav>", page.index('aria-label="Contents"'))]
    assert contents.index("Which lock?") < contents.index("kernel_flag, runqueue_lock")
    third = page[page.index('id="question-3"') : page.index('id="question-4"')]
    assert third.count("<h2>") == 1
    assert third.index("<h2>Which lock?") < third.index("In 2.2.19 one: kernel_flag") < third.index("<canvas")
    assert third.count("Open as a comparison") == 2
    assert page.index('id="table-1"') < page.index('id="method"') < page.index("Source: ")


def test_long_and_wide_tables_are_folded_beneath_their_charts(client: Client) -> None:
    """The page was 4,610 px high, half of it tables that nobody takes in at a glance."""
    questions = client.get("/studies/smp-scaling/").context["questions"]
    folded = [[one.context["is_folded"] for one in question.figures] for question in questions]
    assert folded == [[False], [False], [True, True], [True], [True, True]]
    third = questions[2].figures[0].html
    assert third.index("<canvas") < third.index('class="fold rows"') < third.index("kernel_flag", third.index("<table"))


BOXES = """[...document.querySelectorAll("#question-3 .chart")].slice(0, 2)
    .map((chart) => chart.getBoundingClientRect().toJSON())"""


A5 = 480  #: pixels between the margins of the smallest paper that anybody prints on


@pytest.mark.browser
def test_two_figures_of_a_question_stand_side_by_side_and_on_paper_with_their_numbers(
    live_server: Any, chromium: Any
) -> None:
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/studies/smp-scaling/")
    first, second = page.evaluate(BOXES)  # at one moment: a page that is still being laid out moves between two
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] < second["x"]
    rows = page.locator("#question-3 .rows table").first
    assert not rows.is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert rows.is_visible()
    for media, width in (("print", A5), ("screen", 390)):
        page.emulate_media(media=media)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_lying_bars_are_as_low_as_they_can_be_read(live_server: Any, chromium: Any) -> None:
    """Two bars of one place lie close; one or three alone need no chart of eight."""
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/studies/smp-scaling/")
    for question, place, most in (("#question-5", 1, 300), ("#question-3", 0, 170), ("#question-3", 1, 150)):
        canvas = page.locator(f"{question} .canvas").nth(place)
        canvas.scroll_into_view_if_needed()
        canvas.locator("canvas[data-drawn]").wait_for()
        assert canvas.bounding_box()["height"] <= most, (question, place)
    answer = page.locator("#question-3 .answer").bounding_box()
    assert answer["height"] < 40, "one line"


def test_the_answers_of_the_questions_are_true(client: Client) -> None:
    """Each number of them, from the site's own answers."""

    def values(query: str) -> dict[str, dict[str, float]]:
        rows = client.get(f"{SMP}&{query}").json()["rows"]
        return {row["row"]: {cell["column"]: cell["value"] for cell in row["cells"]} for row in rows}

    old, new, few, many = "Linux 2.2.19 SMP", "Linux 2.4.1 SMP", "multi-queue scheduler", "priority-queue scheduler"
    rates = values("threads=2&rows=cpus&cols=kernel")
    gains = {kernel: [round(rates[n][kernel] / rates["1"][kernel], 1) for n in ("4", "8")] for kernel in (old, new)}
    assert (gains[new][1], gains[old]) == (3.4, [1.7, 1.4])
    assert [round(rates[n][new] / rates[n][old], 1) for n in ("1", "2", "4", "8")] == [1.1, 1.4, 2.0, 2.8]
    locked = values("metric=function_share&item=stext_lock&rows=cpus&cols=kernel")["8"]
    assert (locked[old], locked[new]) == (0.73, 0.091)
    flag = values("metric=lock_wait_share&kernel=Linux+2.2.19+SMP&rows=item&cols=cpus")["kernel_flag"]
    assert (round(100 * min(flag.values())), max(flag.values())) == (98, 0.996)
    queue = values("metric=lock_wait_share&kernel=Linux+2.4.1+SMP&rows=item&cols=cpus")["runqueue_lock"]["8"]
    assert round(100 * queue) == 83
    waits = values("metric=lock_wait_per_request&item=runqueue_lock&rows=cpus&cols=kernel_patches&baseline=none")["8"]
    assert (round(1e6 * waits[few], 1), round(1e6 * waits["none"])) == (1.1, 592)
    assert [round(waits["none"] / waits[name], -1 if name == few else 0) for name in (few, many)] == [540, 19]
    left = values(
        f"metric=lock_wait_per_request&cpus=8&kernel_patches={few.replace(' ', '+')}&rows=item&cols=kernel_patches"
    )
    sockets = left["struct sock.lock.slock"][few] + left["dcache_lock"][few]
    assert (round(1e6 * sockets), round(1e6 * sum(row[few] for row in left.values()))) == (84, 103)
    grown = values("metric=lock_wait_growth&rows=item&cols=kernel_patches")
    assert (grown["dcache_lock"][few], grown["struct sock.lock.slock"][few]) == (4.4, 5.2)


def test_the_figures_told_in_the_text_are_on_the_page_and_marked(client: Client) -> None:
    page = client.get("/studies/smp-scaling/").content.decode()
    section = page[page.index('id="table-1"') :]
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
    assert "<b>The global zone</b> has its knee at about concurrency 100, holds up to concurrency 170" in zones
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
    assert charts[0].is_sideways, "each a line high, beside its table"
    assert charts[0].labels == labels
    assert charts[0].series[0].name == largest
    assert charts[0].y.most == pytest.approx(100, abs=0.2)


def test_the_schedulers_lock_waiting_is_stacked_over_them(client: Client) -> None:
    chosen = "&kernel_patches=multi-queue+scheduler&kernel_patches=priority-queue+scheduler"
    query = f"metric=lock_wait_per_request&cpus=8&rows=item&cols=kernel_patches{chosen}"
    charts = client.get(f"/compare/?study=smp-scaling&{query}").context["charts"]
    assert charts[0].kind == "stacked"
    assert charts[0].y.unit == "µs", "as its table"
    totals = [sum(part.values[bar] for part in charts[0].series) for bar in range(2)]
    assert [round(total, 1) for total in totals] == [103.3, 139.7]


def test_curves_stand_against_each_other_beside_their_chart(client: Client) -> None:
    """The speed-up says what the efficiency says; columns of loads say that they are loads."""
    page = client.get("/studies/smp-scaling/").content.decode()
    first = page[page.index('id="question-1"') : page.index('id="question-2"')]
    assert "Speed-up" in first
    assert "Linux 2.4.1 SMP over" in first
    assert "Efficiency, %" not in first
    assert "Efficiency, %" in client.get("/scaling/?study=smp-scaling&threads=2").content.decode()
    third = page[page.index('id="question-3"') : page.index('id="question-4"')]
    assert [f"<b>{n} CPUs</b>" in third for n in (2, 4, 8)] == [True, True, True]
    assert '<th scope="col">Lock</th>' in third, "and items what they are"
    assert '<th scope="col">Item</th>' not in page


@pytest.mark.browser
def test_a_logarithmic_axis_has_each_number_with_the_digits_it_needs(chromium: Any, live_server: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/studies/smp-scaling/")
    canvas = page.locator("#question-4 canvas")
    canvas.scroll_into_view_if_needed()
    page.locator("#question-4 canvas[data-drawn]").wait_for()
    labels = canvas.evaluate("one => Chart.getChart(one).scales.y.ticks.map(tick => tick.label).filter(Boolean)")
    assert {"500", "50", "5", "0.5"} <= set(labels)
    assert not [label for label in labels if label.endswith(".0")]


def test_a_study_of_single_runs_has_no_columns_of_ranges(client: Client) -> None:
    page = client.get("/studies/smp-scaling/").content.decode()
    assert ">CV<" not in page
    assert "Sittings" not in page
    assert len(page.encode()) < 104_000, "with room for a figure more below 110 kB"


def test_a_lock_keeps_its_colour_through_the_study(client: Client) -> None:
    questions = client.get("/studies/smp-scaling/").context["questions"]
    stacks = [
        chart
        for question in questions
        for figure in question.figures
        for chart in figure.charts
        if chart.kind == "stacked"
    ]
    assert len(stacks) == 3
    for chart in stacks:
        assert len({part.group for part in chart.series}) == len(chart.series), "and no two of a figure have one"
    colours = [(part.name, part.group) for chart in stacks for part in chart.series]
    once = dict(reversed(colours))
    for lock in ("runqueue_lock", "others", "dcache_lock", "struct sock.lock.slock"):
        assert {group for name, group in colours if name == lock} == {once[lock]}, lock


@pytest.mark.browser
@pytest.mark.parametrize(
    ("study", "answer"),
    [
        (
            "Web serving on Linux 2.4 and 2.6",
            "Linux 2.6.0-test5 against Linux 2.4.18-smp: Requests completed 6.09 times",
        ),
        (
            "Solaris zones: does a non-global zone cost throughput?",
            "Requests per second: non-global against global: median +1.5% (−13% at concurrency 30 to +14% at 50)",
        ),
        (
            "SMP scalability of Linux 2.4 as a web server",
            "Linux 2.4.1 SMP is highest at the last point, 8 CPUs, and Linux 2.2.19 SMP is highest at 4 CPUs.",
        ),
    ],
)
def test_each_great_question_is_one_click_away(live_server: Any, chromium: Any, study: str, answer: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(live_server.url)
    card = page.locator(".card").filter(has_text=study)
    card.get_by_role("link", name="Open this answer").click()
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
    page.evaluate("for (const folded of document.querySelectorAll('.rows')) folded.open = true")
    assert page.evaluate(CUT) == []


def test_the_changes_that_the_zones_summary_names_are_those_of_its_table(client: Client) -> None:
    summary = client.get("/studies/zones/").context["study"].summary
    changes = {
        row["row"]: cell["change"]
        for row in client.get("/compare.json?study=zones&cols=zone&provenance=published").json()["rows"]
        for cell in row["cells"]
        if cell["change"] is not None
    }
    assert f"at 30 it serves {-changes['30']:.1%} less there, at 50 {changes['50']:.1%} more" in summary
    assert max(abs(changes[load]) for load in ("100", "150", "200")) < 0.02
