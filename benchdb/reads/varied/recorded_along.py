"""What some runs recorded of a few conditions, run by run: for what lies beneath a history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchdb.domain.dimensions import TUNING, dimension
from benchdb.models import Run


def values_along(runs: Sequence[int], keys: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Run -> the text of each condition."""
    paths = dict.fromkeys(dimension(key).path for key in keys)
    rows = Run.objects.filter(pk__in=list(runs)).order_by().values("pk", *paths)
    return {row["pk"]: tuple(text(key, row) for key in keys) for row in rows}


def notes_along(runs: Sequence[int]) -> dict[int, str]:
    """Run -> what people noted of it, of those that have a note."""
    noted = Run.objects.filter(pk__in=list(runs)).exclude(notes="").order_by()
    return {run: " ".join(notes.split()) for run, notes in noted.values_list("pk", "notes")}


def text(key: str, row: dict[str, Any]) -> str:
    known = dimension(key)
    value = row[known.path]
    return known.text((value or {}).get(key.removeprefix(TUNING)) if key.startswith(TUNING) else value)
