"""What grew from nothing has no percentage, and comes first among what a machine did otherwise."""

from benchdb.domain.activity.differences import CostDifference, RunActivity, cost_differences
from benchdb.domain.metrics import metric


def test_what_grew_from_nothing_comes_first_among_its_own() -> None:
    """“CPU, stolen 0% → 30%” stood at the bottom, where its percentage is a dash."""
    before = RunActivity(derived={"cpu_steal": 0.0, "cpu_user": 0.40, "cpu_system": 0.40, "cpu_time_per_request": 1.0})
    after = RunActivity(derived={"cpu_steal": 0.30, "cpu_user": 0.28, "cpu_system": 0.28, "cpu_time_per_request": 1.1})
    names = [one.metric.name for one in cost_differences([before], [after])]
    assert names == ["cpu_time_per_request", "cpu_steal", "cpu_user", "cpu_system"]


def test_a_trace_of_it_does_not() -> None:
    assert CostDifference(metric("cpu_steal"), 0.0, 0.001).size == 0
    assert CostDifference(metric("cpu_steal"), 0.0, 0.0).size == 0
    assert CostDifference(metric("cpu_steal"), 0.2, 0.1).size == 0.5
