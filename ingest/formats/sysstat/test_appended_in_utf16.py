"""What PowerShell appends in UTF-16 to a text of sysstat's is read as if it had been appended as text."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.pipeline.identify import read
from ingest.records import Problem, TraceRecord

LOGS = ROOT / "fixtures" / "logs"
APPENDED = (
    *("iostat/12.6.1/iostat_xt.en_US.UTF-8.txt", "mpstat/12.6.1/mpstat.C.txt", "pidstat/12.6.1/pidstat_l.C.txt"),
    *(
        "sar/12.6.1/sar_C_u.C.txt",
        "vmstat/4.0.2/vmstat.txt",
        "sadf_db/12.6.1/sadf_dh.txt",
        "sadf_ppc/12.6.1/sadf_p_C.txt",
    ),
)


def items(log: bytes) -> list[object]:
    """All series with their times and values, and the sentences of the problems."""
    return [
        (what.metric, what.item, what.line, what.times.tolist(), [*map(str, what.values.tolist())])
        if isinstance(what, TraceRecord)
        else what.message
        if isinstance(what, Problem)
        else what
        for what in (item.what for item in read(io.BytesIO(log)))
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", APPENDED)
def test_what_was_appended_in_utf_16_is_read(name: str, encoding: str) -> None:
    log = (LOGS / name).read_bytes()
    again = log.decode()
    assert items(log + again.replace("\n", "\r\n").encode(encoding)) == items(log + log)


def test_bytes_that_a_crash_left_empty_join_no_digits() -> None:
    log = (LOGS / "mpstat/12.6.1/mpstat.C.txt").read_bytes()
    row = next(line for line in log.splitlines() if b" all " in line)
    damaged = log.replace(row, row[:-4] + b"\0\0\0" + row[-1:])
    assert len(items(damaged)) > len(items(log)) - 1
    assert any("expected" in str(item) for item in items(damaged))
