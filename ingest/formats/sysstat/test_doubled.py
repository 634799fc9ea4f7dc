"""Two recordings of one tool on one clock in one log are never one with twice as many samples."""

from __future__ import annotations

import io

import numpy as np
import pytest

from benchdb.host.paths import ROOT
from ingest.formats.sysstat.kit.doubled import in_order
from ingest.pipeline.identify import read
from ingest.records import Problem, TraceRecord

LOGS = ROOT / "fixtures" / "logs"
TWICE = "two runs of {} wrote into this log, or one's output stands there twice"
WITH_A_CLOCK = {
    "mpstat": "mpstat/12.6.1/mpstat.C.txt",
    "iostat": "iostat/12.6.1/iostat_xt.en_US.UTF-8.txt",
    "pidstat": "pidstat/12.6.1/pidstat_l.C.txt",
    "sar": "sar/12.6.1/sar_C_u.C.txt",
    "sadf": "sadf_db/12.6.1/sadf_dh.txt",
}
SAMPLE = """
{}  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
{}  all    {}.00    0.00    2.00    0.00    0.00    0.00    0.00    0.00    0.00   90.00
"""
BANNER = "Linux 6.1.0 (web1) \t11/20/26 \t_x86_64_\t(2 CPU)\n"


def read_of(log: bytes) -> tuple[dict[tuple[str, str], TraceRecord], list[str]]:
    items = [item.what for item in read(io.BytesIO(log))]
    traces = {(item.metric, item.item): item for item in items if isinstance(item, TraceRecord)}
    return traces, [item.message for item in items if isinstance(item, Problem)]


@pytest.mark.parametrize("tool", WITH_A_CLOCK)
def test_a_report_that_was_appended_twice_counts_once_and_says_so(tool: str) -> None:
    log = (LOGS / WITH_A_CLOCK[tool]).read_bytes()
    once, _ = read_of(log)
    twice, problems = read_of(log + log)
    assert [message.partition(":")[0] for message in problems] == [TWICE.format(tool)]
    for key, trace in once.items():
        if not key[0].startswith("since_boot:"):
            assert twice[key].times.tolist() == trace.times.tolist()
            assert [*map(str, twice[key].values.tolist())] == [*map(str, trace.values.tolist())]


def by_turns(first: list[int], second: list[int]) -> bytes:
    """Two mpstats that were begun at once, the first one each second, at these seconds."""
    samples = [(second, user) for user, seconds in ((10, first), (20, second)) for second in seconds]
    return (BANNER + BANNER).encode() + "".join(
        SAMPLE.format(f"10:00:{second - 1:02}", f"10:00:{second:02}", user) for second, user in sorted(samples)
    ).encode()


def test_of_two_by_turns_the_first_sample_of_each_moment_counts() -> None:
    traces, problems = read_of(by_turns([1, 2, 3], [1, 2, 3]))
    assert traces["cpu.usr", "all"].values.tolist() == [0.1, 0.1, 0.1]
    assert [message.partition(":")[0] for message in problems] == [TWICE.format("mpstat")]


def test_another_interval_hides_nothing() -> None:
    _, problems = read_of(by_turns([*range(1, 12)], [5, 10]))
    assert [message.partition(":")[0] for message in problems] == [TWICE.format("mpstat")]


def test_a_late_sample_that_shows_the_second_of_the_next_one_is_kept() -> None:
    traces, problems = read_of(by_turns([1, 2, 4, 5, 6, 8, 9], [4, 8]))
    assert problems == []
    assert traces["cpu.usr", "all"].times[2:4].tolist() == [traces["cpu.usr", "all"].times[2]] * 2


def test_an_hour_that_the_clock_shows_twice_in_autumn_is_two() -> None:
    hours = np.concatenate((np.arange(0, 10800, 600.0), np.arange(7200, 14400, 600.0)))
    assert in_order([hours], [0])[1].tolist() == sorted(hours.tolist())
    whole_day = np.concatenate((hours, hours))
    assert len(in_order([whole_day[:18], whole_day[:18]], [0, 1])[1]) == 18


def test_days_in_any_order_are_one_recording() -> None:
    order, times = in_order([np.array([5.0, 6.0]), np.array([1.0, 2.0])], [0, 1])
    assert times.tolist() == [1.0, 2.0, 5.0, 6.0]
    assert order is not None
    assert order.tolist() == [2, 3, 0, 1]
    assert in_order([np.array([1.0, 2.0]), np.array([2.5])], [0, 1])[0] is None


def test_rows_whose_times_a_pipe_wrote_in_bursts_are_all_kept() -> None:
    """`vmstat 1 | awk '{print strftime(), $0}'`"""
    bursts = np.repeat(np.arange(0.0, 300, 50), 50)
    assert in_order([bursts[:1], bursts[1:]], [0, 0])[1].tolist() == bursts.tolist()
