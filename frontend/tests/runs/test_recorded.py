"""A run's page with what was recorded beside it: charts with every peak, zoomed by hand, laid over another run's."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import numpy as np
import pytest
from django.test import Client

from benchdb.dev.testing.waiting import wait_until
from benchdb.domain.activity.packing import packed
from benchdb.models import (
    Machine,
    Recording,
    Run,
    RunRecording,
    Timeline,
    Trace,
    Upload,
)
from benchdb.recordings.attachment import attach
from frontend.charts.recordings import points
from frontend.tests.recorded_runs import PEAK, START, make_recording, make_run, two_recorded_runs

#: (run, what its mark says of it) in a list of runs
TAG = re.compile(r'/(\d+)/">\1</a> <span class="tag part" title="(\d+% of its load was recorded)">recorded in part<')


@pytest.fixture
def recorded(transactional_db: None) -> tuple[Run, Run]:
    return two_recorded_runs()


def charts(content: str) -> dict[str, Any]:
    """Title -> what the page tells of the chart."""
    texts = re.findall(r'<script type="application/json">(.*?)</script>', content)
    return {chart["title"]: chart for chart in map(json.loads, texts)}


def test_no_peak_is_lost_among_a_hundred_thousand_samples(client: Client, recorded: tuple[Run, Run]) -> None:
    queue = charts(client.get(f"/runs/{recorded[0].pk}/?all=1").content.decode())["Run queue"]["series"][0]["points"]
    assert len(queue) <= 700
    assert max(queue, key=lambda point: point[1]) == [PEAK - 3600, 500]


def test_a_shorter_view_shows_every_sample(client: Client, recorded: tuple[Run, Run]) -> None:
    queue = charts(client.get(f"/runs/{recorded[0].pk}/?from=57600&to=57700").content.decode())["Run queue"]["series"]
    seconds = [second for second, _ in queue[0]["points"]]
    assert seconds[0] <= 57_600
    assert seconds[-1] >= 57_700
    assert set(np.diff(seconds)) == {1.0}


def test_a_view_begins_with_the_load_and_a_margin(client: Client, recorded: tuple[Run, Run]) -> None:
    cpu = charts(client.get(f"/runs/{recorded[1].pk}/").content.decode())["CPU"]
    assert cpu["span"] == [-30, 90]
    assert cpu["window"] == [0, 60]


def test_stacked_parts_still_add_up_to_all_of_the_cpus(client: Client, recorded: tuple[Run, Run]) -> None:
    cpu = charts(client.get(f"/runs/{recorded[0].pk}/?all=1").content.decode())["CPU"]
    for parts in zip(*(series["points"] for series in cpu["series"]), strict=True):
        assert sum(value for _, value in parts) == pytest.approx(100, abs=0.01)


def test_another_run_is_laid_over_with_its_start_at_nought(client: Client, recorded: tuple[Run, Run]) -> None:
    long, short = recorded
    page = client.get(f"/runs/{short.pk}/?with={long.pk}").content.decode()
    own, other = charts(page)["Run queue"]["series"]
    assert (own["name"], own["dashed"]) == (f"run {short.pk}: running or waiting", False)
    assert (other["name"], other["dashed"], other["colour"]) == (
        f"run {long.pk}: running or waiting",
        True,
        own["colour"],
    )
    assert [point[0] for point in own["points"]] == [point[0] for point in other["points"]]
    assert own["points"] != other["points"]


def test_a_view_that_cannot_be_says_so(client: Client, recorded: tuple[Run, Run]) -> None:
    for query in ("from=b", "from=9&to=3", "from=1&to=nan", "with=7777", "with=x"):
        assert client.get(f"/runs/{recorded[0].pk}/?{query}").status_code == 400, query


def test_two_samples_are_a_step_and_no_ramp() -> None:
    assert points((np.array([10.0, 20.0]), np.array([1.0, 3.0])), 1.0, False) == [
        [10.0, 1.0],
        [10.001, 3.0],
        [20.0, 3.0],
    ]


def test_a_run_without_a_recording_has_no_such_part(client: Client, db: None) -> None:
    run = make_run(Machine.objects.create(name="web2"), 0, 10)
    assert "<h2>During the load</h2>" not in client.get(f"/runs/{run.pk}/").content.decode()


def test_a_recording_of_a_withdrawn_upload_is_shown_no_more(client: Client, recorded: tuple[Run, Run]) -> None:
    run = recorded[0]
    assert "During the load" in client.get(f"/runs/{run.pk}/").content.decode()
    Upload.objects.filter(files__name="sar.txt").update(withdrawn_at=START, withdrawn_because="another machine's")
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert "During the load" not in page
    assert "sar.txt" not in page


def test_a_run_outside_its_recording_says_so(client: Client, db: None) -> None:
    machine = Machine.objects.create(name="web1")
    run = make_run(machine, -7200, 10)
    attach([run], make_recording(machine, 100), RunRecording.How.CHOICE)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert "lies outside this recording" in page
    assert "Recorded at another time" in page
    assert "During the load" not in page
    assert charts(page)["CPU"]["span"] == [7200, 7299], "the recording's own time, in seconds since the load began"
    assert all(chart["series"] for chart in charts(page).values() if "series" in chart)


def test_niced_work_is_a_part_of_its_own_above_what_counts_as_busy(client: Client, stepped: Run) -> None:
    user = Trace.objects.get(metric="cpu.user_incl_guest")
    Trace.objects.create(
        recording=user.recording, timeline=user.timeline, metric="cpu.nice", item="all", unit="fraction",
        data=packed(np.full(len(user.values), 0.25)),
    )  # fmt: skip
    parts = {
        part["name"]: part for part in charts(client.get(f"/runs/{stepped.pk}/").content.decode())["CPU"]["series"]
    }
    assert list(parts) == ["user", "system", "niced", "idle"]
    assert {value for _, value in parts["niced"]["points"]} == {25.0}
    assert max(value for _, value in parts["user"]["points"]) <= 40


def test_of_a_time_that_nobody_recorded_nothing_is_said(client: Client, stepped: Run) -> None:
    page = client.get(f"/runs/{stepped.pk}/?from=500&to=600").content.decode()
    assert "Nothing was recorded from 500 to 600 seconds." in page
    assert "throughout" not in page
    assert charts(page) == {}
    assert client.get(f"/runs/{stepped.pk}/?from=-4e11&to=4e11").status_code == 200


def test_a_line_that_was_never_sampled_does_not_stay_at_nought(client: Client, stepped: Run) -> None:
    resets = Trace.objects.get(metric="tcp.out_resets")
    resets.data = packed(np.full(len(resets.values), np.nan))
    resets.save()
    assert "resets sent: 0" not in client.get(f"/runs/{stepped.pk}/").content.decode()


def make_step(run: Run, machine: Machine) -> None:
    """Ten samples in the load of a run that began at START: interrupts fall behind the fourth, both ends are idle."""
    interrupts = np.array([10.0] * 3 + [16_000.0] * 4 + [1_000.0] * 6 + [10.0] * 3)
    recording = make_recording(machine, len(interrupts))
    Recording.objects.filter(pk=recording.pk).update(start=START.timestamp() - 2, end=START.timestamp() + 13)
    recording.refresh_from_db()
    line = recording.timelines.get()
    Timeline.objects.filter(pk=line.pk).update(start=START.timestamp() - 2)
    made = {("irq.per_s", ""): interrupts, ("tcp.passive_opens", ""): interrupts, ("tcp.active_opens", ""): interrupts}
    made[("tcp.out_resets", "")] = np.zeros(len(interrupts))
    Trace.objects.bulk_create(
        Trace(recording=recording, timeline=line, metric=metric, item=item, unit="1/s", data=packed(values))
        for (metric, item), values in made.items()
    )
    attach([run], recording, RunRecording.How.TIME)


@pytest.fixture
def stepped(transactional_db: None) -> Run:
    machine = Machine.objects.create(name="web1")
    run = make_run(machine, 0, 10)
    make_step(run, machine)
    return run


def test_a_change_during_the_load_is_said_in_a_sentence(client: Client, stepped: Run) -> None:
    page = " ".join(client.get(f"/runs/{stepped.pk}/").content.decode().split())
    assert "4 s into the load, interrupts fall from 16,000 to 1,000 per second" in page
    assert "and accepted connections fall from 16,000 to 1,000 per second (medians)." in page


def test_where_nothing_stands_out_nothing_is_said(client: Client, recorded: tuple[Run, Run]) -> None:
    assert 'class="remark"' not in client.get(f"/runs/{recorded[1].pk}/").content.decode()


def test_curves_on_each_other_have_one_label_and_those_at_nought_none(client: Client, stepped: Run) -> None:
    page = client.get(f"/runs/{stepped.pk}/").content.decode()
    (tcp,) = charts(page)["TCP"]["series"]
    assert tcp["label"].startswith("accepted = opened ")
    assert "resets sent: 0 throughout" in page
    labels = {series["name"]: series["label"] for series in charts(page)["CPU"]["series"]}
    assert labels["idle"] == ""
    assert labels["user"].startswith("user ")


def test_the_load_is_zoomed_to_and_the_first_view_comes_back(client: Client, stepped: Run) -> None:
    first = client.get(f"/runs/{stepped.pk}/")
    assert ">Reset<" not in first.content.decode()
    load = first.context["links"]["load"]
    assert load.endswith("?from=0&to=10#recorded")
    page = client.get(load).content.decode()
    assert charts(page)["CPU"]["span"] == [0, 10]
    assert ">Zoom to load<" not in page
    assert f'href="/runs/{stepped.pk}/#recorded">Reset<' in page


@pytest.mark.browser
def test_no_label_is_cut_and_a_phone_has_times_under_each_panel(live_server: Any, chromium: Any, stepped: Run) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    written = """() => {
        window.written = [];
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            const right = rest[0] + this.measureText(text).width;
            window.written.push([text, right <= this.canvas.clientWidth + 1 || this.textAlign !== "left"]);
            return write.call(this, text, ...rest);
        };
    }"""
    page.add_init_script(f"({written})()")
    page.goto(f"{live_server.url}/runs/{stepped.pk}/")
    wait_until(page, "document.querySelectorAll('canvas[data-trace][data-drawn]').length >= 4")
    texts = [text for text, _ in page.evaluate("window.written")]
    assert any(text.startswith("accepted = opened ") for text in texts)
    assert not any("…" in text for text in texts)
    assert all(is_inside for _, is_inside in page.evaluate("window.written"))
    areas = page.evaluate(
        "[...document.querySelectorAll('canvas[data-trace]')].filter(c => c.clientWidth).map(c => "
        "{ const {left, right, top, bottom} = Chart.getChart(c).chartArea; return [left, right, bottom - top] })"
    )
    assert len({(left, right) for left, right, _ in areas}) == 1, "one gutter on either side"
    assert min(height for *_, height in areas) > 45
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    wait_until(page, "document.querySelectorAll('canvas[data-trace][data-drawn]').length >= 4")
    all_of = "[...document.querySelectorAll('canvas[data-trace]')].map(c => Chart.getChart(c)"
    assert all(page.evaluate(f"{all_of}.options.scales.x.ticks.display)"))
    context.close()


@pytest.mark.browser
def test_a_chart_of_a_hundred_thousand_samples_is_zoomed_by_hand(
    live_server: Any, chromium: Any, recorded: tuple[Run, Run]
) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page, faults = context.new_page(), []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.goto(f"{live_server.url}/runs/{recorded[0].pk}/?all=1")
    queue = page.locator("canvas[data-trace][aria-label^='Run queue']")
    queue.wait_for()
    wait_until(page, "document.querySelectorAll('canvas[data-trace][data-drawn]').length >= 3")
    assert int(queue.get_attribute("data-points")) > 500
    queue.scroll_into_view_if_needed()
    box = queue.bounding_box()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.4 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.61 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.move(box["x"] + 0.62 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.up()
    page.wait_for_url("**from=*")
    wait_until(
        page,
        """() => {
        const canvas = document.querySelector("canvas[data-trace][aria-label^='Run queue'][data-drawn]");
        const chart = canvas && Chart.getChart(canvas);
        return chart && chart.scales.x.max - chart.scales.x.min < 4000;
    }""",
    )
    spans = page.evaluate(
        "[...document.querySelectorAll('canvas[data-trace]')].map(c => Chart.getChart(c).scales.x.min)"
    )
    assert len(set(spans)) == 1, "one axis for all charts"
    assert float(page.locator("input[name=from]").input_value()) == pytest.approx(spans[0], rel=1e-3)
    page.go_back()
    wait_until(
        page,
        """() => {
        const canvas = document.querySelector("canvas[data-trace][data-drawn]");
        const chart = canvas && Chart.getChart(canvas);
        return chart && chart.scales.x.max - chart.scales.x.min > 90000;
    }""",
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    name = page.locator(".legend button").first
    name.focus()
    page.keyboard.press("Enter")
    assert name.get_attribute("aria-pressed") == "false", "a series is hidden by the keyboard, too"
    assert faults == []
    context.close()


def test_the_copies_of_a_run_say_what_was_recorded_beside_it(client: Client, recorded: tuple[Run, Run]) -> None:
    page = client.get(f"/runs/{recorded[1].pk}/").content.decode()
    link = re.search(r'"([^"]*/compare\.md\?[^"]+)"', page)
    assert link
    copied = client.get(unescape(link[1])).content.decode()
    assert "| Requests per second" in copied
    assert "| CPU used" in copied
    assert "| Context switches per request" in copied


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/runs/", "/machines/web1/"])
def test_a_load_that_went_on_behind_its_recording_is_marked(client: Client, path: str) -> None:
    """Only the run's own page said it, and what it cost."""
    machine = Machine.objects.create(name="web1", slug="web1")
    recording = make_recording(machine, 4000)
    whole, part = make_run(machine, 1000, 60), make_run(machine, 3000, 2000)
    attach((whole, part), recording, RunRecording.How.TIME)
    assert TAG.findall(client.get(path).content.decode()) == [(str(part.pk), "49% of its load was recorded")]


@pytest.mark.django_db
def test_fifty_recorded_runs_are_one_query_more(client: Client, django_assert_max_num_queries: Any) -> None:
    machine = Machine.objects.create(name="web1", slug="web1")
    recording = make_recording(machine, 4000)
    runs = [make_run(machine, 1000 + 10 * place, 5000) for place in range(50)]
    attach(runs, recording, RunRecording.How.TIME)
    client.get("/runs/")
    with django_assert_max_num_queries(7):
        page = client.get("/runs/?tool=ab").content.decode()
    assert len(TAG.findall(page)) == 50
