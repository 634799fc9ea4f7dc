"""pidstat text: processes and threads, all layouts of times, words that are kept."""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.tests.live import BANNER, NOON, facts, problems, series

pidstat = formats()["pidstat"]

HEADER = "11:59:55      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n"
ROW = "12:00:00     1001      1247  150.00    3.00    0.00    1.00  153.00     1  nginx: worker process\n"
ITEM = "1247 nginx: worker process"


def test_an_item_is_a_process_and_its_command() -> None:
    readings = series("pidstat", BANNER + HEADER + ROW)
    assert readings["proc.cpu_pct", ITEM] == ([NOON], [1.53])
    assert readings["proc.uid", ITEM] == ([NOON], [1001.0])
    assert readings["proc.cpu", ITEM] == ([NOON], [1.0])


@pytest.mark.parametrize(
    ("cells", "item"),
    [
        ("1247         -", "1247 nginx"),
        ("   -      1250", "thread 1250 |__nginx"),
        ("   -      1250", "thread 1250 nginx"),
        ("   1        68", "thread 68 (systemd)__tokio"),
    ],
)
def test_threads_are_kept_apart_from_their_process(cells: str, item: str) -> None:
    command = {"1": "nginx", "t": "|__nginx"}[item[0]] if "systemd" not in item else "(systemd)__tokio"
    log = BANNER + f"11:59:55      TGID       TID  minflt/s  Command\n12:00:00      {cells}      2.00  {command}\n"
    assert ("proc.minor_faults", item.replace("|__", "")) in series("pidstat", log)


def test_words_become_a_part_of_the_metric() -> None:
    header = "{}        USER       PID prio policy  Command\n"
    log = BANNER + header.format("11:59:55") + "12:00:00        root        18   99   FIFO  migration/0\n"
    log += header.format("12:00:00") + "12:00:05        root        18    0 NORMAL  migration/0\n"
    readings = series("pidstat", log)
    assert readings["proc.user{user=root}", "18 migration/0"] == ([NOON, NOON + 5], [1.0, 1.0])
    assert readings["proc.policy{policy=FIFO}", "18 migration/0"] == ([NOON], [1.0])
    assert readings["proc.policy{policy=NORMAL}", "18 migration/0"] == ([NOON + 5], [1.0])


def test_what_a_user_may_not_see_is_nan() -> None:
    log = BANNER + "11:59:55      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command\n"
    log += "12:00:00        0         1     -1.00      2.00      0.00       3  systemd\n"
    readings = series("pidstat", log)
    assert str(readings["proc.read_kb", "1 systemd"][1]) == "[nan]"
    assert readings["proc.write_kb", "1 systemd"][1] == [2048.0]


def test_the_owner_is_reported_once_for_several_reports() -> None:
    log = (
        BANNER
        + "11:59:55      UID       PID StkSize  StkRef  Command\n12:00:00        5         1     132      36  x\n\n"
    )
    log += "11:59:55      UID       PID threads   fd-nr  Command\n12:00:00        5         1       2      -1  x\n"
    readings = series("pidstat", log)
    assert readings["proc.uid", "1 x"] == ([NOON], [5.0])
    assert (readings["proc.stack_size", "1 x"][1], readings["proc.threads", "1 x"][1]) == ([132 * 1024.0], [2.0])


@pytest.mark.parametrize(
    ("time", "expected", "clock"),
    [
        ("12:00:00   ", NOON, "local, zone unknown"),
        ("12:00:00 PM", NOON, "local, zone unknown"),
        ("12時00分00秒", NOON, "local, zone unknown"),
        (" 1667822400", NOON, "UTC"),
        ("1667822400 ", NOON, "UTC"),
    ],
)
def test_one_line_per_process_has_any_time(time: str, expected: float, clock: str) -> None:
    log = (
        BANNER
        + "# Time        UID       PID   cswch/s nvcswch/s  Command\n"
        + f"{time}     0         7      2.00      4.00  x y\n"
    )
    assert series("pidstat", log)["proc.voluntary_switches", "7 x y"] == ([expected], [2.0])
    assert facts("pidstat", log)["clock"] == clock


def test_columns_of_the_header_are_no_zone() -> None:
    log = BANNER + HEADER.replace("11:59:55   ", "11:59:55 AM") + ROW.replace("12:00:00   ", "12:00:00 PM")
    assert series("pidstat", log)["proc.usr", ITEM] == ([NOON], [1.5])


def test_a_run_without_interval_is_since_boot() -> None:
    log = BANNER + HEADER.replace("11:59:55", "12:00:00") + ROW
    readings = series("pidstat", log)
    assert readings["since_boot:proc.usr", ITEM] == ([NOON], [1.5])
    assert readings["proc.uid", ITEM] == ([NOON], [1001.0])  # how it is, no average


def test_a_command_named_like_the_column_is_a_process() -> None:
    log = BANNER + HEADER + ROW + ROW.replace("1247", " 301").replace("nginx: worker process", "Command")
    assert ("proc.usr", "301 Command") in series("pidstat", log)


def test_a_command_that_may_be_cut_is_reported() -> None:
    log = BANNER + HEADER + ROW + ROW.replace("1247", "1248")
    assert problems("pidstat", log[:-5]) == ["the log ends in this row, which may be cut"]
    again = (BANNER + HEADER + ROW + ROW.replace("12:00:00", "12:00:01")).rstrip()
    assert problems("pidstat", again) == []


def test_a_header_without_rows_is_reported() -> None:
    assert problems("pidstat", BANNER + HEADER) == ["no rows stand below this header: nothing was measured"]


def test_human_units_are_base_units() -> None:
    log = BANNER + "11:59:55      UID       PID     VSZ     RSS   %MEM  Command\n"
    log += "12:00:00        0         1   43.5M  512.0B   0.1%  init\n"
    readings = series("pidstat", log)
    assert (readings["proc.vsz", "1 init"][1], readings["proc.rss", "1 init"][1]) == ([43.5 * 2**20], [512.0])
    assert readings["proc.mem_pct", "1 init"][1] == [0.001]


@pytest.mark.parametrize("delimiter", [",", "."])
def test_processes_whose_thousands_are_set_apart_are_the_same(delimiter: str) -> None:
    plain = BANNER + HEADER + ROW
    grouped = plain.replace(" 1247 ", f"1{delimiter}247 ")
    assert grouped != plain
    assert series("pidstat", grouped) == series("pidstat", plain)
    threads = BANNER + "11:59:55      UID      TGID       TID    %usr  Command\n"
    threads += "12:00:00        0     12470         -    1.00  nginx\n"
    threads += "12:00:00        0         -     12471    1.00  |__nginx\n"
    grouped = threads.replace(" 12470", f"12{delimiter}470").replace(" 12471", f"12{delimiter}471")
    assert series("pidstat", grouped).keys() == series("pidstat", threads).keys()
    assert ("proc.usr", "thread 12471 nginx") in series("pidstat", grouped)


def test_a_header_alone_is_enough_to_know_it() -> None:
    assert pidstat.sniff((BANNER + HEADER).encode())
    assert not pidstat.sniff(b"12:00:00 PID of the Command\n")
