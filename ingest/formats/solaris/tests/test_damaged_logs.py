"""What the way of a log does to it, in all tools of Solaris: other line ends, cuts."""

from __future__ import annotations

import gzip
import io
import math
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchdb.domain.compression import BROKEN
from ingest.formats import formats
from ingest.formats.solaris.tests.logs import (
    CPU,
    GLOBAL,
    LOGS,
    MPSTAT_HEAD,
    ROW,
    SAMPLES,
    SAR,
    VMSTAT,
    ZONES,
    problems,
    samples_of,
    traces,
    values,
)
from ingest.pipeline.identify import as_utf8, identify, read
from ingest.records import Problem, TraceRecord


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
