"""Statements -> bytes of PostgreSQL -> arrays of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import psycopg
from django.db import connection
from numpy.typing import NDArray
from psycopg.pq import Format

from benchdb.domain.columns import Ints

FEW = 1_000_000  #: bytes that are joined first, however many their parts; of a million runs they would be 20 MB more


def fetched(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of a query, in PostgreSQL's binary format: bytes come as they are, not as twice as many digits."""
    connection.ensure_connection()
    raw: psycopg.Connection[Any] = connection.connection
    text = psycopg.ClientCursor(raw).mogrify(sql, parameters)
    with connection._prepare_cursor(psycopg.Cursor(raw)) as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.execute(text)
        return list(cursor.fetchall())


def listed(ids: Ints) -> str:
    """As PostgreSQL reads an array: much quicker for thousands than one by one."""
    return "{" + ",".join(map(str, ids.tolist())) + "}"


def joined_arrays(parts: Sequence[bytes], kind: str, least: type[np.signedinteger[Any]] = np.int64) -> NDArray[Any]:
    """Bytes of PostgreSQL as one array of this machine's own.

    Integers have 64 bits; where there are many, no more than hold them, of `least` or larger.
    """
    if sum(map(len, parts)) <= FEW:
        return np.frombuffer(b"".join(parts), kind).astype(np.float64 if kind == ">f8" else np.int64)
    ends = np.cumsum([len(part) // np.dtype(kind).itemsize for part in parts], dtype=np.int64).tolist()
    joined = np.empty(ends[-1], np.float64 if kind == ">f8" else narrowest(parts, kind, least))
    for end, part in zip(ends, parts, strict=True):
        own = np.frombuffer(part, kind)
        joined[end - len(own) : end] = own
    return joined


def narrowest(parts: Sequence[bytes], kind: str, least: type[np.signedinteger[Any]]) -> np.dtype[Any]:
    """The type of so many bits or more that holds every integer of these."""
    arrays = [np.frombuffer(part, kind) for part in parts if part]
    low, high = min(int(own.min()) for own in arrays), max(0, *(int(own.max()) for own in arrays))
    return np.result_type(least, np.min_scalar_type(min(low, -1)), np.min_scalar_type(-high - 1))
