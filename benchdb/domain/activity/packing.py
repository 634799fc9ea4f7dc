"""Arrays of numbers <-> few bytes. Pure.

What tools print has few decimals, so a series is kept as whole numbers of its last decimal, each as the difference
from the one before, in the narrowest integer that holds them all, compressed. Such values come back to within two
units of the last binary place; others are kept bit by bit. NaN stays NaN. A day at 1 s takes one or two bytes a value.
"""

from __future__ import annotations

import struct

import numpy as np
import zstandard
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HEAD = struct.Struct("<BBBxI")  #: decimals (RAW: bit by bit), bytes per number, whether some are NaN, count
RAW = 255
MOST_DECIMALS = 9
LARGEST = 2.0**52  #: whole numbers beyond are kept bit by bit
NEAR = 2**-52  #: relative error that a value may have when it comes back
KINDS = (np.dtype("<i1"), np.dtype("<i2"), np.dtype("<i4"), np.dtype("<i8"))
LEVEL = 3


class Unpackable(ValueError):
    """Bytes that no series was packed into."""


def packed(values: Floats) -> bytes:
    """`values` (n,) as bytes."""
    values = np.ascontiguousarray(values, np.float64)
    missing = np.isnan(values)
    has_holes = bool(missing.any())
    numbers = np.where(missing, 0.0, values) if has_holes else values
    holes = np.packbits(missing).tobytes() if has_holes else b""
    decimal = whole(numbers)
    if decimal is None:
        head, body = HEAD.pack(RAW, 8, has_holes, len(values)), numbers.astype("<f8").tobytes()
    else:
        decimals, digits = decimal
        steps = np.diff(digits, prepend=np.int64(0))
        kind = narrowest(steps)
        head, body = HEAD.pack(decimals, kind.itemsize, has_holes, len(values)), steps.astype(kind).tobytes()
    return head + zstandard.ZstdCompressor(level=LEVEL).compress(holes + body)


def whole(numbers: Floats) -> tuple[int, NDArray[np.int64]] | None:
    """(decimals, the numbers times 10**decimals) with the fewest decimals that lose nothing; None if there are none."""
    if not np.isfinite(numbers).all():
        return None
    for decimals in range(MOST_DECIMALS + 1):
        scale = 10.0**decimals
        if decimals < MOST_DECIMALS and len(numbers) > 64 and not _fit(numbers[:64], scale):
            continue
        if _fit(numbers, scale):
            return decimals, np.rint(numbers * scale).astype(np.int64)
    return None


def _fit(numbers: Floats, scale: float) -> bool:
    if numbers.size and np.abs(numbers).max() >= LARGEST / scale:
        return False
    digits = np.rint(numbers * scale)
    return bool((np.abs(digits / scale - numbers) <= NEAR * np.abs(numbers)).all())


def narrowest(numbers: NDArray[np.int64]) -> np.dtype[np.signedinteger]:
    low, high = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    return next(kind for kind in KINDS if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)


def unpacked(data: bytes) -> Floats:
    """The values (n,) that were packed. Unpackable for other bytes."""
    try:
        decimals, width, has_holes, count = HEAD.unpack_from(data)
        body = zstandard.ZstdDecompressor().decompress(data[HEAD.size :], max_output_size=count * 9 + 16)
    except (struct.error, zstandard.ZstdError) as error:
        raise Unpackable(f"not a packed series: {error}") from error
    size = (count + 7) // 8 if has_holes else 0
    if len(body) != size + count * width or width not in (1, 2, 4, 8):
        raise Unpackable("a packed series is cut off")
    if decimals == RAW:
        values = np.frombuffer(body, "<f8", count, size).copy()
    else:
        steps = np.frombuffer(body, f"<i{width}", count, size)
        values = np.cumsum(steps, dtype=np.int64) / 10.0**decimals
    if has_holes:
        values[np.unpackbits(np.frombuffer(body, np.uint8, size), count=count).astype(bool)] = np.nan
    return values
