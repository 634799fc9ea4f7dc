"""What stands under a question: its margin, the runs that do not count, each a click away."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
COMPARED = "/compare/?machine=built&cols=kernel&rows=concurrency"


@pytest.fixture(autouse=True)
def two_kernels() -> None:
    for kernel in ("Linux 6.1.0", "Linux 6.6.0"):
        runs(setup(kernel, 100), {RATE: [1000.0 + step / 10 for step in range(10)]})


def test_a_margin_is_chosen_on_the_page_and_judged(client: Client) -> None:
    page = client.get(COMPARED).content.decode()
    assert '<select name="band"' in page
    assert "counts as the same:" in page
    assert '<option value="2"' in page.partition('<select name="band"')[2].partition("</select>")[0]
    assert "the same within 2%" in client.get(f"{COMPARED}&band=2").content.decode()


def test_filters_by_what_the_question_lays_out_stand_first_and_open(client: Client) -> None:
    runs(setup("Linux 6.7.0", 200, zone="global"), {RATE: [1.0, 2.0]})
    page = client.get(COMPARED).content.decode()
    rail = re.findall(r'<details\s+id="d-(\w+)"\s*(open)?', page.partition('id="filters"')[2])
    own = [("kernel", "open"), ("concurrency", "open")]
    assert [one for one in rail if one[0] != "metrics"][:2] == own
    assert ("zone", "") in rail


def test_stopped_runs_are_counted_beside_those_that_count_and_included_by_one_click(client: Client) -> None:
    kernels = ("Linux 6.6.0", "Linux 6.1.0")  # as many of either side: no side is the worse for it
    stopped = [run for kernel in kernels for run in runs(setup(kernel, 100), {RATE: [3.0, 4.0]})]
    Run.objects.filter(pk__in=[run.pk for run in stopped]).update(status="aborted")
    shown = client.get(COMPARED)
    assert "4 aborted runs left out" in shown.content.decode()
    assert "stopped before the end" not in shown.content.decode(), "said once"
    assert len(shown.context["answer"].runs) == 20
    assert len(client.get(shown.context["left_out"].path).context["answer"].runs) == 24


def test_a_document_that_was_changed_on_purpose_is_compared_by_one_click(client: Client) -> None:
    for kernel, rate, size in (("Linux 5.1.0", 1000.0, 8000.0), ("Linux 5.2.0", 2000.0, 300.0)):
        values = [rate + step for step in range(5)]
        counted = {"requests_completed": [100.0] * 5, "bytes_received": [100 * size] * 5}
        runs(setup(kernel, 7, machine="squeezed"), {RATE: values, **counted})
    shown = client.get("/compare/?machine=squeezed&cols=kernel&rows=concurrency&metric=requests_per_second")
    assert "much larger" in shown.content.decode()
    assert "2.00×" not in str(shown.context["headline"]), "what cannot be compared has no ratio"
    path = shown.context["other_document"].path
    assert f'href="{path.replace("&", "&amp;")}"' in shown.content.decode()
    accepted = client.get(path)
    assert accepted.context["other_document"] is None
    assert "perhaps not the same document" in str(accepted.context["headline"])


def test_a_mean_in_whole_milliseconds_leads_to_the_same_mean_with_more_digits(client: Client) -> None:
    for kernel, mean in (("Linux 5.1.0", 0.00183), ("Linux 5.2.0", 0.00164)):
        finer = [mean + step * 1e-6 for step in range(5)]
        runs(setup(kernel, 7, machine="quick"), {"latency_mean": [0.002] * 5, "time_per_request:concurrent": finer})
    shown = client.get("/compare/?machine=quick&cols=kernel&rows=concurrency&metric=latency_mean")
    path = shown.context["finer"].path
    assert f'href="{path.replace("&", "&amp;")}"' in shown.content.decode()
    exact = client.get(path)
    assert "1.64" in exact.content.decode()
    assert exact.context["finer"] is None


def test_the_sentence_names_a_second_metric_and_counts_more(client: Client) -> None:
    def sentence(query: str) -> str:
        page = client.get(f"{COMPARED}&metric={RATE}{query}").content.decode()
        return " ".join(re.sub(r"<[^>]+>", " ", page.partition("these runs have none of it.")[2]).split())

    assert sentence("").startswith("on Machine: built")
    assert sentence("&metric=latency_mean").startswith("and latency, mean on Machine: built")
    assert sentence("&metric=latency_mean&metric=requests_failed").startswith("and 2 more on Machine: built")
