"""Which logs are ours: neighbours have the same banner, and other systems have a sar of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.formats import HEAD_SIZE
from ingest.formats.sysstat.kit.columns import is_foreign
from ingest.formats.sysstat.sar.tests.logs import BANNER, SAMPLES, name_of, problems, sar, traces
from ingest.pipeline.identify import as_utf8


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
