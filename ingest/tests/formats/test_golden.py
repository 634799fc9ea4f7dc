"""Every real log in fixtures/logs/<format>/ gives exactly the golden records beside it, and each log has some."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchdb.domain.compression import decompressed_log
from ingest.formats import formats
from ingest.jsonlines import lines_of
from ingest.tests.goldens import GOLDEN, LOGS, all_logs, is_installed

#: The golden records of these formats are what this program, of this version, makes of the logs.
NEEDED = {"sar_binary": ("sadf", "12.6.1")}


def name_of(log: Path) -> str:
    return log.relative_to(LOGS).as_posix()


@pytest.mark.parametrize("log", all_logs(), ids=name_of)
def test_a_log_gives_its_golden_records(log: Path) -> None:
    format = log.relative_to(LOGS).parts[0]
    parser = formats()[format]
    golden = [json.loads(line) for line in log.with_name(log.name + GOLDEN).read_text("utf-8").splitlines()]
    if format in NEEDED and not is_installed(*NEEDED[format]):
        pytest.skip(f"{format} is read through a program that is not installed: {' '.join(NEEDED[format])}")
    with log.open("rb") as raw:
        read = list(lines_of(name_of(log), format, parser.parse(decompressed_log(raw))))
    assert json.loads(json.dumps(read, allow_nan=False)) == golden


@pytest.mark.parametrize("folder", sorted({log.parent for log in all_logs()}), ids=name_of)
def test_a_folder_of_logs_says_where_they_come_from(folder: Path) -> None:
    origin = (folder / "ORIGIN").read_text("utf-8")
    unnamed = [path.name for path in all_logs() if path.parent == folder and path.name not in origin]
    assert unnamed == []
