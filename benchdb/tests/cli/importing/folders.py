"""Folders of logs, as `benchdb import` is given them."""

from __future__ import annotations

from pathlib import Path

from benchdb.host.paths import ROOT
from benchdb.tests.cli.command import LOG

SAR = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_text()


PATTERN = "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"


def folder_of(folder: Path, count: int) -> Path:
    """That many logs of two machines, each with other bytes."""
    for number in range(count):
        path = folder / f"m{number % 2}" / "Linux 2.6.18" / "global" / "c100" / f"run{number // 2 + 1}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LOG.replace("390.24", f"{300 + number}.24"))
    return folder
