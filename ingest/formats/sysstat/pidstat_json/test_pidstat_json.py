"""pidstat's JSON: whatever its lists are called, the metrics and items of the text."""

from __future__ import annotations

import math

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.pipeline.identify import identify
from ingest.tests.live import facts, problems, series

LOG = (ROOT / "fixtures/logs/pidstat_json/made/pidstat.json").read_text()
NOON = 1742040000.0  #: 2025-03-15 12:00:00 UTC
WORKER = "1247 nginx: worker process"


def test_a_process_has_the_metrics_of_the_text() -> None:
    readings = series("pidstat_json", LOG)
    assert readings["proc.usr", WORKER] == ([NOON + 1, NOON + 2], [0.12, 0.14])
    assert readings["proc.cpu_pct", WORKER][1] == [0.155, 0.185]
    assert readings["proc.write_kb", WORKER][1] == [128.5 * 1024, 64 * 1024]
    assert readings["proc.uid", "1 systemd"] == ([NOON + 1], [0.0])
    assert facts("pidstat_json", LOG)["host"] == "web1"
    assert problems("pidstat_json", LOG) == []


def test_what_may_not_be_asked_is_no_number() -> None:
    assert math.isnan(series("pidstat_json", LOG)["proc.read_kb", "1 systemd"][1][0])


@pytest.mark.parametrize(
    ("old", "new"), [('"cpu"', '"task"'), ('"PID"', '"pid"'), ('"cmd"', '"command"'), ('"%usr"', '"usr"')]
)
def test_other_spellings_of_the_keys_say_the_same(old: str, new: str) -> None:
    assert str(series("pidstat_json", LOG.replace(old, new))) == str(series("pidstat_json", LOG))


@pytest.mark.parametrize("number", ["processor", "CPU"])
def test_a_share_without_its_sign_is_no_number_of_a_processor(number: str) -> None:
    log = (
        LOG.replace('"CPU"', '"number"').replace('"%', '"').replace('"CPU"', '"cpu"').replace('"number"', f'"{number}"')
    )
    assert str(series("pidstat_json", log)) == str(series("pidstat_json", LOG))


def test_users_by_name_are_no_numbers() -> None:
    """pidstat -U."""
    log = LOG.replace('"UID": 0', '"USER": "root"').replace('"UID": 33', '"USER": "www-data"')
    assert series("pidstat_json", log)["proc.usr", WORKER] == series("pidstat_json", LOG)["proc.usr", WORKER]
    assert problems("pidstat_json", log) == []


def test_threads_are_kept_apart_from_their_process() -> None:
    log = LOG.replace('"PID": 1247,', '"TGID": "-", "TID": 1250,')
    assert ("proc.usr", "thread 1250 nginx: worker process") in series("pidstat_json", log)


def test_a_document_is_known_by_its_processes_and_by_no_other_format() -> None:
    assert [format.name for format in identify(LOG.encode())] == ["pidstat_json"]
    others = (ROOT / "fixtures/logs").glob("*_json/*/*.json")
    assert not any(
        formats()["pidstat_json"].sniff(path.read_bytes()[:65536]) for path in others if "pidstat" not in str(path)
    )


def test_an_interrupted_run_counts_as_far_as_it_goes() -> None:
    end = LOG.index("12:00:02")
    assert series("pidstat_json", LOG[:end])["proc.usr", WORKER] == ([NOON + 1], [0.12])
    assert problems("pidstat_json", LOG[:end]) == ["the document breaks off here: what came before was read"]
