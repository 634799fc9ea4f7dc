"""One recording in every form that sysstat writes: all readers say the same of it, cell by cell."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from benchdb.dev.benchmarks.days import RECORDINGS
from ingest.intake.parselog import json_lines
from ingest.tests.goldens import is_installed

Cells = dict[tuple[str, str, float], float]

RELEASES = sorted(path.name for path in RECORDINGS.iterdir() if path.is_dir())
TEXT = "sar_A.ISO.txt"
FORMS = ("sadf.json", "sadf_j_C_de_DE.json", "sadf.xml", "sadf_db.txt", "sadf_ppc.txt", "sar_h_ppc.txt")
THERE = [(release, form) for release in RELEASES for form in FORMS if (RECORDINGS / release / f"{form}.xz").exists()]
#: Besides kilobytes, JSON and XML still have the sectors that the text had until 11.5.6.
ONLY_IN_TREES = {f"disk.{name}_sectors" for name in ("read", "write", "discard", "avg_request")}


@cache
def cells(release: str, form: str) -> Cells:
    """(metric, item, time) -> value, as `manage.py parselog` prints them."""
    readings: Cells = {}
    for line in json_lines(str(file(release, form)), ""):
        if line["kind"] == "trace":
            for time, value in zip(line["times"], line["values"], strict=True):
                readings[line["metric"], line["item"], time] = value
    return readings


def file(release: str, form: str) -> Path:
    return RECORDINGS / release / f"{form}.xz"


def problems(release: str, form: str) -> list[str]:
    return [line["message"] for line in json_lines(str(file(release, form)), "") if line["kind"] == "problem"]


def shared(one: Cells, other: Cells) -> tuple[Cells, Cells]:
    both = one.keys() & other.keys()
    return {key: one[key] for key in both}, {key: other[key] for key in both}


@pytest.mark.parametrize(("release", "form"), THERE)
def test_a_form_has_every_number_of_the_text_and_no_other(release: str, form: str) -> None:
    text, readings = cells(release, TEXT), cells(release, form)
    assert len(text) > 1000
    assert text.keys() - readings.keys() == set()
    assert {metric for metric, _, _ in readings.keys() - text.keys()} <= ONLY_IN_TREES
    assert {key: readings[key] for key in text} == text, "to the last bit"
    assert problems(release, form) == []


@pytest.mark.parametrize("release", ["4.0.7", "5.0.6"])
def test_of_lines_without_names_the_processors_are_read(release: str) -> None:
    text, readings = cells(release, TEXT), cells(release, "sar_H_db.txt")
    expected = {key for key in text if key[0].startswith("cpu.")} | {key for key in text if key[0] == "restart"}
    assert readings.keys() <= expected
    assert len(readings) > 40
    assert {key: text[key] for key in readings} == readings
    assert ["`sar -h`" in message for message in problems(release, "sar_H_db.txt")] == [True]


@pytest.mark.skipif(not is_installed("sadf", "12.6.1"), reason="needs sadf of sysstat 12.6.1")
def test_the_binary_agrees_with_its_json_and_its_text() -> None:
    assert cells("12.6.1", "sa.bin") == cells("12.6.1", "sadf.json")
    text, binary = shared(cells("12.6.1", TEXT), cells("12.6.1", "sa.bin"))
    assert len(text) == len(cells("12.6.1", TEXT))
    assert text == binary
    assert problems("12.6.1", "sa.bin") == []


@pytest.mark.skipif(not is_installed("sadf", "12.6.1"), reason="needs sadf of sysstat 12.6.1")
def test_what_the_installed_sadf_does_not_know_of_a_recording_is_reported() -> None:
    json, binary = shared(cells("12.2.3", "sadf.json"), cells("12.2.3", "sa.bin"))
    assert len(json) > 2000
    assert json == binary
    assert ["A_IRQ as sysstat 12.2.3" in message for message in problems("12.2.3", "sa.bin")] == [True]


@pytest.mark.skipif(not shutil.which("sadf"), reason="needs sadf")
@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("11.0.8", "sadf -j FILE -- -A > file.json"),
        ("10.2.1", "sadf -j FILE -- -A > file.json"),
        ("9.0.6", "sadf -x FILE -- -A > file.xml"),
        ("8.1.8", "sadf -x FILE -- -A > file.xml"),
        ("5.0.6", "sar -A -f FILE > file.txt"),
        ("4.0.7", "sar -A -f FILE > file.txt"),
    ],
)
def test_a_binary_is_read_or_says_what_to_run(release: str, command: str) -> None:
    readings, messages = cells(release, "sa.bin"), problems(release, "sa.bin")
    assert readings or [command in message for message in messages] == [True]


@pytest.mark.skipif(not is_installed("sadf", "12.6.1"), reason="needs sadf of sysstat 12.6.1: others count used memory")
@pytest.mark.parametrize("release", ["11.0.8", "10.2.1", "9.0.6", "8.1.8", "5.0.6", "4.0.7"])
def test_an_older_binary_agrees_with_its_text(release: str) -> None:
    text, binary = shared(cells(release, TEXT), cells(release, "sa.bin"))
    assert text == binary
