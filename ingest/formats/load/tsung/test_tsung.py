"""What the tsung parser reads. test_robustness.py holds that nothing makes it raise, or slow."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import RunRecord

LOGS = sorted((ROOT / "fixtures" / "logs" / "tsung").rglob("*.log"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_a_log_has_a_run_with_a_rate(log: Path) -> None:
    parsed = formats()["tsung"].parse(io.BytesIO(log.read_bytes()))
    numbers = [number for run in parsed if isinstance(run, RunRecord) for number in run.measurements]
    assert any(number.metric == "requests_per_second" for number in numbers)
