"""sar text: every release, language and clock; the truth is `sadf -j` of the same recording."""

from __future__ import annotations

import gzip
import io
import json
import math
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.domain.compression import BROKEN
from benchdb.host.paths import ROOT
from ingest.formats import HEAD_SIZE, formats
from ingest.formats.kit.samples.dates import printed_date
from ingest.formats.sysstat.kit import pieces, sections
from ingest.formats.sysstat.kit.clock import Clock, read_time
from ingest.formats.sysstat.kit.columns import Column, is_foreign, known_columns, layout
from ingest.formats.sysstat.kit.numbers import NotANumber, joined, number
from ingest.formats.sysstat.kit.words import DATA, summary_words, words
from ingest.pipeline.identify import as_utf8
from ingest.records import Problem, TraceRecord

sar = formats()["sar"]

FIXTURES = ROOT / "fixtures"
LOGS = FIXTURES / "logs" / "sar"
SAMPLES = sorted(path for path in LOGS.rglob("sar*.txt"))
BANNER = "Linux 5.10.0 (web1) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n"
HEADER = "09:59:53        CPU     %user     %idle\n"
ROW = "09:59:55        all     91.73      8.27\n"
LOG = BANNER + HEADER + ROW
NINE = 9 * 3600 + 59 * 60
DAY = datetime(2022, 11, 7, tzinfo=UTC).timestamp()

Series = dict[tuple[str, str], tuple[list[float], list[float]]]


def read(content: str | bytes) -> list[TraceRecord | Problem]:
    raw = content.encode() if isinstance(content, str) else content
    return [entry for entry in sar.parse(io.BytesIO(raw)) if isinstance(entry, TraceRecord | Problem)]


def traces(content: str | bytes) -> list[TraceRecord]:
    return [entry for entry in read(content) if isinstance(entry, TraceRecord)]


def problems(content: str | bytes) -> list[Problem]:
    return [entry for entry in read(content) if isinstance(entry, Problem)]


def series(content: str | bytes) -> Series:
    return {(trace.metric, trace.item): (trace.times.tolist(), trace.values.tolist()) for trace in traces(content)}


def block(header: str, *rows: str) -> str:
    return BANNER + "\n".join((header, *rows)) + "\n"


def values(content: str) -> dict[tuple[str, str], list[float]]:
    return {key: readings for key, (_, readings) in series(content).items()}


def name_of(path: Path) -> str:
    return path.relative_to(LOGS).as_posix()


# What a report says


def test_a_report_gives_traces_with_its_facts() -> None:
    first = traces(LOG)[0]
    assert (first.metric, first.item, first.values.tolist()) == ("cpu.user_incl_guest", "all", [0.9173])
    assert first.times.tolist() == [datetime(2022, 11, 7, 9, 59, 55, tzinfo=UTC).timestamp()]
    assert first.facts == {
        "tool": "sar",
        "host": "web1",
        "kernel": "Linux 5.10.0",
        "cpus": 2,
        "architecture": "x86_64",
        "date": "2022-11-07",
        "date_is_ambiguous": False,
        "clock": "local, zone unknown",
    }


def test_all_traces_share_one_mapping_of_facts() -> None:
    assert len({id(trace.facts) for trace in traces(LOG)}) == 1


def test_an_ambiguous_date_is_not_guessed() -> None:
    first = traces(LOG.replace("2022-11-07", "03/04/05"))[0]
    assert first.times.tolist() == [NINE + 55]
    assert first.facts["date_is_ambiguous"] is True
    assert first.facts["date_printed"] == "03/04/05"
    assert "date" not in first.facts


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("09/24/03", "2003-09-24"),
        ("09/24/2003", "2003-09-24"),
        ("24/09/03", "2003-09-24"),
        ("24.09.2003", "2003-09-24"),
        ("24.9.2003", "2003-09-24"),
        ("24.09.03", "2003-09-24"),
        ("24-09-2003", "2003-09-24"),
        ("2003-09-24", "2003-09-24"),
        ("2003年09月24日", "2003-09-24"),
        ("2003년 09월 24일", "2003-09-24"),
        ("24. sep. 2003", "2003-09-24"),
        ("الأربعاء 24 سبتمبر 2003", "2003-09-24"),
        ("05/05/05", "2005-05-05"),
        ("11/30/99", "1999-11-30"),
        ("03/04/05", None),
        ("07/11/2022", None),
        ("03-09-24", None),
        ("۰۳/۰۹/۲۴", None),
        ("?/?/?", None),
        ("31/31/31", None),
    ],
)
def test_a_date_is_read_where_only_one_day_is_possible(printed: str, day: str | None) -> None:
    readings = printed_date(printed).day
    assert (readings.isoformat() if readings else None) == day


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [
        ("19:02:03", 68523),
        ("07:02:03 PM", 68523),
        ("07:02:03 μμ", 68523),
        ("07:02:03 PM UTC", 68523),
        ("07:02:03 अपराह्न IST", 68523),
        ("19시 02분 03초", 68523),
        ("19時02分03秒", 68523),
        ("19时02分03秒", 68523),
        ("19.02.03", 68523),
        (" 8:51:03", 31863),
        ("۱۹:۰۲:۰۳", 68523),
        ("kl. 19.02 +0000", 68520),
        ("12:00:00 AM", 0),
        ("12:00:00 PM", 43200),
        ("25:00:00", math.nan),
        ("13:00:00 PM", math.nan),
        ("Average:", math.nan),
        ("", math.nan),
    ],
)
def test_a_time_is_read_in_any_language(cell: str, seconds: float) -> None:
    assert read_time(cell) == pytest.approx(seconds, nan_ok=True)


# Blocks, midnights, restarts


def test_a_midnight_begins_a_day_in_each_block() -> None:
    rows = ("23:59:58        all     1.00", "00:00:08        all     2.00", "00:00:18        all     3.00")
    log = (
        block("23:59:48        CPU     %user", *rows)
        + "\n23:59:48      cswch/s\n23:59:58     1.00\n00:00:08     2.00\n"
    )
    readings = series(log)
    start = readings["cpu.user_incl_guest", "all"][0][0]
    assert readings["cpu.user_incl_guest", "all"][0] == [start, start + 10, start + 20]
    assert readings["tasks.context_switches", ""][0] == [start, start + 10]


def test_repeated_headers_continue_a_series() -> None:
    log = LOG + "\n" + HEADER.replace("09:59:53", "09:59:55") + ROW.replace("09:59:55", "09:59:57")
    times, readings = series(log)["cpu.idle", "all"]
    assert [time % 60 for time in times] == [55, 57]
    assert readings == [0.0827, 0.0827]


def test_a_header_that_comes_again_from_the_beginning_begins_no_day() -> None:
    """4.0 has all processors in one block, each one in another under the same names."""
    switches = "\n23:59:48      cswch/s\n23:59:58     1.00\n00:00:08     2.00\n"
    header, all_cpus = "23:59:48   CPU   %user", ("23:59:58   all   1.00", "00:00:08   all   2.00")
    readings = series(block(header, *all_cpus) + switches + "\n".join((header, *all_cpus)).replace("all", "0") + "\n")
    assert readings["cpu.user_incl_guest", "0"][0] == readings["cpu.user_incl_guest", "all"][0]


def test_a_live_report_of_two_days_has_the_same_time_twice() -> None:
    rows = [(f"{hour % 24:02}:00:00", f"{(hour + 1) % 24:02}:00:00") for hour in range(30)]
    text = "".join(f"{a}  CPU  %user\n{b}  all  1.00\n\n{a}  cswch/s\n{b}  1.00\n\n" for a, b in rows)
    times, _ = series(BANNER + text)["cpu.user_incl_guest", "all"]
    assert np.diff(times).tolist() == [3600.0] * 29


def test_a_clock_set_back_a_little_is_no_new_day() -> None:
    log = block("02:59:49  CPU  %user", "02:59:59  all  1.00", "02:00:09  all  2.00", "02:00:19  all  3.00")
    times, readings = series(log)["cpu.user_incl_guest", "all"]
    assert times[-1] - times[0] == 3590
    assert readings == [0.02, 0.03, 0.01]


def test_restarts_are_a_metric() -> None:
    log = LOG + "\n10:00:30     LINUX RESTART\t(4 CPU)\n\n" + HEADER.replace("09:59:53", "10:00:40") + "\n"
    log += "\n10:10:30          LINUX RESTART\n"
    times, readings = series(log)["restart", ""]
    assert [time % 86400 - 36000 for time in times] == [30, 630]
    assert readings == [4, 1]


@pytest.mark.parametrize("word", ["RESTART DI LINUX", "RESTARTARE LINUX", "LINUX は再起動しました", "LINUX RESTART"])
@pytest.mark.parametrize("time", ["10:00:30", "10:00:30 AM"])
def test_a_restart_is_known_in_any_language(word: str, time: str) -> None:
    assert ("restart", "") in series(LOG + f"\n{time}       {word}\n")
    assert problems(LOG + f"\n{time}       {word}\n") == []


def test_comments_are_a_fact_reported_once() -> None:
    log = LOG + "10:00:00     COM bench 17; start\n" + LOG.replace(BANNER, "") + "10:00:00     COM bench 17; start\n"
    log += "10:00:10     COM bench 17; end\n"
    facts = traces(log)[0].facts
    assert facts["comments"] == "bench 17; start\nbench 17; end"
    start, end = str(facts["comment_times"]).split("\n")
    assert int(end) - int(start) == 10


def test_a_comment_may_look_like_a_row_at_its_end() -> None:
    log = LOG + "10:00:00     COM started at 20221107\n"
    assert traces(log)[0].facts["comments"] == "started at 20221107"
    assert problems(log) == []


def test_comments_are_found_where_their_letters_are_many() -> None:
    rows = "".join(f"09:{n // 60:02}:{n % 60:02}   OO{n % 7}  1.00\n" for n in range(200))
    log = BANNER + "09:00:00   TTY  rcvin/s\n" + rows + "10:00:00     COM OOOO 20221107\n"
    assert traces(log)[0].facts["comments"] == "OOOO 20221107"
    assert problems(log) == []


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_a_plain_time_is_read_as_any_other(hours: int, minutes: int, seconds: int) -> None:
    cell = f"{hours:02}:{minutes:02}:{seconds:02}"
    assert Clock().seconds(cell.encode()) == pytest.approx(read_time(cell), nan_ok=True)


@pytest.mark.parametrize("word", words()["average"] + words()["summary"] + words()["extreme"])
def test_averages_are_no_samples_in_any_language(word: str) -> None:
    log = LOG + ROW.replace("09:59:55  ", f"{word}  ")
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert problems(log) == []


def test_an_unknown_word_for_the_average_is_reported_and_no_sample() -> None:
    log = LOG + ROW.replace("09:59:55  ", "Keskmine:  ")
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert ["'Keskmine:'" in trace.message for trace in problems(log)] == [True]


def test_several_days_of_a_machine_are_one_series() -> None:
    first, second = (trace.times.tolist() for trace in traces(LOG + LOG.replace("2022-11-07", "2022-11-09")))
    assert first == second
    assert first[1] - first[0] == 2 * 86400


def test_another_machine_in_a_file_has_its_own_traces() -> None:
    records = traces(LOG + LOG.replace("web1", "web2"))
    assert [trace.facts["host"] for trace in records] == ["web1", "web1", "web2", "web2"]


def test_days_that_are_ambiguous_are_not_put_in_order() -> None:
    one, other = LOG.replace("2022-11-07", "03/04/05"), LOG.replace("2022-11-07", "04/04/05")
    assert [trace.facts.get("date_printed") for trace in traces(one + other)] == ["03/04/05"] * 2 + [None] * 2


def test_a_report_without_times_is_refused_and_the_next_one_read() -> None:
    lost = re.sub(r"(?m)^\d\d:\d\d:\d\d", 8 * " ", LOG)
    assert [len(trace.values) for trace in traces(lost + LOG)] == [1, 1]
    assert ["lost its times" in trace.message for trace in problems(lost + LOG)] == [True]
    assert [trace.metric for trace in traces(lost + "10:00:30   LINUX RESTART\n")] == []


def test_a_log_without_banner_is_read_and_reported() -> None:
    log = HEADER + ROW
    assert sar.sniff(log.encode())
    assert [trace.values.tolist() for trace in traces(log)] == [[0.9173], [0.0827]]
    assert "no banner" in problems(log)[0].message


# Columns and numbers


def test_metrics_are_known_by_all_names_of_a_header() -> None:
    nfs = values(block("09:59:53   call/s retrans/s   read/s", "09:59:55   1.00   2.00   3.00"))
    tcp = values(block("09:59:53   atmptf/s estres/s retrans/s", "09:59:55   1.00   2.00   3.00"))
    assert list(nfs) == [("nfs.calls", ""), ("nfs.retransmits", ""), ("nfs.reads", "")]
    assert list(tcp)[-1] == ("tcp.retransmitted_segments", "")


def test_an_unknown_column_is_kept() -> None:
    readings = values(block("09:59:53   CPU   %user   %quux", "09:59:55   all   1.00   2.50"))
    assert readings["raw:%quux", "all"] == [2.5]


@pytest.mark.parametrize(
    ("header", "row", "key", "value"),
    [
        ("DEV  rkB/s  await", "sda  2.00  250.00", ("disk.await", "sda"), 0.25),
        ("DEV  rkB/s  await", "sda  2.00  250.00", ("disk.read_kb", "sda"), 2048),
        ("DEV  rd_sec/s  await", "dev8-0  2.00  0.00", ("disk.read_sectors", "dev8-0"), 1024),
        ("kbmemfree  %memused", "2  5.00", ("mem.free", ""), 2048),
        ("kbmemfree  %memused", "2.2M  5.0%", ("mem.free", ""), 2.2 * 2**20),
        ("kbmemfree  %memused", "2.2M  5.0%", ("mem.used_pct", ""), 0.05),
        ("MBfsfree  %fsused  FILESYSTEM", "2  5.00  /mnt/my disk", ("fs.free_mb", "/mnt/my disk"), 2 * 2**20),
        ("CPU  MHz", "all  2000.00", ("cpu.freq_mhz", "all"), 2e9),
        ("INTR  all  CPU0  CPU1", "sum  3.00  1.00  2.00", ("irq.per_s", "sum"), 3),
        ("INTR  all  CPU0  CPU1", "sum  3.00  1.00  2.00", ("irq.per_s{cpu=1}", "sum"), 2),
        ("CPU  i024/s  i025/s", "1  3.00  1.00", ("irq.per_s{intr=24}", "1"), 3),
        (
            "TEMP  degC  %temp  DEVICE",
            "1  40.00  50.00  coretemp-isa-0000",
            ("temp.celsius", "1 coretemp-isa-0000"),
            40,
        ),
        (
            "BUS  idvendor  idprod  maxpower  manufact  product",
            "1  1d6b  2  500  The Maker",
            ("usb.max_power", "1 1d6b:2"),
            0.5,
        ),
        ("frmpg/s  bufpg/s  campg/s", "-1.50  0.00  0.00", ("mem.free_pages_delta", ""), -1.5),
        ("tps  rkB/s  DEV", "1.00  2.0k  sda", ("disk.read_kb", "sda"), 2048),
        (
            "PID  minflt/s  majflt/s  %user  %system  nswap/s  CPU",
            "17  1.00  0.00  5.00  1.00  0.00  3",
            ("proc.cpu", "17"),
            3,
        ),
        ("CPU  %utente  %nice", "all  91,73  0,00", ("cpu.user_incl_guest", "all"), 0.9173),
        ("CPU  %user", "alle  91,73", ("cpu.user_incl_guest", "all"), 0.9173),
    ],
)
def test_a_value_is_in_base_units(header: str, row: str, key: tuple[str, str], value: float) -> None:
    assert values(block(f"09:59:53  {header}", f"09:59:55  {row}"))[key] == [pytest.approx(value, rel=1e-12)]


@pytest.mark.parametrize("cell", ["N/A", "-nan", "nan", "9223372036854775808.00", "18446744073709551615"])
def test_what_was_not_measured_is_nan(cell: str) -> None:
    readings = values(block("09:59:53  CPU  %user  %idle", f"09:59:55  all  {cell}  5.00"))
    assert math.isnan(readings["cpu.user_incl_guest", "all"][0])
    assert readings["cpu.idle", "all"] == [0.05]


def test_more_than_all_of_a_cpu_is_nan() -> None:
    readings = values(block("09:59:53  CPU  %user", "09:59:55  all  100.50", "09:59:57  all  250.00"))
    assert readings["cpu.user_incl_guest", "all"] == pytest.approx([1.005, math.nan], nan_ok=True)


def test_no_column_of_the_table_shares_its_place_with_another() -> None:
    for name, readings in known_columns().items():
        places = [(known.section, known.items) for known in readings]
        assert len(set(places)) == len(places), name


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_digits_join_to_their_number(digits: list[int]) -> None:
    columns = [np.array([digit], dtype=np.uint8) for digit in digits]
    assert joined(columns).tolist() == [int("".join(map(str, digits)))]


@given(st.floats(-1e8, 1e8).map(lambda value: f"{value:.2f}"))
def test_a_number_is_the_nearest_float(cell: str) -> None:
    assert number(cell.encode(), Column("m")) == float(cell)


def test_a_word_is_no_number() -> None:
    with pytest.raises(NotANumber):
        number(b"twelve", Column("m"))


# One row at a time or many at once: the same


def rows(count: int, seed: int, odd: float = 0.0) -> Iterator[str]:
    chance = random.Random(seed)
    for index in range(count):
        time = f"{index // 3600:02}:{index // 60 % 60:02}:{index % 60:02}"
        for item in ("all", "0", "1"):
            cells = [f"{chance.random() * 10 ** chance.randint(0, 9):9.2f}" for _ in range(4)]
            if chance.random() < odd:
                cells[chance.randrange(4)] = chance.choice(["     -1.50", "      nan", "1234567890123.00", "  1.5k"])
            yield f"{time}     {item:>6} " + " ".join(cells) + f" {chance.randint(0, 10**9):9d}"


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.02, 0.5]), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_a_block_gives_what_its_rows_give(seed: int, odd: float, count: int) -> None:
    header = "00:00:00        CPU   total/s   dropd/s squeezd/s  rx_rps/s   blg_len"
    lines = list(rows(count, seed, odd))
    whole = series(block(header, *lines))
    expected: Series = {}
    names = [column.metric for column in layout(tuple(header.split()[1:])).columns]
    for line in lines:
        time, item, *cells = line.split()
        for metric, cell in zip(names, cells, strict=True):
            value = number(cell.encode(), Column(metric))
            if cell == "1.5k":
                assert value == 1.5
            expected.setdefault((metric, item), ([], []))[1].append(value)
            expected[metric, item][0].append(read_time(time) + DAY)
    assert whole.keys() == expected.keys()
    for key, (times, readings) in whole.items():
        assert times == expected[key][0]
        assert readings == pytest.approx(expected[key][1], rel=0, abs=0, nan_ok=True)


@pytest.mark.parametrize("marks", ["24", "12"])
def test_many_samples_have_the_times_of_few(marks: str) -> None:
    def cell(second: int) -> str:
        hours, rest = divmod(second, 3600)
        tail = f"{rest // 60:02}:{rest % 60:02}"
        return f"{hours:02}:{tail}" if marks == "24" else f"{(hours - 1) % 12 + 1:02}:{tail} {'AP'[hours // 12]}M"

    seconds = range(0, 86400, 600)
    readings = series(block(f"{cell(0)}    CPU     %user", *(f"{cell(s)}    all      1.00" for s in seconds)))
    assert [time % 86400 for time in readings["cpu.user_incl_guest", "all"][0]] == list(seconds)


@pytest.mark.parametrize(
    "name", ["12.6.1/sar_u_ALL_P_ALL_C.txt", "12.6.1/sar_A.part2.C.txt", "12.6.1/sar_sub.ja_JP.UTF-8.txt"]
)
def test_pieces_and_blocks_make_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (LOGS / name).read_bytes()
    whole = series(content)
    monkeypatch.setattr(pieces, "READ", 100)
    monkeypatch.setattr(pieces, "PIECE", 500)
    assert same(series(content), whole)
    monkeypatch.setattr(sections, "FEW_ROWS", 10**9)
    assert same(series(content), whole)


# The same recording as text and as JSON


def truth(version: str) -> dict[tuple[str, str, float], float]:
    """(metric, item, time) -> value, from sadf -j, by the table's own paths."""
    host = json.loads((FIXTURES / "sysstat_json" / f"{version}.sadf.json").read_text("utf-8"))["sysstat"]["hosts"][0]
    readings: dict[tuple[str, str, float], float] = {}
    for sample in host["statistics"]:
        stamp = sample["timestamp"]
        time = datetime.fromisoformat(f"{stamp['date']}T{stamp['time']}+00:00").timestamp()
        if "cpu-load-all" in sample:  # 10.0.3 to 11.1.3
            sample["cpu-load"] = sample["cpu-load-all"]
        for path, metric, scale in paths():
            for item, value in values_under(sample, path):
                readings[metric, item, time] = value * scale
    return readings


def paths() -> Iterator[tuple[list[str], str, float]]:
    for line in (DATA / "sysstat_columns.tsv").read_text("utf-8").splitlines()[1:]:
        _, _, _, metric, _, multiply, divide, path = line.split("\t")
        if path and multiply != "0" and "CPUn" not in path:
            yield path.split("."), metric, int(multiply) / int(divide)


ITEM_KEYS = ("cpu", "number", "intr", "disk-device", "iface", "line", "filesystem", "fchost")


def values_under(tree: Any, path: list[str]) -> Iterator[tuple[str, float]]:
    name, *rest = path
    inner = tree.get(name.removesuffix("[]")) if isinstance(tree, dict) else None
    if inner is None:
        return
    if not rest:
        yield "", float(inner)
    elif name.endswith("[]"):
        for entry in inner:
            item = next((str(entry[key]) for key in ITEM_KEYS if key in entry), "")
            yield from ((item, value) for _, value in values_under(entry, rest))
    else:
        yield from values_under(inner, rest)


AGREEING = [
    path
    for path in SAMPLES
    if path.parent.name in ("12.6.1", "11.0.8") and re.match(r"sar_(?:A|sub|C_u|u_ALL|z|[rqm]ALL|I_SUM)", path.name)
]


@pytest.mark.parametrize("path", AGREEING, ids=name_of)
def test_a_text_agrees_with_the_json_of_its_recording(path: Path) -> None:
    expected = truth(path.parent.name)
    first_day = min(time for _, _, time in expected) // 86400 * 86400
    metrics, compared = {metric for metric, _, _ in expected}, 0
    for trace in traces(path.read_bytes()):
        start = first_day if trace.facts["date_is_ambiguous"] else 0.0
        for time, value in zip(trace.times.tolist(), trace.values.tolist(), strict=True):
            if trace.metric in metrics:  # sadf -j -A has %usr, never %user
                assert value == pytest.approx(expected[trace.metric, trace.item, time + start], rel=1e-9, abs=1e-9)
                compared += 1
    assert compared > 5


def test_the_texts_of_a_recording_say_all_that_its_json_says() -> None:
    expected = {key for key in truth("12.6.1") if key[2] < 1667865630}
    in_text = {(t.metric, t.item) for path in LOGS.glob("12.6.1/sar_A.part*.txt") for t in traces(path.read_bytes())}
    in_json_only = {f"disk.{name}_sectors" for name in ("read", "write", "discard", "avg_request")}
    assert {key[0] for key in {key[:2] for key in expected} - in_text} == in_json_only


# Which logs are ours


@pytest.mark.parametrize("path", SAMPLES, ids=name_of)
def test_a_sample_cut_after_its_header_is_known(path: Path) -> None:
    lines = as_utf8(path.read_bytes()[:HEAD_SIZE]).splitlines(keepends=True)
    assert not sar.sniff(b"".join(lines[:2]))
    assert all(sar.sniff(b"".join(lines[:count])) for count in range(3, min(60, len(lines)) + 1))


@pytest.mark.parametrize(
    "header",
    [
        "11:59:57     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle",
        "11:59:57     CPU   %user   %nice %system   %idle    intr/s",
        "11:59:57     CPU %utente   %nice %sistema %inatt. interr/s",
        "11:59:57     CPU    intr/s",
        "11:59:57     CPU      24/s     NMI/s",
        "11:59:57     UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command",
        "11:59:57     PID   %user %system    %CPU   CPU  Command",
        "11:59:57    NODE    %usr   %nice    %sys",
        "avg-cpu:  %user   %nice %system %iowait  %steal   %idle",
        "Device             tps    kB_read/s    kB_wrtn/s    kB_dscd/s    kB_read    kB_wrtn    kB_dscd",
        "      tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn Device",
        " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st",
    ],
)
def test_neighbours_with_the_same_banner_are_not_ours(header: str) -> None:
    log = BANNER + header + "\n11:59:58     all   91.73    0.00\n"
    assert not sar.sniff(log.encode())
    assert traces(log) == []
    assert is_foreign(header.split()[1:]) or not header.startswith("11")


def test_a_banner_alone_is_not_enough() -> None:
    assert not sar.sniff(BANNER.encode())
    assert not sar.sniff(b"Dear all,\nat 12:00:01 the server was slow: 91.73 % user\n")


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("AIX web1 1 7 00F6 11/07/22", "AIX"),
        ("HP-UX web1 B.11.31 U ia64 11/07/22", "HP-UX"),
        ("Darwin web1 9.8.0", "macOS"),
    ],
)
def test_other_systems_are_refused_by_name(line: str, system: str) -> None:
    log = f"{line}\n\n10:00:00    %usr    %sys    %wio   %idle\n10:00:01       1       2       0      97\n"
    assert sar.sniff(log.encode())
    assert [system in problem.message for problem in problems(log)] == [True]
    assert traces(log) == []


def test_solaris_is_another_format() -> None:
    log = "\nSunOS web1 5.10 Generic i86pc    04/19/2011\n\n21:17:24    %usr    %sys    %wio   %idle\n"
    assert not sar.sniff(log.encode())
    assert traces(log) == []


# What the way of a log does to it


def same(one: Series, other: Series) -> bool:
    return json.dumps(sorted(one.items())) == json.dumps(sorted(other.items()))


SAMPLE = (LOGS / "12.6.1" / "sar_C_u.C.txt").read_bytes()


@pytest.mark.parametrize(
    "changed",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        SAMPLE.replace(b"\n", b"\r\r\n"),
        b"\xef\xbb\xbf" + SAMPLE,
        SAMPLE.decode().encode("utf-16"),
        SAMPLE.replace(b"\t", b"    "),
        b"user@host:~$ sar -C -u -w -f sa.bin\n" + SAMPLE,
        re.sub(rb" (\d+\.\d\d)", b" \x1b[34;1m\\1\x1b[0m", SAMPLE),
        SAMPLE.replace(b"\n\n", b"\n"),
        SAMPLE.rstrip(b"\n"),
    ],
    ids=["dos", "script", "bom", "utf16", "no-tabs", "prompt", "colours", "no-blank-lines", "no-last-newline"],
)
def test_a_log_is_read_however_it_came(changed: bytes) -> None:
    assert sar.sniff(as_utf8(changed[:HEAD_SIZE]))
    assert same(series(changed), series(SAMPLE))


def test_an_archive_that_breaks_off_gives_what_came_before() -> None:
    log = block("00:00:00        CPU   total/s   dropd/s squeezd/s  rx_rps/s   blg_len", *rows(9000, seed=1))
    with gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(log.encode())[:-2000])) as broken:
        parsed = sar.parse(broken)  # type: ignore[arg-type]
        first = next(parsed)
        with pytest.raises(BROKEN):
            list(parsed)
    assert isinstance(first, TraceRecord)
    assert 5000 < len(first.values) < 9000


def test_a_cut_row_is_a_problem_and_what_came_before_counts() -> None:
    log = LOG + ROW.replace("09:59:55", "09:59:57")[:-3]
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert [(trace.line, "cut" in trace.message) for trace in problems(log)] == [(5, True)]


def test_many_problems_are_counted() -> None:
    listed = problems(LOG + "09:59:57        all     oops      8.27\n" * 500)
    assert len(listed) == 51
    assert "450 more" in listed[-1].message


@pytest.mark.parametrize("name", ["12.6.1/sar_A.part3.C.txt", "4.0.7/sar_sub.el_GR.UTF-8.txt", "12.6.1/sar_h.txt"])
def test_a_log_cut_at_any_line_gives_what_came_before(name: str) -> None:
    lines = (LOGS / name).read_bytes().splitlines(keepends=True)
    counts = [sum(len(trace.values) for trace in traces(b"".join(lines[:end]))) for end in range(0, len(lines) + 1, 3)]
    assert counts == sorted(counts)


@given(st.binary(max_size=800))
def test_no_bytes_trouble_it(content: bytes) -> None:
    sar.sniff(content)
    read(content)
    read(LOG.encode() + content)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), max_size=20))
def test_no_text_troubles_it(lines: list[str]) -> None:
    read(BANNER + HEADER + "\n".join("09:59:55 " + line for line in lines))


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(path: Path, end: int) -> None:
    content = path.read_bytes()
    read(content[: end % len(content)])


@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_lines_shuffled_or_doubled_never_raise(path: Path, chance: random.Random) -> None:
    lines = path.read_bytes().splitlines(keepends=True)[:150]
    chance.shuffle(lines)
    read(b"".join(lines + lines[:40]))


def test_every_word_is_known_as_utf8_shows_it() -> None:
    assert {"Average:", "Moyenne :", "平均時間：", "Trung bình:", "Summary:"} <= set(summary_words())


def test_times_of_each_trace_go_forward() -> None:
    for path in SAMPLES:
        records = traces(path.read_bytes())
        assert records or problems(path.read_bytes()), path.name
        assert all((np.diff(trace.times) >= 0).all() for trace in records), path.name


def test_the_remarks_of_a_collector_say_nothing() -> None:
    log = "Linux 6.1 (a) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n10:00:00 CPU %user %idle\n10:00:10 all 1.00 98.00\n"
    entries = list(formats()["sar"].parse(io.BytesIO((log + "## Footer: end\n").encode())))
    assert len(entries) == 2
    assert not any(isinstance(entry, Problem) for entry in entries)
