"""A file whose runs the database refuses."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.pipeline.rows.batch import Batch


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Its runs have a parser's version that is longer than the column."""
    inner = Batch.add_run

    def add_run(batch: Batch, file: Any, record: Any, format: str, version: str) -> None:
        inner(batch, file, record, format, "v" * 100 if file.name == name else version)

    monkeypatch.setattr(Batch, "add_run", add_run)
