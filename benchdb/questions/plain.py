"""Dataclasses <-> plain data that JSON can hold, by their fields' types. Pure.

Infinite numbers become texts, because JSON has none. A field that the data do not have keeps its default, so that a
field may be added later.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from benchdb.domain.caveats import Phrase
from benchdb.domain.columns import Column


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Column):
        return list(value) if np.isfinite(value.array).all() else [plain(one) for one in value]
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    return value


@cache
def hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def restored(kind: Any, data: Any) -> Any:
    """What `plain` was given: a value of the type `kind`."""
    if kind is Any:
        return anything(data)
    if isinstance(kind, type) and is_dataclass(kind):
        known = [field.name for field in fields(kind) if field.name in data]
        return kind(**{name: restored(hints(kind)[name], data[name]) for name in known})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else restored(next(one for one in inner if one is not NoneType), data)
    if origin is Sequence:
        return tuple(restored(inner[0], part) for part in data)
    if origin is tuple:
        kinds = [inner[0]] * len(data) if inner[-1] is Ellipsis else inner
        return tuple(restored(one, part) for one, part in zip(kinds, data, strict=True))
    if origin is not None and origin is not Literal:
        return {key: restored(inner[1], one) for key, one in data.items()}
    if kind is datetime:
        return datetime.fromisoformat(data)
    return float(data) if kind is float else data


def anything(data: Any) -> Any:
    """Of no declared type, as a phrase's parameters are: lists are tuples, and what looks like a phrase is one."""
    if isinstance(data, list):
        return tuple(map(anything, data))
    if isinstance(data, dict) and data.keys() == {"kind", "parameters"}:
        return Phrase(data["kind"], anything(data["parameters"]))
    return data
