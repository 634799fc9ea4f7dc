"""Recordings are read through sadf, a child with limits. What it says of them is compared in test_sysstat_forms.py."""

from __future__ import annotations

import gzip
import io
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.dev.benchmarks.days import RECORDINGS, recorded
from ingest.formats.sysstat.sar_binary import parser as sar_binary
from ingest.formats.sysstat.sar_binary.child import ChildFailed, Limits, into_file, output_of
from ingest.formats.sysstat.sar_binary.magic import recording
from ingest.formats.sysstat.sar_binary.unknown_activities import ACTIVITY
from ingest.pipeline.identify import read
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.records import Problem, TraceRecord
from ingest.tests.goldens import is_installed

RELEASES = sorted(path.name for path in RECORDINGS.iterdir() if path.is_dir())
OURS = pytest.mark.skipif(not is_installed("sadf", "12.6.1"), reason="needs sadf of sysstat 12.6.1")
Script = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Makes a program of a shell script."""

    def made(text: str) -> str:
        path = tmp_path / "sadf"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    return made


def results(content: bytes) -> list[object]:
    return list(sar_binary.parse(io.BytesIO(content)))


def messages(content: bytes) -> str:
    return " ".join(entry.message for entry in results(content) if isinstance(entry, Problem))


# Which files are recordings


@pytest.mark.parametrize("release", RELEASES)
def test_a_recording_of_any_release_is_known(release: str) -> None:
    known = recording(recorded(release, "sa.bin")[:2048])
    assert known is not None
    assert release in known.recorder or release in ("4.0.7", "5.0.6")


@pytest.mark.parametrize("order", ["<", ">"])
def test_both_byte_orders_are_known(order: str) -> None:
    known = recording(struct.pack(f"{order}HH", 0xD596, 0x2175) + bytes((11, 7, 2, 0)))
    assert known is not None
    assert known.recorder == "sysstat 11.7.2 (format 0x2175)"


@given(st.binary(max_size=200))
def test_no_bytes_trouble_its_recognition(content: bytes) -> None:
    recording(content)
    recording(b"\x96\xd5" + content)


def test_another_binary_is_refused() -> None:
    with pytest.raises(Unreadable, match="Its byte 1 is NUL"):
        list(read(io.BytesIO(bytes(5000))))
    assert "No recording of sysstat" in messages(b"Linux")


# Through sadf


def test_where_no_sadf_is_installed_it_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert "no sadf is installed here" in messages(recorded("12.6.1", "sa.bin"))
    assert "`sadf -j FILE -- -A > file.json`" in messages(recorded("12.6.1", "sa.bin"))


@OURS
def test_a_recording_that_breaks_off_gives_what_came_before_and_is_reported() -> None:
    content = recorded("12.6.1", "sa.bin")[:30000]
    assert any(isinstance(entry, TraceRecord) for entry in results(content))
    assert "End of system activity file unexpected" in messages(content)


@OURS
@pytest.mark.parametrize("end", [8, 100, 300, 1000, 5000, 12345, 20000, 40451])
def test_a_recording_cut_anywhere_never_raises(end: int) -> None:
    assert results(recorded("12.6.1", "sa.bin")[:end])


@OURS
def test_a_compressed_recording_that_breaks_off_is_reported() -> None:
    stored = gzip.compress(recorded("12.6.1", "sa.bin") + bytes(100_000), compresslevel=0)
    read_back = [entry.what for entry in read(io.BytesIO(stored[:-900]))]
    assert any(isinstance(entry, TraceRecord) for entry in read_back)
    assert any(isinstance(entry, Problem) and "breaks off" in entry.message for entry in read_back)


def test_a_huge_recording_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sar_binary, "MOST", 2**20)
    assert "longer than 1 MiB" in messages(recorded("12.6.1", "sa.bin") + bytes(2**21))


def test_an_older_recording_is_converted_first(script: Script, tmp_path: Path) -> None:
    (tmp_path / "new.json").write_bytes(recorded("11.0.8", "sadf.json"))
    text = f'case "$1" in -c) echo converted;; -j) grep -q converted "$2" && cat {tmp_path}/new.json || exit 3;; esac'
    old = tmp_path / "old.sa"
    old.write_bytes(recorded("11.0.8", "sa.bin"))
    read_back = list(sar_binary.through(script(text), str(old), _recording("11.0.8")))
    assert sum(isinstance(entry, TraceRecord) for entry in read_back) > 400
    assert not any(isinstance(entry, Problem) for entry in read_back)


def _recording(release: str) -> sar_binary.Recording:
    known = recording(recorded(release, "sa.bin")[:2048])
    assert known is not None
    return known


@OURS
def test_a_crash_in_the_conversion_is_reported_with_what_to_run() -> None:
    message = messages(recorded("10.2.1", "sa.bin"))
    assert "`sadf -c` cannot convert it: it was ended by SIGSEGV" in message
    assert "`sadf -j FILE -- -A > file.json`" in message


def test_sections_that_sadf_does_not_know_are_named() -> None:
    line = "03: [8b] A_IRQ                Y: 425\t(1,0,0) \t[Unknown format]\n04: [8a] A_SWAP  N:   1\t(0,2,0)\n"
    assert [match["name"] for match in ACTIVITY.finditer(line)] == ["A_IRQ"]


# The child's limits


def test_a_child_that_sleeps_is_ended(script: Script) -> None:
    """Not waited for: the test's own patience is far shorter than the child's sleep."""
    with pytest.raises(ChildFailed, match="did not end in time"):
        list(output_of([script("exec sleep 86400")], Limits(wall_seconds=0.3)))


def test_a_child_that_closes_its_output_and_stays_is_ended(script: Script) -> None:
    with pytest.raises(ChildFailed, match="did not end in time"):
        list(output_of([script("exec >&-; exec sleep 60")], Limits(wall_seconds=0.3)))


def test_a_child_that_prints_without_end_is_ended(script: Script) -> None:
    with pytest.raises(ChildFailed, match="printed more than 1000000 bytes"):
        list(output_of([script("exec yes")], Limits(output=10**6)))


def test_a_child_that_computes_without_end_is_ended(script: Script) -> None:
    with pytest.raises(ChildFailed, match=r"ended by SIG(XCPU|KILL)"):
        list(output_of([script("sleep 0.2; while :; do :; done")], Limits(cpu_seconds=1, wall_seconds=20)))


def test_a_child_has_no_more_memory_than_its_limit(script: Script) -> None:
    python = shutil.which("python3")
    with pytest.raises(ChildFailed, match="MemoryError"):
        list(output_of([script(f"sleep 0.2; exec {python} -c 'bytes(2**30)'")], Limits(memory=2**28)))


def test_a_child_writes_no_file_longer_than_its_limit(script: Script, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w+b") as file, pytest.raises(ChildFailed, match=r"SIGXFSZ|status"):
        into_file([script("sleep 0.2; exec yes")], file, Limits(output=10**6))
    assert (tmp_path / "out").stat().st_size <= 10**6


def test_what_a_child_complains_of_is_reported(script: Script) -> None:
    with pytest.raises(ChildFailed, match="status 3: no such file"):
        list(output_of([script("echo no such file >&2; exit 3")], Limits()))


def test_a_name_is_no_command(tmp_path: Path) -> None:
    assert b"".join(output_of(["/bin/echo", "$(touch x); `touch x`"], Limits())) == b"$(touch x); `touch x`\n"
