"""Where nobody measured for much longer than usual, the line of a level is dotted, and says so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from benchdb.models import Run
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import START

pytestmark = pytest.mark.django_db
QUERY = "/history/?machine=built"


def measured(days: list[float], **more: Any) -> None:
    for run, day in zip(runs(setup("Linux 6.1", 50), {"requests_per_second": [1000.0] * len(days)}), days, strict=True):
        Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=day))


def lines(client: Client, query: str = QUERY) -> list[tuple[str, float, float]]:
    """(role, from, to) of each part of the level, in days since the first run."""
    (chart,) = client.get(query).context["charts"]
    ends = [(one.role, one.points[0].x, one.points[-1].x) for one in chart.series if one.role in ("level", "pause")]
    first = ends[0][1]
    return [(role, (begin - first) / 86400, (end - first) / 86400) for role, begin, end in ends]


def test_a_long_pause_is_dotted_between_two_solid_parts(client: Client) -> None:
    measured([*range(10), *range(40, 50)])
    assert lines(client) == [("level", 0, 9), ("pause", 9, 40), ("level", 40, 49)]
    (chart,) = client.get(QUERY).context["charts"]
    assert [one.points[0].title for one in chart.series if one.role == "pause"] == ["no runs"]
    assert "Dotted: no runs, for much longer than usual." in chart.key
    assert "no runs" in client.get(f"{QUERY.replace('/?', '.svg?')}").content.decode()


@pytest.mark.parametrize(
    "days",
    [
        [day for day in range(40) if day % 7 < 5],  # weekends
        [day for day in range(30) if day != 12],  # one night was missed
        [0.1 * place for place in range(20)] + [9.0, 9.1, 9.2],  # too few pauses to say what is usual
    ],
    ids=["weekends", "one night", "few pauses"],
)
def test_what_is_usual_is_solid(client: Client, days: list[float]) -> None:
    measured(days)
    assert [role for role, _, _ in lines(client)] == ["level"]


def test_runs_that_were_stopped_were_made(client: Client) -> None:
    """An outage is none of it: somebody measured, and nothing came of it."""
    measured([*range(10), *range(40, 50)])
    stopped = runs(setup("Linux 6.1", 50), {"duration": [1.0] * 3})
    for place, run in enumerate(stopped):
        Run.objects.filter(pk=run.pk).update(started_at=START + timedelta(days=15 + 10 * place), status="aborted")
    assert [role for role, _, _ in lines(client)].count("pause") < 2


def test_along_versions_there_is_no_time_to_pause(client: Client) -> None:
    measured([*range(10), *range(40, 50)])
    assert [role for role, _, _ in lines(client, f"{QUERY}&x=kernel")] == ["level"]
