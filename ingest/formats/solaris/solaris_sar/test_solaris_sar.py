"""sar of Solaris: columns known by their place, live reports, restarts, dates."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest

from ingest.formats import formats
from ingest.formats.solaris.tests.logs import BANNER, SAR, problems, times, traces, values
from ingest.pipeline.identify import identify

sar = formats()["sar"]


def test_a_report_of_solaris_sar_gives_traces_with_its_facts() -> None:
    first = traces("solaris_sar", SAR)[0]
    assert (first.metric, first.item, first.values.tolist()) == ("cpu.user_incl_guest", "all", [0.1])
    assert first.times.tolist() == [datetime(2007, 3, 4, 10, 0, 5, tzinfo=UTC).timestamp()]
    assert first.facts == {
        "tool": "sar",
        "host": "v125",
        "kernel": "SunOS 5.10 Generic_118833-33",
        "architecture": "sun4u",
        "date": "2007-03-04",
        "date_is_ambiguous": False,
        "clock": "local, zone unknown",
    }


def test_a_live_report_has_its_rows_in_the_order_of_its_headers() -> None:
    log = (
        BANNER + "\n10:00:00    %usr    %sys    %wio   %idle\n           device        %busy   avque   r+w/s"
        "  blks/s  avwait  avserv\n         runq-sz %runocc swpq-sz %swpocc\n\n"
        "10:00:05       1       2       0      97\n           sd0               5     0.1       2      16     0.0"
        "     9.5\n           sd1               0     0.0       0       0     0.0     0.0\n"
        "             1.5      40     0.0       0\n"
    )
    readings = values("solaris_sar", log)
    assert readings["cpu.idle", "all"] == [0.97]
    assert (readings["disk.blocks", "sd0"], readings["disk.svctm", "sd0"]) == ([8192.0], [0.0095])
    assert readings["queue.run", ""] == [1.5]
    assert problems("solaris_sar", log) == []


def test_columns_of_the_same_name_are_known_by_their_place() -> None:
    log = BANNER + "\n10:00:00 sml_mem   alloc  fail  lg_mem   alloc  fail  ovsz_alloc  fail\n"
    readings = values("solaris_sar", log + "10:00:05       1       2     3       4       5     6           7     8\n")
    assert [samples for (_, _), samples in readings.items()] == [[1], [2], [3], [4], [5], [6], [7], [8]]
    assert readings["kmem.large_failures", ""] == [6]


def test_tables_of_the_kernel_have_limits_and_no_limit_is_nan() -> None:
    log = BANNER + "\n10:00:00  proc-sz    ov  inod-sz    ov  file-sz    ov   lock-sz\n"
    readings = values("solaris_sar", log + "10:00:05   86/30000    0 11634/128512    2    0/0       0    0/0   \n")
    assert (readings["kernel.processes", ""], readings["kernel.processes_limit", ""]) == ([86], [30000])
    assert readings["kernel.inode_overflows", ""] == [2]
    assert math.isnan(readings["kernel.file_handles_limit", ""][0])


def test_blank_cells_are_nan_and_a_row_that_is_cut_is_a_problem() -> None:
    log = BANNER + "\n10:00:00 runq-sz %runocc swpq-sz %swpocc\n10:00:05                     1.0      15\n"
    readings = values("solaris_sar", log)
    assert math.isnan(readings["queue.run", ""][0])
    assert readings["queue.swapped_out_occupied", ""] == [0.15]
    assert ["cut" in problem.message for problem in problems("solaris_sar", SAR + "10:00:10      10      2\n")] == [
        True
    ]


@pytest.mark.parametrize(
    ("architecture", "key", "value"),
    [
        ("sun4u", "mem.free", 8192),
        ("i86pc", "mem.free", 4096),
        ("sun4us", "mem.free_pages", 1),
    ],
)
def test_free_pages_are_bytes_where_the_size_of_a_page_is_known(architecture: str, key: str, value: float) -> None:
    log = BANNER.replace("sun4u", architecture) + "\n10:00:00 freemem freeswap\n10:00:05       1        1\n"
    assert values("solaris_sar", log) == {(key, ""): [value], ("swap.free", ""): [512]}


def test_averages_are_no_samples_and_restarts_are_reported_once() -> None:
    rows = "10:00:10\tunix restarts\n10:00:15      10      20       1      69\n"
    rows += "\nAverage       10      20       1      69\n"
    readings = values("solaris_sar", SAR + rows + SAR.removeprefix(BANNER) + rows)
    assert readings["cpu.idle", "all"] == [0.69] * 2 + [0.69] * 2
    assert readings["restart", ""] == [1.0]


def test_devices_whose_names_are_cut_to_the_same_stay_apart() -> None:
    head = "\n10:00:00   device        %busy   avque   r+w/s  blks/s  avwait  avserv\n\n"
    row = "   mpt_sas1          {}     0.0       0       0     0.0     0.0\n"
    readings = values("solaris_sar", BANNER + head + "10:00:05" + row.format(1) + " " * 8 + row.format(2))
    assert (readings["disk.util", "mpt_sas1"], readings["disk.util", "mpt_sas1 (2)"]) == ([0.01], [0.02])


def test_a_date_is_month_day_year_and_an_impossible_one_is_reported() -> None:
    log = SAR.replace("03/04/2007", "13/04/2007")
    assert times("solaris_sar", log) == [36005]
    assert ["month/day/year" in problem.message for problem in problems("solaris_sar", log)] == [True]


def test_sar_of_solaris_is_not_taken_for_that_of_linux() -> None:
    for log in (SAR, "$ sar 5 5\n" + SAR):
        assert not sar.sniff(log.encode())
        assert [format.name for format in identify(log.encode())] == ["solaris_sar"]
