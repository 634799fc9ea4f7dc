"""How many runs each setup has: what of it is read anew after a change, and its sums."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchdb.models import Kernel, Run
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
RATES = {"requests_per_second": [1.0, 2.0]}


def filled() -> None:
    for kernel, concurrency in (("Linux 2.4", 1), ("Linux 2.4", 2), ("Linux 2.6", 1), ("Linux 2.6", 4)):
        runs(setup(kernel, concurrency), RATES)


def test_setups_that_were_known_are_not_asked_for_again() -> None:
    filled()
    before = latest.census()
    known = before.conditions
    runs(setup("Linux 2.6", 4), RATES)
    with CaptureQueriesContext(connection) as queries:
        after = latest.census()
        assert after.conditions is known
        assert after.sums("kernel", after.counts) == {"Linux 2.4": 4, "Linux 2.6": 6}
    assert len(queries) == 2, "the version, and the counts"
    runs(setup("Linux 6.1", 1), RATES)
    assert latest.census().sums("kernel", latest.census().counts) == {"Linux 2.4": 4, "Linux 2.6": 6, "Linux 6.1": 2}


def test_a_name_that_changed_is_read_anew() -> None:
    filled()
    assert latest.census().conditions
    Kernel.objects.filter(name="Linux 2.4").update(name="Linux 2.4.1")
    census = latest.census()
    assert census.sums("kernel", census.counts) == {"Linux 2.4.1": 4, "Linux 2.6": 4}


@pytest.mark.parametrize("where", [(), (("kernel", ("Linux 2.6",)),), (("concurrency", ("2",)),), (("cpus", ("64",)),)])
def test_sums_are_what_the_runs_say(where: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
    """Of all of them, of many and of few."""
    filled()
    selection = selected(latest.census(), where)
    own = selection.census.counts * selection.mask
    loads = selection.census.coded("concurrency")
    by_hand = Counter[str]()
    for code, count in zip(loads.codes.tolist(), own.tolist(), strict=True):
        by_hand[loads.texts[code]] += count
    for _ in range(2):
        assert selection.census.sums("concurrency", selection.counts) == dict(+by_hand)


def test_the_newest_run_is_known_to_the_microsecond() -> None:
    filled()
    census, stored = latest.census(), Run.objects.latest("stored_at").stored_at
    assert int(np.max(census.newest)) == round(stored.timestamp() * 1e6)
