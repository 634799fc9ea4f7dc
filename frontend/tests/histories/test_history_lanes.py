"""A history's changes as drawn: numbered, newest first, with what was recorded there; and lanes beneath the chart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
START = datetime(2025, 1, 1, tzinfo=UTC)
RATE = "requests_per_second"


@pytest.fixture
def year() -> list[Run]:
    """Linux 6.1 to 6.2 costs a tenth; 6.3 does nothing; later something that nobody recorded costs another."""
    made, day = [], 0
    for kernel, level, many in (("6.1", 1000.0, 8), ("6.2", 900.0, 8), ("6.3", 900.0, 8), ("6.3", 800.0, 8)):
        for run in runs(setup(f"Linux {kernel}", 50), {RATE: [level + step % 3 for step in range(many)]}):
            Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=day))
            day += 1
            made.append(run)
    return made


def test_changes_are_numbered_as_in_the_chart_with_what_was_recorded_there(client: Client, year: Any) -> None:
    answer = client.get("/history/?machine=built")
    rows = answer.context["changes"].rows
    assert [(row.number, row.sign, row.cause) for row in rows] == [
        (2, "▼", ""),
        (0, "≈", "Kernel Linux 6.2 → Linux 6.3"),
        (1, "▼", "Kernel Linux 6.1 → Linux 6.2"),
    ]
    assert "not comparable" not in answer.context["headline"]
    assert answer.context["headline"].count("<b>fell") == 2
    assert rows[0].aside == "kernel", "the levels differ in it, but it did not change there"
    page = answer.content.decode()
    assert "No recorded condition changed there." in page
    assert "no change of level" in page
    assert client.get(rows[-1].compare).status_code == 200
    bands = [series for series in answer.context["charts"][0].series if series.role == "change"]
    assert [band.points[0].text for band in bands] == ["1", "2"]


def test_an_outage_that_begins_where_a_condition_changed_is_no_row_without_effect(client: Client) -> None:
    """`Kernel 6.6.0 → 6.8.0: no change of level` stood where every request began to fail."""
    for place in range(16):
        numbers = {RATE: [1000.0 + place % 3], "requests_failed": [1e4 * (place >= 10)], "requests_completed": [1e4]}
        run = runs(setup("Linux 6.1" if place < 10 else "Linux 6.2", 50), numbers)[0]
        Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=place))
    page = client.get("/history/?machine=built")
    (row,) = page.context["changes"].rows
    assert (row.sign, row.cause) == ("▼", "Kernel Linux 6.1 → Linux 6.2")
    assert row.outage == "every request failed in the 6 runs after it"
    assert "every request failed in the 6 runs after it" in page.content.decode()
    assert "no change of level" not in page.content.decode()


def test_conditions_that_change_all_the_time_are_counted_in_place_of_rows(client: Client) -> None:
    """A kernel a day: a row for every run hid what changed, and made the page three times its limit."""
    for place in range(24):
        run = runs(setup(f"Linux 6.{1 + place}", 50), {RATE: [1000.0 + place % 3]})[0]
        Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=place))
    page = client.get("/history/?machine=built")
    changes = page.context["changes"]
    assert (changes.rows, changes.quiet) == ((), 23)
    assert "At 23 places a condition changed, but not the level." in " ".join(page.content.decode().split())


def test_lanes_say_what_held_when(client: Client, year: Any) -> None:
    chart = client.get("/history/?machine=built").context["charts"][0]
    (lane,) = chart.lanes
    assert lane.title == "Kernel"
    assert [span.text for span in lane.spans] == ["Linux 6.1", "Linux 6.2", "Linux 6.3"]
    assert lane.spans[0].most == lane.spans[1].least
    assert not client.get("/history/?machine=built&by=kernel").context["charts"][0].lanes


def test_what_changed_at_a_change_is_named_though_it_is_in_no_lane(client: Client) -> None:
    """There are four lanes; the table said “No recorded condition changed there” of what the headline names."""
    settings = ("cache", "gzip", "log", "tls", "workers")
    for number, level in enumerate((1000.0, 1000.0, 1000.0, 1000.0, 1000.0, 800.0)):
        tuning = {key: "1" if place < number else "8" for place, key in enumerate(settings)}
        made = runs(setup("Linux 6.1", 50, tuning=tuning), {RATE: [level + day % 3 for day in range(8)]})
        for day, run in enumerate(made):
            Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=8 * number + day))
    page = client.get("/history/?machine=built")
    lanes = {lane.title for lane in page.context["charts"][0].lanes}
    assert lanes == {"cache", "gzip", "log", "tls"}
    (change,) = (row for row in page.context["changes"].rows if row.number)
    assert change.cause == "workers 8 → 1"
    assert "with a change of workers" in page.context["headline"]
    assert "No recorded condition changed there" not in page.content.decode()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_lanes_are_drawn_beneath_the_axis(live_server: Any, chromium: Any, year: Any) -> None:
    page = chromium.new_context().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{live_server.url}/history/?machine=built")
    page.wait_for_selector("canvas[data-drawn]")
    assert page.locator(".canvas").first.bounding_box()["height"] > 21 * 16
    assert errors == []


OPACITY = """(canvas, [across, fromBottom]) => {
  const scale = canvas.width / canvas.clientWidth;
  const [x, y] = [across * canvas.width, canvas.height - fromBottom * scale];
  return canvas.getContext("2d").getImageData(x, y, 1, 1).data[3];
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_lanes_end_where_the_plot_ends(live_server: Any, chromium: Any, year: Any) -> None:
    """The last one ran 85 px further, to the canvas's edge, as if it lasted longer than the time that is shown."""
    page = chromium.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{live_server.url}/history/?machine=built")
    canvas = page.locator("canvas[data-drawn]").first
    canvas.wait_for()
    assert canvas.evaluate(OPACITY, [0.5, 7]) > 0, "a lane's bar"
    assert canvas.evaluate(OPACITY, [0.99, 7]) == 0, "beneath the labels at the right of the plot"
