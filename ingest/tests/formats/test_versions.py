"""Whoever reads a log otherwise says so by a version: what is stored is read anew by it."""

from __future__ import annotations

import json

from ingest.formats import formats
from ingest.formats.kit import VERSION
from ingest.tests.kit_readings import KEPT, differing, readings


def test_the_kit_reads_as_its_version_says() -> None:
    """Where this fails on purpose: raise the kit's VERSION, then run python -m ingest.tests.kit_readings."""
    assert json.loads(KEPT.read_text()) == readings()


def test_what_is_read_otherwise_is_named_and_a_new_disguise_is_not() -> None:
    kept = {"disguises": ["bold", "quote"], "logs": {"ab.log": "00001111"}}
    seen = {"disguises": ["quote", "new", "bold"], "logs": {"ab.log": "111122223333", "wrk.log": "444455556666"}}
    assert differing(kept, seen) == ["bold"]


def test_the_version_of_the_kit_is_part_of_every_formats() -> None:
    assert {format.version.partition(".")[2] for format in formats().values()} == {VERSION}
