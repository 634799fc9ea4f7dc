"""Columns: arrays of numbers, and of codes for texts, instead of an object for each. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.signedinteger[Any]]  #: ids and moments have 64 bits, codes 32
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
MANY = 100_000  #: numbers, of which each byte counts
AT_ONCE = 200_000  #: numbers that are copied together
SPARSE = 8  #: times as many places as numbers: marking them is still quicker than sorting
Number = TypeVar("Number", int, float, covariant=True)


class Column(Sequence[Number]):
    """An array that reads as a tuple of Python's own numbers does, and is equal to it."""

    __slots__ = ("array",)

    def __init__(self, array: NDArray[Any] | Repeated) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, place: int) -> Number: ...
    @overload
    def __getitem__(self, place: slice) -> Column[Number]: ...
    def __getitem__(self, place: int | slice) -> Number | Column[Number]:
        return Column(self.array[place]) if isinstance(place, slice) else self.array[place].item()

    def __iter__(self) -> Iterator[Number]:
        numbers: Any = self.array.tolist()
        return iter(numbers)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Column):
            return np.array_equal(self.array, other.array)
        return isinstance(other, tuple) and tuple(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def floats(numbers: Sequence[float | None]) -> Floats:
    """As an array, None as nan: a column's own, of which nothing is copied."""
    return np.asarray(numbers.array if isinstance(numbers, Column) else numbers, float)


@dataclass(frozen=True, slots=True)
class Coded:
    """Texts as codes: the code of each row, and what the codes stand for."""

    codes: Ints
    texts: tuple[str, ...]

    def of(self, rows: NDArray[Any] | slice) -> Coded:
        """Of some of the rows, or of each as often as it is named."""
        return Coded(picked(self.codes, rows), self.texts)

    def rows(self) -> list[str]:
        """The text of each row."""
        return [self.texts[code] for code in self.codes.tolist()]

    def compact(self) -> Coded:
        """Without the texts that no row has."""
        used, codes = np.unique(self.codes, return_inverse=True)
        return Coded(codes, tuple(self.texts[code] for code in used.tolist()))

    def used(self) -> list[int]:
        """The codes that some row has, rising."""
        return np.flatnonzero(np.bincount(self.codes, minlength=len(self.texts))).tolist()

    def ranks(self) -> Ints:
        """Of each code, where its text stands among all texts."""
        rising = {text: rank for rank, text in enumerate(sorted(set(self.texts)))}
        return np.array([rising[text] for text in self.texts], np.int64)

    def where(self, is_wanted: Callable[[str], bool]) -> Mask:
        """Which rows have a text that is wanted."""
        return picked(np.fromiter(map(is_wanted, self.texts), bool, len(self.texts)), self.codes)


@dataclass(frozen=True, slots=True)
class Repeated:
    """Numbers of which few are different, as codes: in 1 to 4 bytes each instead of 8. Reads as their array does."""

    codes: Ints
    levels: Floats

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, places: Any) -> Any:
        return self.levels[self.codes[places]]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return picked(self.levels, self.codes).astype(dtype or np.float64, copy=False)

    def of(self, places: NDArray[Any] | slice) -> Repeated:
        """Some of them, still as codes."""
        return Repeated(picked(self.codes, places), self.levels)

    def tolist(self) -> list[float]:
        numbers: list[float] = np.asarray(self).tolist()
        return numbers


def part_of(numbers: Floats | Repeated, places: NDArray[Any] | slice) -> Floats | Repeated:
    """Some of them, as they are held."""
    return numbers.of(places) if isinstance(numbers, Repeated) else picked(numbers, places)


def holding(numbers: Floats | Repeated, test: Callable[[Floats], Mask]) -> Mask:
    """Of which of them a test holds: of each different one it is asked once."""
    return picked(test(numbers.levels), numbers.codes) if isinstance(numbers, Repeated) else test(numbers)


def picked(numbers: NDArray[Any], places: NDArray[Any] | slice) -> NDArray[Any]:
    """numbers[places], some at a time where they are many: NumPy makes 64 bits of each place before it looks there."""
    if isinstance(places, slice) or places.dtype == bool or len(places) <= AT_ONCE:
        return numbers[places]
    made = np.empty(len(places), numbers.dtype)
    for some in blocks(len(places)):
        made[some] = numbers[places[some]]
    return made


def small(numbers: Ints) -> Ints:
    """Codes in as few bytes as hold them; not to be reckoned with: 8 bits times anything are 8 bits."""
    low, high = int(numbers.min(initial=0)), int(numbers.max(initial=0))
    return numbers.astype(np.promote_types(np.min_scalar_type(min(low, -1)), np.min_scalar_type(-high - 1)), copy=False)


def in_32_bits(numbers: Ints) -> Ints:
    """The same, where they fit."""
    limits = np.iinfo(np.int32)
    fits = limits.min <= numbers.min(initial=0) and numbers.max(initial=0) <= limits.max
    return numbers.astype(np.int32, copy=False) if fits else numbers


def distinct(numbers: Ints) -> Ints:
    """Each once, rising; of numbers that lie close together by marking their places."""
    if not len(numbers):
        return numbers
    first, last = int(numbers.min()), int(numbers.max())
    if last - first > SPARSE * len(numbers):
        return np.unique(numbers)
    marks = np.zeros(last - first + 1, bool)
    for some in blocks(len(numbers)):
        marks[np.subtract(numbers[some], first, dtype=np.int64)] = True
    made = np.flatnonzero(marks)
    made += first
    return made


def blocks(count: int) -> Iterator[slice]:
    """So many numbers, as many at a time as are copied together."""
    return (slice(first, first + AT_ONCE) for first in range(0, count, AT_ONCE))


def among(numbers: Ints, chosen: Ints) -> Mask:
    """Which of the numbers are chosen: numpy.isin for ids, which lie close together or are looked up in their order."""
    if not len(chosen):
        return np.zeros(len(numbers), bool)
    first, last = int(chosen.min()), int(chosen.max())
    if last - first <= SPARSE * (len(numbers) + len(chosen)):
        marks = np.zeros(last - first + 2, bool)
        marks[chosen - first] = True
        made = np.empty(len(numbers), bool)
        for some in blocks(len(numbers)):
            offsets = np.subtract(numbers[some], first, dtype=np.int64)
            offsets[(offsets < 0) | (offsets > last - first)] = last - first + 1  # where nothing is marked
            made[some] = marks[offsets]
        return made
    rising = np.sort(chosen)
    places = np.minimum(np.searchsorted(rising, numbers), len(rising) - 1)
    return np.asarray(rising[places] == numbers)


def stretch(mask: Mask) -> Mask | slice:
    """The mask, or the one stretch that it chooses: of that an array shows its own numbers, and copies none."""
    first, count = int(mask.argmax()) if len(mask) else 0, int(np.count_nonzero(mask))
    return slice(first, first + count) if mask[first : first + count].all() else mask


def how_many_more(numbers: Ints, others: Ints) -> int:
    """How many different ones of the numbers are not among the others."""
    every = distinct(numbers)
    return len(every) - int(among(every, others).sum())


def first_and_every(numbers: Ints) -> tuple[Ints, Ints]:
    """(where each stands first, in rising order; which of these each place has), as numpy.unique says it."""
    if not len(numbers) or int(numbers.max()) - int(numbers.min()) > SPARSE * len(numbers):
        _, first, every = np.unique(numbers, return_index=True, return_inverse=True)
        return first, every
    offsets = numbers - int(numbers.min())
    firsts = np.full(int(offsets.max()) + 1, -1)
    firsts[offsets[::-1]] = np.arange(len(numbers))[::-1]  # the last one written is the first one
    ranks = np.cumsum(firsts >= 0) - 1
    return firsts[firsts >= 0], ranks[offsets]


def one_of_each(numbers: Ints, beside: Ints | None = None) -> Ints | slice:
    """Where each number stands, once; each pair of numbers, if others from 0 on stand `beside`. All places, where no
    one stands twice."""
    low = int(numbers.min()) if len(numbers) else 0
    width = int(numbers.max(initial=low)) - low + 1
    most = width * (1 if beside is None else int(beside.max(initial=0)) + 1)
    seen, parts = np.zeros(most if most <= SPARSE * len(numbers) else 0, bool), [np.empty(0, np.int32)]
    for some in blocks(len(numbers)) if len(seen) else (slice(0, len(numbers)),):
        codes = np.subtract(numbers[some], low, dtype=np.int64)
        codes += 0 if beside is None else beside[some].astype(np.int64) * width
        _, places = np.unique(codes, return_index=True)
        if len(seen):
            places = places[~seen[codes[places]]]
            seen[codes] = True
        parts.append((places + some.start).astype(np.int32 if len(numbers) < 2**31 else np.int64))
    made = np.concatenate(parts)
    return slice(None) if len(made) == len(numbers) else made


def counted(codes: Ints, least: int = 0) -> NDArray[np.int64]:
    """How often each code from 0 on is there, `least` of them at the fewest: numpy.bincount, which copies all codes."""
    counts = np.zeros(max(least, int(codes.max(initial=-1)) + 1), np.int64)
    for some in blocks(len(codes)):
        counts += np.bincount(codes[some], minlength=len(counts))
    return counts


def encoded(texts: Iterable[str]) -> Coded:
    """Codes in the order in which the texts first appear."""
    codes: dict[str, int] = {}
    return Coded(np.array([codes.setdefault(text, len(codes)) for text in texts], np.int64), tuple(codes))


def paired(one: Coded, other: Coded, join: Callable[[str, str], str]) -> Coded:
    """Both texts of each row made one by `join`."""
    both = one.codes.astype(np.int64) * max(len(other.texts), 1) + other.codes
    pairs, codes = np.unique(both, return_inverse=True)
    firsts, seconds = np.divmod(pairs, max(len(other.texts), 1))
    texts = map(join, (one.texts[code] for code in firsts), (other.texts[code] for code in seconds))
    joined = encoded(texts)  # two pairs can be one text
    return joined.of(codes.reshape(-1))


def fingerprint(columns: Iterable[tuple[str, NDArray[Any] | Repeated | Coded]], words: object = ()) -> bytes:
    """16 bytes, the same for the same columns of the same names beside the same words; NaN is one number."""
    digest = hashlib.blake2b(repr(words).encode(), digest_size=16)
    for name, column in columns:
        texts, numbers = (column.texts, column.codes) if isinstance(column, Coded) else ((), np.asarray(column))
        digest.update(repr((name, texts, numbers.dtype.str, numbers.shape)).encode())
        digest.update(np.ascontiguousarray(numbers).tobytes())
    return digest.digest()
