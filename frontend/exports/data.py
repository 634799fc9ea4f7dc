"""Export -> JSON and CSV, for programs: base units, every digit."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from frontend.answers.export import Export

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def as_json(document: Export) -> bytes:
    return (json.dumps(document.data, ensure_ascii=False, allow_nan=False) + "\n").encode()


def as_csv(document: Export) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(document.records.heads)
    writer.writerows([inert(value) for value in line] for line in document.records.lines)
    return text.getvalue().encode()


def inert(value: Any) -> Any:
    """A name that a spreadsheet would run as a formula is quoted with an apostrophe; numbers are left alone."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value
