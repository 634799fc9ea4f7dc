"""What a kernel and a server were built of: part of which kernel and server they are, and a condition beneath them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from benchdb.models import Run
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import ask
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

WHOLE = "9c41bb0d7a52e3ff1f0e2a8845aa10b2c3d4e5f6"
FAST, SLOW = [1000.0, 1010, 990, 1005, 995, 1002], [880.0, 890, 870, 885, 875, 882]
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def built(kernel: str, commit: str, values: list[float], day: int, **tuning: str) -> list[Run]:
    """Runs of a kernel that says what it was built of, an hour apart."""
    made = runs(setup(kernel, 8, tuning={"kernel_commit": commit, **tuning}), {"requests_per_second": values})
    for place, run in enumerate(made):
        run.started_at = START + timedelta(days=day, hours=place)
    Run.objects.bulk_update(made, ["started_at"])
    return made


def conflicts(**question: Any) -> tuple[str, ...]:
    compared = ComparisonQuestion.from_query([("metric", "requests_per_second"), *question.items()])
    return tuple(ask(compared).conflicts)


def test_another_kernel_is_of_another_commit_and_stays_comparable() -> None:
    built("Linux 6.1.0", "1f0e2a", FAST, 0, kernel_branch="v6.1")
    built("Linux 6.2.0", "9c41bb", SLOW, 9, kernel_branch="v6.2")
    assert conflicts(cols="kernel") == ()
    assert conflicts(cols="tuning.kernel_commit") == ()


def test_one_kernel_of_two_commits_is_two_conditions() -> None:
    built("Linux 6.1.0", "1f0e2a", FAST, 0)
    built("Linux 6.1.0", "9c41bb", SLOW, 9)
    assert conflicts(rows="kernel", cols="metric") == ("tuning.kernel_commit",)


def test_a_kernel_of_two_commits_is_no_side_of_one() -> None:
    built("Linux 6.1.0", "1f0e2a", FAST, 0)
    built("Linux 6.1.0", "77ac01", FAST, 1)
    built("Linux 6.2.0", "9c41bb", SLOW, 9)
    assert conflicts(cols="kernel") == ("tuning.kernel_commit",)


@pytest.fixture
def commits(db: None) -> None:
    """Three builds of one server, of which the last is the slow one; by name it would come first."""
    for day, (commit, values) in enumerate([("f7", FAST), ("1f0e2a", FAST), (WHOLE, SLOW)]):
        made = runs(setup("Linux 6.1.0", 8, tuning={"server_commit": commit}), {"requests_per_second": values})
        for place, run in enumerate(made):
            run.started_at = START + timedelta(days=day, hours=place)
        Run.objects.bulk_update(made, ["started_at"])


@pytest.mark.usefixtures("commits")
def test_a_history_goes_along_commits_as_they_were_first_measured(client: Client) -> None:
    page = client.get("/history/?x=tuning.server_commit&metric=requests_per_second")
    answer = page.context["answer"]
    assert answer.labels == ("f7", "1f0e2a", WHOLE)
    ((change,),) = [curve.changes for curve in answer.curves]
    assert (change.before.last.label, change.after.first.label) == ("1f0e2a", WHOLE)
    assert answer.curves[0].levels[1].cell.verdict == "worse", "the server is the same, and its commit along the axis"
    (chart,) = page.context["charts"]
    assert [tick.lines[0] for tick in chart.x.ticks] == ["f7", "1f0e2a", WHOLE[:10]]
    text = " ".join(strip_tags(page.content.decode()).split())
    assert "Requests per second over server's commit" in unescape(text)
    assert '<option value="tuning.server_commit" selected>' in page.content.decode()


@pytest.mark.usefixtures("commits")
def test_along_time_a_commit_is_named_where_the_level_changed(client: Client) -> None:
    page = client.get("/history/?metric=requests_per_second").content.decode()
    assert "with a change of server’s commit" in unescape(page) or "server's commit" in unescape(page)
    assert '<option value="tuning.server_commit" >' in page, "offered as an axis"


def test_what_is_no_axis_is_refused(client: Client) -> None:
    for wrong in ("machine", "tuning.", "commit"):
        assert client.get(f"/history/?x={wrong}").status_code == 400


def test_a_tool_of_two_versions_is_no_side_of_one() -> None:
    for tool, version in (("ab", "2.3"), ("ab", "2.4"), ("wrk", "4.1.0")):
        runs(setup("Linux 6.1.0", 8, tool=tool, tool_version=version), {"requests_per_second": FAST})
    assert conflicts(cols="tool") == ("tool_version",)
