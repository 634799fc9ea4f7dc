"""readprofile, opreport and perf report -> shares of functions. perf's logs are real, the others constructed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.profiles.profile import MOST_ITEMS, is_kernel
from ingest.pipeline.identify import as_utf8, identify
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures" / "logs"
FORMATS = ("readprofile", "opreport", "perf")
SAMPLES = sorted(path for name in FORMATS for path in (LOGS / name).rglob("*.txt"))
READPROFILE = "".join(
    f"{ticks:6d} {name:40s} {load:8.4f}\n"
    for ticks, name, load in ((600, "default_idle", 12.5), (300, "tcp_sendmsg", 0.25), (100, "schedule", 0.0625))
)
TOTAL = f"{1000:6d} {'total':40s} {0.0012:8.4f}\n"
PERF = """# Samples: 48K of event 'cycles'
# Event count (approx.): 12006000000
#
# Overhead  Command  Shared Object      Symbol
# ........  .......  .................  ..............
#
    30.25%  httpd    [kernel.kallsyms]  [k] tcp_sendmsg
    20.00%  ab       [kernel.kallsyms]  [k] tcp_sendmsg
    10.50%  httpd    libc.so.6          [.] memcpy
     0.50%  httpd    libc.so.6          [.] 0x00000000000a1b2c
"""
OPREPORT = """CPU: Core 2, speed 2400 MHz (estimated)
Counted CPU_CLK_UNHALTED events (Clock cycles when not halted) with a unit mask of 0x00 (No unit mask) count 100000
samples  %        image name               symbol name
750      75.0000  vmlinux                  schedule
250      25.0000  httpd                    main
"""

Shares = dict[tuple[str, str], float]


def parsed(name: str, content: str | bytes) -> list[object]:
    raw = content.encode() if isinstance(content, str) else content
    return list(formats()[name].parse(io.BytesIO(raw)))


def runs(name: str, content: str | bytes) -> list[RunRecord]:
    return [entry for entry in parsed(name, content) if isinstance(entry, RunRecord)]


def shares(run: RunRecord) -> Shares:
    return {(entry.metric, entry.item): entry.value for entry in run.measurements}


def one(name: str, content: str) -> Shares:
    (run,) = runs(name, content)
    return shares(run)


# readprofile


def test_a_function_has_its_part_of_the_total() -> None:
    share = one("readprofile", READPROFILE + f"{7:6d} *unknown*\n" + TOTAL)
    assert share["profile_samples", ""] == 1000
    assert share["function_share", "tcp_sendmsg"] == 0.3
    assert share["profile_samples", "*unknown*"] == 7


@pytest.mark.parametrize("log", [TOTAL + READPROFILE, READPROFILE + TOTAL, READPROFILE.replace("\n", "\n" + TOTAL, 1)])
def test_the_order_of_the_rows_does_not_matter(log: str) -> None:
    assert one("readprofile", log)["function_share", "default_idle"] == 0.6


def test_without_a_total_nothing_is_a_share() -> None:
    (run,) = runs("readprofile", READPROFILE)
    assert {metric for metric, _ in shares(run)} == {"profile_samples"}
    assert shares(run)["profile_samples", "schedule"] == 100
    assert "no line 'total'" in run.caveats[0]


@pytest.mark.parametrize("between", ["", "$ readprofile\n"])
def test_profiles_after_one_another_are_several(between: str) -> None:
    for log in (READPROFILE + TOTAL, TOTAL + READPROFILE):
        profiles = [shares(run)["function_share", "schedule"] for run in runs("readprofile", log + between + log)]
        assert profiles == [0.1, 0.1]


def test_rows_that_are_printed_twice_are_doubted() -> None:
    (run,) = runs("readprofile", READPROFILE * 2 + TOTAL)
    assert "more ticks" in run.caveats[0]


def test_the_smallest_functions_are_summed_up() -> None:
    rows = "".join(f"{1:6d} {f'function_{number}':40s} {0.0625:8.4f}\n" for number in range(MOST_ITEMS + 50))
    (run,) = runs("readprofile", rows + f"{MOST_ITEMS + 50:6d} {'total':40s} {0.0012:8.4f}\n")
    share = shares(run)
    assert len([item for metric, item in share if metric == "function_share"]) == MOST_ITEMS + 1
    assert share["function_share", "other"] == pytest.approx(50 / (MOST_ITEMS + 50))
    assert "50 smallest" in run.caveats[0]


# perf


def test_functions_of_perf_are_added_up_over_processes() -> None:
    share = one("perf", PERF)
    assert share["function_share", "tcp_sendmsg"] == pytest.approx(0.5025)
    assert share["function_share", "libc.so.6: memcpy"] == pytest.approx(0.105)
    assert share["function_share", "libc.so.6: (no symbol)"] == pytest.approx(0.005)
    assert share["module_share", "libc.so.6"] == pytest.approx(0.11)
    assert share["program_share", "ab"] == pytest.approx(0.2)
    assert share["profile_samples", ""] == 48_000


def test_events_are_runs_of_their_own() -> None:
    profiles = runs("perf", PERF + "#\n" + PERF.replace("cycles", "cache-misses"))
    assert [run.facts["tuning.profile_event"] for run in profiles] == ["cycles", "cache-misses"]


def test_a_header_of_perf_tells_machine_and_kernel() -> None:
    log = LOGS / "perf" / "6.1.192" / "two_events_header_n.txt"
    first, second = runs("perf", log.read_bytes())
    assert (first.tool_version, first.facts["cpus"], first.facts["architecture"]) == ("6.1.192", 2, "x86_64")
    assert str(first.facts["kernel"]).startswith("Linux 6.")
    assert [run.facts["tuning.profile_event"] for run in (first, second)] == ["cpu-clock", "page-faults"]


def test_call_graphs_are_passed_over() -> None:
    profiles = runs("perf", (LOGS / "perf" / "6.1.192" / "no_children_callgraph_head.txt").read_bytes())
    assert sum(value for (metric, _), value in shares(profiles[0]).items() if metric == "function_share") < 1


def test_a_separator_changes_nothing() -> None:
    folder = LOGS / "perf" / "6.1.192"
    plain, separated = (runs("perf", (folder / name).read_bytes()) for name in ("default.txt", "separator.txt"))
    assert shares(plain[0]) == shares(separated[0])


def test_the_shares_of_a_whole_report_add_up() -> None:
    for name in ("default.txt", "fields.txt", "sort_sym.txt", "sort_dso.txt"):
        (run,) = runs("perf", (LOGS / "perf" / "6.1.192" / name).read_bytes())
        for metric in ("function_share", "module_share", "program_share"):
            values = [value for (key, _), value in shares(run).items() if key == metric]
            assert not values or sum(values) == pytest.approx(1, abs=0.005)


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("[kernel.kallsyms]", True),
        ("[nf_conntrack]", True),
        ("vmlinux-2.6.18", True),
        ("/boot/vmlinux-2.4.18", True),
        ("e1000.ko", True),
        ("/lib/modules/6.1/ext4.ko.xz", True),
        ("[vdso]", False),
        ("[unknown]", False),
        ("libc.so.6", False),
        ("httpd", False),
    ],
)
def test_the_kernel_and_its_modules_are_known(module: str, expected: bool) -> None:
    assert is_kernel(module) is expected


@pytest.mark.parametrize(("name", "log"), [("perf", PERF), ("opreport", OPREPORT)])
def test_a_list_that_was_cut_says_that_its_sums_are_of_a_part(name: str, log: str) -> None:
    (cut,) = runs(name, "".join(log.splitlines(keepends=True)[:-1]))
    assert any("of these alone" in caveat for caveat in cut.caveats)
    (whole,) = runs("opreport", OPREPORT)
    assert not any("of these alone" in caveat for caveat in whole.caveats)


# opreport


@pytest.mark.parametrize("log", sorted((LOGS / "opreport").rglob("*.txt")), ids=lambda log: log.name)
@pytest.mark.parametrize("blanks", [" {2,}", r"(?<=\S) +"])
def test_blanks_that_became_tabs_take_no_share_without_a_word(log: Path, blanks: str) -> None:
    printed = log.read_text("utf-8")
    tabbed = parsed("opreport", re.sub(blanks, "\t", printed))
    whole = [shares(run) for run in runs("opreport", printed)]
    assert [shares(run) for run in tabbed if isinstance(run, RunRecord)] == whole or any(
        isinstance(item, Problem) for item in tabbed
    )


def test_symbols_of_opreport_have_their_shares() -> None:
    (run,) = runs("opreport", OPREPORT)
    share = shares(run)
    assert (share["function_share", "schedule"], share["function_share", "httpd: main"]) == (0.75, 0.25)
    assert (share["module_share", "vmlinux"], share["profile_samples", ""]) == (0.75, 1000)
    assert (run.facts["tuning.profile_event"], run.facts["cpu"]) == ("CPU_CLK_UNHALTED", "Core 2")


def test_a_report_that_was_cut_has_no_number_of_samples() -> None:
    cut = "\n".join(OPREPORT.split("\n")[:-2]) + "\n"
    assert ("profile_samples", "") not in one("opreport", cut)


def test_dependent_images_count_by_their_samples() -> None:
    (run,) = runs("opreport", (LOGS / "opreport" / "constructed" / "images.txt").read_bytes())
    share = shares(run)
    assert share["program_share", "httpd"] == 0.6
    assert share["module_share", "vmlinux"] == pytest.approx(0.45 + 0.3 + 0.075)
    assert sum(value for (metric, _), value in share.items() if metric == "module_share") == pytest.approx(1)


def test_a_longer_name_than_its_column_is_read() -> None:
    log = OPREPORT + "9        0.9000   a-library-with-a-very-long-name.so.1  work\n"
    assert one("opreport", log)["function_share", "a-library-with-a-very-long-name.so.1: work"] == pytest.approx(0.009)


# What the way of a log does to it


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("way", ["dos", "bom", "utf16"])
def test_a_log_is_read_however_it_came(path: Path, way: str) -> None:
    content, name = path.read_bytes(), path.relative_to(LOGS).parts[0]
    changed = {
        "dos": content.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + content,
        "utf16": content.decode().encode("utf-16"),
    }[way]
    assert [format.name for format in identify(as_utf8(changed))] == [name]
    assert [shares(run) for run in runs(name, changed)] == [shares(run) for run in runs(name, content)]


@pytest.mark.parametrize(("name", "log"), [("perf", PERF), ("opreport", OPREPORT)])
def test_a_row_in_which_the_log_breaks_off_is_reported_and_not_guessed(name: str, log: str) -> None:
    problems = [entry for entry in parsed(name, log[:-2]) if isinstance(entry, Problem)]
    assert ["breaks off" in entry.message for entry in problems] == [True]
    assert len(one(name, log[:-2])) < len(one(name, log))


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_a_log_cut_at_any_byte_never_raises_and_adds_no_item(path: Path, end: int) -> None:
    name, content = path.relative_to(LOGS).parts[0], path.read_bytes()
    whole = {key for run in runs(name, content) for key in shares(run)}
    for run in runs(name, content[: end % len(content)]):
        extra = {key for key in shares(run) if key not in whole and key[0] == "function_share"}
        assert not extra
