"""Excluded runs are looked for in the few setups that have one: those that are found are all there are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchdb.models import Run
from benchdb.reads.conditions import Where
from benchdb.reads.packed.excluded import setups_with_excluded
from benchdb.reads.runs import excluded_runs
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATE = {"requests_per_second": [1.0, 2.0, 3.0]}


@pytest.fixture
def some() -> None:
    """Six setups of two machines; one run of each but two is excluded, of one all are."""
    for number in range(6):
        made = runs(setup(f"Linux 6.{number % 3}", 10 * number, machine=f"m{number % 2}"), RATE)
        out = made if number == 5 else made[: 1 if number not in (1, 2) else 0]
        Run.objects.filter(pk__in=[run.pk for run in out]).update(excluded_at=timezone.now(), excluded_because="noisy")


@pytest.mark.usefixtures("some")
@pytest.mark.parametrize(
    ("where", "count"),
    [
        ((), 6),
        ((("machine", ("m0",)),), 2),
        ((("machine", ("m1",)), ("kernel", ("Linux 6.1",))), 0),
        ((("kernel", ("Linux 6.2", "Linux 6.0")),), 5),
        ((("concurrency", ("50",)),), 3),
        ((("status", ("complete",)), ("machine", ("m1",))), 4),
        ((("provenance", ("published",)),), 0),
        ((("trial", ("1",)),), 4),
        ((("machine", ("m0",)), ("trial", ("2",))), 0),
        ((("machine", ("nobody",)),), 0),
    ],
)
def test_they_are_those_of_all_runs(where: Where, count: int) -> None:
    """At a moment every run is looked at."""
    everywhere = excluded_runs(where, timezone.now() + timedelta(days=1))
    assert excluded_runs(where, None) == everywhere
    assert len(everywhere) == count


@pytest.mark.usefixtures("some")
def test_only_setups_that_have_one_are_looked_at() -> None:
    setups = setups_with_excluded([("machine", ("m1",))])
    assert setups is not None
    assert len(setups) == 2
    assert setups_with_excluded([]) is None


def test_of_none_there_are_none() -> None:
    runs(setup("Linux 6.1", 10), RATE)
    assert excluded_runs((("kernel", ("Linux 6.1",)),), None) == []
