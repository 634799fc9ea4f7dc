"""What recordings say: the cost of a request, whose limit it was, which difference is the clearest."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.activity.coverage import coverage
from benchdb.domain.activity.derived import DERIVED, Load, derived
from benchdb.domain.activity.differences import RunActivity, SystemDifference, system_difference
from benchdb.domain.activity.effects import RunMean, effects
from benchdb.domain.activity.limits import Evidence, limits
from benchdb.domain.activity.series import Window
from benchdb.domain.metrics import metric
from benchdb.recordings.before import least_busy
from benchdb.wording import sentences

SAR = {("cpu.user_incl_guest", "all"): 0.3, ("cpu.system_incl_irq", "all"): 0.2, ("cpu.idle", "all"): 0.5}
MPSTAT = {("cpu.usr", "all"): 0.25, ("cpu.guest", "all"): 0.05, ("cpu.sys", "all"): 0.1, ("cpu.soft", "all"): 0.1}


def test_every_derived_measure_is_a_metric() -> None:
    assert all(metric(name) for name in DERIVED)


@pytest.mark.parametrize("means", [SAR, MPSTAT])
def test_guests_and_interrupts_are_counted_once_whoever_prints_them(means: dict[tuple[str, str], float]) -> None:
    costs = derived(means, Load(rate=1000, cpus=4))
    assert costs["cpu_used"] == pytest.approx(0.5)
    assert costs["cpu_time_per_request"] == pytest.approx(0.002)
    assert costs["cpu_user_time_per_request"] + costs["cpu_system_time_per_request"] == pytest.approx(0.002)


def test_less_on_the_wire_than_was_received_is_of_another_time_or_another_way() -> None:
    """A clock 30 s off made a request 45% cheaper, and better."""
    numbers = {("bytes_received", ""): 4_334_000.0, ("requests_completed", ""): 1000.0}
    (sentence,) = limited(Evidence(numbers, wire=2150.0))
    assert "2.1 KiB on the wire for each request, where 4.23 KiB were received" in sentence
    assert limited(Evidence(numbers, wire=4400.0)) == ()
    assert limited(Evidence(numbers)) == ()
    assert limited(Evidence({}, wire=0.0)) == ()


def test_nothing_is_made_of_what_was_not_recorded() -> None:
    assert derived({}, Load(1000, 4)) == {}
    assert "cpu_time_per_request" not in derived(SAR, Load(rate=None, cpus=4))
    assert "cpu_time_per_request" not in derived(SAR, Load(rate=1000, cpus=None))


def test_bytes_on_the_wire_are_those_of_the_interfaces_but_the_loopback() -> None:
    means = {("net.rx_kb", "eth0"): 1e6, ("net.tx_kb", "eth0"): 9e6, ("net.rx_kb", "lo"): 5e6, ("net.tx_kb", "lo"): 5e6}
    assert derived(means, Load(1000))["network_bytes_per_request"] == 10_000
    assert derived(means, Load(1000, host="localhost"))["network_bytes_per_request"] == 5000


def limited(known: Evidence) -> tuple[str, ...]:
    """In sentences."""
    return sentences(limits(known))


def test_a_generator_without_descriptors_was_the_limit() -> None:
    (sentence,) = limited(Evidence({("requests_failed", "fd_unavailable"): 1250.0}))
    assert "1,250 times (no file descriptor was free)" in sentence


def test_unanswered_requests_count_only_while_the_server_idles() -> None:
    numbers = {("requests_per_second_offered", ""): 1000.0, ("requests_per_second", ""): 700.0}
    (sentence,) = limited(Evidence(numbers, {("cpu.idle", "all"): 0.6}))
    assert "700 of 1,000 requests per second" in sentence
    assert "60% idle" in sentence
    assert limited(Evidence(numbers, {("cpu.idle", "all"): 0.01})) == ()
    assert limited(Evidence(numbers)) == ()


def test_a_busy_client_beside_an_idle_server_is_named() -> None:
    assert len(limited(Evidence({}, {("cpu.idle", "all"): 0.5}, {("cpu.idle", "all"): 0.01}))) == 1
    assert limited(Evidence({}, {("cpu.idle", "all"): 0.02}, {("cpu.idle", "all"): 0.01})) == ()


def test_what_the_machine_did_before_the_load_is_named_and_other_loads_are_not_counted() -> None:
    times, rest = np.arange(1.0, 11.0), np.array([0.9, 0.9, 0.5, 0.1, 0.1, 0.2, 0.4, 0.3, 0.9, 0.9])
    assert least_busy(times, rest, Window(0.0, 8.0), []) == pytest.approx(0.6), "the least of the last three"
    assert least_busy(times, rest, Window(0.0, 8.0), [Window(3.0, 8.0)]) == pytest.approx(0.1)
    assert least_busy(times, rest, Window(-30.0, 0.5), []) is None
    assert "60% busy before the load began" in limited(Evidence(busy_before=0.6))[0]
    assert limited(Evidence(busy_before=0.1)) == ()


def test_stored_runs_say_of_their_cpus_what_new_ones_do() -> None:
    migration = import_module("benchdb.migrations.0053_contradicted_cpus_are_said")
    assert limited(Evidence(cpus=(1024, 2))) == (migration.SENTENCE.format(stated=1024, recorded=2),)


def test_a_full_line_is_named_by_what_the_interface_says_or_by_its_speed() -> None:
    assert "eth0 was 96% full" in limited(Evidence({}, {("net.util", "eth0"): 0.96}))[0]
    assert "of what 1 Gbit/s can" in limited(Evidence({}, {("net.tx_kb", "eth1"): 118e6}))[0]
    assert limited(Evidence({}, {("net.tx_kb", "lo"): 118e6, ("net.tx_kb", "eth0"): 60e6})) == ()


def test_one_full_cpu_beside_others_with_room_may_be_the_limit() -> None:
    """A run's page said so of its curves, and a comparison “−30%, worse” and no word of it."""
    busy = {"0": 0.99, "1": 0.1, "2": 0.12}
    assert limited(Evidence(busy_cpus=busy)) == (
        "CPU 0 was full (99% busy), while none of the others was more than 12% busy: one CPU may have been the limit.",
    )
    assert limited(Evidence(busy_cpus={**busy, "1": 0.7})) == (), "another one has little room"
    assert limited(Evidence(busy_cpus={"0": 1.0})) == (), "there is no other"


MEANS = st.lists(st.builds(RunMean, st.floats(0, 1e6), st.floats(0, 1e3)), min_size=1, max_size=6)


@given(MEANS, MEANS)
def test_swapping_the_sides_turns_an_effect_around(one: list[RunMean], other: list[RunMean]) -> None:
    key = ("cpu.idle", "all")
    (there,) = effects({key: one}, {key: other}, {})
    (back,) = effects({key: other}, {key: one}, {})
    assert there.effect == -back.effect


def test_a_series_that_is_mostly_nought_is_not_the_clearest() -> None:
    steal, user = ("cpu.steal", "all"), ("cpu.user", "all")
    base = {steal: [RunMean(0.01, 0, 0, 0.08)], user: [RunMean(0.3, 0.01)]}
    here = {steal: [RunMean(0, 0, 0, 0)], user: [RunMean(0.5, 0.01)]}
    assert [difference.metric for difference in effects(base, here, {})] == ["cpu.user", "cpu.steal"]


def test_the_clearest_difference_comes_first() -> None:
    quiet, noisy = ("tasks.context_switches", ""), ("io.reads", "")
    base = {quiet: [RunMean(1000, 10)], noisy: [RunMean(100, 90)]}
    here = {quiet: [RunMean(1100, 10)], noisy: [RunMean(200, 90)], ("only.here", ""): [RunMean(1, 1)]}
    ranked = effects(base, here, {quiet: "1/s"})
    assert [difference.metric for difference in ranked] == [quiet[0], noisy[0]]
    assert ranked[0].change == pytest.approx(0.1)


# What a mean rests on


@pytest.mark.parametrize(
    ("samples", "step", "seconds", "is_enough"),
    [(3, 1.0, 9.0, True), (2, 5.0, 10.0, False), (5, 1.0, 305.0, False), (60, 1.0, 300.0, True), (9, 1.0, 0.0, False)],
)
def test_a_mean_needs_three_samples_and_a_fifth_of_the_load(
    samples: int, step: float, seconds: float, is_enough: bool
) -> None:
    assert coverage(samples, step, seconds).is_enough is is_enough


def test_a_mean_covers_at_most_all_of_the_load() -> None:
    assert coverage(12, 10.0, 100.0).share == 1.0


# Differences of two sides

SWITCHES, IDLE, QUEUE = ("tasks.context_switches", ""), ("cpu.idle", "all"), ("queue.run", "")
UNITS = {SWITCHES: "1/s", IDLE: "fraction", QUEUE: "count", ("mem.free", ""): "B"}


def activity(started_at: float = 0.0, rate: float | None = 1000.0, **means: float) -> RunActivity:
    """A run with so many context switches, idle share, and so on."""
    keys = {"switches": SWITCHES, "idle": IDLE, "queue": QUEUE, "free": ("mem.free", "")}
    readings = {keys[name]: RunMean(mean, 0.01 * mean, started_at=started_at) for name, mean in means.items()}
    derived = {"cpu_time_per_request": 0.001, "cpu_used": 0.5, "context_switches_per_request": means.get("switches", 1)}
    return RunActivity(started_at, rate, 4, readings, derived, coverage(60, 1.0, 90.0))


def difference(baseline: list[RunActivity], here: list[RunActivity]) -> SystemDifference:
    return system_difference(("5.10", "6.1"), baseline, here, UNITS)


def test_a_side_that_answers_more_is_compared_per_request() -> None:
    answer = difference([activity(switches=5000)], [activity(rate=2000, switches=10_000)])
    assert answer.first == ()
    (switches,) = answer.rest
    assert (switches.baseline, switches.here, switches.unit, switches.per) == (5.0, 5.0, "count", "request")


def test_what_a_machine_does_besides_explains_no_request() -> None:
    """One process a second on both sides, of which a request has half as much where twice as many are answered."""
    answer = difference([activity(switches=1)], [activity(rate=2000, switches=1)])
    assert answer.first == ()
    assert [effect.metric for effect in answer.rest] == [SWITCHES[0]], "still listed among the others"
    saved = difference([activity(switches=5000)], [activity(rate=2000, switches=5000)])
    assert [effect.metric for effect in saved.first] == [SWITCHES[0]]


def test_rates_are_rates_where_a_run_does_not_know_its_own() -> None:
    answer = difference([activity(switches=5000)], [activity(rate=None, switches=10_000)])
    assert (answer.first[0].here, answer.first[0].unit, answer.first[0].per) == (10_000, "1/s", "")


def test_the_run_queue_is_compared_per_cpu() -> None:
    answer = difference([activity(queue=8.0)], [replace(activity(queue=16.0), cpus=8)])
    assert [(effect.per, effect.baseline, effect.here) for effect in answer.rest] == [("CPU", 2.0, 2.0)]


def test_what_explains_comes_before_what_is_only_clearer() -> None:
    answer = difference([activity(switches=5000, free=1e9)], [activity(switches=5500, free=9e9)])
    assert [effect.metric for effect in answer.first] == [SWITCHES[0], "mem.free"]


def test_costs_per_request_come_first() -> None:
    answer = difference([activity(switches=5.0)], [activity(switches=7.0)])
    assert [cost.metric.name for cost in answer.costs] == [
        "context_switches_per_request",
        "cpu_time_per_request",
        "cpu_used",
    ]
    assert answer.costs[0].change == pytest.approx(0.4)


def test_what_rises_from_run_to_run_on_both_sides_is_drift() -> None:
    rising = [activity(float(n), free=1e9 + 1e8 * n) for n in range(1, 9)]
    answer = difference(rising[:4], rising[4:])
    assert [effect.metric for effect in answer.drifting] == ["mem.free"]
    assert answer.first == ()


def test_two_runs_a_side_always_rise_or_fall_and_are_no_drift() -> None:
    rising = [activity(float(n), free=1e9 * value) for n, value in enumerate((1, 1.01, 5, 5.05), 1)]
    answer = difference(rising[:2], rising[2:])
    assert [effect.metric for effect in answer.first] == ["mem.free"]
    assert answer.drifting == ()


def test_three_runs_a_side_that_rise_are_drift() -> None:
    rising = [activity(float(n), free=1e9 * value) for n, value in enumerate((1, 1.2, 1.4, 5, 5.2, 5.4), 1)]
    assert [effect.metric for effect in difference(rising[:3], rising[3:]).drifting] == ["mem.free"]


@pytest.mark.parametrize("values", [(1, 1.01, 0.99, 1, 2, 2.01, 1.99, 2), (4, 3, 2, 1, 8, 9, 10, 11)])
def test_a_step_between_the_sides_and_a_turn_are_no_drift(values: tuple[float, ...]) -> None:
    runs = [activity(float(n), free=1e9 * value) for n, value in enumerate(values, 1)]
    answer = difference(runs[:4], runs[4:])
    assert [effect.metric for effect in answer.first] == ["mem.free"]
    assert answer.drifting == ()


def test_a_difference_is_ready_for_json() -> None:
    here = [replace(activity(switches=9000), shares_machine=True)]
    data = json.loads(json.dumps(difference([activity(switches=5000)], here).data))
    assert data["runs_with_load_generator_on_the_same_machine"] == [0, 1]
    assert data["samples"] == [60, 60]
    assert data["differences"][0]["per"] == "request"


def noisy(random: np.random.Generator, shift: float) -> RunActivity:
    """A run whose hundred series vary by 5% from run to run, one of which may be shifted."""
    means = {(f"mem.{number}", ""): 100 + 5 * random.standard_normal() for number in range(100)}
    means["mem.free", ""] = shift * (100 + 5 * random.standard_normal())
    return RunActivity(means={key: RunMean(mean, 2.0) for key, mean in means.items()})


@pytest.mark.parametrize("runs", [2, 3, 5])
def test_few_runs_a_side_show_little_of_their_noise_and_what_differs(runs: int) -> None:
    random = np.random.default_rng(7)
    answers = [
        difference([noisy(random, 1.0) for _ in range(runs)], [noisy(random, 1.5) for _ in range(runs)])
        for _ in range(20)
    ]
    shown = [[effect.metric for effect in answer.first] for answer in answers]
    assert all("mem.free" in names for names in shown)
    assert sum(len(names) - 1 for names in shown) < 0.08 * 100 * len(answers)


def test_niced_work_is_named_and_is_no_cost_of_a_request() -> None:
    """Somebody else's job took 40% of the CPUs; sar has it in a line of its own."""
    for means in (SAR, MPSTAT):
        busy = means | {("cpu.nice", "all"): 0.4}
        costs, alone = derived(busy, Load(1000, 4)), derived(means, Load(1000, 4))
        assert costs.pop("cpu_nice") == 0.4
        assert costs == alone
        (sentence,) = limited(Evidence(server=busy))
        assert sentence.startswith("Niced work took 40% of the machine's CPUs during the load")
        assert "nothing says whether it was the load's own" in sentence
    assert limited(Evidence(server={**SAR, ("cpu.nice", "all"): 0.01})) == ()
