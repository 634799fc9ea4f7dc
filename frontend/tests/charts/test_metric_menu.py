"""The menu of metrics: what is asked most stands first, the others family by family."""

from __future__ import annotations

from itertools import groupby

from benchdb.domain.metrics import METRICS, metric
from frontend.answers.metric_menu import metric_menu

USUAL = "requests_per_second"


def test_throughput_latency_and_errors_stand_first_in_that_order() -> None:
    groups = metric_menu(METRICS.values(), USUAL, None)
    assert [group.title for group in groups[:3]] == ["Throughput", "Latency", "Errors"]
    firsts = [group.choices[0].metric.name for group in groups[:3]]
    assert firsts == [USUAL, "latency_mean", "requests_failed"]


def test_percentiles_stand_above_the_times_of_connecting() -> None:
    known = [metric(name) for name in ("connect_time_max", "latency_p66", "latency_p99", "latency_mean")]
    (group,) = metric_menu(known, "latency_mean", None)
    names = [choice.metric.name for choice in group.choices]
    assert names == ["latency_mean", "latency_p99", "latency_p66", "connect_time_max"]


def test_the_metrics_of_a_family_stand_together() -> None:
    names = [choice.metric.name for group in metric_menu(METRICS.values(), USUAL, None) for choice in group.choices]
    times = [name.rpartition("_")[0] for name in names if name.startswith(("connect_time", "processing_time"))]
    assert len([family for family, _ in groupby(times)]) == len(set(times))
    assert len(names) == len(METRICS)
