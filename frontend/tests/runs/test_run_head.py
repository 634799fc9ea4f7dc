"""The head of a run's page: what it can be compared with, and what opens on demand."""

import re

import pytest
from django.test import Client

from benchdb.models import Log, Run
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATES = {"requests_per_second": [100.0, 101.0]}


def two_runs(kernel: str, concurrency: int, machine: str = "built") -> Run:
    """The first of two trials, with empty logs."""
    (run, _) = runs(setup(kernel, concurrency, machine), RATES)
    Log.objects.update(size=0)
    return run


def test_a_run_is_compared_with_what_differs_in_one_condition(client: Client) -> None:
    run = two_runs("Linux 6.1", 8)
    two_runs("Linux 6.6", 8)
    two_runs("Linux 6.9", 64)  # two conditions
    page = client.get(f"/runs/{run.pk}/")
    (side,) = page.context["other_sides"]
    assert (side.title, side.note) == ("Another kernel", "Linux 6.6, 2 runs")
    answer = client.get(side.path.replace("/compare/", "/compare.json")).json()
    assert answer["columns"] == ["Linux 6.1", "Linux 6.6"]
    assert "Trials of this setup" in page.content.decode()


def test_the_one_filled_button_is_to_compare(client: Client) -> None:
    run = two_runs("Linux 6.1", 8)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    head = page[page.index('<div class="acts">') :]
    filled = re.findall(r'<(?:summary|a)[^>]*class="btn main"[^>]*>([^<]*)<', head)
    assert filled == ["Compare with…"]


def test_any_other_run_is_compared_by_its_number(client: Client) -> None:
    run = two_runs("Linux 6.1", 8)
    far = two_runs("Linux 6.9", 64, "other")
    answer = client.get(f"/runs/compare/?run={run.pk}&run={far.pk}")
    assert answer.status_code == 302
    assert f"run={far.pk}" in answer["Location"]


def test_forms_open_on_demand_and_a_digest_is_short_with_the_whole_beside(client: Client) -> None:
    run = two_runs("Linux 6.1", 8)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert '<details class="menu" id="edit">' in page
    digest = run.file.log.sha256
    assert f'title="{digest}"' in page
    assert f'data-copy="value" value="{digest}"' in page
    assert f"{digest[:8]}…{digest[-6:]}</code>" in page
