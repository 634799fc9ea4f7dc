"""vmstat and mpstat: the first row is about the time since boot, and when the others were."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest

from ingest.formats.kit.archived_lines import interval_of
from ingest.formats.solaris.stat_clock import Stamp, stamp
from ingest.formats.solaris.tests.logs import (
    BOOT,
    CPU,
    MPSTAT_HEAD,
    ROW,
    VMSTAT,
    VMSTAT_HEAD,
    problems,
    samples_of,
    times,
    traces,
    values,
)


def test_the_first_row_is_about_the_time_since_boot_and_no_sample() -> None:
    readings = values("solaris_vmstat", VMSTAT)
    assert readings["cpu.idle", "all"] == [0.5]
    assert (readings["syscalls.per_s", ""], readings["cpu.system_incl_irq", "all"]) == ([4000], [0.3])
    assert readings["swap.free", ""] == [2000000 * 1024]
    assert readings["disk.transfers", "s0"] == [12]
    assert {item for metric, item in readings if metric.startswith("disk.")} == {"s0"}
    assert problems("solaris_vmstat", VMSTAT) == []


@pytest.mark.parametrize(
    ("name", "log", "item"),
    [("solaris_vmstat", VMSTAT_HEAD + BOOT, "all"), ("solaris_mpstat", MPSTAT_HEAD + CPU.format(0), "0")],
)
def test_numbers_since_boot_are_kept_under_their_own_names(name: str, log: str, item: str) -> None:
    readings = values(name, log)
    assert len(readings["since_boot:cpu.idle", item]) == 1
    assert all(metric.startswith("since_boot:") for metric, _ in readings)
    assert problems(name, log) == []


def test_a_changed_configuration_makes_the_next_row_one_since_boot() -> None:
    log = VMSTAT + "<<processor 1 added>>\n" + BOOT + ROW
    assert values("solaris_vmstat", log)["cpu.idle", "all"] == [0.5, 0.5]


def test_a_header_that_comes_too_early_begins_another_run() -> None:
    records = [trace for trace in traces("solaris_vmstat", VMSTAT + VMSTAT) if trace.metric == "cpu.idle"]
    assert [trace.values.tolist() for trace in records] == [[0.5], [0.5]]


def test_a_repeated_header_goes_on_with_the_run() -> None:
    log = VMSTAT_HEAD + BOOT + ROW * 17 + VMSTAT_HEAD + ROW * 2
    assert [len(trace.values) for trace in traces("solaris_vmstat", log) if trace.metric == "cpu.idle"] == [19]


def test_times_are_numbers_of_samples_where_nothing_is_known() -> None:
    first = samples_of("solaris_vmstat", VMSTAT + ROW)[0]
    assert first.times.tolist() == [1, 2]
    assert (first.facts["times_are"], first.facts["date_is_ambiguous"]) == ("sample numbers", True)


def test_an_echoed_command_gives_the_interval() -> None:
    first = samples_of("solaris_vmstat", "bash-3.00# vmstat 10 3\n" + VMSTAT + ROW)[0]
    assert first.times.tolist() == [10, 20]
    assert (first.facts["times_are"], first.facts["interval"]) == ("seconds since the run began", 10)


def test_a_date_and_an_interval_give_times() -> None:
    first = samples_of("solaris_vmstat", "Wed Oct  3 14:00:00 JST 2007\n$ vmstat 10\n" + VMSTAT + ROW)[0]
    noon = datetime(2007, 10, 3, 14, tzinfo=UTC).timestamp()
    assert first.times.tolist() == [noon + 10, noon + 20]
    assert first.facts["clock"] == "local, JST"


def test_times_before_each_row_are_read() -> None:
    log = VMSTAT_HEAD + "".join(f"{1191420000 + number} {row}" for number, row in enumerate((BOOT, ROW, ROW)))
    assert times("solaris_vmstat", log) == [1191420001, 1191420002]


def test_a_loop_with_a_date_for_each_run_is_one_series() -> None:
    log = "".join(f"{moment}\n{VMSTAT_HEAD}{BOOT}{moment + 5}\n{ROW}" for moment in (1191420000, 1191420060))
    records = [trace for trace in traces("solaris_vmstat", log) if trace.metric == "cpu.idle"]
    assert [trace.times.tolist() for trace in records] == [[1191420005, 1191420065]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wed Oct  3 14:00:00 2007", Stamp(1191420000)),
        ("Wed Oct 3 14:00:00 JST 2007", Stamp(1191420000, "JST")),
        ("Wednesday, October 3, 2007 02:00:00 PM JST", Stamp(1191420000, "JST")),
        ("2007-10-03 14:00:00", Stamp(1191420000)),
        ("1191420000", Stamp(1191420000, "UTC")),
        ("Wed Foo  3 14:00:00 2007", None),
        ("03/10/2007 14:00:00", None),
        ("14:00:00", None),
    ],
)
def test_a_moment_is_read_where_it_is_certain(text: str, expected: Stamp | None) -> None:
    assert stamp(text) == expected


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        (" 5", 5),
        (" 5 10", 5),
        (" -S sd0 2 3", 2),
        (" -P 1 5", 5),
        (" -P1 5 2", 5),
        (" -n 8,5 10 3", 10),
        ("", math.nan),
    ],
)
def test_the_interval_of_a_command(arguments: str, seconds: float) -> None:
    assert interval_of(arguments, "PnT") == pytest.approx(seconds, nan_ok=True)
