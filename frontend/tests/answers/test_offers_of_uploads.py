"""What is asked next of an upload: what varies in it, or the runs that its machine had before."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.models import Run
from frontend.answers.offers import span
from frontend.templatetags.offered import before_of, offers_of
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


def test_loads_that_were_only_raised_are_offered_as_a_curve_after_an_upload(client: Client) -> None:
    made = [
        run
        for rate in (100.0, 200.0, 400.0)
        for run in runs(setup("Linux 6.1.0", None, rate=rate, requests=rate * 2), {"requests_per_second": [rate]})
    ]
    made += runs(setup("Linux 6.1.0", None, tool="hey"), {"requests_per_second": [9.0]})  # at no rate: no place of it
    (curve,) = offers_of([run.file.upload_id for run in made])
    assert (curve.note, curve.runs) == ("at offered rate 100/s, 200/s, 400/s: requests per second, 3 runs", 3)
    assert (curve.title, curve.asks) == ("Offered rate", "Draw the curve by offered rate")
    assert curve.path.startswith("/scaling/?x=rate")
    assert client.get(curve.path).context["gate"] is None


def test_what_has_an_answer_is_offered_first_after_an_upload() -> None:
    """Two runs, one a side, came first because they were first in the list of what people vary."""
    few = [run for zone in ("a", "b") for run in runs(setup("Linux 6.1", 1, zone=zone), {"requests_per_second": [1.0]})]
    many = [
        run
        for kernel in ("Linux 6.2", "Linux 6.3")
        for run in runs(setup(kernel, 8, zone="c", tool="wrk"), {"requests_per_second": [5.0, 6.0, 7.0, 8.0]})
    ]
    offered = offers_of([run.file.upload_id for run in (*few, *many)])
    assert [(one.title, one.has_answer) for one in offered] == [("Kernel", True), ("Zone", False)]
    alone = offers_of([run.file.upload_id for run in few])
    assert [one.has_answer for one in alone] == [False]


def test_compare_beside_an_upload_leads_to_what_was_varied_in_it(client: Client) -> None:
    """It led to kernels in columns, whatever was varied, and so to a refusal."""
    tried = [
        run
        for workers in ("w1", "w2")
        for run in runs(setup("Linux 6.1", 32, tuning={"workers": workers}), {"requests_per_second": [5.0, 6.0, 7.0]})
    ]
    beside = runs(setup("Linux 6.2", 8, machine="other"), {"requests_per_second": [9.0]})
    file = beside[-1].file
    for ordinal, run in enumerate([*tried, *beside], start=2):
        Run.objects.filter(pk=run.pk).update(file=file, ordinal=ordinal)
    answer = client.get(f"/compare/upload/{file.upload_id}/", follow=True)
    assert answer.context["question"].cols == "tuning.workers"
    assert answer.context["gate"] is None
    nothing_varied = tried[0].file.upload_id
    assert client.get(f"/compare/upload/{nothing_varied}/")["Location"].startswith("/compare/?")
    assert [client.get(f"/compare/upload/{number}/").status_code for number in (10**6, 10**20)] == [404, 404]
    assert f'href="/compare/upload/{file.upload_id}/"' in client.get("/").content.decode()


def test_an_upload_of_one_kernel_is_compared_with_those_before(client: Client) -> None:
    """It led to its own loads (rows=machine&cols=concurrency), which nobody had asked about."""
    for load in (8, 64):
        runs(setup("Linux 6.1", load), {"requests_per_second": [5.0, 6.0, 7.0]})
    made = [run for load in (8, 64) for run in runs(setup("Linux 6.2", load), {"requests_per_second": [8.0, 9.0]})]
    file = made[-1].file
    for ordinal, run in enumerate(made, start=2):
        Run.objects.filter(pk=run.pk).update(file=file, ordinal=ordinal)
    answer = client.get(f"/compare/upload/{file.upload_id}/", follow=True)
    assert (answer.context["question"].cols, answer.context["question"].rows) == ("kernel", "concurrency")
    assert answer.context["comparison"].columns == ("Linux 6.1", "Linux 6.2")
    (alone,) = runs(setup("Linux 6.3", 8, machine="alone"), {"requests_per_second": [5.0]})
    assert "upload=" in client.get(f"/compare/upload/{alone.file.upload_id}/")["Location"]


def test_loads_of_which_some_are_not_recorded_are_told_as_such() -> None:
    assert span(dimension("concurrency"), ("5", MISSING)) == "5 or where none is recorded"
    assert span(dimension("concurrency"), ("1", "2", "4")) == "1, 2, 4"


def test_the_histories_of_an_upload_show_its_setups_before_it_and_after() -> None:
    """They pinned the kernel, and so cut off the very change that the upload brought."""
    for load, rate in ((8, 900.0), (32, 1500.0)):
        runs(setup("Linux 6.1", load), {"requests_per_second": [rate] * 4})
    runs(setup("Linux 5.10", 32, document_bytes=7), {"requests_per_second": [800.0]})
    runs(setup("Linux 6.6", 32, document_bytes=7), {"requests_per_second": [800.0]})
    came = [one for load in (8, 32) for one in runs(setup("Linux 6.6", load), {"requests_per_second": [700.0]})]
    before = before_of(Run.objects.filter(pk__in=[one.pk for one in came]).with_setup())
    assert [(name, count) for name, _, count in before.histories] == [("concurrency 8", 5), ("concurrency 32", 5)]
    assert all("kernel" not in path for _, path, _ in before.histories)
    assert before.changed == "Kernel Linux 6.1 → Linux 6.6"
    assert before.path.startswith("/compare/?")
    assert "kernel=Linux+6.1&kernel=Linux+6.6" in before.path


def test_an_upload_of_the_same_kernel_leads_to_its_history_and_the_first_of_all_to_none() -> None:
    first = runs(setup("Linux 6.1", 8), {"requests_per_second": [900.0, 901.0]})
    assert before_of(Run.objects.filter(pk__in=[one.pk for one in first]).with_setup()).path == ""
    (later,) = runs(setup("Linux 6.1", 8), {"requests_per_second": [902.0]})
    assert before_of(Run.objects.filter(pk=later.pk).with_setup()).path == "/history/?machine=built"
