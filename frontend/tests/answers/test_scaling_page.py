"""The scaling lab as its readers see it: the founding studies' figures, the exports, and a real Chromium."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.answers.comparison import data
from frontend.answers.shown_tables import Shown, ShownTable
from frontend.charts.scaling.curves import curve_charts
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

SMP = "study=smp-scaling&threads=2"
ZONES = "x=concurrency&by=zone&study=zones&provenance=published"


def document(client: Client, query: str) -> dict[str, Any]:
    return dict(client.get(f"/scaling.json?{query}").json())


def usl(answer: dict[str, Any], name: str) -> dict[str, Any]:
    curve = next(entry for entry in answer["curves"] if entry["name"] == name)
    return dict(next(entry for entry in curve["fits"] if entry["law"] == "usl"))


@pytest.mark.parametrize(
    ("kernel", "alpha", "beta", "peak"),
    [("Linux 2.2.19 SMP", 0.267, 0.0500, 3.8), ("Linux 2.4.1 SMP", 0.0117, 0.0208, 6.9)],
)
def test_the_kernels_fits_are_the_studys(client: Client, kernel: str, alpha: float, beta: float, peak: float) -> None:
    fit = usl(document(client, SMP), kernel)
    assert (float(f"{fit['alpha']:.3g}"), float(f"{fit['beta']:.3g}"), round(fit["peak"], 1)) == (alpha, beta, peak)
    assert fit["gamma_fixed_at"] is None
    assert fit["degrees_of_freedom"] == 1


def test_the_headline_stands_above_the_chart(client: Client) -> None:
    page = client.get(f"/scaling/?{SMP}").content.decode()
    first = "Linux 2.4.1 SMP is highest at 8 CPUs (5,382/s, 3.35 times as much as at 1) and had 3% of its CPU time idle"
    line = "Linux 2.4.1 SMP is highest at the last point, 8 CPUs, and Linux 2.2.19 SMP is highest at 4 CPUs"
    marked = first.replace("Linux 2.4.1 SMP", "<b>Linux 2.4.1 SMP</b>")
    assert page.index(f"<b>{line}</b>.") < page.index(f"<li>{marked} there</li>") < page.index("data-chart")
    frozen = client.get(f"/scaling.txt?{SMP}").content.decode()
    assert f"{first} there; " in " ".join(frozen.split()), "exports keep the whole headline"
    assert line in " ".join(frozen.split()), "which begins with the same sentence"
    assert "4 points for 3 parameters: a rough fit." in page
    assert "Nothing else that is recorded: the curves differ only in kernel." in page
    assert "Published figures, no raw logs." in page


def test_page_table_and_exports_write_a_figure_alike(client: Client) -> None:
    """As many digits as its runs deserve: 5,420 everywhere, not 5,424.88 in the exports."""
    for cpus, level in ((1, 1000.0), (2, 1900.0), (4, 3500.0), (8, 5424.88)):
        rates = [level * share for share in (0.98, 0.99, 1.0, 1.01, 1.02)]
        runs(setup("Linux 6.1.0", 8, machine="lab", cpus=cpus), {"requests_per_second": rates})
    page = client.get("/scaling/?machine=lab").content.decode()
    texts = [client.get(f"/scaling.{ending}?machine=lab").content.decode() for ending in ("txt", "md", "json")]
    assert all("at 8 CPUs (5,420/s" in " ".join(text.split()) for text in (page, *texts))
    assert "5,420" in page.partition("Speed-up and efficiency")[2]
    assert not any("5,424" in text for text in texts[:2])


def test_the_zones_page_says_where_they_collapse(client: Client) -> None:
    page = client.get(f"/scaling/?{ZONES}").content.decode()
    assert "holds up to concurrency 170 and is 57% lower at 180" in page
    assert "Requests planned: 300, 500, 1,000, 1,500, 1,700, 1,800, 2,000" in page, "they change along with the load"
    assert "No run here records errors." in page


def test_a_load_curve_of_logs_has_latency_and_errors_beneath(client: Client) -> None:
    answer = document(client, "x=concurrency&by=zone&study=zones&provenance=measured")
    metrics = [entry["name"] for entry in answer["comparison"]["metrics"]]
    assert metrics == ["requests_per_second", "latency_mean", "requests_failed"]


def test_of_more_runs_than_are_listed_none_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a comparison; what the points come to stays."""
    whole, lines = document(client, SMP), client.get(f"/scaling.csv?{SMP}").content.decode().splitlines()
    monkeypatch.setattr(data, "MOST_LISTED", 3)
    bare = document(client, SMP)
    points = [point for curve in bare["curves"] for point in curve["points"]]
    assert points
    assert all(point["values"] is None and point["runs"] is None for point in points)
    named = [point for curve in whole["curves"] for point in curve["points"]]
    assert [point["value"] for point in points] == [point["value"] for point in named]
    assert bare["comparison"]["left_out"]
    fewer = client.get(f"/scaling.csv?{SMP}").content.decode().splitlines()
    assert [row | {"runs": ""} for row in csv.DictReader(lines)] == list(csv.DictReader(fewer))


def test_a_page_is_a_few_queries_and_the_same_bytes_twice(client: Client, django_assert_max_num_queries: Any) -> None:
    # Six of data and one of what somebody excluded; a savepoint with its time limit, and the version of the data; and
    # one that gives the transaction of this test its own time back, which no reader's question has around it.
    with django_assert_max_num_queries(10 + 1):
        one = client.get(f"/scaling.json?{SMP}").content
    assert client.get(f"/scaling.json?{SMP}").content == one


def test_the_exports_agree_number_by_number(client: Client) -> None:
    answer = document(client, SMP)
    rows = list(csv.DictReader(io.StringIO(client.get(f"/scaling.csv?{SMP}").content.decode())))
    points = {(curve["name"], point["n"]): point for curve in answer["curves"] for point in curve["points"]}
    assert {(row["curve"], float(row["n"])): float(row["value"]) for row in rows} == {
        key: point["value"] for key, point in points.items()
    }
    first = usl(answer, rows[0]["curve"])
    assert float(rows[0]["usl_fitted"]) == pytest.approx(float(rows[0]["value"]) - first["residuals"][0])


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("machine=nobody", "No run has the machine nobody."),
        ("study=kernel-24-26", "Measured at 8 CPUs only: no curve"),
        ("study=zones&x=rate", "No runs answer this question"),
        (f"{SMP}&metric=cpu_idle", "The scaling laws describe throughput"),
        (f"{SMP}&gamma=measured", "fixed by the figure at N = 1"),
    ],
)
def test_little_data_explains_itself(client: Client, query: str, words: str) -> None:
    answer = client.get(f"/scaling/?{query}")
    assert answer.status_code == 200
    assert words in answer.content.decode()


@pytest.mark.parametrize("query", ["x=zone", "by=cpus", "rows=zone", "metric=speed", "cpus=many", "machine=%00"])
@pytest.mark.parametrize("path", ["/scaling/", "/scaling.csv"])
def test_a_bad_question_is_refused(client: Client, path: str, query: str) -> None:
    assert client.get(f"{path}?{query}").status_code == 400


def test_htmx_gets_the_fragment_and_the_canonical_address(client: Client) -> None:
    answer = client.get("/scaling/?threads=2&study=smp-scaling&x=cpus&zone=", headers={"HX-Request": "true"})
    assert answer.content.lstrip().startswith(b'<div id="scaling-all"')
    assert answer.headers["HX-Push-Url"] == "/scaling/?study=smp-scaling&threads=2"
    bad = client.get("/scaling/?by=cpus&study=zones", headers={"HX-Request": "true"})
    assert (bad.status_code, b'name="study" value="zones"' in bad.content) == (400, True)


def test_a_page_answers_with_few_queries(client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(21):
        client.get(f"/scaling/?{SMP}")


def test_a_row_is_one_line_and_two_curves_are_set_against_each_other(client: Client) -> None:
    for kernel, rates in (("Linux 6.1.0", (1000.0, 1500.0)), ("Linux 6.2.0", (1000.0, 3000.0))):
        for cpus, level in zip((1, 4), rates, strict=True):
            numbers = {"requests_per_second": [level * share for share in (0.98, 0.99, 1.0, 1.01, 1.02)]}
            runs(setup(kernel, None, machine="many", cpus=cpus), numbers)
    page = client.get("/scaling/?machine=many").content.decode()
    table = page.partition('<table class="numbers')[2].partition("</table>")[0]
    assert 'class="under"' not in table
    assert 'title="runs: 2,940 – 3,060"' in table
    heads = [" ".join(re.sub("<[^>]*>", "", head).split()) for head in re.findall(r"<th\b.*?</th>", table, re.DOTALL)]
    assert heads[2] == "Linux 6.2.0 over"
    assert "Linux 6.1.0" in heads[3:]
    assert re.findall(r"([\d.]+×) ?</td></tr>", table) == ["1.00×", "2.00×"]
    assert re.findall(r"of-curve s(\d)", table) == ["1", "2"], "in the colours of the chart"
    assert "2,940 – 3,060" in client.get("/scaling.md?machine=many").content.decode(), "exports keep the range"
    assert "Linux 6.2.0 over" not in client.get("/scaling.md?machine=many").content.decode()


def test_each_law_is_named_at_its_line_and_linear_once(client: Client) -> None:
    first, second = curve_charts(client.get(f"/scaling/?{SMP}").context["answer"])
    laws = [(series.role, series.law) for series in first.series if series.law]
    assert sorted(laws) == [("amdahl", "Amdahl")] * 2 + [("reference", "linear")] + [("usl", "USL")] * 2
    assert {series.law for series in second.series} == {"", "Amdahl", "USL"}


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_lab_is_drawn_on_every_screen(live_server: Any, chromium: Any, width: int, scheme: str) -> None:
    page = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{live_server.url}/scaling/?{SMP}")
    page.locator("canvas[data-drawn]").nth(1).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    widths = page.locator(".charts > .chart").evaluate_all("charts => charts.map((chart) => chart.offsetWidth)")
    assert len(widths) == 2
    assert widths[0] == widths[1], "places along the axis lie beneath each other"
    page.select_option("select[name=by]", "machine")
    page.wait_for_url(re.compile("by=machine"))
    page.get_by_role("link", name="Accept this difference").wait_for()  # machines with other kernels: the gate first
    page.wait_for_selector(".answer:has-text('Not comparable')", state="attached")
    page.go_back()
    page.wait_for_selector(".answer:has-text('Linux 2.4.1 SMP is highest at the last point, 8 CPUs')")
    assert faults == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_ratio_of_two_curves_is_in_view(live_server: Any, chromium: Any, width: int) -> None:
    """It was the last of seven columns, in a box that scrolls."""
    page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(f"{live_server.url}/scaling/?{SMP}")
    table = page.locator(".scroll", has=page.locator("caption", has_text="Speed-up and efficiency"))
    assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 1
    ratio = table.locator("tbody tr:last-child td:last-child").bounding_box()
    assert ratio["x"] + ratio["width"] <= width
    efficiency = table.locator("tbody tr:last-child td.spare").first.bounding_box()
    assert efficiency["width"] < 1, "it has a chart of its own"


@pytest.mark.browser
def test_on_a_phone_each_parameter_of_a_law_stands_beneath_its_head(live_server: Any, chromium: Any) -> None:
    """Four of seven columns were outside of the box."""
    page = chromium.new_context(viewport={"width": 390, "height": 900}).new_page()
    page.goto(f"{live_server.url}/scaling/?{SMP}")
    page.locator("summary", has_text="How the curves were fitted").click()
    for caption in ("Fits", "Residuals"):
        table = page.locator(".scroll", has=page.locator("caption", has_text=caption))
        assert table.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, caption
    shown = page.locator("td[data-side='R²']").first
    assert shown.evaluate("cell => getComputedStyle(cell, '::before').content") == '"R²"'
    assert shown.bounding_box()["x"] + shown.bounding_box()["width"] <= 390


@pytest.mark.browser
def test_a_filter_asks_for_its_answer_and_for_no_picture_of_it(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/scaling/?{SMP}")
    page.locator("canvas[data-drawn]").nth(1).wait_for()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.select_option("select[name=protocol]", "mean")
    page.wait_for_url(re.compile("protocol=mean"))
    page.locator("canvas[data-drawn]").nth(1).wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in requests if ".svg" in url and "/static/" not in url] == []
    assert sum("/scaling/" in url for url in requests) == 1


@pytest.mark.browser
def test_the_lab_works_without_javascript_and_shows_its_picture(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/scaling/?study=zones&provenance=published")
    page.select_option("select[name=x]", "concurrency")
    page.select_option("select[name=by]", "zone")
    with page.expect_response(re.compile(r"/scaling\.svg")) as drawing:
        page.get_by_role("button", name="Show").click()
    assert drawing.value.status == 200
    assert "holds up to concurrency 170" in page.locator(".answer").inner_text()


def test_what_all_figures_share_is_no_mark_on_each() -> None:
    published, measured = (Shown("1", runs=(1,), is_published=flag) for flag in (True, False))
    assert not ShownTable("", ("a",), "", (("x", (published, None)),)).marks_published
    assert ShownTable("", ("a", "b"), "", (("x", (published, measured)),)).marks_published


def test_how_many_runs_every_cell_has_is_said_once_above_the_table(client: Client) -> None:
    one, two = Shown("1", runs=(1,)), Shown("2", runs=(1, 2))
    assert [ShownTable("", ("a", "b"), "", (("x", cells),)).n for cells in ((one, None), (one, two))] == [1, 0]
    page = client.get(f"/scaling/?{SMP}").content.decode()
    assert page.count("One run in each cell") == 1
    assert re.search(r'<a href="/runs/[^"]*">5,382</a>', page)


def test_what_is_nothing_at_every_load_is_a_sentence_and_no_chart(client: Client) -> None:
    for load, rate in ((1, 100.0), (8, 400.0), (64, 380.0)):
        numbers = {"requests_per_second": [rate + one for one in range(3)], "requests_failed": [0.0] * 3}
        runs(setup("Linux 6.1.0", load), numbers)
    page = client.get("/scaling/?x=concurrency&by=kernel&machine=built").content.decode()
    assert "Requests failed: 0 in each of 9 runs." in page
    assert page.count("data-chart") == 1
    assert "Knee</th>" not in page


def test_a_load_on_the_axis_has_separators_of_thousands(db: None, client: Client) -> None:
    for rate in (500.0, 1000.0, 12500.0):
        runs(setup("Linux 6.1.0", None, rate=rate), {"requests_per_second": [rate]})
    chart = client.get("/scaling/?x=rate&machine=built").context["charts"][0]
    assert [tick.text for tick in chart.x.ticks] == ["500", "1,000", "12,500"]


def test_below_a_step_is_drawn_at_the_step(client: Client) -> None:
    """A small page by ab: the latency was a hockey stick from 0 to 1 ms that no data showed."""
    for load in (1, 2, 4, 8, 16):
        numbers = {"requests_per_second": [9000.0] * 3, "latency_mean": [0.0 if load < 16 else 0.001] * 3}
        runs(setup("Linux 6.1.0", load, machine="coarse"), numbers)
    charts = client.get("/scaling/?machine=coarse&x=concurrency").context["charts"]
    latency = next(one for one in charts if one.title == "Latency, mean")
    points = latency.series[0].points
    assert [(point.y, point.low, point.high) for point in points[:4]] == [(1.0, 0.0, 1.0)] * 4
    assert all(point.text == "< 1 ms" and point.words.startswith("< 1 ms, 3 runs") for point in points[:4])


def test_beneath_a_curve_of_ab_stands_the_mean_that_has_its_digits(client: Client) -> None:
    """1 ms and 2 ms of whole milliseconds were a chart of steps, where ab printed 0.566 ms and 1.82 ms."""
    for load, mean in ((8, 0.000566), (32, 0.00182), (128, 0.0063)):
        times = [mean * (1 + step / 1000) for step in range(5)]
        values = {"requests_per_second": [load * 100.0 + step for step in range(5)]}
        values |= {"latency_mean": [round(1000 * mean) / 1000] * 5, "time_per_request:concurrent": times}
        runs(setup("Linux 6.1.0", load, machine="quick"), values)
    address = "/scaling/?x=concurrency&machine=quick"
    page = client.get(address)
    assert [table.metric for table in page.context["page_tables"]][1] == "time_per_request"
    text = page.content.decode()
    assert "0.567" in text
    assert "Latency, mean" not in text.partition("fold")[2].partition("</main>")[0]
    assert "Latency, mean" in client.get(address.replace("/?", ".md?")).content.decode(), "exports keep what was asked"
    (run, *_) = Run.objects.filter(setup__concurrency=8)
    run.measurements.filter(metric="time_per_request").delete()
    assert [table.metric for table in client.get(address).context["page_tables"]][1] == "latency_mean"
