"""All live tools: a plain reader agrees, nothing troubles them, the pieces a log is read in make no difference."""

from __future__ import annotations

import io
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats import formats
from ingest.formats.sysstat.interval import table
from ingest.formats.sysstat.interval.columns import columns
from ingest.formats.sysstat.kit import pieces
from ingest.formats.sysstat.kit.words import summary_words
from ingest.records import Problem, TraceRecord
from ingest.tests.live import BANNER, FORMATS, LOGS, Series, parsed, samples, series, traces

ALL = [(format, path) for format in FORMATS for path in samples(format)]
OLD = ("4.0.7", "5.0.6")
OTHERWISE = ("pidstat_U.C.txt", "vmstat_S_k.txt", "vmstat_wS_m.txt")  #: users by name; memory of no known unit
MODERN = [
    (format, path)
    for format, path in ALL
    if "json" not in format and path.parent.name not in OLD and path.name not in OTHERWISE
]
UNITS = {"B": 1, "k": 2**10, "M": 2**20, "G": 2**30}
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?[%BkMG]?")
NOT_VALUES = {"Device", "Device:", "avg-cpu:", "CPU", "NODE", "UTC", "JST", "CORE", "SOCK"}
TRANSLATED = {
    "frei": "free",
    "Cache": "cache",
    "libre": "free",
    "tampon": "buff",
    "dz": "r",
    "bl": "b",
    "swap": "swpd",
    "wolna": "free",
    "bufor": "buff",
    "uż": "us",
    "be": "id",
    "sk": "st",
    "k": "r",
    "växl": "swpd",
    "fritt": "free",
    "vi": "si",
    "vu": "so",
    "bu": "bo",
    "avb": "in",
    "ktxb": "cs",
    "스왑": "swpd",
    "가용": "free",
    "버퍼": "buff",
    "캐시": "cache",
    "입": "bi",
    "출": "bo",
    "an": "us",
    "ia": "id",
    "vä": "wa",
    "交换": "swpd",
    "空闲": "free",
    "缓冲": "buff",
    "缓存": "cache",
    "io": "wa",
}


def name_of(case: object) -> str:
    return case.relative_to(LOGS).as_posix() if isinstance(case, Path) else str(case)


def same(some: Series, others: Series) -> bool:
    return some.keys() == others.keys() and all(
        np.array_equal(some[key][0], others[key][0]) and np.array_equal(some[key][1], others[key][1], equal_nan=True)
        for key in some
    )


# A plain reader


def names_of(format: str, cells: list[str]) -> list[str]:
    """The columns of a header, the simplest way; empty if it is none."""
    if format == "vmstat":
        cells = [TRANSLATED.get(cell, cell) for cell in " ".join(cells).replace("입 출", "si so", 1).split()]
    if format == "pidstat" and cells[-1] == "Command":
        return cells[1 + max(place for place, cell in enumerate(cells) if cell in ("PID", "TID")) : -1]
    if format == "vmstat" and cells[0] == "r":
        return [cell for cell in cells if cell not in NOT_VALUES]
    if format in ("iostat", "mpstat") and not any(NUMBER.fullmatch(cell) for cell in cells) and len(cells) > 2:
        return [cell for cell in cells if cell not in NOT_VALUES and cell not in ("AM", "PM") and "59" not in cell]
    return []


def numbers_of(format: str, names: list[str], line: str) -> list[str]:
    """The cells of a row, the simplest way; empty if it is none."""
    if format == "pidstat":
        after = re.split(r"\s(?=[A-Za-z/(|.]\S*)", line.replace(" AM", ""), maxsplit=1)[0].split()
        return after[-len(names) :] if len(after) > len(names) and line.lstrip()[:1].isdigit() else []
    cells = [cell for cell in line.split() if NUMBER.fullmatch(cell)]
    if format == "vmstat":
        return cells[: len(names)] if len(cells) >= len(names) else []
    return cells[-len(names) :] if len(cells) >= len(names) else []


def plainly(format: str, text: str) -> list[float]:
    """All known values of a log in base units, sorted."""
    known, names, readings = columns(format), list[str](), list[float]()
    for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines():
        if not line.split() or line.lstrip().startswith((*summary_words(), "Linux ", "procs", "--procs")):
            continue
        if header := names_of(format, line.split()):
            names = header
            continue
        cells = numbers_of(format, names, line) if names else []
        for name, cell in zip(names, cells, strict=True) if cells else ():
            column = known.get(name)
            per_unit = column.multiply / column.divide if column else 1.0
            scale = UNITS[cell[-1]] if column and cell[-1] in UNITS and column.unit in ("B", "B/s") else per_unit
            if per_unit and float(cell.rstrip("%BkMG").replace(",", ".")) >= 0:
                readings.append(float(cell.rstrip("%BkMG").replace(",", ".")) * scale)
    return sorted(readings)


@pytest.mark.parametrize(("format", "path"), MODERN, ids=name_of)
def test_a_plain_reader_finds_the_same_numbers(format: str, path: Path) -> None:
    ours = [
        value
        for trace in traces(format, path.read_bytes())
        if not re.search(r"cpu\.(core|socket|node)$|proc\.(uid|user|policy)", trace.metric)
        for value in trace.values.tolist()
        if not math.isnan(value)
    ]
    assert sorted(ours) == pytest.approx(plainly(format, path.read_text("utf-8")))


# Pieces, blocks, cuts


@pytest.mark.parametrize(("format", "path"), ALL[::3], ids=name_of)
def test_pieces_and_blocks_make_no_difference(format: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    content = b"".join(lines) if "json" in format else b"".join(lines[:3] + lines[3:] * 12)
    whole = series(format, content)
    monkeypatch.setattr(pieces, "READ", 50)
    monkeypatch.setattr(pieces, "PIECE", 300)
    assert same(series(format, content), whole)
    monkeypatch.setattr(table, "FEW_ROWS", 10**9)
    assert same(series(format, content), whole)


@pytest.mark.parametrize(("format", "path"), ALL[::4], ids=name_of)
def test_a_log_cut_at_any_line_gives_what_came_before(format: str, path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    counts = [
        sum(len(trace.values) for trace in traces(format, b"".join(lines[:end]))) for end in range(0, len(lines) + 1, 3)
    ]
    assert counts == sorted(counts)


@pytest.mark.parametrize(("format", "path"), ALL, ids=name_of)
def test_times_go_forward_and_each_log_has_one_mapping_of_facts(format: str, path: Path) -> None:
    records = traces(format, path.read_bytes())
    assert records or any(isinstance(entry, Problem) for entry in parsed(format, path.read_bytes()))
    assert all((np.diff(trace.times) >= 0).all() for trace in records)
    assert len({id(trace.facts) for trace in records}) == min(len(records), 1)


# What comes from outside


@given(st.sampled_from(FORMATS), st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=50), max_size=9))
def test_no_text_troubles_them(format: str, lines: list[str]) -> None:
    head = samples(format)[-1].read_text("utf-8")[:700].rpartition("\n")[0]
    parsed(format, head + "\n" + "\n".join("11:59:58 " + line for line in lines) + "\n" + "\n".join(lines))


@given(st.sampled_from(ALL), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(case: tuple[str, Path], end: int) -> None:
    content = case[1].read_bytes()
    parsed(case[0], content[: end % len(content)])


def test_thousands_of_headers_are_no_log() -> None:
    headers = "".join(f"11:59:57     CPU    %usr   %x{n}\n11:59:58     all    1.00    2.00\n" for n in range(5000))
    assert len({trace.metric for trace in traces("mpstat", BANNER + headers)}) < 2500


EVIL = (b'"', b'\\"', b"{", b'{"a":', b"[", b"1", b"1,", b"a b ", b"\n", b"\n\n1 ", b"a\n", b": ", b"11:59:58 ", b"%a ")


# What stands around it

REMARKS = (
    b"#==[ Command ]======================================#\n# /usr/bin/iostat -x 5 3\n\n## Footer: end of the log\n"
)


@pytest.mark.parametrize(("format", "path"), [case for case in ALL if "json" not in case[0]], ids=str)
def test_the_remarks_of_a_collector_say_nothing(format: str, path: Path) -> None:
    log = path.read_bytes().rstrip(b"\n") + b"\n"
    assert str(parsed(format, log + REMARKS)) == str(parsed(format, log))
    assert str(series(format, REMARKS + log)) == str(series(format, log))


PARTS = b"""
#==[ Verification ]=================================#
# rpm -V sysstat-12.0.2-3.30.1.x86_64
S.5....T.  c /etc/sysstat/sysstat

#==[ Configuration File ]===========================#
# /etc/sysstat/sysstat
HISTORY=28
SADC_OPTIONS="-S DISK"

#==[ Log File ]=====================================#
# /var/log/messages - Last 2 Lines
2026-11-26T10:00:00+00:00 sles12 systemd[1]: Started Session 1.
2026-11-26T10:00:01+00:00 sles12 kernel: 1 2 3 4 5 6 7

#==[ Command ]======================================#
# /usr/bin/free -k
              total        used        free      shared  buff/cache   available
Mem:       24223728     3000000    12485792      100000     8000000    20000000

#==[ Summary ]======================================#
"""


TEXTS = [case for case in ALL if "json" not in case[0]] + [("sar", LOGS / "sar/12.6.1/sar_u_ALL_P_ALL_C.txt")]


@pytest.mark.parametrize(("format", "path"), TEXTS, ids=str)
def test_what_supportconfig_puts_below_says_nothing(format: str, path: Path) -> None:
    log = path.read_bytes().rstrip(b"\n") + b"\n"
    assert str(parsed(format, log + PARTS)) == str(parsed(format, log))
    assert str(series(format, PARTS + log)) == str(series(format, log))


@pytest.mark.parametrize("sign", [",", "."])
def test_thousands_that_were_set_apart_are_told_and_not_a_thousandth(sign: str) -> None:
    log = (
        BANNER
        + "\n\n12:00:00    kbmemfree kbbuffers\n12:00:01      9{0}472 1{0}295{0}632\n12:00:02         5     207840\n"
    )
    entries = [*formats()["sar"].parse(io.BytesIO(log.format(sign).encode()))]
    (problem,) = (one for one in entries if isinstance(one, Problem))
    assert "set apart" in problem.message
    assert {one.metric: one.values.tolist() for one in entries if isinstance(one, TraceRecord)} == {
        "mem.free": [5 * 1024.0],
        "mem.buffers": [207840 * 1024.0],
    }


@pytest.mark.parametrize("name", ["sar", "mpstat"])
def test_rows_that_lost_their_header_are_told(name: str) -> None:
    log = BANNER + "\n\n12:00:01        all      1.00      2.00      3.00      0.00      0.00     94.00\n"
    if name == "mpstat":
        header = "12:00:02     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n"
    else:
        header = "12:00:02        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
    (problem,) = (
        one for one in formats()[name].parse(io.BytesIO((log + "\n" + header).encode())) if "above" in one.message
    )
    assert problem.excerpt.startswith("12:00:01")


@pytest.mark.parametrize(
    ("name", "log"),
    [
        (
            "sar",
            "12:00:00          DEV       tps     rkB/s\n12:00:01          vda      0.99      3.96\n",
        ),
        ("sar", "12:00:00        CPU     %user     %nice\n12:00:01        all      1.00      0.00\n"),
        ("sar", "12:00:00    kbmemfree   kbavail kbmemused\n12:00:01            5         6         7\n"),
        (
            "iostat",
            "Device            r/s     rkB/s   rrqm/s     w/s\nvda              0.10      0.20     0.30    0.40\n",
        ),
    ],
)
def test_a_screen_that_ends_between_two_columns_is_told(name: str, log: str) -> None:
    entries = [*formats()[name].parse(io.BytesIO(f"{BANNER}\n\n{log}".encode()))]
    assert any(isinstance(entry, TraceRecord) for entry in entries)
    assert any(isinstance(entry, Problem) and "cut off" in entry.message for entry in entries)


def test_a_header_that_ends_within_an_interrupts_number_is_no_row() -> None:
    log = f"{BANNER}\n\n12:00:00     CPU    intr/s\n12:00:01     all       5.00\n\n"
    log += "12:00:00     CPU       24/s       25/s       30\n12:00:01       0       1.00       2.00       3.00\n"
    assert not [metric for metric, _ in series("mpstat", log) if "CPU" in metric or "/s" in metric]
