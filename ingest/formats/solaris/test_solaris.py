"""sar, vmstat, mpstat and prstat of Solaris. No real logs are at hand: own values in the layouts of the tools."""

from __future__ import annotations

import gzip
import io
import math
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.domain.compression import BROKEN
from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.kit.archived_lines import interval_of
from ingest.formats.solaris.stat_clock import Stamp, stamp
from ingest.pipeline.identify import as_utf8, identify, read
from ingest.records import Problem, TraceRecord

sar = formats()["sar"]

LOGS = ROOT / "fixtures" / "logs"
FORMATS = ("solaris_sar", "solaris_vmstat", "solaris_mpstat", "solaris_iostat", "prstat")
SAMPLES = sorted(path for name in FORMATS for path in (LOGS / name).rglob("*.txt"))
BANNER = "\nSunOS v125 5.10 Generic_118833-33 sun4u    03/04/2007\n"
SAR = BANNER + "\n10:00:00    %usr    %sys    %wio   %idle\n10:00:05      10      20       1      69\n"
VMSTAT_HEAD = (
    " kthr      memory            page            disk          faults      cpu\n"
    " r b w   swap  free  re  mf pi po fr de sr s0 -- -- --   in   sy   cs us sy id\n"
)
BOOT = " 0 0 0 3000000 700000 1  1  0  0  0  0  0  0  0  0  0  100  100  100  1  1 98\n"
ROW = " 2 1 0 2000000 600000 7 80  4  8  0  0  3 12  0  0  0  900 4000 1500 20 30 50\n"
VMSTAT = VMSTAT_HEAD + BOOT + ROW
MPSTAT_HEAD = "CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl\n"
CPU = "  {}   10   1   55   300  100  200    8    9   77    3  4000   20  30   0  50\n"
ZONES = "ZONEID    NPROC  SWAP   RSS MEMORY      TIME  CPU ZONE                        \n"
GLOBAL = "     0       62  662M  476M    10%  15:02:10 4.9% global                      \n"
WEB1 = "     1       24   12G 9386K   .5%  54:15:43  70% web1                        \n"
TOTAL = "Total: 86 processes, 516 lwps, load averages: 1.05, 2.54, 3.48\n"

Values = dict[tuple[str, str], list[float]]


def parsed(name: str, content: str | bytes) -> list[object]:
    raw = content.encode() if isinstance(content, str) else content
    return list(formats()[name].parse(io.BytesIO(raw)))


def traces(name: str, content: str | bytes) -> list[TraceRecord]:
    return [entry for entry in parsed(name, content) if isinstance(entry, TraceRecord)]


def problems(name: str, content: str | bytes) -> list[Problem]:
    return [entry for entry in parsed(name, content) if isinstance(entry, Problem)]


def samples_of(name: str, content: str | bytes) -> list[TraceRecord]:
    """The traces without the averages since boot."""
    return [trace for trace in traces(name, content) if not trace.metric.startswith("since_boot:")]


def values(name: str, content: str | bytes) -> Values:
    return {(trace.metric, trace.item): trace.values.tolist() for trace in traces(name, content)}


def times(name: str, content: str) -> list[float]:
    return [float(time) for time in samples_of(name, content)[0].times]


# sar


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


# vmstat, mpstat: times


def test_the_first_row_is_about_the_time_since_boot_and_no_sample() -> None:
    readings = values("solaris_vmstat", VMSTAT)
    assert readings["cpu.idle", "all"] == [0.5]
    assert (readings["syscalls.per_s", ""], readings["cpu.system_incl_irq", "all"]) == ([4000], [0.3])
    assert readings["swap.free", ""] == [2000000 * 1024]
    assert readings["disk.transfers", "s0"] == [12]
    assert {item for metric, item in readings if metric.startswith("disk.")} == {"s0"}
    assert problems("solaris_vmstat", VMSTAT) == []


@pytest.mark.parametrize(
    ("name", "log", "item"),
    [("solaris_vmstat", VMSTAT_HEAD + BOOT, "all"), ("solaris_mpstat", MPSTAT_HEAD + CPU.format(0), "0")],
)
def test_numbers_since_boot_are_kept_under_their_own_names(name: str, log: str, item: str) -> None:
    readings = values(name, log)
    assert len(readings["since_boot:cpu.idle", item]) == 1
    assert all(metric.startswith("since_boot:") for metric, _ in readings)
    assert problems(name, log) == []


def test_a_changed_configuration_makes_the_next_row_one_since_boot() -> None:
    log = VMSTAT + "<<processor 1 added>>\n" + BOOT + ROW
    assert values("solaris_vmstat", log)["cpu.idle", "all"] == [0.5, 0.5]


def test_a_header_that_comes_too_early_begins_another_run() -> None:
    records = [trace for trace in traces("solaris_vmstat", VMSTAT + VMSTAT) if trace.metric == "cpu.idle"]
    assert [trace.values.tolist() for trace in records] == [[0.5], [0.5]]


def test_a_repeated_header_goes_on_with_the_run() -> None:
    log = VMSTAT_HEAD + BOOT + ROW * 17 + VMSTAT_HEAD + ROW * 2
    assert [len(trace.values) for trace in traces("solaris_vmstat", log) if trace.metric == "cpu.idle"] == [19]


def test_times_are_numbers_of_samples_where_nothing_is_known() -> None:
    first = samples_of("solaris_vmstat", VMSTAT + ROW)[0]
    assert first.times.tolist() == [1, 2]
    assert (first.facts["times_are"], first.facts["date_is_ambiguous"]) == ("sample numbers", True)


def test_an_echoed_command_gives_the_interval() -> None:
    first = samples_of("solaris_vmstat", "bash-3.00# vmstat 10 3\n" + VMSTAT + ROW)[0]
    assert first.times.tolist() == [10, 20]
    assert (first.facts["times_are"], first.facts["interval"]) == ("seconds since the run began", 10)


def test_a_date_and_an_interval_give_times() -> None:
    first = samples_of("solaris_vmstat", "Wed Oct  3 14:00:00 JST 2007\n$ vmstat 10\n" + VMSTAT + ROW)[0]
    noon = datetime(2007, 10, 3, 14, tzinfo=UTC).timestamp()
    assert first.times.tolist() == [noon + 10, noon + 20]
    assert first.facts["clock"] == "local, JST"


def test_times_before_each_row_are_read() -> None:
    log = VMSTAT_HEAD + "".join(f"{1191420000 + number} {row}" for number, row in enumerate((BOOT, ROW, ROW)))
    assert times("solaris_vmstat", log) == [1191420001, 1191420002]


def test_a_loop_with_a_date_for_each_run_is_one_series() -> None:
    log = "".join(f"{moment}\n{VMSTAT_HEAD}{BOOT}{moment + 5}\n{ROW}" for moment in (1191420000, 1191420060))
    records = [trace for trace in traces("solaris_vmstat", log) if trace.metric == "cpu.idle"]
    assert [trace.times.tolist() for trace in records] == [[1191420005, 1191420065]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wed Oct  3 14:00:00 2007", Stamp(1191420000)),
        ("Wed Oct 3 14:00:00 JST 2007", Stamp(1191420000, "JST")),
        ("Wednesday, October 3, 2007 02:00:00 PM JST", Stamp(1191420000, "JST")),
        ("2007-10-03 14:00:00", Stamp(1191420000)),
        ("1191420000", Stamp(1191420000, "UTC")),
        ("Wed Foo  3 14:00:00 2007", None),
        ("03/10/2007 14:00:00", None),
        ("14:00:00", None),
    ],
)
def test_a_moment_is_read_where_it_is_certain(text: str, expected: Stamp | None) -> None:
    assert stamp(text) == expected


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        (" 5", 5),
        (" 5 10", 5),
        (" -S sd0 2 3", 2),
        (" -P 1 5", 5),
        (" -P1 5 2", 5),
        (" -n 8,5 10 3", 10),
        ("", math.nan),
    ],
)
def test_the_interval_of_a_command(arguments: str, seconds: float) -> None:
    assert interval_of(arguments, "PnT") == pytest.approx(seconds, nan_ok=True)


def test_a_sample_of_mpstat_has_all_cpus() -> None:
    block = MPSTAT_HEAD + CPU.format(0) + CPU.format(1)
    records = samples_of("solaris_mpstat", block * 3)
    assert {trace.item for trace in records} == {"0", "1"}
    assert {tuple(trace.times.tolist()) for trace in records} == {(1, 2)}
    assert values("solaris_mpstat", block * 2)["lock.mutex_spins", "1"] == [77]


def test_processor_sets_and_stolen_time_are_read() -> None:
    block = (
        MPSTAT_HEAD.replace("CPU", "SET").replace("wt", "st").replace("idl", "idl sze") + CPU.format(0)[:-1] + "   4\n"
    )
    readings = values("solaris_mpstat", block * 2)
    assert (readings["cpu.steal", "set 0"], readings["cpu.set_size", "set 0"]) == ([0], [4, 4])


# prstat


def test_zones_have_their_shares() -> None:
    readings = values("prstat", ZONES + GLOBAL + WEB1 + TOTAL)
    assert (readings["zone.cpu", "global"], readings["zone.cpu", "web1"]) == ([0.049], [0.7])
    assert (readings["zone.memory", "web1"], readings["zone.rss", "web1"]) == ([0.005], [9386 * 1024])
    assert (readings["zone.swap", "web1"], readings["zone.processes", "web1"]) == ([12 * 2**30], [24])
    assert readings["zone.cpu_time", "global"] == [15 * 3600 + 130]
    assert (readings["system.lwps", ""], readings["load.1m", ""]) == ([516], [1.05])


def test_a_zone_that_is_not_there_has_no_value() -> None:
    log = "# prstat -Z 10\n" + ZONES + GLOBAL + WEB1 + TOTAL + ZONES + GLOBAL + TOTAL + ZONES + GLOBAL + WEB1 + TOTAL
    readings = {(trace.metric, trace.item): trace.times.tolist() for trace in traces("prstat", log)}
    assert (readings["zone.cpu", "global"], readings["zone.cpu", "web1"]) == ([0, 10, 20], [0, 20])


def test_a_screen_of_prstat_is_read_without_its_codes() -> None:
    screen = f"\x1b[H\x1b[4m{ZONES[:-1]}\x1b[m\x1b[K\r\n\r{GLOBAL[:-1]}\x1b[K\r\n\r{TOTAL[:-1]}\x1b[K\r\n"
    assert values("prstat", screen)["zone.cpu", "global"] == [0.049]


def test_counts_are_rates_only_where_the_interval_is_known() -> None:
    head = "   PID USERNAME USR SYS TRP TFL DFL LCK SLP LAT VCX ICX SCL SIG PROCESS/NLWP  \n"
    report = head + "  1201 webservd  47  14 0.0 0.0 0.0   -  23 0.1  2K 181 .3M   0 httpd/64\n" + TOTAL
    assert values("prstat", report * 2)["raw:SCL", "1201 httpd"] == [300_000]
    readings = values("prstat", "$ prstat -mc 2\n" + report * 2)
    assert (readings["proc.syscalls", "1201 httpd"], readings["proc.usr", "1201 httpd"]) == ([150_000], [0.47])
    assert math.isnan(readings["proc.lock_wait", "1201 httpd"][0])


# What the way of a log does to it


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_is_whole(path: Path) -> None:
    with path.open("rb") as raw:
        assert [entry.what for entry in read(raw) if isinstance(entry.what, Problem)] == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("way", ["dos", "bom", "utf16", "tabs"])
def test_a_log_is_read_however_it_came(path: Path, way: str) -> None:
    content, name = path.read_bytes(), path.relative_to(LOGS).parts[0]
    changed = {
        "dos": content.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + content,
        "utf16": content.decode().encode("utf-16"),
        "tabs": content.replace(b" kthr      ", b" kthr\t"),
    }[way]
    assert [format.name for format in identify(as_utf8(changed))] == [name]
    assert str(values(name, changed)) == str(values(name, content))


def test_an_archive_that_breaks_off_gives_what_came_before() -> None:
    rows = "".join(ROW.replace("1500", str(random.Random(seed).randrange(10**4))) for seed in range(40_000))
    log = gzip.compress((VMSTAT + rows).encode())
    with gzip.GzipFile(fileobj=io.BytesIO(log[: len(log) // 2])) as broken:
        records = formats()["solaris_vmstat"].parse(broken)
        counts = (len(record.values) for record in records if isinstance(record, TraceRecord))
        assert 5000 < next(count for count in counts if count > 1) < 40_000
        with pytest.raises(BROKEN):
            list(records)


@pytest.mark.parametrize(
    ("name", "log"),
    [
        ("solaris_sar", SAR),
        ("solaris_vmstat", VMSTAT),
        ("solaris_mpstat", MPSTAT_HEAD + CPU.format(0)),
        ("prstat", ZONES + GLOBAL),
    ],
)
def test_a_row_in_which_the_log_breaks_off_is_reported_and_not_guessed(name: str, log: str) -> None:
    assert ["breaks off" in problem.message for problem in problems(name, log[:-1])] == [True]
    assert samples_of(name, log[:-1]) == []


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_a_log_cut_at_any_byte_never_raises_and_adds_nothing(path: Path, end: int) -> None:
    name, content = path.relative_to(LOGS).parts[0], path.read_bytes()
    whole: dict[tuple[str, str], set[float]] = {}
    for trace in traces(name, content):
        whole.setdefault((trace.metric, trace.item), set()).update(trace.values.tolist())
    for trace in traces(name, content[: end % len(content)]):
        extra = {value for value in trace.values.tolist() if not math.isnan(value)} - whole[trace.metric, trace.item]
        assert not extra
