"""Many columns are a tinted grid and small charts; the sentence has its subject; metrics are found in a menu."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from benchdb.questions.cells import Cell
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.reads.metrics import measured_metrics
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from frontend.answers.comparison.change_words import interval_words
from frontend.answers.comparison.chosen_cell import as_data
from frontend.answers.comparison.many import step
from frontend.charts.comparison import charts
from frontend.charts.model import with_logs
from frontend.templatetags.grid_rows import in_brief
from frontend.tests.answers.many_columns.made import QUERY, made
from frontend.tests.constructed import runs, setup


def drawn(query: str = QUERY) -> list[Any]:
    return charts(fetch_comparison(ComparisonQuestion.from_query([tuple(p.split("=")) for p in query.split("&")])))  # type: ignore[misc]


@pytest.mark.django_db
def test_a_grid_has_a_tint_only_where_a_change_is_told_apart(client: Client) -> None:
    made(7)
    page = client.get(f"/compare/?{QUERY}").content.decode()
    assert "data-many" in page
    assert 'class="heat better h2"' in page
    assert 'aria-label="Linux 5.2 at 1,024: +21%, better"' in page
    assert "not run" in page
    assert "kernel=Linux+5.0&amp;kernel=Linux+5.3" in page, "a column's name sets it against the baseline alone"


@pytest.mark.parametrize(
    ("change", "tone", "number"),
    [(0.05, "better", 1), (0.1, "better", 2), (-0.3, "worse", 3), (-0.5, "worse", 4), (1.2, "better", 4), (3, "q2", 0)],
)
def test_tints_have_four_steps_and_half_weighs_as_much_as_twice(change: float, tone: str, number: int) -> None:
    assert step(change, tone) == number


@pytest.mark.django_db
def test_up_to_twelve_columns_are_small_charts_on_one_scale_and_more_stand_along_the_axis() -> None:
    made(6)
    panels = drawn()
    assert [chart.title for chart in panels] == [f"Linux 5.{number}" for number in range(6)]
    assert len({chart.y for chart in panels}) == 1
    baseline, *others = panels
    assert (baseline.aside, len(baseline.series)) == ("baseline", 1), "in its place among the others"
    assert {chart.series[1].name for chart in others} == {"Linux 5.0"}
    assert all(point.y is not None for point in panels[-1].series[1].points)
    assert {chart.gain for chart in others} == {"higher"}, "above the baseline is tinted as better"
    assert [chart.aside for chart in others[:2]] == ["+10% at 1,024", "+21% at 1,024"]
    assert "by concurrency (log), separate charts by kernel" in panels[0].panel
    assert panels[0].y.unit == "requests per second"
    assert panels[0].panel_heading == panels[0].panel, "the metric's title says the unit"
    (latency, *_) = [replace(chart, y=replace(chart.y, unit="ms")) for chart in panels]
    assert latency.panel_heading == f"{latency.panel} In ms.", "once, above all of them"
    assert panels[0].series[0].points[0].trials, "each has its runs"
    made(14)
    (whole,) = drawn()
    assert [series.name for series in whole.series] == ["Concurrency 8", "Concurrency 64", "Concurrency 1,024"]
    assert len(whole.x.ticks) == 14


@pytest.mark.django_db
def test_what_reaches_far_stands_on_logarithms_unless_the_address_says_otherwise(client: Client) -> None:
    made(2)
    (chart,) = drawn()
    assert chart.x.is_log
    assert not with_logs(chart, ()).x.is_log
    page = client.get(f"/compare/?{QUERY}&log=y").content.decode()
    assert "log=y" in page.split('class="sharing"')[1].split("</div>")[0], "its exports draw what it draws"
    plain, logs = (client.get(f"/compare.svg?{QUERY}&log={axes}").content for axes in ("", "x,y"))
    assert b"Concurrency (log)" in logs
    assert b"(log)" not in plain
    assert client.get(f"/compare.png?{QUERY}&log=nonsense").status_code == 200


@pytest.mark.django_db
def test_a_split_is_small_charts_on_one_scale() -> None:
    for machine in ("old", "new"):
        for load in (1, 2, 3):
            runs(setup("Linux 5", load, machine=machine), {"requests_per_second": [100.0 * load, 101.0 * load]})
    panels = drawn("cols=kernel&rows=concurrency&split=machine")
    assert [chart.title for chart in panels] == ["new", "old"]
    assert {chart.kind for chart in panels} == {"lines"}


@pytest.mark.django_db
def test_the_sentence_says_of_what_and_metrics_without_data_are_greyed(client: Client) -> None:
    made(2)
    runs(setup("Linux 5.0", 8, machine="other"), {"transfer_rate": [1.0, 2.0]})
    page = client.get(f"/compare/?{QUERY}").content.decode()
    sentence = page.split('class="sentence"')[1].split('class="acts"')[0]
    assert "machine=other" in sentence
    assert "every machine" in sentence
    assert "<legend>Throughput</legend>" in sentence
    before, greyed = sentence.split('value="transfer_rate"')[:2]
    assert "lacking" in before.rpartition("<label")[2]
    assert "disabled" in greyed[:60]


@pytest.mark.django_db
def test_the_page_begins_with_the_largest_loss_in_words_and_with_ways_on(client: Client) -> None:
    made(6)
    for load in (8, 64, 1024):
        runs(setup("Linux 4.0", load), {"requests_per_second": [60.0 * load**0.5 + trial for trial in range(5)]})
    panel = client.get(f"/compare/?{QUERY}&baseline=Linux+5.0").content.decode()
    panel = panel.split('class="about-cell"')[1].split("</section>")[0]
    text = " ".join(re.sub("<[^>]*>", "", panel).split())
    assert text.startswith('aria-label="The chosen cell"> Linux 4.0 at 8: ▼ −39%, worse than Linux 5.0 (95% interval −')
    assert text.count("5 runs") == 2
    assert "Make it the baseline" in text
    assert 'href=""' not in panel, "what leads nowhere is no link"
    assert not {"q", "effect", "sittings"} & set(text.casefold().split()), "no word of a statistician"


@pytest.mark.django_db
def test_what_cannot_be_told_says_how_many_runs_it_takes_and_a_bare_number_what_it_is_of(client: Client) -> None:
    for number in range(6):
        for load in (8, 16):
            rates = [100.0 + number + 7 * ((trial * 3 + number) % 5) for trial in range(6)]
            runs(setup(f"Linux 5.{number}", load, cpus=number + 1), {"requests_per_second": rates})
    (table,) = client.get("/compare/?machine=built&cols=cpus&rows=concurrency&accept=kernel").context["page_tables"]
    texts = [cell for row in as_data(table)["rows"] for cell in row["cells"]]
    assert {text["against"] for text in texts} == {"the runs cannot tell it from CPUs online 1"}
    assert as_data(table)["columns"][0]["name"] == "CPUs online 2"
    assert texts[0]["needed"] == ["Runs needed: over 1,000 per side."]


@pytest.mark.parametrize(
    ("ratio", "interval", "text"),
    [
        (2.5, (1.4, 1.6), "2.40× to 2.60×"),
        (0.4, (-0.75, -0.5), "2.00× to 4.00× less"),
        (0.9, (-0.2, 0.05), "−20% to +5.0%"),
        (0.9, None, ""),
    ],
)
def test_an_interval_is_said_as_its_change_is(ratio: float, interval: tuple[float, float] | None, text: str) -> None:
    cell = Cell([1.0], [1], 1.0, None, ratio, ratio - 1, "better", interval)
    assert interval_words(cell) == text


@pytest.mark.django_db
def test_the_menu_of_many_setups_has_what_that_of_few_has(monkeypatch: pytest.MonkeyPatch) -> None:
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0]})
    runs(setup("Linux 6.1.0", 20), {"latency_mean": [1.0]})
    runs(setup("Linux 6.2.0", 20), {"duration": [1.0]})
    own = selected(latest.census(), (("kernel", ("Linux 6.1.0",)),))
    few = measured_metrics(own)
    assert few is not None
    assert {"requests_per_second", "latency_mean"} <= few
    assert "duration" not in few
    monkeypatch.setattr("benchdb.reads.metrics.FEW_SETUPS", 1)
    assert measured_metrics(own) == few


@pytest.mark.parametrize(
    ("change", "text"),
    [("2.81× less", "÷2.81"), ("−11% to +12%", "coarse"), ("21× to 24× less", "coarse"), ("4.58×", "4.58×"), ("", "")],
)
def test_a_change_of_many_columns_leaves_room_for_the_others(change: str, text: str) -> None:
    assert in_brief(change) == text
