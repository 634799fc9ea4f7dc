"""sadf -j: any layout, the faults of its writers, bounded memory. Values are compared in test_sysstat_forms.py."""

from __future__ import annotations

import io
import json
import math
import re
import subprocess
import sys
from datetime import UTC
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.dev.benchmarks.days import FIRST, long_json, recorded, write_long_json
from benchdb.dev.testing.waiting import HANGS
from ingest.formats import formats
from ingest.formats.sysstat.kit.columns import Column
from ingest.formats.sysstat.kit.numbers import number
from ingest.formats.sysstat.sadf import pieces, store
from ingest.formats.sysstat.sadf import plan as _sadf_plan
from ingest.formats.sysstat.sadf import samples as _sadf_samples
from ingest.formats.sysstat.sadf.store import Store, in_base_units
from ingest.formats.sysstat.sadf_json import parser as sadf_json
from ingest.records import Parsed, Problem, TraceRecord
from ingest.tests.growth import cpu_growth

REAL = recorded("12.6.1", "sadf.json")
FAULTY = recorded("11.0.8", "sadf_j_C_de_DE.json")
STAMP = {"date": "2022-11-07", "time": "10:00:00", "utc": 1, "interval": 1}

SeriesByKey = dict[tuple[str, str], tuple[list[float], list[float]]]


def series_of(parsed: Parsed) -> SeriesByKey:
    records = [trace for trace in parsed if isinstance(trace, TraceRecord)]
    return {(trace.metric, trace.item): (trace.times.tolist(), trace.values.tolist()) for trace in records}


def read(content: bytes) -> SeriesByKey:
    return series_of(sadf_json.parse(io.BytesIO(content)))


def problems(content: bytes) -> list[Problem]:
    return [entry for entry in sadf_json.parse(io.BytesIO(content)) if isinstance(entry, Problem)]


def document(*samples: dict[str, Any], indent: Any = None, **more: Any) -> bytes:
    host = {"nodename": "web1", "sysname": "Linux", "release": "6.1", "machine": "x86_64", "number-of-cpus": 2}
    host |= {"file-date": "2022-11-07", "statistics": list(samples), **more}
    return json.dumps({"sysstat": {"hosts": [host]}}, indent=indent).encode()


def sample(second: int = 0, **sections: Any) -> dict[str, Any]:
    return {"timestamp": STAMP | {"time": f"10:00:{second:02}"}, **sections}


def same(one: SeriesByKey, other: SeriesByKey) -> bool:
    return json.dumps(sorted(one.items())) == json.dumps(sorted(other.items()))


# Layouts


@pytest.mark.parametrize(
    "changed",
    [
        json.dumps(json.loads(REAL), separators=(",", ":")).encode(),
        json.dumps(json.loads(REAL), indent=2).encode(),
        json.dumps(json.loads(REAL), indent="\t", sort_keys=True).encode(),
        json.dumps(json.loads(REAL)).encode("utf-16"),
        REAL.replace(b"\n", b"\r\n"),
        REAL.replace(b"\t", b"    "),
        b"\xef\xbb\xbf" + REAL,
        b"user@host:~$ sadf -j sa21 -- -A\n" + REAL,
    ],
    ids=["minified", "indented", "sorted", "utf16", "dos", "blanks", "bom", "prompt"],
)
def test_a_log_is_read_however_it_is_laid_out(changed: bytes) -> None:
    assert same(read(changed), read(REAL))
    assert problems(changed) == []


@pytest.mark.parametrize("at_once", [1, 7, 300, 5000])
@pytest.mark.parametrize("content", [REAL[:40000], json.dumps(json.loads(REAL)).encode()[:40000]], ids=["own", "other"])
def test_pieces_make_no_difference(at_once: int, content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(content)
    monkeypatch.setattr(pieces, "AT_ONCE", 1)
    chunks = (content[place : place + at_once] for place in range(0, len(content), at_once))
    assert same(series_of(sadf_json.sorted_out(sadf_json.read(chunks))), whole)


@pytest.mark.parametrize("release", ["10.2.1", "12.6.1"])
def test_a_plan_gives_what_the_slow_way_gives(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = recorded(release, "sadf.json")
    planned = read(content)
    monkeypatch.setattr(_sadf_samples, "MOST_PLANS", 0)
    assert same(read(content), planned)


def test_the_file_gives_what_memory_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    in_memory = read(REAL)
    monkeypatch.setattr(store, "KEPT", 20_000)
    assert same(read(REAL), in_memory)


def test_samples_that_differ_are_each_read() -> None:
    def disks(*names: str) -> dict[str, Any]:
        return {"disk": [{"disk-device": name, "tps": 1.0 + place} for place, name in enumerate(names)]}

    many = [sample(n, **disks(*("abcdefghijklmnop"[: n % 16 + 1]))) for n in range(40)]
    readings = read(document(*many, sample(50, io={"tps": 2.5})))
    assert len(readings["disk.transfers", "a"][0]) == 40
    assert len(readings["disk.transfers", "p"][0]) == 2
    assert readings["disk.transfers", "b"][1] == [2.0] * 37
    assert readings["io.transfers", ""][1] == [2.5]


def test_a_plan_needs_the_same_names_and_items(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = _sadf_plan.Plan({"disk": [{"disk-device": "a", "tps": 1}], "io": {"tps": 1}, "net": []}, Store(), 1)
    assert plan.add({"disk": [{"disk-device": "a", "tps": 2}], "io": {"tps": 1}, "net": []}, 0.0)
    for other in (
        {"disk": [{"disk-device": "b", "tps": 1}], "io": {"tps": 1}, "net": []},
        {"disk": [{"disk-device": "a", "rkB": 1}], "io": {"tps": 1}, "net": []},
        {"disk": [{"disk-device": "a", "tps": 1, "rkB": 1}], "io": {"tps": 1}, "net": []},
        {"disk": [{"disk-device": "a", "tps": 1}], "io": {"tps": "x"}, "net": []},
        {"disk": [{"disk-device": "a", "tps": 1}], "io": {"tps": 1}, "net": [{}]},
        {"disk": [{"disk-device": "a", "tps": 1}], "io": {"tps": 1}},
        {"disk": {"disk-device": "a", "tps": 1}, "io": {"tps": 1}, "net": []},
    ):
        assert not plan.add(other, 1.0), other


# What its writers got wrong


def test_decimal_commas_are_read() -> None:
    log = REAL.replace(b'"usr": 91.73', b'"usr": 91,73').replace(b'"some_avg10": 80.05', b'"some_avg10": 80,05')
    assert same(read(log), read(REAL))
    assert problems(log) == []


@pytest.mark.parametrize("com", ['say "hi"', "C:\\new", "{[,", "été 試験", '5" disk', ""])
def test_a_comment_may_hold_what_json_forbids(com: str) -> None:
    text = REAL.replace(
        b'\t\t\t"restarts": [',
        b'\t\t\t"comments": [\n\t\t\t\t{\n\t\t\t\t\t"comment": {"date": "2022-11-08", "time": "00:00:35", "utc": 1, '
        b'"com": "' + com.encode() + b'"}\n\t\t\t\t}\n\t\t\t],\n\t\t\t"restarts": [',
    )
    first = next(sadf_json.parse(io.BytesIO(text)))
    assert isinstance(first, TraceRecord)
    assert (first.facts["comments"], first.facts["comment_times"]) == (com, "1667865635")
    assert problems(text) == []


def test_nan_is_not_measured_and_the_rest_counts() -> None:
    readings = read(REAL.replace(b'"usr": 91.73', b'"usr": -nan'))
    assert math.isnan(readings["cpu.usr", "all"][1][0])
    assert len(readings["cpu.usr", "all"][1]) == 7
    assert readings["cpu.nice", "all"] == read(REAL)["cpu.nice", "all"]


@pytest.mark.parametrize("name", ["battery", "batteries"])
def test_a_number_with_a_plus_is_read(name: str) -> None:
    row = {"number": 0, "percent-capacity": 80.5, "variation": 600.75, "status": "Charging"}
    content = document(sample(**{"power-management": {name: [row]}}), sample(1, queue={"ldavg-1": 1.5}), indent="\t")
    content = content.replace(b"600.75", b"+600.75")
    readings = read(content)
    assert readings["battery.capacity", "0"][1] == [0.805]
    assert readings["battery.change", "0"][1] == [0.100125]
    assert problems(content) == []


def test_a_log_that_breaks_off_gives_the_samples_before() -> None:
    third = [match.start() for match in re.finditer(rb"\n\t\t\t\t\{\n", REAL)][2]
    readings = read(REAL[: third + 3000])
    assert len(readings["cpu.usr", "all"][1]) == 2
    assert [("cut off" in p.message, p.line) for p in problems(REAL[: third + 3000])] == [
        (True, REAL[:third].count(b"\n") + 2)
    ]


def test_a_broken_sample_is_a_problem_and_the_next_ones_count() -> None:
    log = REAL.replace(b'"cpu-load": [', b'"cpu-load": <', 1)
    assert len(read(log)["cpu.usr", "all"][1]) == 6
    assert ["expected one sample in JSON" in p.message for p in problems(log)] == [True]


def test_two_logs_in_a_file_have_their_own_facts() -> None:
    both = io.BytesIO(REAL + REAL.replace(b'"vm"', b'"web2"'))
    hosts = [entry.facts["host"] for entry in sadf_json.parse(both) if isinstance(entry, TraceRecord)]
    assert (hosts[0], hosts[-1], len(set(hosts))) == ("vm", "web2", 2)


# Values


def test_facts_and_restarts() -> None:
    trace = next(sadf_json.parse(io.BytesIO(REAL)))
    assert isinstance(trace, TraceRecord)
    assert trace.facts == {
        "tool": "sadf",
        "host": "vm",
        "kernel": "Linux 6.18.44-fc-v657",
        "cpus": 2,
        "architecture": "x86_64",
        "date": "2022-11-07",
        "date_is_ambiguous": False,
        "clock": "UTC",
    }
    assert read(REAL)["restart", ""] == ([1667865630.0], [2.0])


@pytest.mark.parametrize(
    ("stamp", "clock"),
    [({"utc": 1}, "UTC"), ({"utc": 0}, "local, zone unknown"), ({"tz": "UTC"}, "UTC"), ({"tz": "CET"}, "local, CET")],
)
def test_the_clock_is_reported(stamp: dict[str, Any], clock: str) -> None:
    log = document({"timestamp": {"date": "2022-11-07", "time": "10:00:00", **stamp}, "io": {"tps": 1}})
    trace = next(sadf_json.parse(io.BytesIO(log)))
    assert isinstance(trace, TraceRecord)
    assert trace.facts["clock"] == clock


@pytest.mark.parametrize(
    ("sections", "key", "value"),
    [
        ({"interrupts": [{"intr": "24", "all": 3.0, "CPU1": 2.0}]}, ("irq.per_s{cpu=1}", "24"), 2.0),
        ({"serial": [{"line": 0, "rcvin": 1.5}]}, ("tty.rx_interrupts", "0"), 1.5),
        ({"cpu-load-all": [{"cpu": "all", "usr": 250.0}]}, ("cpu.usr", "all"), math.nan),
        ({"queue": {"runq-sz": 2**63}}, ("queue.run", ""), math.nan),
        ({"queue": {"runq-sz": None}}, ("queue.run", ""), math.nan),
        ({"network": {"net-etcp": {"retrseg": 2}}}, ("tcp.retransmitted_segments", ""), 2.0),
        ({"network": {"net-new": {"quux": 2}}}, ("raw:quux", ""), 2.0),
        ({"filesystems": [{"mountpoint": "/mnt/my disk", "MBfsfree": 2}]}, ("fs.free_mb", "/mnt/my disk"), 2.0 * 2**20),
        (
            {"power-management": {"temperature": [{"number": 1, "degC": 40.5, "device": "coretemp-isa-0000"}]}},
            ("temp.celsius", "1 coretemp-isa-0000"),
            40.5,
        ),
        (
            {
                "power-management": {
                    "usb-devices": [{"bus_number": 1, "idvendor": "1d6b", "idprod": "2", "maxpower": 500}]
                }
            },
            ("usb.max_power", "1 1d6b:2"),
            0.5,
        ),
    ],
)
def test_a_place_has_its_metric_and_unit(sections: dict[str, Any], key: tuple[str, str], value: float) -> None:
    readings = read(document(sample(**sections)))
    assert readings[key][1] == pytest.approx([value], nan_ok=True)


@given(
    st.integers(-(10**9), 10**9),
    st.integers(0, 2),
    st.sampled_from([(1, 100), (1024, 1), (1, 1000), (512, 1), (10**6, 1)]),
)
def test_a_number_is_what_the_text_reads(digits: int, places: int, factor: tuple[int, int]) -> None:
    column = Column("m", "B", *factor)
    printed = f"{digits / 10**places:.{places}f}"
    values = in_base_units(np.array([float(printed)]), column)
    assert values.tolist() == [number(printed.encode(), column)]


# Which logs are ours


def test_iostat_and_mpstat_json_are_not_ours() -> None:
    log = {"nodename": "vm", "date": "11/07/22", "statistics": [{"timestamp": "11:59:58", "cpu-load": []}]}
    assert not formats()["sadf_json"].sniff(json.dumps({"sysstat": {"hosts": [log]}}, indent=1).encode())


def test_other_json_says_what_was_expected() -> None:
    assert ["expected objects with a timestamp" in p.message for p in problems(b'{"a": 1}')] == [True]


# Anything at all


@given(st.binary(max_size=800))
def test_no_bytes_trouble_it(content: bytes) -> None:
    formats()["sadf_json"].sniff(content)
    read(content)
    read(REAL[:6000] + content + REAL[-800:])


KEYS = [
    "cpu",
    "cpu-load",
    "timestamp",
    "date",
    "time",
    "disk",
    "disk-device",
    "number",
    "device",
    "boot",
    "comment",
    "usr",
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=25,
)


@given(st.lists(JSON, max_size=6), st.sampled_from([None, "\t"]))
@settings(max_examples=150, deadline=None)
def test_no_object_troubles_it(values: list[Any], indent: Any) -> None:
    for key in ("disk", "cpu-load", "network"):
        read(document(*(sample(place, **{key: value}) for place, value in enumerate(values)), indent=indent))
    read(document(*values, indent=indent, restarts=values, comments=values))


@given(st.sampled_from([REAL, FAULTY]), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_log_cut_at_any_byte_never_raises(content: bytes, end: int) -> None:
    read(content[: end % len(content)])


REPEATED = (
    *(b"\n\t\t\t\t{\n", b"{", b'"\\"', b'\\"', b'{"statistics":[{', b"["),
    *(b'\n\t\t\t\t{\n"a": 1,,\n\t\t\t\t}', b'"sysstat": {'),
)


@pytest.mark.parametrize("unit", REPEATED)
def test_no_repetition_takes_more_than_linear_time(unit: bytes) -> None:
    def work(size: int) -> None:
        list(sadf_json.parse(io.BytesIO(unit * (size // len(unit)))))

    assert cpu_growth(work, 2**16, 2**19) < 4


# Memory

MEASURE = """
import re, sys
from ingest.formats import formats
count = sum(len(each.values) for each in formats()["sadf_json"].parse(open(sys.argv[1], "rb")))
print(count, re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


def test_a_long_log_is_read_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    write_long_json(path, 6000)
    assert path.stat().st_size > 50e6
    printed = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, check=True, timeout=HANGS)
    values, kilobytes = map(int, printed.stdout.split())
    assert values > 2_500_000
    assert kilobytes < 64 * 1024


def test_a_long_log_has_each_sample_once() -> None:
    times, _ = read(b"".join(long_json(500)))["cpu.usr", "all"]
    start = FIRST.replace(tzinfo=UTC).timestamp()
    assert times == [start + 10 * (number + 1) for number in range(500)]
