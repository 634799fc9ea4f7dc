"""Values as PostgreSQL's columns can hold them."""

from __future__ import annotations

from math import isfinite
from typing import Any

from django.db.models import Model

from benchdb.domain.text.names import printable

MAX_TEXT = 4000  #: characters of a document's path
MOST = {"PositiveIntegerField": 2**31 - 1}


def fitting(model: type[Model], name: str, value: Any) -> Any:
    """`value` as the column can hold it: a text without NUL, cut to its length; a number out of its range is None."""
    column = model._meta.get_field(name)
    if isinstance(value, str):
        return printable(value)[: getattr(column, "max_length", None) or MAX_TEXT]
    if isinstance(value, float) and not isfinite(value):
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        most = MOST.get(column.get_internal_type(), 2**63 - 1)
        return value if 0 <= value <= most else None
    return value


def clean_json(value: Any) -> Any:
    """Facts as PostgreSQL's JSON can hold them: no NUL, no NaN."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, float) and not isfinite(value):
        return None
    return {key: clean_json(inner) for key, inner in value.items()} if isinstance(value, dict) else value
