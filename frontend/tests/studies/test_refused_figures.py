"""What its own page refuses, a study refuses as well, and so does the card of the home page."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import Study
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

REFUSED = {
    "compare": "machine=lab&cols=kernel&rows=concurrency",
    "scaling": "machine=lab&x=concurrency",
    "history": "machine=lab&by=kernel",
    "cost": "machine=lab&by=kernel",
}


@pytest.fixture
def mixed(db: None) -> None:
    """Runs of two kernels, each on one CPU and on eight."""
    for kernel in ("Linux 6.1.0", "Linux 6.2.0"):
        for load in (1, 2, 4):
            for cpus in (1, 8):
                numbers = {
                    "requests_per_second": [8040.0 * load * cpus, 8050.0 * load * cpus],
                    "cpu_time_per_request": [1.05e-3 / cpus, 1.06e-3 / cpus],
                }
                runs(setup(kernel, load, machine="lab", cpus=cpus), numbers)


def study_of(kind: str, query: str) -> Study:
    entry = {"title": "Which kernel?", "page": kind, "query": query, "note": ""}
    return Study.objects.create(slug="kernels", title="Kernels", comparisons=[entry])


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("kind", REFUSED)
def test_a_study_refuses_and_draws_nothing_of_what_its_own_page_refuses(client: Client, kind: str) -> None:
    study_of(kind, REFUSED[kind])
    alone = client.get(f"/{kind}/?{REFUSED[kind]}")
    assert alone.context["gate"], "the page refuses"
    page = Client().get("/studies/kernels/").content.decode()
    shown = " ".join(page[page.index('id="question-1"') :].split())
    assert f"<b>Not comparable yet.</b> {alone.context['gate'].words}" in shown
    assert str(alone.context["headline"]) in shown
    assert "CPUs online: " in shown
    assert [number in shown for number in ("8,040", "<canvas", "<table")] == [False] * 3
    home = Client().get("/").content.decode()
    assert ("<canvas" in home, "Open this answer" in home) == (False, True)


@pytest.mark.usefixtures("mixed")
def test_a_study_shows_what_is_comparable_as_before(client: Client) -> None:
    study_of("compare", f"{REFUSED['compare']}&cpus=8")
    page = client.get("/studies/kernels/").content.decode()
    assert ("Not comparable yet" in page, "<canvas" in page) == (False, True)


def test_one_row_is_one_row(client: Client, db: None) -> None:
    for kernel in ("6.1.0", "6.2.0", "6.3.0"):
        runs(setup(f"Linux {kernel}", 10, machine="lab"), {"requests_per_second": [100.0, 101.0]})
    study_of("compare", REFUSED["compare"])
    page = " ".join(client.get("/studies/kernels/").content.decode().split())
    assert "· 1 row<" in page
