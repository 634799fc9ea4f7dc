"""Columns are known by the names of their header; their values are in base units."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.sysstat.kit.columns import Column, known_columns
from ingest.formats.sysstat.kit.numbers import NotANumber, joined, number
from ingest.formats.sysstat.sar.tests.logs import block, values


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
