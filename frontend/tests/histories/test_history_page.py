"""A history as its readers see it: built runs whose change is known, the exports, and a real Chromium."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
from django.test import Client

from benchdb.models import Log, Machine, Run, UploadFile
from benchdb.questions.history.answer import Point
from benchdb.questions.history.fetch import packed_newest, stored_newest
from benchdb.questions.history.question import HistoryQuestion
from frontend.answers.history.changes import without_effect
from frontend.answers.history.lanes import LaneMark
from frontend.answers.history.lead import days
from frontend.exports import RENDERERS
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import NEW, OLD, START, dated

pytestmark = [pytest.mark.django_db]

LINE = "Requests per second fell by 12% between"


def document(client: Client, query: str = "") -> dict[str, Any]:
    return dict(client.get(f"/history.json?{query}").json())


@pytest.mark.usefixtures("kernels")
def test_the_headline_stands_above_the_chart(client: Client) -> None:
    page = client.get("/history/?x=kernel").content.decode()
    line = f"{LINE} Linux 6.1.0 and Linux 6.2.0; no other change in 20 runs."
    assert 0 < page.index(line) < page.index("data-chart")
    assert "<b>No recorded condition changed there besides the kernel.</b>" in page
    assert "Nothing that is recorded changes along a curve except kernel versions." in page


@pytest.mark.usefixtures("kernels")
def test_of_what_was_accepted_nobody_says_that_it_does_not_change(client: Client) -> None:
    page = client.get("/history/?accept=kernel").content.decode()
    assert "with a change of kernel" in page
    assert "Nothing that is recorded changes" not in page


def test_a_change_names_its_runs_its_size_and_what_else_changed(
    client: Client, kernels: tuple[list[Run], list[Run]]
) -> None:
    (curve,) = document(client)["curves"]
    (change,) = curve["changes"]
    assert (change["last_run"], change["first_run"]) == (kernels[0][-1].pk, kernels[1][0].pk)
    assert (change["after"], change["before"]) == ("2026-03-10T09:00:00+00:00", "2026-03-11T09:00:00+00:00")
    assert change["interval"][0] < change["change"] < change["interval"][1]
    assert (change["verdict"], change["also_differs"][0]["dimension"]) == ("worse", "kernel")
    (by_kernel,) = document(client, "x=kernel")["curves"]
    assert by_kernel["changes"][0]["verdict"] == "worse"
    page = client.get("/history/?metric=requests_per_second").content.decode()
    assert "between 10 Mar and 11 Mar 2026, with a change of kernel" in page
    assert "2 values of kernel here: Linux 6.1.0, Linux 6.2.0." in page
    assert 'href="/history/?by=kernel"' in page


@pytest.mark.usefixtures("kernels")
def test_each_value_of_by_is_a_curve_of_its_own(client: Client) -> None:
    curves = document(client, "by=kernel")["curves"]
    assert [(curve["name"], len(curve["points"]), curve["changes"]) for curve in curves] == [
        ("Linux 6.1.0", 10, []),
        ("Linux 6.2.0", 10, []),
    ]


def test_runs_without_a_start_stand_where_they_were_stored_and_the_page_says_so(
    client: Client, kernels: tuple[list[Run], list[Run]]
) -> None:
    assert "stored" not in " ".join(document(client)["caveats"])
    Run.objects.filter(pk=kernels[0][0].pk).update(started_at=None)
    assert (
        "1 of 20 runs have no start on record: they are placed at the time they were stored"
        in client.get("/history/?metric=requests_per_second").content.decode()
    )
    Run.objects.update(started_at=None)
    assert document(client)["caveats"][0].startswith("No run has its start on record")
    assert document(client, "x=kernel")["caveats"] == []


def test_the_moment_of_the_question_decides_which_runs_count(
    client: Client, kernels: tuple[list[Run], list[Run]]
) -> None:
    Run.objects.filter(pk__in=[run.pk for run in kernels[0]]).update(stored_at=START)
    assert len(document(client, "as_of=2026-03-02T00:00:00Z")["curves"][0]["points"]) == 10


@pytest.mark.usefixtures("studies")
def test_runs_of_everything_are_told_to_be_no_history(client: Client) -> None:
    """All studies' runs, stored within a minute: much differs, so the page offers curves and names the rest."""
    page = client.get("/history/?metric=requests_per_second").content.decode()
    assert "Not one history: it would mix machine, zone, CPUs online and " in page
    assert "Compare only like with like" in page
    assert "with a change of" not in page, "no figure before the gate"
    assert 'href="/history/?by=machine">One curve for each: Machine' in page
    assert page.count("One curve for each: ") <= 6


@pytest.mark.usefixtures("kernels")
def test_a_stretch_of_time_is_a_question_of_its_own_and_says_so_everywhere(client: Client) -> None:
    """Runs of the 8th to the 13th of March: three of each kernel, the last day whole."""
    query = "since=2026-03-08&until=2026-03-13"
    answer = document(client, query)
    assert [point["value"] for point in answer["curves"][0]["points"]] == OLD[7:] + NEW[:3]
    assert answer["caveats"][0] == "Only runs made from 8 Mar 2026 to 13 Mar 2026 count."
    assert answer["query"] == "since=2026-03-08T00%3A00&until=2026-03-14T00%3A00"
    assert "from 8 Mar 2026 to 13 Mar 2026" in client.get(f"/history.txt?{query}").content.decode()
    question = HistoryQuestion.from_query([("since", "2026-03-08"), ("until", "2026-03-13T09:00:01")])
    assert packed_newest(question)[1] == stored_newest(question)[1]
    assert HistoryQuestion.from_query(parse_qsl(question.to_query())) == question
    assert client.get("/history.json?until=2026-03-08&since=2026-03-09").status_code == 400
    page = client.get(f"/history/?{query}").content.decode()
    assert 'value="2026-03-08T00:00"' in page
    (listed,) = re.findall(r'href="(/runs/[^"]*)">List these runs', page)
    rows = b"".join(client.get(listed.replace("&amp;", "&").replace("/runs/", "/runs.csv")))
    assert rows.count(b"\n") == 1 + 6


@pytest.mark.usefixtures("kernels")
def test_too_many_runs_are_cut_to_the_newest_and_the_page_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchdb.questions.history.fetch.MOST_RUNS", 12)
    answer = document(client)
    assert [point["value"] for point in answer["curves"][0]["points"]] == OLD[-2:] + NEW
    assert answer["caveats"] == ["Only the newest 12 runs count here: filter to see older ones."]


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("export", RENDERERS)
@pytest.mark.parametrize("x", ["time", "kernel"])
def test_every_renderer_tells_the_change_and_is_the_same_bytes_twice(client: Client, export: str, x: str) -> None:
    one = client.get(f"/history.{export}?x={x}")
    assert one.status_code == 200
    assert client.get(f"/history.{export}?x={x}").content == one.content
    if export in ("json", "md", "txt", "svg", "html"):
        assert "12%" in re.sub(r"\s+", " ", one.content.decode())


@pytest.mark.usefixtures("kernels")
def test_the_table_for_programs_has_every_run_with_its_level(client: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/history.csv").content.decode())))
    assert [float(row["value"]) for row in rows] == OLD + NEW
    assert [row["level"] for row in rows] == ["1"] * 10 + ["2"] * 10
    assert {float(row["level_median"]) for row in rows} == {1000.5, 880.5}
    assert {row["level_verdict"] for row in rows[:10]} == {row["level_q"] for row in rows[:10]} == {""}
    (change,) = document(client)["curves"][0]["changes"]
    for row in rows[10:]:
        assert (row["level_verdict"], float(row["level_q"])) == ("worse", change["q"])
        assert (float(row["level_change"]), float(row["level_interval_low"])) == (
            change["change"],
            change["interval"][0],
        )
        assert row["level_also_differs"].startswith("Kernel")


@pytest.mark.usefixtures("kernels")
def test_a_change_that_is_not_comparable_says_so_on_the_page_as_in_exports(client: Client) -> None:
    """Along kernels a tool that changed with one stands in the way; along time both are named beside the verdict."""
    for kernel, version in (("Linux 6.1.0", "2.3"), ("Linux 6.2.0", "2.4")):
        Run.objects.filter(setup__kernel__name=kernel).update(setup=setup(kernel, 10, tool_version=version))
    page = unescape(client.get("/history/?x=kernel").content.decode())
    assert "Not comparable: load tool’s version changed there as well." in page.replace("'", "’")
    assert "Not comparable" not in client.get("/history/?metric=requests_per_second").content.decode()


def test_an_answer_is_a_few_queries(client: Client, kernels: Any, django_assert_max_num_queries: Any) -> None:
    # Eight of data, three that limit their time, one whether the census in memory still holds, one that reads it where
    # it does not, one of runs that somebody excluded, one whether a boot is known that parts sittings, one of what was
    # noted of machines; and one that gives the transaction of this test its time back.
    with django_assert_max_num_queries(16 + 1):
        client.get("/history.json")


def test_a_page_answers_with_few_queries(client: Client, kernels: Any, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(23):  # two of them: when machines booted, and what was noted of them
        client.get("/history/?metric=requests_per_second")


@pytest.mark.parametrize("query", ["x=zone", "by=metric", "rows=zone", "metric=speed", "cpus=many", "machine=%00"])
@pytest.mark.parametrize("path", ["/history/", "/history.csv", "/api/v1/history"])
def test_a_bad_question_is_refused(client: Client, path: str, query: str) -> None:
    assert client.get(f"{path}?{query}").status_code == 400


def test_nothing_explains_itself(client: Client) -> None:
    assert "No run has the machine nobody." in client.get("/history/?machine=nobody").content.decode()
    assert [client.get(f"/history.{export}").status_code for export in RENDERERS] == [200] * len(RENDERERS)


def test_htmx_gets_the_fragment_and_the_canonical_address(client: Client, kernels: Any) -> None:
    answer = client.get("/history/?by=&x=time&concurrency=50", headers={"HX-Request": "true"})
    assert answer.content.lstrip().startswith(b'<div id="history-all"')
    assert answer.headers["HX-Push-Url"] == "/history/?concurrency=50"
    bad = client.get("/history/?x=kernel&by=kernel&zone=a", headers={"HX-Request": "true"})
    assert (bad.status_code, b'name="zone" value="a"' in bad.content) == (400, True)


def test_a_run_links_to_the_history_of_its_setup_and_only_that(
    client: Client, kernels: tuple[list[Run], list[Run]]
) -> None:
    UploadFile.objects.filter(runs=kernels[1][0]).update(log=Log.of([b"This is ApacheBench"]))
    page = client.get(f"/runs/{kernels[1][0].pk}/").content.decode()
    link = re.search(r'href="(/history/\?[^"]+)">History of this setup', page)
    assert link
    answer = client.get(link[1].replace("&amp;", "&").replace("/history/", "/history.json")).json()
    assert [run for point in answer["curves"][0]["points"] for run in point["runs"]] == [run.pk for run in kernels[1]]


def test_a_machines_page_links_to_its_history(client: Client, kernels: Any) -> None:
    page = client.get(f"/machines/{Machine.objects.get().slug}/").content.decode()
    assert 'href="/history/?machine=built"' in page


@pytest.mark.parametrize("query", ["", "x=kernel", "by=kernel&concurrency=50"])
def test_the_api_gives_the_document_of_the_export(client: Client, kernels: Any, query: str) -> None:
    assert client.get(f"/api/v1/history?{query}").json() == document(client, query)


@pytest.mark.usefixtures("studies")
def test_the_api_gives_the_document_of_the_scaling_export(client: Client) -> None:
    query = "study=smp-scaling&threads=2"
    assert client.get(f"/api/v1/scaling?{query}").json() == client.get(f"/scaling.json?{query}").json()
    assert client.get("/api/v1/scaling?x=zone").status_code == 400


@pytest.mark.usefixtures("kernels")
def test_a_long_history_lists_its_first_runs_and_leads_to_all(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frontend.answers.history.presentation.MOST_POINTS", 6)
    page = client.get("/history/?metric=requests_per_second").content.decode()
    every = page.partition("fold every")[2].partition("</details>")[0]
    assert every.count('<th scope="row">') == 6
    assert "The first 6 of 20; all of them <a" in " ".join(every.split())
    rows = client.get("/history.csv?metric=requests_per_second").content.decode().splitlines()
    assert len(rows) == 1 + 20


def test_two_runs_of_one_day_are_told_apart_by_their_minute() -> None:
    morning, evening, next_day = (
        Point((START + timedelta(hours=hours)).timestamp(), "", 1.0, (1.0,), (1,), is_published=False)
        for hours in (0, 9, 24)
    )
    assert days(morning, evening) == f"{START.day} {START:%b %Y}, {START:%H:%M} and {START + timedelta(hours=9):%H:%M}"
    assert days(morning, morning) == ""
    seconds_later = replace(morning, x=morning.x + 41)
    assert days(morning, seconds_later).endswith(f"{START:%H:%M:%S} and {START + timedelta(seconds=41):%H:%M:%S}")
    event = LaneMark(morning, replace(morning, runs=(2,), label=""), "gzip on → off")
    assert without_effect(event).between == "run 1 and run 2 ()", "and where their seconds are one, by their number"
    assert days(morning, next_day) == f"{START.day} {START:%b} and {START.day + 1} {START:%b %Y}"


def test_a_change_that_may_be_drift_is_called_so_and_is_neither_better_nor_worse(client: Client) -> None:
    """Exports said so, and the page showed three certain falls."""
    random = np.random.default_rng(3)
    falling = [1000 - 10 * place + float(random.normal(0, 5)) for place in range(24)]
    dated(runs(setup("Linux 6.1.0", 1), {"requests_per_second": falling}), START)
    page = client.get("/history/?metric=requests_per_second")
    changes = [row for row in page.context["changes"].rows if row.number]
    assert changes
    assert {(row.tone, row.doubts) for row in changes} == {("q2", "Cannot be told from drift")}
    assert "(no recorded condition changed there), which cannot be told from drift" in page.content.decode()


def first_lines(page: str) -> tuple[str, str]:
    """The answer and what limits it, without marks."""
    parts = (page.partition(f'class="{name} answer">')[2].partition("</p>")[0] for name in ("verdict lead", "limits"))
    answer, limits = (unescape(re.sub(r"<[^>]+>", "", part)) for part in parts)
    return answer, limits


def test_what_limits_an_answer_stands_beneath_it_in_smaller_type(client: Client) -> None:
    counted = {"requests_completed": [1000.0] * 20, "requests_failed": [5.0] * 20}
    dated(runs(setup("Linux 6.1.0", 50), {"requests_per_second": OLD + NEW, **counted}), START)
    answer, limits = first_lines(client.get("/history/?metric=requests_per_second").content.decode())
    assert answer.startswith(LINE)
    assert "failed" not in answer
    assert "failed" in limits
    assert limits in document(client)["headline"], "exports have both in one line"


def test_a_change_in_doubt_is_said_beneath_those_that_stand(client: Client) -> None:
    """The certain fall of 8% was half of a sentence about a rise of 0.8% that may be drift."""
    before = [7429.0, 7464, 7279, 7422, 7372, 7308, 7332, 7423, 7418, 7372, 7426, 7371, 7424, 7467, 7499, 7473, 7480]
    after = [6835.0, 6755, 6808, 6816, 6717, 6857, 6840, 6833, 6658, 6822, 6730, 6836, 6880]
    for kernel, rates, first in (("Linux 6.1.90", before, 0), ("Linux 6.1.112", after, len(before))):
        dated(runs(setup(kernel, 50), {"requests_per_second": rates}), START + timedelta(days=first))
    answer, limits = first_lines(client.get("/history/?metric=requests_per_second").content.decode())
    assert answer.startswith("Requests per second fell by ")
    assert "drift" not in answer
    assert limits.startswith("It also rose by ")
    assert "which cannot be told from drift" in limits
