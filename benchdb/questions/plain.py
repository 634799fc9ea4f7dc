"""Dataclasses <-> plain data that JSON can hold, by their fields' types. Pure.

Infinite numbers become texts, because JSON has none. A field that the data do not have keeps its default, so that a
field may be added later; one that is marked so is left out while it has its default, and what has none of it is frozen
as it always was.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from datetime import datetime
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from benchdb.domain.caveats import Phrase
from benchdb.domain.columns import Column

Reader = Callable[[Any], Any]
LEFT_OUT = {"plain": "left out"}  #: metadata of a field that is written only where it has not its default


def plain(value: Any) -> Any:
    """The value as dicts, lists, texts and numbers."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if is_written(field, value)}
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


def is_written(field: Field[Any], value: Any) -> bool:
    return not field.metadata or field.metadata != LEFT_OUT or getattr(value, field.name) != field.default


def restored(kind: Any, data: Any) -> Any:
    """What `plain` was given: a value of the type `kind`."""
    return reader(kind)(data)


@cache
def reader(kind: Any) -> Reader:
    """Plain data -> a value of this type. A type is looked at once: a frozen answer has thousands of values of few."""
    if kind is Any:
        return anything
    if isinstance(kind, type) and is_dataclass(kind):
        return partial(dataclass_of, kind)
    if kind is datetime:
        return datetime.fromisoformat
    if kind is float:
        return float
    origin, inner = get_origin(kind), get_args(kind)
    return as_it_is if origin in (None, Literal) else reader_of_many(origin, inner)


def reader_of_many(origin: Any, inner: tuple[Any, ...]) -> Reader:
    """Of a type that is made of others."""
    if origin in (Union, UnionType):
        one = reader(next(kind for kind in inner if kind is not NoneType))
        return lambda data: None if data is None else one(data)
    if origin is Sequence or (origin is tuple and inner[-1] is Ellipsis):
        return partial(tuple_of, reader(inner[0]))
    if origin is tuple:
        parts = [reader(kind) for kind in inner]
        return lambda data: tuple(read(part) for read, part in zip(parts, data, strict=True))
    value = reader(inner[1])
    return lambda data: {key: value(one) for key, one in data.items()}


def tuple_of(read: Reader, data: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(data) if read is as_it_is else tuple(map(read, data))


def dataclass_of(kind: type, data: Mapping[str, Any]) -> Any:
    return kind(**{name: read(data[name]) for name, read in field_readers(kind) if name in data})


@cache
def field_readers(kind: type) -> tuple[tuple[str, Reader], ...]:
    """Not made with the reader of the type itself, since a type may have fields of its own kind."""
    hints = get_type_hints(kind)
    return tuple((field.name, reader(hints[field.name])) for field in fields(kind))


def as_it_is(data: Any) -> Any:
    return data


def anything(data: Any) -> Any:
    """Of no declared type, as a phrase's parameters are: lists are tuples, and what looks like a phrase is one."""
    if isinstance(data, list):
        return tuple(map(anything, data))
    if isinstance(data, dict) and data.keys() == {"kind", "parameters"}:
        return Phrase(data["kind"], anything(data["parameters"]))
    return data
