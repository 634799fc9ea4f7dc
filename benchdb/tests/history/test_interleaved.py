"""Values that come and go again and again are histories side by side; an upgrade, taken back or not, is one history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import AXES, HistoryQuestion
from benchdb.wording import full_sentences, line

START = datetime(2026, 10, 1, 22, tzinfo=UTC)
SERVERS = [f"server {letter}" for letter in "abcdef"]


def measured(
    servers: Sequence[str], question: HistoryQuestion | None = None, bundle: int = 0, key: str = "server", **same: str
) -> HistoryAnswer:
    """One run a day of each of these, or all in one upload without a start; each server has a level of its own."""
    question, random = question or HistoryQuestion(), np.random.default_rng(8)
    levels = {server: 1000.0 * (1 + 0.3 * place) for place, server in enumerate(sorted(set(servers)))}
    seen, moments = list[Observation](), dict[int, Moment]()
    for run, server in enumerate(servers, 1):
        moment = START + (timedelta(seconds=run) if bundle else timedelta(days=run))
        facts = {key: server, "kernel": f"Linux 6.{run // 40}", **same}
        row = str(run) if question.x == "time" else facts[AXES[question.x]]
        value = levels[server] * float(random.normal(1, 0.01))
        column = facts.get(question.by, question.metric)
        start = None if bundle else moment.timestamp()
        seen.append(Observation(run, question.metric, value, row, column, facts, start=start, bundle=bundle))
        moments[run] = Moment(moment, is_start=not bundle)
    return analyse(question, seen, moments)


def test_six_servers_in_turn_are_six_histories() -> None:
    answer = measured(SERVERS * 12)
    assert [(curve.name, curve.runs) for curve in answer.curves] == [(server, 12) for server in SERVERS]
    assert "One curve for each setup: the runs differ in server." in full_sentences(answer.caveats)
    assert "none of 6 curves shows a change" in line(answer.headline)


@pytest.mark.parametrize("key", ["server", "tuning.port", "tuning.sendfile"])
def test_five_runs_of_each_night_by_night_too(key: str) -> None:
    answer = measured([server for _ in range(3) for server in SERVERS for _ in range(5)], key=key)
    assert len(answer.curves) == 6


def test_servers_of_one_upload_without_a_start_are_in_no_order() -> None:
    blocks = [server for server in SERVERS[:5] for _ in range(5)]
    assert [curve.runs for curve in measured(blocks, bundle=7).curves] == [5] * 5
    assert len(measured(blocks).curves) == 1, "with starts they succeed one another"


@pytest.mark.parametrize(
    "order", [["a"] * 10 + ["b"] * 10, ["a"] * 12 + ["b"] * 8 + ["a"] * 12, ["a"] * 9 + ["b"] * 9 + ["c"] * 9]
)
def test_an_upgrade_and_one_taken_back_stay_one_history(order: list[str]) -> None:
    answer = measured(order)
    assert len(answer.curves) == 1
    assert answer.curves[0].changes


def test_what_is_not_recorded_of_some_runs_takes_no_turns() -> None:
    assert len(measured(["a", "not recorded"] * 10).curves) == 1


def test_each_port_of_its_server_names_a_curve_once() -> None:
    answer = measured([f"server {port}" for port in (1, 2, 3)] * 8, key="tuning.port", server="nginx")
    assert [curve.name for curve in answer.curves] == ["server 1", "server 2", "server 3"]


def test_more_than_can_be_told_apart_are_named_as_pooled() -> None:
    answer = measured([f"server {place:02}" for place in range(20)] * 4)
    assert len(answer.curves) == 1
    pooled = "Values of server come and go again and again along a curve: a level is of several."
    assert pooled in line(answer.headline)
    by_kernel = measured(SERVERS[:2] * 12, HistoryQuestion(by="kernel"))
    assert pooled in line(by_kernel.headline), "where somebody asked for other curves"


def test_versions_measured_with_several_servers_are_a_curve_each() -> None:
    answer = measured(SERVERS[:2] * 40, HistoryQuestion(x="kernel"))
    assert [curve.name for curve in answer.curves] == SERVERS[:2]


def test_a_history_without_a_change_says_what_it_goes_over() -> None:
    kernels = ["Linux 6.1"] * 10 + ["Linux 6.2"] * 10
    seen = [
        Observation(run, "requests_per_second", 100 + run % 3, str(run), "requests_per_second", {"kernel": kernel})
        for run, kernel in enumerate(kernels, 1)
    ]
    moments = {one.run: Moment(START + timedelta(days=one.run), is_start=True) for one in seen}
    answer = analyse(HistoryQuestion(), seen, moments)
    assert line(answer.headline) == "Requests per second shows no change in 20 runs, over 2 values of kernel."
