"""What the filters of a question count: the runs that it can use."""

from __future__ import annotations

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db


def counts(client: Client, path: str) -> dict[str, int]:
    facets = {facet.dimension.key: facet for facet in client.get(path).context["facets"]}
    return {choice.value: choice.count for choice in facets["kernel"].choices}


def test_filters_of_a_cost_count_runs_that_were_recorded(client: Client) -> None:
    """They counted 240 runs, of which 52 had a recording; of one setup some were recorded and others not."""
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0] * 5})
    runs(setup("Linux 6.1.0", 10), {"cpu_time_per_request": [1e-4, 2e-4], "context_switches_per_request": [1.0, 2.0]})
    runs(setup("Linux 6.2.0", 10), {"context_switches_per_request": [1.0]})
    runs(setup("Linux 6.3.0", 10), {"requests_per_second": [1.0] * 3})
    expected = {"Linux 6.1.0": 2, "Linux 6.2.0": 1, "Linux 6.3.0": 0}
    assert counts(client, "/cost/?machine=built") == expected
    assert counts(client, "/cost/?machine=built&kernel=Linux+6.1.0") == expected


def test_filters_of_a_question_count_runs_that_have_its_metric(client: Client) -> None:
    """A kernel of which locks alone were measured looked like three runs, and gave none."""
    runs(setup("Linux 6.1.0", 10), {"requests_per_second": [1.0, 2.0]})
    runs(setup("Linux 6.2.0", 10), {"requests_per_second": [1.0]})
    runs(setup("Linux 6.2.0", 20), {"latency_mean": [0.1, 0.2]})
    runs(setup("Linux 6.3.0", 10), {"lock_wait_share:dcache": [0.1, 0.2, 0.3]})
    address = "/compare/?machine=built&cols=kernel"
    assert counts(client, address) == {"Linux 6.1.0": 2, "Linux 6.2.0": 1, "Linux 6.3.0": 0}
    assert counts(client, f"{address}&kernel=Linux+6.1.0")["Linux 6.3.0"] == 0
    assert counts(client, f"{address}&metric=latency_mean") == {"Linux 6.1.0": 0, "Linux 6.2.0": 2, "Linux 6.3.0": 0}
    assert counts(client, f"{address}&metric=lock_wait_share&rows=item")["Linux 6.3.0"] == 3
    assert counts(client, "/history/?machine=built&by=kernel")["Linux 6.3.0"] == 0
