"""Reports of load tools that are changed on their way, or break off, say the same or less, and nothing else.

A format takes part by a `SAMPLES` in the test beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from ingest.tests.reports import (
    CHANGES,
    Samples,
    every_number_is_on_its_line,
    is_known_from_its_first_line_on,
    never_invents,
    says_the_same,
)

pytestmark = pytest.mark.thorough


def known_samples() -> Iterator[Samples]:
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        if "\nSAMPLES = Samples(" in path.read_text("utf-8"):
            yield import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)).SAMPLES


def name_of(parser: str, sample: Path | str, number: int) -> str:
    return f"{parser}/{sample.parent.name}/{sample.name}" if isinstance(sample, Path) else f"{parser}/text {number}"


SAMPLES = list(known_samples())
CHANGED = [
    pytest.param(known, sample, id=name_of(known.parser.name, sample, number))
    for known in SAMPLES
    for number, sample in enumerate(known.changed)
]
CUT = [
    pytest.param(known, sample, id=name_of(known.parser.name, sample, number))
    for known in SAMPLES
    for number, sample in enumerate(known.cut)
]


def log_of(sample: Path | str, folder: Path) -> Path:
    if isinstance(sample, Path):
        return sample
    (log := folder / "a.log").write_text(sample)
    return log


def test_formats_take_part() -> None:
    assert len(SAMPLES) > 5


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("known", "sample"), CHANGED)
def test_a_changed_report_says_the_same(known: Samples, sample: Path | str, change: str, tmp_path: Path) -> None:
    says_the_same(known.parser, log_of(sample, tmp_path), change)


@pytest.mark.parametrize(("known", "sample"), CUT)
def test_a_cut_report_invents_nothing_and_is_recognised(known: Samples, sample: Path | str, tmp_path: Path) -> None:
    log = log_of(sample, tmp_path)
    never_invents(known.parser, log, *known.cut[sample])
    is_known_from_its_first_line_on(known.parser, log)
    every_number_is_on_its_line(known.parser, log)
