"""iostat text: samples and the report since boot kept apart, times or none, units, names before 5.1.5."""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.tests.live import BANNER, NOON, facts, problems, series, traces

iostat = formats()["iostat"]

CPU = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
CPU += "          {}.00    0.00    5.00    0.00    0.00    1.00\n\n"
DEVICE = "Device             tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\n"
BASIC = DEVICE + "vda              {}.00       500.00         0.00       {}          0\n\n"
TIMED = BANNER + "".join(
    f"2022-11-07 {time}\n{CPU.format(user)}" for time, user in (("12:00:00", 60), ("12:00:10", 90))
)


def test_the_first_report_is_since_boot_and_no_sample() -> None:
    readings = series("iostat", TIMED)
    assert readings["since_boot:cpu.user_incl_guest", "all"] == ([NOON], [0.6])
    assert readings["cpu.user_incl_guest", "all"] == ([NOON + 10], [0.9])


def test_one_more_blank_line_says_that_there_is_no_report_since_boot() -> None:
    readings = series("iostat", TIMED.replace(BANNER, BANNER + "\n"))
    assert readings["cpu.user_incl_guest", "all"] == ([NOON, NOON + 10], [0.6, 0.9])


def test_without_times_totals_over_rates_tell_the_interval() -> None:
    log = BANNER + BASIC.format(1, 9000000) + BASIC.format(2, 2500) + BASIC.format(3, 2501)
    assert series("iostat", log)["disk.transfers", "vda"] == ([5.0, 10.0], [2.0, 3.0])
    known = facts("iostat", log)
    assert (known["interval"], known["clock"]) == (5.0, "none, seconds since the first report")
    assert (known["date_is_ambiguous"], known["banner_date"]) == (True, "2022-11-07")
    assert "date" not in known


@pytest.mark.parametrize("totals", [(40, 40), (500, 2500)])
def test_totals_that_are_small_or_disagree_tell_no_interval(totals: tuple[int, int]) -> None:
    log = BANNER + BASIC.format(1, 9000000) + "".join(BASIC.format(2, total) for total in totals)
    assert series("iostat", log)["disk.transfers", "vda"][0] == [1.0, 2.0]
    assert facts("iostat", log)["clock"] == "none, samples are numbered"


def test_without_times_or_totals_samples_are_numbered() -> None:
    log = BANNER + CPU.format(60) + CPU.format(70) + CPU.format(80)
    assert series("iostat", log)["cpu.user_incl_guest", "all"] == ([1.0, 2.0], [0.7, 0.8])


def test_a_time_with_a_zone_is_utc() -> None:
    log = TIMED.replace("2022-11-07 12:00:10", "2022-11-07T14:00:10+0200")
    assert series("iostat", log)["cpu.idle", "all"] == ([NOON + 10], [0.01])
    assert facts("iostat", log)["clock"] == "UTC"


def test_an_ambiguous_date_is_not_guessed_and_midnights_are_counted() -> None:
    lines = "".join(
        f"{when}\n{CPU.format(9)}" for when in ("07/11/22 23:59:50", "07/11/22 23:59:55", "08/11/22 00:00:00")
    )
    log = BANNER.replace("2022-11-07", "07/11/22") + lines
    assert series("iostat", log)["cpu.idle", "all"][0] == [86395.0, 86400.0]
    assert facts("iostat", log)["date_printed"] == "07/11/22"


def test_dates_that_are_certain_count_the_days_between() -> None:
    lines = "".join(
        f"{when}\n{CPU.format(9)}" for when in ("2022-11-07 12:00:00", "2022-11-07 13:00:00", "2022-11-09 12:00:00")
    )
    assert series("iostat", BANNER + lines)["cpu.idle", "all"][0] == [NOON + 3600, NOON + 2 * 86400]


def test_kilobytes_and_megabytes_are_one_metric() -> None:
    row = "sda    1.00    2.00    3.00    4    6\n"
    kilo = BANNER + ("Device    tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\n" + row + "\n") * 2
    mega = kilo.replace("kB_", "MB_")
    assert series("iostat", kilo)["disk.read_kb", "sda"][1] == [2048.0]
    assert series("iostat", mega)["disk.read_kb", "sda"][1] == [2 * 2**20]


@pytest.mark.parametrize(
    "name", ["a-very-long-name-that-leaves-no-room", "group of disks", " total", "ide0/disc", "dev3-0"]
)
def test_a_name_may_be_long_or_have_blanks(name: str) -> None:
    log = BANNER + (DEVICE + f"{name} 7.00       500.00         0.00       5          0\n\n") * 2
    assert series("iostat", log)["disk.transfers", name.strip()][1] == [7.0]


def test_an_unknown_column_is_kept() -> None:
    log = BANNER + "Device    tps   zz/s\nsda      1.00   7.50\n\n" * 2
    assert series("iostat", log)["raw:zz/s", "sda"][1] == [7.5]


def test_translated_names_of_old_are_known_by_their_places() -> None:
    header = "Устройство:        tps  Блок_чт/сек Блок_зап/сек    Блок_чт   Блок_зап\n"
    log = BANNER + (header + "hda              91,08      3117,44     14955,65    5977034   28674312\n\n") * 2
    assert series("iostat", log)["disk.read_sectors", "hda"][1] == [3117.44 * 512]
    kilo = log.replace("Блок", "кБ")
    assert series("iostat", kilo)["disk.read_kb", "hda"][1] == [3117.44 * 1024]


def test_nfs_mounts_are_read() -> None:
    header = "Filesystem:              rkB_nor/s    wkB_nor/s    rkB_dir/s    wkB_dir/s    rkB_svr/s    wkB_svr/s\n"
    log = BANNER + (header + "server:/export/home          1.00    2.00    3.00    4.00    5.00    6.00\n\n") * 2
    assert series("iostat", log)["nfs.write_direct", "server:/export/home"][1] == [4096.0]


def test_a_device_alone_on_its_line_gets_the_numbers_of_the_next() -> None:
    log = (
        BANNER
        + (
            DEVICE
            + "sda\n"
            + " " * 17
            + "7.00       500.00         0.00       5          0\nsdb\n"
            + " " * 17
            + "8.00       500.00         0.00       5          0\n\n"
        )
        * 2
    )
    readings = series("iostat", log)
    assert (readings["disk.transfers", "sda"][1], readings["disk.transfers", "sdb"][1]) == ([7.0], [8.0])


def test_two_runs_in_a_file_are_two_recordings() -> None:
    log = TIMED + TIMED.replace("web1", "web2")
    assert {trace.facts["host"] for trace in traces("iostat", log)} == {"web1", "web2"}
    assert series("iostat", log)["since_boot:cpu.idle", "all"] == ([NOON], [0.01])


def test_a_log_without_banner_is_read_and_reported() -> None:
    assert series("iostat", TIMED.removeprefix(BANNER))["cpu.idle", "all"] == ([NOON + 10], [0.01])
    assert problems("iostat", TIMED.removeprefix(BANNER))[0].startswith("no banner stands before this")


def test_a_row_that_is_none_is_reported_and_the_others_count() -> None:
    log = TIMED.replace("90.00    0.00", "90.00    what")
    assert problems("iostat", log) == ["expected a number, found 'what'"]
    assert ("cpu.idle", "all") not in series("iostat", log)


def test_a_sample_whose_time_is_lost_is_reported() -> None:
    log = TIMED + CPU.format(50)
    assert problems("iostat", log) == ["expected the time of a sample before these rows, as the others have one"]
    assert len(series("iostat", log)["cpu.idle", "all"][0]) == 1


def test_a_row_that_is_cut_is_reported() -> None:
    assert problems("iostat", TIMED.rstrip()[:-2]) == ["this row is cut: the log ends in it"]


@pytest.mark.parametrize(
    "line", ["Average:        CPU     %user     %nice   %system", "Average:  DEV  tps  rkB/s  wkB/s  dkB/s"]
)
def test_averages_of_the_neighbours_are_not_ours(line: str) -> None:
    assert not iostat.sniff(f"{BANNER}{line}\n".encode())


def test_numbers_below_a_header_that_nobody_knows_are_told() -> None:
    log = BANNER + "\n\n11/07/22 12:00:00\nProcessor   %a   %b\n          1.00    2.00   3.00    4.00   5.00   85.00\n"
    assert any("expected a header" in problem for problem in problems("iostat", log))
