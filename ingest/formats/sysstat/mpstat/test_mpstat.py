"""mpstat text: the names of sar for the same numbers, times of all languages or none."""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.formats.sysstat.kit.words import summary_words
from ingest.tests.live import BANNER, NOON, facts, problems, series, traces

mpstat = formats()["mpstat"]
sar = formats()["sar"]

HEADER = "{}     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n"
ROW = "{}     all   90.00    1.00    2.00    0.00    0.00    0.50    0.00    0.00    0.00    6.50\n"
LOG = BANNER + HEADER.format("11:59:55") + ROW.format("12:00:00") + ROW.format("12:00:05")


def test_a_log_gives_traces_with_its_facts() -> None:
    first = traces("mpstat", LOG)[0]
    assert (first.metric, first.item, first.unit, first.line) == ("cpu.usr", "all", "fraction", 3)
    assert (first.times.tolist(), first.values.tolist()) == ([NOON, NOON + 5], [0.9, 0.9])
    assert first.facts == {
        "tool": "mpstat",
        "host": "web1",
        "kernel": "Linux 5.10.0",
        "cpus": 2,
        "architecture": "x86_64",
        "date": "2022-11-07",
        "date_is_ambiguous": False,
        "clock": "local, zone unknown",
    }


@pytest.mark.parametrize("word", sorted({word for word in summary_words() if word.endswith((":", "："))})[::7])
def test_averages_are_no_samples_in_any_language(word: str) -> None:
    log = LOG + f"\n{HEADER.format(word)}{ROW.format(word)}"
    assert series("mpstat", log)["cpu.usr", "all"][0] == [NOON, NOON + 5]
    assert problems("mpstat", log) == []


def test_an_unknown_word_for_the_average_is_reported_and_no_sample() -> None:
    log = LOG + ROW.format("Mezlo:   ")
    assert series("mpstat", log)["cpu.usr", "all"][0] == [NOON, NOON + 5]
    assert problems("mpstat", log) == ["'Mezlo:' was taken for 'Average:', which is no sample"]


def test_a_midnight_is_one_day_on_in_every_block() -> None:
    nodes = HEADER.replace(" CPU", "NODE")
    log = BANNER + "".join(
        block.format(before) + ROW.format(now)
        for before, now in (("23:59:50", "23:59:55"), ("23:59:55", "00:00:00"), ("00:00:00", "00:00:05"))
        for block in (HEADER, nodes)
    )
    readings = series("mpstat", log)
    midnight = NOON + 12 * 3600
    assert readings["cpu.usr", "all"][0] == [midnight - 5, midnight, midnight + 5]
    assert readings["cpu.usr", "node all"][0] == [midnight - 5, midnight, midnight + 5]


def test_a_run_without_interval_is_since_boot() -> None:
    log = BANNER + HEADER.format("12:00:00") + ROW.format("12:00:00")
    assert series("mpstat", log)["since_boot:cpu.usr", "all"] == ([NOON], [0.9])
    assert ("cpu.usr", "all") in series("mpstat", log + "\n" + ROW.format("Average:"))


def test_runs_of_one_machine_are_one_recording() -> None:
    later = LOG.replace("2022-11-07", "2022-11-09")
    records = traces("mpstat", later + LOG)
    assert len({id(trace.facts) for trace in records}) == 1
    times = {trace.metric: trace.times.tolist() for trace in records}
    assert times["cpu.usr"] == [NOON, NOON + 5, NOON + 2 * 86400, NOON + 2 * 86400 + 5]
    other = traces("mpstat", LOG + later.replace("web1", "web2"))
    assert len({id(trace.facts) for trace in other}) == 2


def test_interrupts_are_named_as_sar_names_them() -> None:
    log = BANNER + "11:59:55     CPU    intr/s\n12:00:00     all     30.00\n12:00:00       1     10.00\n\n"
    log += "11:59:55     CPU       24/s      LOC/s\n12:00:00       1       4.00       6.00\n\n"
    log += "11:59:55     CPU       HI/s   NET_RX/s\n12:00:00       1       7.00       8.00\n"
    readings = {key: values for key, (_, values) in series("mpstat", log).items()}
    assert readings == {
        ("irq.per_s", "sum"): [30.0],
        ("irq.per_s{cpu=1}", "sum"): [10.0],
        ("irq.per_s{cpu=1}", "24"): [4.0],
        ("irq.per_s{cpu=1}", "LOC"): [6.0],
        ("softirq.per_s{cpu=1}", "HI"): [7.0],
        ("softirq.per_s{cpu=1}", "NET_RX"): [8.0],
    }


def test_before_irq_was_shown_it_was_in_the_systems_time() -> None:
    log = BANNER + "11:59:55     CPU   %user   %nice %system   %idle    intr/s\n"
    readings = series("mpstat", log + "12:00:00     all   91.04    0.00    8.96    0.00   1668.00\n")
    assert readings["cpu.system_incl_irq", "all"][1] == [0.0896]
    assert ("cpu.sys", "all") not in readings


def test_the_row_of_all_cpus_has_no_place_of_its_own() -> None:
    log = BANNER + "11:59:55     CPU CORE SOCK NODE    %usr   %idle\n"
    log += "12:00:00     all                  90.00    1.00\n12:00:00       1    3    2    0   80.00    2.00\n"
    readings = series("mpstat", log)
    assert readings["cpu.usr", "all"][1] == [0.9]
    assert (readings["cpu.core", "1"][1], readings["cpu.socket", "1"][1]) == ([3.0], [2.0])


def test_samples_whose_times_are_lost_are_numbered() -> None:
    blank = " " * 11
    log = BANNER + (HEADER.format(blank[:8]) + ROW.format(blank[:8]) + "\n") * 3
    assert series("mpstat", log)["cpu.usr", "all"][0] == [1.0, 2.0, 3.0]
    assert facts("mpstat", log)["clock"] == "none, samples are numbered"
    assert facts("mpstat", log)["date_is_ambiguous"] is True


def test_more_than_all_of_a_cpu_is_nan() -> None:
    log = LOG.replace("90.00", "9999999999999999.00")
    assert str(series("mpstat", log)["cpu.usr", "all"][1]) == "[nan, nan]"


def test_a_line_between_rows_is_reported() -> None:
    log = BANNER + HEADER.format("11:59:55") + "what is this line\n" + ROW.format("12:00:00")
    assert problems("mpstat", log) == ["expected the time of a sample at the beginning of this line"]
    assert series("mpstat", log)["cpu.usr", "all"][0] == [NOON]


def test_sar_and_mpstat_do_not_claim_each_other() -> None:
    ours, of_sar = LOG.encode(), LOG.replace("%irq   %soft  %steal", "%steal    %irq   %soft").encode()
    assert (mpstat.sniff(ours), sar.sniff(ours)) == (True, False)
    assert (mpstat.sniff(of_sar), sar.sniff(of_sar)) == (False, True)


CUT_OFF = "this header is cut off, and so are its rows: the columns that are missing were not read"


@pytest.mark.parametrize("width", range(40, len(HEADER.format("11:59:55")) - 1))
def test_a_narrow_terminal_takes_no_value_without_a_word_and_changes_none(width: int) -> None:
    printed = (HEADER.format("11:59:55"), ROW.format("12:00:00"), ROW.format("12:00:05"))
    log = BANNER + "".join(line.rstrip("\n")[:width] + "\n" for line in printed)
    assert problems("mpstat", log) == [CUT_OFF]
    whole = series("mpstat", LOG)
    for key, values in series("mpstat", log).items():
        assert values == whole[key]


def test_interrupts_behind_the_edge_of_a_terminal_are_missed() -> None:
    log = (
        BANNER + "11:59:55     CPU   %user   %nice %system   %idle\n12:00:00     all   91.04    0.00    8.96    0.00\n"
    )
    assert problems("mpstat", log) == [CUT_OFF]
