"""iostat of Solaris: no real log is at hand, the layouts are those of the tool's source."""

from __future__ import annotations

import time

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.solaris.tests.logs import problems, samples_of, values
from ingest.pipeline.identify import identify
from ingest.records import TraceRecord

LOGS = ROOT / "fixtures" / "logs" / "solaris_iostat" / "10"
EXTENDED = (
    "                    extended device statistics              \n"
    "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device\n"
)
ROW = "   12.0    1.5   96.0   12.0  0.1  0.2    3.0   10.0   4  50 c0t0d0\n"
PLAIN = "   tty        sd0            cpu\n tin tout kps tps serv   us sy wt id\n"


def log(name: str) -> str:
    return (LOGS / f"{name}.txt").read_text()


def trace(content: str, metric: str, item: str) -> TraceRecord:
    (chosen,) = [
        trace for trace in samples_of("solaris_iostat", content) if (trace.metric, trace.item) == (metric, item)
    ]
    return chosen


def test_a_row_is_in_base_units() -> None:
    readings = values("solaris_iostat", EXTENDED + ROW + EXTENDED + ROW)
    assert {metric: value for (metric, item), (value,) in readings.items() if not metric.startswith("since")} == {
        "disk.reads": 12.0,
        "disk.writes": 1.5,
        "disk.read_kb": 98304.0,
        "disk.write_kb": 12288.0,
        "disk.waiting": 0.1,
        "disk.active": 0.2,
        "disk.avg_wait": 0.003,
        "disk.svctm": 0.01,
        "disk.wait_pct": 0.04,
        "disk.util": 0.5,
    }


def test_the_first_sample_is_since_boot_and_no_sample() -> None:
    readings = values("solaris_iostat", log("iostat_x_command"))
    assert len(readings["since_boot:disk.reads", "sd0"]) == 1
    assert trace(log("iostat_x_command"), "disk.reads", "nfs1").times.tolist() == [5, 10, 15]
    assert trace(log("iostat_x_command"), "disk.reads", "nfs1").facts["host"] == "v125"


def dated(*moments: str) -> str:
    """`iostat -xn -T d` in some language."""
    return "".join(f"{moment}\n{EXTENDED}{ROW}" for moment in moments)


def test_a_long_date_with_two_blanks_is_the_time_of_a_sample() -> None:
    content = dated(*(f"Thursday, March  8, 2007 10:00:{second} AM JST" for second in ("00", "10", "20")))
    assert trace(content, "disk.reads", "c0t0d0").times.tolist() == [1173348010, 1173348020]
    assert problems("solaris_iostat", content) == []


def test_times_that_cannot_be_read_and_make_each_sample_a_first_one_are_a_problem() -> None:
    content = dated("8 mars 2007 10:00:00 MET", "8 mars 2007 10:00:10 MET", "8 mars 2007 10:00:20 MET")
    (problem,) = problems("solaris_iostat", content)
    assert problem.line == content[: content.index("10:00:10")].count("\n") + 1
    assert "expected a time such as 'Thu Mar  8 10:00:00 2007'" in problem.message


@pytest.mark.parametrize("form", ["%c", "seconds"])
def test_the_first_sample_is_since_boot_with_a_time_too(form: str) -> None:
    seconds = (1173348000, 1173348010, 1173348020)
    moments = (time.strftime(form, time.gmtime(second)) if form == "%c" else str(second) for second in seconds)
    content = dated(*moments)
    assert trace(content, "disk.util", "c0t0d0").times.tolist() == [*seconds[1:]]
    assert values("solaris_iostat", content)["since_boot:disk.util", "c0t0d0"] == [0.5]


def test_devices_have_their_mount_points_and_blanks() -> None:
    items = {trace.item for trace in samples_of("solaris_iostat", log("iostat_xnm_T_d"))}
    assert items == {"c0t0d0", "c0t1d0", "c1t0d0s0 (/export/home)", "filer:/vol/web"}
    assert trace(log("iostat_xnm_T_d"), "disk.util", "c0t0d0").times.tolist() == [1173348010, 1173348020, 1173348030]


@pytest.mark.parametrize(("name", "metric", "item"), [("iostat_5", "cpu.idle", "all"), ("iostat_d", "disk.kb", "sd1")])
def test_a_header_that_comes_again_begins_no_run(name: str, metric: str, item: str) -> None:
    assert trace(log(name), metric, item).times.tolist() == list(range(1, 24))


def test_a_header_that_comes_early_begins_a_run() -> None:
    row = "   0   16 100  12    8   20 10  0 70\n"
    idle = [trace for trace in samples_of("solaris_iostat", PLAIN + row * 3 + PLAIN + row * 2) if trace.item == "all"]
    assert [len(trace.values) for trace in idle if trace.metric == "cpu.idle"] == [2, 1]


def test_processors_above_the_devices_are_of_the_same_sample() -> None:
    content = log("iostat_xnc_T_u")
    assert trace(content, "cpu.idle", "all").times.tolist() == [1173348010, 1173348030]
    assert trace(content, "disk.reads", "c0t0d0").times.tolist() == [1173348010, 1173348030]


def test_a_change_of_the_configuration_makes_the_next_sample_one_since_boot() -> None:
    readings = values("solaris_iostat", log("iostat_xnc_T_u"))
    assert len(readings["since_boot:cpu.idle", "all"]) == 2


def test_terminals_and_processors_beside_the_first_device_are_read() -> None:
    assert trace(log("iostat_xtc"), "cpu.user_incl_guest", "all").values.tolist() == [0.12, 0.12]
    assert len(trace(log("iostat_xtc"), "disk.util", "sd1").values) == 2


def test_counts_of_errors_are_totals_from_the_first_sample_on() -> None:
    assert trace(log("iostat_e"), "disk.errors", "sd1").values.tolist() == [1, 2, 3]


def test_commas_say_the_same() -> None:
    commas = (EXTENDED + ROW + EXTENDED + ROW).replace("extended device statistics", "extended-device-statistics")
    commas = "\n".join(",".join(line.split()) for line in commas.replace("-", " ").splitlines()) + "\n"
    commas = commas.replace("extended,device,statistics", "extended device statistics")
    assert values("solaris_iostat", commas) == values("solaris_iostat", EXTENDED + ROW + EXTENDED + ROW)


@pytest.mark.parametrize("cut", [3, 20, 55])
def test_a_row_that_is_cut_is_a_problem(cut: int) -> None:
    content = EXTENDED + ROW + EXTENDED + ROW[:-cut]
    assert len(problems("solaris_iostat", content)) == 1
    assert samples_of("solaris_iostat", content) == []


@pytest.mark.parametrize("name", ["fixtures/logs/iostat", "fixtures/logs/vmstat", "fixtures/logs/solaris_vmstat"])
def test_other_tools_are_none_of_it(name: str) -> None:
    logs = list((ROOT / name).rglob("*.txt"))
    assert logs
    assert not any(formats()["solaris_iostat"].sniff(path.read_bytes()) for path in logs)


@pytest.mark.parametrize(
    "header", ["device     r/s   w/s    kr/s    kw/s qlen svc_t  %b\n", " us sy wt id\n", "device\n"]
)
def test_headers_of_others_are_none_of_it(header: str) -> None:
    assert not formats()["solaris_iostat"].sniff(header.encode())


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_layout_is_recognised_and_read_without_a_problem(path: object) -> None:
    content = log(path.stem)  # type: ignore[attr-defined]
    assert [format.name for format in identify(content.encode())] == ["solaris_iostat"]
    assert problems("solaris_iostat", content) == []


LONG = ROW.replace("c0t0d0", "c0t600A0B8000{}d0")


def test_names_of_devices_that_a_terminal_cut_are_told() -> None:
    rows = "".join(LONG.format(number)[:77] + "\n" for number in ("29E5EA", "29E5EB"))
    cut, twice = problems("solaris_iostat", EXTENDED + rows)
    assert cut.message.startswith("the name of this device is cut")
    assert twice.message.startswith("a device of this name stands twice in one sample")


def test_whole_names_of_devices_are_no_problem() -> None:
    rows = "".join(LONG.format(number) for number in ("29E5EA", "29E5EB"))
    assert problems("solaris_iostat", EXTENDED + rows + EXTENDED + rows) == []
