"""Without a question the pages of questions pool nothing: they offer questions of like runs."""

from __future__ import annotations

import re
from html import unescape
from importlib import resources
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Run, Server
from benchdb.reads.varied.machines import compared, swept
from frontend.charts.sparks import spark
from frontend.pages.launchers import machine_cards
from frontend.templatetags.offered import before_of, offers_of
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
PAGES = ("compare", "scaling", "history", "cost")


def offers(page: str) -> list[str]:
    """Where the offers of a page lead."""
    return [unescape(path) for path in re.findall(r'class="offer"\s+href="([^"]+)"', page)]


@pytest.mark.parametrize("kind", PAGES)
def test_no_question_has_no_answer(studies: None, client: Client, kind: str) -> None:
    page = client.get(f"/{kind}/").content.decode()
    assert "canvas" not in page
    assert 'id="question"' not in page
    assert "Studies</h2>" in page


@pytest.mark.parametrize("kind", ["compare", "scaling"])
def test_every_offer_is_answered_without_a_gate(studies: None, client: Client, kind: str) -> None:
    paths = offers(client.get(f"/{kind}/").content.decode())
    assert paths
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200
        assert 'class="gate"' not in answer.content.decode(), path
        assert "canvas" in answer.content.decode(), path


def test_a_launcher_lists_the_saved_questions_of_its_kind(client: Client) -> None:
    runs(setup("Linux 6.1", 8), {"requests_per_second": [100.0]})
    for name, kind in (("Nightly kernels", "compare"), ("Nightly rate", "history")):
        client.post("/questions/", {"name": name, "kind": kind, "query": "machine=built"})
    page = client.get("/compare/").content.decode()
    saved = page.partition("Saved questions</h2>")[2].partition("</p>")[0]
    assert ">Nightly kernels</a>" in saved
    assert 'href="/compare/?' in saved
    assert "Nightly rate" not in saved
    assert "Saved questions" not in client.get("/scaling/").content.decode()


def test_what_was_varied_is_of_one_machine(studies: None) -> None:
    kernels = [one for card in compared() for one in card.variations if one.varied == "kernel" and one.along == "cpus"]
    (smp,) = kernels
    assert (smp.values, smp.places) == (("Linux 2.2.19 SMP", "Linux 2.4.1 SMP"), ("1", "2", "4", "8"))
    assert smp.medians[1] == (1605.0, 2784.0, 4745.0, 5382.0)
    assert ("machine", ("Fujitsu GRANPOWER 5000 HS900",)) in smp.where


def test_a_sweep_has_three_places_at_least(studies: None) -> None:
    sweeps = [one for card in swept() for one in card.variations]
    assert {one.along for one in sweeps} == {"cpus", "concurrency"}
    assert all(len(one.places) >= 3 for one in sweeps)


def test_a_curve_is_offered_beside_more_runs_at_one_of_its_places() -> None:
    """Eight kernels on 8 CPUs are more runs than two on 1 to 8: the curve was no offer."""
    for kernel in (f"Linux 6.{number}" for number in range(8)):
        runs(setup(kernel, 64, cpus="8", document_bytes=1024), {"requests_per_second": [9.0] * 6})
    for cpus in "1248":
        for kernel in ("Linux 6.1", "Linux 6.2"):
            runs(setup(kernel, 64, cpus=cpus, document_bytes=4096), {"requests_per_second": [float(cpus)] * 5})
    ((curve,),) = [card.variations for card in swept()]
    assert (curve.along, curve.varied, curve.places, curve.runs) == ("cpus", "kernel", ("1", "2", "4", "8"), 40)
    assert ("document_bytes", ("4096",)) in curve.where


def test_runs_that_differ_in_two_things_are_no_offer() -> None:
    runs(setup("Linux 6.1.0", 1, zone="x"), {"requests_per_second": [1.0, 2.0]})
    runs(setup("Linux 6.1.0", 2, zone="y"), {"requests_per_second": [3.0, 4.0]})
    assert [one.varied for card in compared() for one in card.variations] == []


@pytest.mark.parametrize(
    ("this", "that", "cols"),
    [
        ("kernel Linux 2.2.19 SMP", "kernel linux 2.4.1 smp", "kernel"),
        ("2.4.18-smp", "2.6.0-test5", "kernel"),
        ("run 22", "run 23", "kernel"),  # in which alone they differ
        ("Sun Fire", "Netfinity", "machine"),
    ],
)
def test_two_things_are_compared_by_their_names(studies: None, client: Client, this: str, that: str, cols: str) -> None:
    run = {"run 22": first_run(), "run 23": first_run() + 1}
    names = {"this": f"run {run[this]}" if this in run else this, "that": f"run {run[that]}" if that in run else that}
    answer = client.get("/compare/pair/", names)
    assert answer.status_code == 302, answer.content.decode()
    assert cols == "kernel" or f"cols={cols}" in answer["Location"]
    assert client.get(answer["Location"]).status_code == 200


def first_run() -> int:
    return Run.objects.order_by("pk").values_list("pk", flat=True)[0]


def test_a_setting_that_alone_differs_is_what_every_page_compares(client: Client) -> None:
    on, off = (
        runs(setup("Linux 6.1.0", 4, tuning={"sendfile": value}), {"requests_per_second": [1.0, 2.0, 3.0]})
        for value in ("on", "off")
    )
    ways = (
        offers(client.get("/compare/").content.decode())[0],
        client.get("/runs/compare/", {"run": [on[0].pk, off[0].pk]})["Location"],
        client.get("/compare/pair/", {"this": f"run {on[0].pk}", "that": f"run {off[0].pk}"})["Location"],
        client.get(f"/compare/?cols=trial&run={on[0].pk}&run={off[0].pk}").context["gate"].instead.path,
        client.get("/compare/?cols=zone").context["gate"].instead.path,
    )
    for path in ways:
        answer = client.get(path)
        assert "cols=tuning.sendfile" in path
        assert answer.context["gate"] is None, path
        assert set(answer.context["answer"].columns) == {"on", "off"}
    assert "baseline=off" in ways[2], "what is named second is what the first is held against"
    assert client.get("/history/").context["cards"], "and histories are offered as before"


def test_what_machines_merely_record_is_no_filter(client: Client) -> None:
    for value in ("on", "off"):
        recorded = {"sendfile": value, "net.core.somaxconn": "4096"}
        runs(setup("Linux 6.1.0", 4, tuning=recorded), {"requests_per_second": [1.0]})
    runs(setup("Linux 6.1.0", 4), {"requests_per_second": [1.0]})
    offered = {facet.dimension.key for facet in client.get("/compare/").context["facets"]}
    assert offered == {"tuning.sendfile"}


@pytest.mark.parametrize("key", ["concurrency", "method", "requests"])
def test_any_condition_that_alone_differs_is_compared(client: Client, key: str) -> None:
    values = {"concurrency": (1, 8), "method": ("GET", "POST"), "requests": (10, 20)}[key]
    made = [
        runs(setup("Linux 6.1.0", **{"concurrency": 4, key: value}), {"requests_per_second": [1.0]})[0].pk
        for value in values
    ]
    (path, *_) = offers(client.get("/compare/").content.decode())
    for where in (path, client.get("/runs/compare/", {"run": made})["Location"]):
        assert f"cols={key}" in where
        assert client.get(where).context["gate"] is None


@pytest.mark.parametrize(
    ("this", "that"), [("", "run 1"), ("run 1", "upload 2"), ("no such", "run 1"), ("run 1", "run 1")]
)
def test_what_cannot_be_paired_is_said(studies: None, client: Client, this: str, that: str) -> None:
    assert client.get("/compare/pair/", {"this": this, "that": that}).status_code == 400


def test_a_page_without_runs_says_what_would_be_here(client: Client) -> None:
    assert "Upload logs</a>" in client.get("/compare/").content.decode()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_lists_the_questions_that_it_asked(studies: None, live_server: Any, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/compare/?study=zones&cols=zone&provenance=published")
    page.goto(f"{live_server.url}/compare/")
    link = page.locator("[data-recent] a")
    assert link.inner_text().startswith("Requests per second by concurrency and zone, published, Solaris zones")
    link.click()
    page.wait_for_url("**study=zones**")


def test_what_scripts_listen_for_is_what_htmx_sends() -> None:
    """Questions were remembered on opening alone: the event had another name in an earlier htmx."""
    sent = resources.files("django_htmx").joinpath("static/django_htmx/htmx-4.js").read_text("utf-8")
    scripts = [path.read_text("utf-8") for path in (ROOT / "frontend/static/benchdb").rglob("*.js")]
    names = {name for script in scripts for name in re.findall(r'"(htmx:[a-z:]+)"', script)}
    assert len(names) > 2
    assert {name for name in names if name not in sent} == set()


def test_an_empty_site_points_at_the_first_upload(client: Client) -> None:
    home = client.get("/").content.decode()
    assert "Upload the first log" in home
    assert "<h2>Studies" not in home
    assert "No runs yet." in client.get("/runs/").content.decode()
    assert "None yet" in client.get("/kernels/").content.decode()
    assert "Filters" not in client.get("/history/").content.decode(), "there is nothing to filter"


@pytest.mark.parametrize(
    ("kind", "given", "path"),
    [
        ("compare", {"machine": "Sun Fire V125"}, "cols=zone&machine=Sun+Fire+V125"),
        ("compare", {"machine": "Sun Fire V125", "metric": "latency_mean"}, "metric=latency_mean&cols=zone"),
        ("compare", {"machine": "Fujitsu GRANPOWER 5000 HS900", "varied": "cpus"}, "cols=cpus&kernel=Linux+2."),
        ("scaling", {"machine": "Fujitsu GRANPOWER 5000 HS900"}, "/scaling/?machine=Fujitsu"),
        ("scaling", {"machine": "Sun Fire V125", "varied": "concurrency"}, "x=concurrency&by=zone"),
        ("compare", {"machine": "IBM Netfinity 8500R 8681-7RY", "varied": "concurrency"}, "rows=machine&cols=concurr"),
        ("history", {"machine": "Sun Fire V125", "metric": "latency_mean"}, "/history/?metric=latency_mean&machine="),
        ("cost", {"machine": "Sun Fire V125", "metric": "latency_mean"}, "/cost/?machine=Sun+Fire+V125"),
        ("compare", {}, "/compare/"),
    ],
)
def test_a_sentence_begins_the_question_of_like_runs(
    studies: None, client: Client, kind: str, given: dict[str, str], path: str
) -> None:
    answer = client.get(f"/{kind}/begin/", given)
    assert answer.status_code == 302
    assert path in answer["Location"]
    assert client.get(answer["Location"]).status_code == 200


def test_a_sentence_keeps_the_server_that_was_named(client: Client) -> None:
    for server in ("nginx 1.0", "Apache 2.0"):
        for zone in ("x", "y"):
            runs(setup("Linux 6.1.0", 1, zone=zone, server=Server.named(server)), {"requests_per_second": [1.0, 2.0]})
    answer = client.get("/compare/begin/", {"machine": "built", "server": "nginx 1.0", "metric": ""})
    assert "server=nginx+1.0" in answer["Location"]
    assert "cols=zone" in answer["Location"]


def test_a_sentence_that_means_nothing_is_said(client: Client) -> None:
    wrong = ({"metric": "no_such"}, {"varied": "no_such"})
    assert [client.get("/compare/begin/", {"machine": "x", **given}).status_code for given in wrong] == [400, 400]


def test_a_sentence_offers_what_was_varied(studies: None, client: Client) -> None:
    page = client.get("/compare/").content.decode()
    assert re.findall(r'<option value="(\w+)">', page.split('name="varied"')[1].split("</select>")[0]) == [
        "kernel",
        "zone",
        "cpus",
    ]


def test_a_name_has_the_colour_of_its_line_or_bar_and_no_other(studies: None) -> None:
    """Values that are places along one line have none."""
    offered = {one.title: one for card in machine_cards("compare") for one in card.offers}
    assert [number for number, _ in offered["CPUs online"].values] == [0, 0, 0, 0]
    assert [number for number, _ in offered["Zone"].values] == [1, 2]
    assert [line.number for line in offered["Zone"].spark.lines] == [1, 2]


@pytest.mark.django_db
@pytest.mark.parametrize(("commits", "kind"), [(2, "compare"), (3, "history")])
def test_many_commits_are_a_history_and_two_are_sides(commits: int, kind: str) -> None:
    made = [
        run
        for place in range(commits)
        for run in runs(
            setup("Linux 6.6", 4, tuning={"server_commit": f"{place}a3f2b1c9d"}), {"requests_per_second": [100.0] * 4}
        )
    ]
    (only,) = offers_of([run.file.upload_id for run in made])
    assert only.kind == kind
    along = dict(parse_qsl(only.path.partition("?")[2])).get("x")
    assert along == ("tuning.server_commit" if kind == "history" else None)


def test_no_history_is_offered_of_runs_that_were_stopped() -> None:
    made = runs(setup("Linux 6.1", 1), {"requests_per_second": [1.0] * 4})
    loaded = Run.objects.with_setup()
    assert len(before_of(loaded).histories) == 1
    Run.objects.filter(pk__in=[run.pk for run in made[1:]]).update(status="aborted")
    assert before_of(loaded.all()).histories == ()


def test_histories_stand_in_their_order_each_with_its_latest_figure(client: Client) -> None:
    for load in (200, 60, 100):
        runs(setup("Linux 6.1.0", load), {"requests_per_second": [5000.0, 5010.0, float(5000 + load)]})
    (card,) = client.get("/history/").context["cards"]
    assert [offer.title for offer in card.offers] == ["concurrency 60", "concurrency 100", "concurrency 200"]
    assert [offer.note.rpartition(", ")[2] for offer in card.offers] == [
        "latest 5,060/s",
        "latest 5,100/s",
        "latest 5,200/s",
    ]


def test_the_values_of_three_small_bars_do_not_touch() -> None:
    drawn = spark([[7960.0], [6000.0], [13200.0]], [0.0], "requests_per_second")
    lines = [bar.baseline for bar in drawn.bars]
    assert min(after - before for before, after in pairwise(lines)) >= 14, "letters are 12 pixels high"
    assert drawn.bars[-1].y + drawn.bars[-1].height < drawn.height


def test_nobody_is_asked_to_compare_a_value_with_none(client: Client) -> None:
    """ab's HTML says nothing of TLS and its text does: “Compare by TLS: no, not recorded” was the first question."""
    for tls, rate in ((False, 900.0), (None, 910.0)):
        runs(setup("Linux 6.1", 8, machine="told", tls=tls), {"requests_per_second": [rate] * 3})
    page = client.get("/compare/").content.decode()
    assert "cols=tls" not in page
    runs(setup("Linux 6.1", 8, machine="told", tls=True), {"requests_per_second": [700.0] * 3})
    assert "cols=tls" in client.get("/compare/").content.decode()
