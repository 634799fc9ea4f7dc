"""What a tool counts as failed beside the requests in its figure takes nothing off it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from benchdb.domain.setups.load_tools import ANSWERED_ONLY, RATE_OF_ANSWERS
from benchdb.questions.conditions import Observation
from benchdb.questions.replies.counted import IN_RATE, replies_by_run
from benchdb.tests.scaling.test_outweighed import SIZES, measured
from benchdb.tests.scaling.test_scaling import answered
from benchdb.wording import full_sentences, line

LEVEL = {1: 2000.0, 4: 7000.0, 8: 10_000.0, 16: 12_000.0, 32: 12_500.0}


def with_timeouts(runs: list[Observation], in_rate: float = 0.0) -> list[Observation]:
    """Of what failed only so much is in the figure."""
    return [replace(one, beside={IN_RATE: in_rate}) if one.failed else one for one in runs]


@pytest.mark.parametrize(
    ("tool", "counts", "failed", "in_rate"),
    [
        ("wrk", {("requests_failed", "timeout"): 10.0}, 0.1, 0.0),
        ("wrk", {("requests_failed", "timeout"): 10.0, ("responses", "non_2xx_3xx"): 9.0}, 0.19, 0.1),
        ("wrk", {("responses", "non_2xx_3xx"): 9.0}, 0.1, None),
        ("plow", {("requests_failed", "timeout"): 10.0}, 0.1, None),
        ("ab", {("requests_failed", ""): 9.0}, 0.1, None),
    ],
)
def test_only_answers_are_in_the_rate(
    tool: str, counts: dict[tuple[str, str], float], failed: float, in_rate: float | None
) -> None:
    rows = [(1, metric, item, value) for (metric, item), value in counts.items()]
    of_tools = [[1] if tool in tools else [] for tools in (ANSWERED_ONLY, RATE_OF_ANSWERS)]
    known = replies_by_run([(1, "requests_completed", "", 90.0), *rows], of_tools[0], ["latency_p99"], of_tools[1])
    assert math.isclose(known[1][0], failed)
    assert known[1][1].get(IN_RATE) == in_rate


def test_timeouts_beside_a_gain_take_nothing_off_it() -> None:
    answer = answered(with_timeouts(measured(LEVEL, {32: 0.067})), x="concurrency")
    (curve,) = answer.curves
    assert curve.outweighed == ()
    assert (curve.last.n, curve.last.served) == (32, curve.last.value)
    words = "At concurrency 32, 6.7% of the requests failed, which the figure does not count."
    assert line(answer.headline).startswith(words)
    assert full_sentences(curve.notes)[0] == words


def test_errors_among_the_answers_outweigh_with_their_own_share() -> None:
    (curve,) = answered(with_timeouts(measured(SIZES, {32: 0.6}), 0.5)).curves
    assert [one.point.n for one in curve.outweighed] == [32]
    assert "At 32 CPUs, 50% of the requests in the figure failed: without these" in full_sentences(curve.notes)[0]


def test_points_of_both_kinds_are_told_apart() -> None:
    level = {1: 200.0, 4: 800.0, 16: 3200.0, 64: 12_000.0, 128: 12_050.0, 256: 12_100.0}
    runs = measured(level, {64: 0.01, 128: 0.02, 256: 0.04})
    mixed = [replace(one, beside={IN_RATE: 0.0}) if one.row in ("128", "256") else one for one in runs]
    words = line(answered(mixed, x="concurrency").headline)
    assert words.startswith(
        "At concurrency 64, 1% of the requests failed: less was served than the figure says. At concurrency 128 and "
        "256, 2% and 4% of the requests failed, which the figures do not count."
    )


def test_where_as_many_time_out_everywhere_it_is_said_once() -> None:
    words = line(answered(with_timeouts(measured(SIZES, dict.fromkeys(SIZES, 0.3)))).headline)
    assert words.startswith("30% of the requests failed at every point, which the figures do not count.")


def test_many_curves_and_many_points_say_so_too() -> None:
    level = {1: 11_800.0, 4: 12_000.0, 16: 12_000.0, 64: 12_000.0, 128: 12_050.0}
    one = with_timeouts(measured(level, {4: 0.01, 16: 0.01, 64: 0.01, 128: 0.03}))
    words = "At 4 points up to 3% of the requests failed (most at concurrency 128), which the figures do not count."
    assert line(answered(one, x="concurrency").headline).startswith(words)
    curves = [with_timeouts(measured(SIZES, {32: 0.01 * (1 + place)}, f"v{place}")) for place in range(4)]
    runs = [replace(one, run=100 * place + one.run) for place, own in enumerate(curves) for one in own]
    words = "Requests failed at the highest point of all 4 curves, which their figures do not count."
    assert line(answered(runs).headline).startswith(words)
