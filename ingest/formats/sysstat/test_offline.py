"""A processor that was offline is not measured: sysstat's zeros would make it a full one."""

from __future__ import annotations

import pytest

from ingest.tests.live import series

BANNER = "Linux 3.10.0-957.el7.x86_64 (db1) \t11/20/2026 \t_x86_64_\t(2 CPU)\n\n"
SAR = """{0}     CPU     %user     %nice   %system   %iowait    %steal     %idle
{1}     all      1.00      0.00      2.00      0.00      0.00     97.00
{1}       0      1.00      0.00      2.00      0.00      0.00     97.00
{1}       1      0.00      0.00      0.00      0.00      0.00      {2}

"""
MPSTAT = """{0}  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
{1}  all    1.00    0.00    2.00    0.00    0.00    0.00    0.00    0.00    0.00   97.00
{1}    0    1.00    0.00    2.00    0.00    0.00    0.00    0.00    0.00    0.00   97.00
{1}    1    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00   {2}

"""
CLOCKS = ("10:00:01", "10:00:02", "10:00:03")
ROW = "db1;1;2026-11-20 {} UTC;{};0.00;0.00;0.00;0.00;0.00;{}\n"
HEAD = "# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle\n"


def idle(format: str, log: str, cpu: str) -> list[float]:
    return [value for value in series(format, log)["cpu.idle", cpu][1] if value == value]


@pytest.mark.parametrize(("format", "table"), [("sar", SAR), ("mpstat", MPSTAT)])
def test_zeros_of_all_shares_are_no_sample_of_that_processor(format: str, table: str) -> None:
    log = BANNER + table.format(*CLOCKS[:2], "100.00") + table.format(*CLOCKS[1:], "0.00")
    assert idle(format, log, "1") == [1.0]
    assert idle(format, log, "0") == idle(format, log, "all") == [0.97, 0.97]


@pytest.mark.parametrize(("format", "table"), [("sar", SAR), ("mpstat", MPSTAT)])
def test_the_rows_of_a_processor_that_goes_are_no_other_ones(format: str, table: str) -> None:
    both = table.format(*CLOCKS[:2], "93.00")
    without_first = "".join(
        line
        for line in table.format(*CLOCKS[1:], "92.00").splitlines(keepends=True)
        if "97.00" not in line or "all" in line
    )
    assert (idle(format, BANNER + both + without_first, "0"), idle(format, BANNER + both + without_first, "1")) == (
        [0.97],
        [0.93, 0.92],
    )


def test_interrupts_of_a_processor_that_goes_are_no_other_ones() -> None:
    log = BANNER + (
        "10:00:01         INTR      all     CPU0     CPU1\n10:00:02            8     3.00     1.00     2.00\n\n"
        "10:00:02         INTR      all     CPU1\n10:00:03            8     2.00     2.00\n"
    )
    readings = series("sar", log)
    assert (readings["irq.per_s{cpu=0}", "8"][1], readings["irq.per_s{cpu=1}", "8"][1]) == ([1.0], [2.0, 2.0])


def test_the_same_holds_for_the_form_for_databases() -> None:
    log = HEAD + "".join(
        ROW.format(clock, cpu, share if cpu == 1 else "100.00")
        for clock, share in zip(CLOCKS, ("100.00", "0.00", "100.00"), strict=True)
        for cpu in (-1, 0, 1)
    )
    assert (len(idle("sadf_db", log, "1")), len(idle("sadf_db", log, "0"))) == (2, 3)


def test_the_same_holds_where_a_line_has_all_processors() -> None:
    """sadf -d -h"""
    log = HEAD.replace("\n", "[...]\n") + "".join(
        f"db1;1;2026-11-20 {clock} UTC;-1;0.00;0.00;0.00;0.00;0.00;100.00;0;0.00;0.00;0.00;0.00;0.00;{share}\n"
        for clock, share in zip(CLOCKS, ("100.00", "0.00", "100.00"), strict=True)
    )
    assert (len(idle("sadf_db", log, "0")), len(idle("sadf_db", log, "all"))) == (2, 3)


def test_the_same_holds_for_the_form_of_one_value_a_line() -> None:
    names = ("user", "nice", "system", "iowait", "steal", "idle")
    log = "".join(
        f"db1\t1\t{1795168800 + second}\t{cpu}\t%{name}\t{share if name == 'idle' else '0.00'}\n"
        for second, share in enumerate(("100.00", "0.00", "98.00"))
        for cpu in ("all", "cpu0", "cpu1")
        for name in names
    )
    assert idle("sadf_ppc", log, "1") == [1.0, 0.98]
    assert [*map(str, series("sadf_ppc", log)["cpu.nice", "1"][1])] == ["0.0", "nan", "0.0"]


def test_of_several_shares_in_their_own_rows_another_one_at_work_keeps_the_zeros() -> None:
    rows = [
        f"db1\t1\t1795168800\tcpu1\t%{name}\t{share}\n" for name, share in (("user", 100), ("nice", 0), ("idle", 0))
    ]
    assert idle("sadf_ppc", "".join(rows), "1") == [0.0]


def test_one_share_by_itself_says_nothing_of_the_others() -> None:
    rows = [f"db1\t1\t{1795168800 + second}\tcpu1\t%{name}\t0.00\n" for second in (1, 2) for name in ("user", "idle")]
    assert idle("sadf_ppc", "".join(rows), "1") == [0.0, 0.0]


def test_a_processor_that_was_never_idle_is_full() -> None:
    busy = MPSTAT.replace("1    0.00", "1  100.00").format(*CLOCKS[:2], "0.00")
    assert idle("mpstat", BANNER + busy, "1") == [0.0]
