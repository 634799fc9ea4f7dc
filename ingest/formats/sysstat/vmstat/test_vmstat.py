"""vmstat of Linux: rows with a time behind, before or not at all; its other tables are refused by name."""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.tests.live import LOGS, NOON, facts, problems, series, traces

vmstat = formats()["vmstat"]

GROUPS = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
NAMES = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st"
ROW = " {}  0      0 10094472 295632 12855396    0    0  1160  3718  584 1334 63 11 24  0  2"
LOG = GROUPS + NAMES + "\n" + "".join(ROW.format(n) + "\n" for n in (5, 6, 7))


def test_the_first_row_is_since_boot_and_the_others_are_numbered() -> None:
    readings = series("vmstat", LOG)
    assert readings["since_boot:irq.per_s", ""] == ([0.0], [584.0])
    assert readings["irq.per_s", ""] == ([1.0, 2.0], [584.0, 584.0])
    assert readings["queue.run", ""] == ([0.0, 1.0, 2.0], [5.0, 6.0, 7.0])  # how it is, not how it was since boot
    assert facts("vmstat", LOG)["clock"] == "none, samples are numbered"
    assert facts("vmstat", LOG)["memory_unit"] == "KiB assumed: vmstat does not print the unit of -S"


def stamped(*times: str) -> str:
    """The rows behind times, the lines above them at the first one."""
    above = f"{times[0]} {GROUPS}{times[0]} {NAMES}\n"
    return above + "".join(f"{time} {ROW.format(number)}\n" for number, time in enumerate(times))


def test_times_since_the_row_above_are_no_times_of_a_day() -> None:
    """`vmstat 1 | ts -i`."""
    log = stamped("00:00:00", "00:00:01", "00:00:01", "00:00:01")
    assert series("vmstat", log)["queue.run", ""] == ([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0])
    assert facts("vmstat", log)["clock"] == "none, samples are numbered"
    (message,) = problems("vmstat", log)
    assert "as ts -i puts it there" in message


@pytest.mark.parametrize("second", ["00:00:01", "00:00:00"])
def test_times_since_the_start_are_no_times_of_a_day(second: str) -> None:
    """`vmstat 1 | ts -s`, whose fractions of a second are cut off."""
    log = stamped("00:00:00", second, "00:00:01" if second == "00:00:00" else "00:00:02", "00:00:03")
    assert series("vmstat", log)["queue.run", ""] == ([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0])
    assert facts("vmstat", log)["clock"] == "none, samples are numbered"
    (message,) = problems("vmstat", log)
    assert "as ts -s puts it there" in message


def test_times_that_go_on_after_midnight_are_those_of_a_day() -> None:
    log = stamped("00:00:01", "00:00:02", "00:00:03", "00:00:04")
    assert facts("vmstat", log)["clock"] == "local, zone unknown"
    assert problems("vmstat", log) == []


def test_values_are_in_base_units_under_the_names_of_sar() -> None:
    readings = {key: values[-1] for key, (_, values) in series("vmstat", LOG).items()}
    assert readings["mem.free", ""] == 10094472 * 1024
    assert readings["io.write_kb", ""] == 3718 * 1024
    assert readings["cpu.user_incl_guest", "all"] == 0.63
    assert readings["irq.per_s", ""] == 584


@pytest.mark.parametrize("language", ["de_DE", "fr_FR", "ko_KR", "pl_PL", "sv_SE", "zh_CN"])
def test_columns_have_one_name_in_all_languages(language: str) -> None:
    folder = LOGS / "vmstat" / "4.0.2"
    readings = series("vmstat", (folder / f"vmstat_t.{language}.txt").read_text())
    assert readings.keys() == series("vmstat", (folder / "vmstat_t.txt").read_text()).keys()


BOOT = " {}  0      0 10094472 295632 12855396    0    0   562  2555  842 3369 73 14 13  0  0\n"


def appended(*rows: int) -> str:
    """A log to which vmstat was appended again and again, each time with so many rows."""
    return "".join(
        GROUPS + NAMES + "\n" + BOOT.format(n) + (ROW.format(n) + "\n") * (count - 1) for n, count in enumerate(rows)
    )


@pytest.mark.parametrize("rows", [(4, 4, 4), (60, 3), (17, 17), (30, 30), (1, 1)])
def test_the_first_row_of_each_vmstat_in_a_log_is_since_boot(rows: tuple[int, ...]) -> None:
    readings = series("vmstat", appended(*rows))
    assert readings["since_boot:irq.per_s", ""][1] == [842.0] * len(rows)
    assert readings.get(("irq.per_s", ""), ([], []))[1] == [584.0] * (sum(rows) - len(rows))
    assert len(readings["queue.run", ""][1]) == sum(rows)


WIDE = NAMES + " gu"


def test_the_first_row_of_a_wider_vmstat_is_since_boot_as_well() -> None:
    wide = GROUPS + WIDE + "\n" + BOOT.format(6).rstrip("\n") + "  0\n" + (ROW.format(6) + "  0\n") * 2
    readings = series("vmstat", LOG.replace(ROW.format(5), BOOT.format(5).rstrip("\n")) + wide)
    assert readings["since_boot:irq.per_s", ""][1] == [842.0, 842.0]
    assert readings["irq.per_s", ""][1] == [584.0] * 4


def test_two_vmstats_that_wrote_by_turns_are_not_one_without_a_word() -> None:
    moments = [ROW.format(5).replace(" 584 ", f" {584 + 200 * n} ") + "\n" for n in range(3)]
    begun = GROUPS + NAMES + "\n" + BOOT.format(5)
    (problem,) = problems("vmstat", begun * 2 + "".join(moment * 2 for moment in moments))
    assert "wrote here by turns" in problem
    assert problems("vmstat", begun * 2 + "".join(moments)) == []


def test_where_another_vmstat_begins_does_not_hang_on_the_pieces_of_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = series("vmstat", appended(4, 5, 30, 30))
    for size in (100, 333, 1000):
        monkeypatch.setattr("ingest.formats.sysstat.kit.pieces.PIECE", size)
        monkeypatch.setattr("ingest.formats.sysstat.kit.pieces.READ", size)
        assert series("vmstat", appended(4, 5, 30, 30)) == whole


def test_the_header_of_each_screen_begins_no_vmstat() -> None:
    screens = GROUPS + NAMES + "\n" + BOOT.format(1) + (ROW.format(2) + "\n") * 20
    log = screens + (GROUPS + NAMES + "\n" + (ROW.format(3) + "\n") * 21) * 3
    assert series("vmstat", log)["since_boot:irq.per_s", ""][1] == [842.0]
    steady = GROUPS + NAMES + "\n" + BOOT.format(1) * 21
    assert len(series("vmstat", steady * 3)["irq.per_s", ""][1]) == 62


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("-5  0      0 10094472 295632 12855396    0    0  1160  3718  584 1334 63 11 24  0  2", "negative"),
        (" 5  0      0 10,094,472 295,632 12,855,396    0    0  1160  3,718  584 1334 63 11 24  0  2", "set apart"),
        (" 5  0      0 10 094 472 295 632 12 855 396    0    0  1160  3 718  584 1334 63 11 24  0  2", "17 cells"),
    ],
)
def test_a_row_that_somebody_changed_is_told_and_not_read(row: str, expected: str) -> None:
    log = GROUPS + NAMES + f"\n{row}\n{row}\n"
    assert any(expected in problem for problem in problems("vmstat", log))
    assert series("vmstat", log) == {}


def test_the_words_that_korean_has_twice_are_told_apart_by_their_place() -> None:
    readings = series("vmstat", (LOGS / "vmstat" / "4.0.2" / "vmstat_t.ko_KR.txt").read_text())
    assert readings["swap.in_kb", ""][1] == [0.0, 0.0]
    assert readings["io.read_kb", ""][1] == [24 * 1024, 260 * 1024]


def test_repeated_headers_continue_a_log() -> None:
    log = LOG + GROUPS + NAMES + "\n" + ROW.format(8) + "\n"
    assert series("vmstat", log)["queue.run", ""] == ([0.0, 1.0, 2.0, 3.0], [5.0, 6.0, 7.0, 8.0])


@pytest.mark.parametrize(
    ("names", "row", "clock"),
    [
        (NAMES + "                 UTC", ROW + " 2022-11-07 12:00:{:02}", "UTC"),
        (NAMES + "                 CET", ROW + " 2022-11-07 12:00:{:02}", "local, CET"),
        (NAMES, ROW + "\t2022-11-07 12:00:{:02} CET", "local, CET"),
        ("2022-11-07T11:59:59+0000 " + NAMES, "2022-11-07T12:00:{1:02}+0000 " + ROW.replace("{}", "{0}"), "UTC"),
        (
            "Mon Nov  7 11:59:59 UTC 2022 " + NAMES,
            "Mon Nov  7 12:00:{1:02} UTC 2022 " + ROW.replace("{}", "{0}"),
            "UTC",
        ),
        ("1667822399 " + NAMES, "16678224{1:02} " + ROW.replace("{}", "{0}"), "UTC"),
    ],
)
def test_a_row_has_its_time_behind_or_before_it(names: str, row: str, clock: str) -> None:
    log = GROUPS + names + "\n" + "".join(row.format(n, second) + "\n" for n, second in ((5, 0), (6, 1), (7, 2)))
    assert series("vmstat", log)["queue.run", ""] == ([NOON, NOON + 1, NOON + 2], [5.0, 6.0, 7.0])
    assert facts("vmstat", log)["clock"] == clock
    assert facts("vmstat", log)["date_is_ambiguous"] is False


def test_a_row_whose_time_is_cut_is_reported() -> None:
    row = ROW + " 2022-11-07 12:00:{:02}\n"
    log = NAMES + "                 UTC\n" + row.format(5, 0) + row.format(6, 1) + " 7  0\n"
    assert problems("vmstat", log) == ["expected the time of this sample, as the others have one"]
    assert series("vmstat", log)["queue.run", ""][1] == [5.0, 6.0]


def test_a_time_alone_counts_from_midnight() -> None:
    rows = "".join(f"{clock} " + ROW.format(1) + "\n" for clock in ("23:59:58", "23:59:59", "00:00:00"))
    log = f"23:59:57 {NAMES}\n{rows}"
    assert series("vmstat", log)["irq.per_s", ""][0] == [86399.0, 86400.0]
    assert facts("vmstat", log)["date_is_ambiguous"] is True


def test_old_and_new_columns_are_known() -> None:
    old = " r  b  w   swpd   free   buff  cache  si  so    bi    bo   in    cs  us  sy  id\n"
    row = " 1  0  3      0  81360  51020 102288   0   0     3     5  103    11   2   1  97\n"
    readings = series("vmstat", old + row * 2)
    assert (readings["queue.swapped_out", ""][1], readings["cpu.idle", "all"][1]) == ([3.0, 3.0], [0.97])
    new = series("vmstat", NAMES + " gu\n" + (ROW.format(1) + "  4\n") * 2)
    assert new["cpu.guest", "all"][1] == [0.04]


def test_an_unknown_column_is_kept() -> None:
    assert series("vmstat", NAMES + " zz\n" + (ROW.format(1) + "  4\n") * 2)["raw:zz", ""][1] == [4.0]


@pytest.mark.parametrize("option", "dDsmpf")
def test_other_tables_are_refused_by_name(option: str) -> None:
    content = (LOGS / "vmstat" / "4.0.2" / f"vmstat_{option}.txt").read_bytes()
    assert problems("vmstat", content) == [
        f"this is vmstat -{option}: totals since boot, no samples. Expected vmstat with an interval"
    ]
    assert vmstat.sniff(content)


def test_a_row_that_is_none_is_reported() -> None:
    log = LOG + " 5  0      0 10094472 what is this\n" + ROW.format(8) + "\n"
    assert problems("vmstat", log) == ["expected 17 cells as under the header, found 7"]
    assert series("vmstat", log)["queue.run", ""][1] == [5.0, 6.0, 7.0, 8.0]


@pytest.mark.parametrize("names", [" r b w   swap  free  re  mf pi po fr de sr", " r b w  avm   fre  flt  re  pi  po"])
def test_other_systems_are_not_ours(names: str) -> None:
    assert not vmstat.sniff(names.encode() + b"\n 1 2 3 4 5\n")


IN_KIB = " 1  0   2048 10013488 209600 10752368    0    0     8  1308  849 2837 84 16  0  0  0"


def with_memory(swapped: int, free: int, buffers: int, cached: int) -> str:
    row = f" 1  0 {swapped:6} {free:6} {buffers:6} {cached:6}    0    0     8  1308  849 2837 84 16  0  0  0\n"
    return GROUPS + NAMES + "\n" + 3 * row


@pytest.mark.parametrize("unit", [1000, 1000**2, 1024**2])
def test_memory_that_is_no_whole_pages_is_not_taken_for_kib(unit: int) -> None:
    """-S k, -S m and -S M of the same machine."""
    printed = [size * 1024 // unit for size in (2048, 10013488, 209600, 10752368)]
    log = with_memory(*printed)
    readings = {key: values for key, (_, values) in series("vmstat", log).items()}
    assert [readings[f"raw:{name}", ""][0] for name in ("swpd", "free", "buff", "cache")] == printed
    assert ("mem.free", "") not in readings
    assert ("swap.in_kb", "") not in readings
    assert readings["io.write_kb", ""] == [1308 * 1024] * 2
    assert ["it was called with -S" in message for message in problems("vmstat", log)] == [True]
    assert str(facts("vmstat", log)["memory_unit"]).startswith("unknown: no whole pages")


def test_one_number_that_is_no_whole_pages_is_no_unit() -> None:
    log = GROUPS + NAMES + "\n" + 2 * f"{IN_KIB}\n" + IN_KIB.replace("10013488", "10013487") + "\n"
    assert series("vmstat", log)["mem.free", ""][1][0] == 10013488 * 1024
    assert problems("vmstat", log) == []


def test_all_series_of_a_log_share_their_facts_whatever_its_unit() -> None:
    assert len({id(trace.facts) for trace in traces("vmstat", with_memory(1, 9778, 205, 10501))}) == 1


@pytest.mark.parametrize(
    "foreign", ["[1] 4711\n", "Running 3s test @ http://127.0.0.1/\n\n  2 threads and 10 connections\n"]
)
@pytest.mark.parametrize("place", [2, 3, 4])
def test_lines_of_another_program_are_no_samples(foreign: str, place: int) -> None:
    lines = (GROUPS + NAMES + "\n" + "".join(ROW.format(number) + "\n" for number in range(1, 5))).splitlines(True)
    log = "".join([*lines[:place], foreign, *lines[place:]])
    assert series("vmstat", log) == series("vmstat", "".join(lines))
    assert len(problems("vmstat", log)) == foreign.replace("\n\n", "\n").count("\n")
