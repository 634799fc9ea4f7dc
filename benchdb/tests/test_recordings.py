"""What recordings say: the cost of a request, whose limit it was, which difference is the clearest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.metrics import metric
from benchdb.recordings.derived import DERIVED, Load, derived
from benchdb.recordings.effects import RunMean, effects
from benchdb.recordings.limits import Evidence, limits

SAR = {("cpu.user_incl_guest", "all"): 0.3, ("cpu.system_incl_irq", "all"): 0.2, ("cpu.idle", "all"): 0.5}
MPSTAT = {("cpu.usr", "all"): 0.25, ("cpu.guest", "all"): 0.05, ("cpu.sys", "all"): 0.1, ("cpu.soft", "all"): 0.1}


def test_every_derived_measure_is_a_metric() -> None:
    assert all(metric(name) for name in DERIVED)


@pytest.mark.parametrize("means", [SAR, MPSTAT])
def test_guests_and_interrupts_are_counted_once_whoever_prints_them(means: dict[tuple[str, str], float]) -> None:
    found = derived(means, Load(rate=1000, cpus=4))
    assert found["cpu_used"] == pytest.approx(0.5)
    assert found["cpu_time_per_request"] == pytest.approx(0.002)
    assert found["cpu_user_time_per_request"] + found["cpu_system_time_per_request"] == pytest.approx(0.002)


def test_nothing_is_made_of_what_was_not_recorded() -> None:
    assert derived({}, Load(1000, 4)) == {}
    assert "cpu_time_per_request" not in derived(SAR, Load(rate=None, cpus=4))
    assert "cpu_time_per_request" not in derived(SAR, Load(rate=1000, cpus=None))


def test_bytes_on_the_wire_are_those_of_the_interfaces_but_the_loopback() -> None:
    means = {("net.rx_kb", "eth0"): 1e6, ("net.tx_kb", "eth0"): 9e6, ("net.rx_kb", "lo"): 5e6, ("net.tx_kb", "lo"): 5e6}
    assert derived(means, Load(1000))["network_bytes_per_request"] == 10_000
    assert derived(means, Load(1000, host="localhost"))["network_bytes_per_request"] == 5000


def test_a_generator_without_descriptors_was_the_limit() -> None:
    (said,) = limits(Evidence({("requests_failed", "fd_unavailable"): 1250.0}))
    assert "1,250 times no file descriptor was free" in said


def test_unanswered_requests_count_only_while_the_server_idles() -> None:
    numbers = {("requests_per_second_offered", ""): 1000.0, ("requests_per_second", ""): 700.0}
    (said,) = limits(Evidence(numbers, {("cpu.idle", "all"): 0.6}))
    assert "700 of 1,000 requests per second" in said
    assert "60% idle" in said
    assert limits(Evidence(numbers, {("cpu.idle", "all"): 0.01})) == []
    assert limits(Evidence(numbers)) == []


def test_a_busy_client_beside_an_idle_server_is_named() -> None:
    assert len(limits(Evidence({}, {("cpu.idle", "all"): 0.5}, {("cpu.idle", "all"): 0.01}))) == 1
    assert limits(Evidence({}, {("cpu.idle", "all"): 0.02}, {("cpu.idle", "all"): 0.01})) == []


def test_a_full_line_is_named_by_what_the_interface_says_or_by_its_speed() -> None:
    assert "eth0 was 96% full" in limits(Evidence({}, {("net.util", "eth0"): 0.96}))[0]
    assert "of what 1 Gbit/s can" in limits(Evidence({}, {("net.tx_kb", "eth1"): 118e6}))[0]
    assert limits(Evidence({}, {("net.tx_kb", "lo"): 118e6, ("net.tx_kb", "eth0"): 60e6})) == []


MEANS = st.lists(st.builds(RunMean, st.floats(0, 1e6), st.floats(0, 1e3)), min_size=1, max_size=6)


@given(MEANS, MEANS)
def test_swapping_the_sides_turns_an_effect_round(one: list[RunMean], other: list[RunMean]) -> None:
    key = ("cpu.idle", "all")
    (there,) = effects({key: one}, {key: other}, {})
    (back,) = effects({key: other}, {key: one}, {})
    assert there.effect == -back.effect


def test_a_series_that_is_mostly_nought_is_not_the_clearest() -> None:
    steal, user = ("cpu.steal", "all"), ("cpu.user", "all")
    base = {steal: [RunMean(0.01, 0, 0, 0.08)], user: [RunMean(0.3, 0.01)]}
    here = {steal: [RunMean(0, 0, 0, 0)], user: [RunMean(0.5, 0.01)]}
    assert [each.metric for each in effects(base, here, {})] == ["cpu.user", "cpu.steal"]


def test_the_clearest_difference_comes_first() -> None:
    quiet, noisy = ("tasks.context_switches", ""), ("io.reads", "")
    base = {quiet: [RunMean(1000, 10)], noisy: [RunMean(100, 90)]}
    here = {quiet: [RunMean(1100, 10)], noisy: [RunMean(200, 90)], ("only.here", ""): [RunMean(1, 1)]}
    found = effects(base, here, {quiet: "1/s"})
    assert [each.metric for each in found] == [quiet[0], noisy[0]]
    assert found[0].change == pytest.approx(0.1)
