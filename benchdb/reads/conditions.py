"""Filters of a question -> conditions in SQL, on runs or on whatever else has a run's setup, status and provenance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q

from benchdb.domain.dimensions import MISSING, TUNING, Dimension, dimension
from benchdb.models import Study, Tag

Where = Sequence[tuple[str, tuple[str, ...]]]


def filtered(where: Where) -> Q:
    """Runs that `where` lets through."""
    conditions = Q()
    for key, values in where:
        conditions &= condition(dimension(key), values)
    return conditions


def condition(known: Dimension, values: tuple[str, ...]) -> Q:
    """Runs whose dimension is one of `values`."""
    if known.key == "study":
        return Q(Exists(Study.runs.through.objects.filter(run=OuterRef("pk"), study__slug__in=values)))
    if known.key == "tag":
        return Q(Exists(Tag.runs.through.objects.filter(run=OuterRef("pk"), tag__name__in=values)))
    if known.key.startswith(TUNING):
        settings = _any(Q(**{f"{known.path}__contains": {known.title: value}}) for value in values if value != MISSING)
        return settings | ~Q(**{f"{known.path}__has_key": known.title}) if MISSING in values else settings
    return _any(_equal(known, known.value(value)) for value in values)


def _equal(known: Dimension, value: Any) -> Q:
    if value is not None:
        return Q(**{known.path: value})
    absent = Q(**{f"{known.path}__isnull": True})
    return absent | Q(**{known.path: ""}) if known.kind in ("text", "version") else absent


def _any(parts: Iterable[Q]) -> Q:
    alternatives = Q(pk__in=())
    for part in parts:
        alternatives |= part
    return alternatives
