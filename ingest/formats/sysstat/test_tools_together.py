"""Logs of two tools in one file: each says what it says alone, and nothing is told of the other's lines."""

from __future__ import annotations

import io
from collections import Counter
from itertools import permutations

import pytest

from benchdb.host.paths import ROOT
from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures" / "logs"
TOGETHER = (
    *("ab/2.4.71-debian12/keepalive-n5000-c50.log", "wrk/4.1.0-debian12/latency.log"),
    *("vmstat/4.0.2/vmstat.txt", "vmstat/4.0.2/vmstat_t.fr_FR.txt"),
    *("iostat/12.6.1/iostat.C.txt", "iostat/12.6.1/iostat_xt.en_US.UTF-8.txt"),
    *("mpstat/12.6.1/mpstat.C.txt", "mpstat/12.6.1/mpstat_I_SCPU.txt"),
    *("pidstat/12.6.1/pidstat_l.C.txt", "sar/12.6.1/sar_C_u.C.txt", "sar/12.2.3/sar_u_ALL_P_ALL.C.txt"),
)
Values = Counter[tuple[str, str, float]]


def readings(log: bytes) -> tuple[Values, int]:
    """Each value, as often as it was read, and how many problems there are."""
    values, problems = Values(), 0
    for item in read(io.BytesIO(log)):
        if isinstance(item.what, Problem):
            problems += 1
        elif isinstance(item.what, RunRecord):
            values.update((number.metric, number.item, number.value) for number in item.what.measurements)
        else:
            values.update((item.what.metric, item.what.item, value) for value in item.what.values.tolist())
    return values, problems


def tool(log: str) -> str:
    return log.partition("/")[0]


@pytest.mark.parametrize(
    ("one", "other"), [pair for pair in permutations(TOGETHER, 2) if len(set(map(tool, pair))) == 2]
)
def test_each_of_two_tools_in_one_file_says_what_it_says_alone(one: str, other: str) -> None:
    logs = [(LOGS / name).read_bytes() for name in (one, other)]
    alone = [readings(log) for log in logs]
    assert readings(b"".join(logs)) == (alone[0][0] + alone[1][0], alone[0][1] + alone[1][1])
