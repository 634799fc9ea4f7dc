"""Columns answer as NumPy's own functions do, however far apart the numbers lie."""

from __future__ import annotations

import numpy as np
import pytest

from benchdb.domain import columns
from benchdb.domain.columns import (
    Coded,
    Column,
    Repeated,
    among,
    counted,
    distinct,
    encoded,
    fingerprint,
    holding,
    how_many_more,
    one_of_each,
    part_of,
    picked,
)


@pytest.mark.parametrize("spread", [10, 1_000, 10**12])
def test_which_numbers_are_chosen_is_what_numpy_says(spread: int) -> None:
    random = np.random.default_rng(3)
    for sizes in ((0, 0), (50, 0), (0, 50), (50, 1), (200, 60)):
        numbers, chosen = (random.integers(-spread, spread, size) for size in sizes)
        chosen = np.append(chosen, numbers[: len(chosen) // 2])
        assert among(numbers, chosen).tolist() == np.isin(numbers, chosen).tolist()
        assert how_many_more(numbers, chosen) == len(np.setdiff1d(numbers, chosen))


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_many_are_looked_at_some_at_a_time(dtype: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """And small integers are reckoned with as if they were large."""
    monkeypatch.setattr(columns, "AT_ONCE", 7)
    random = np.random.default_rng(4)
    numbers, chosen = random.integers(-128, 128, 100).astype(dtype), random.integers(-300, 300, 30)
    assert distinct(numbers).tolist() == np.unique(numbers).tolist()
    assert among(numbers, chosen).tolist() == np.isin(numbers, chosen).tolist()
    places = random.integers(0, 100, 50).astype(np.int32)
    assert picked(numbers, places).tolist() == numbers[places].tolist()
    assert picked(numbers, places).dtype == dtype


@pytest.mark.parametrize("spread", [3, 1_000, 10**12])
def test_each_number_and_each_pair_is_found_once(spread: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "AT_ONCE", 7)
    random = np.random.default_rng(6)
    for size in (0, 1, 60):
        numbers, beside = random.integers(-spread, spread, size) + 7 * spread, random.integers(0, 3, size)
        assert sorted(numbers[one_of_each(numbers)].tolist()) == np.unique(numbers).tolist()
        once = one_of_each(numbers, beside)
        pairs = [*zip(numbers[once].tolist(), beside[once].tolist(), strict=True)]
        assert sorted(pairs) == sorted(set(zip(numbers.tolist(), beside.tolist(), strict=True)))
    assert one_of_each(np.array([4, 2, 9])) == slice(None), "none stands twice: nothing is copied"


def test_codes_are_counted_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "AT_ONCE", 7)
    codes = np.random.default_rng(6).integers(0, 9, 60).astype(np.int8)
    assert counted(codes, 12).tolist() == np.bincount(codes, minlength=12).tolist()
    assert counted(codes[:0]).tolist() == []


def test_ranks_of_codes_are_those_of_their_texts() -> None:
    assert Coded(np.array([0, 1, 2, 3]), ("b", "c", "a", "b")).ranks().tolist() == [1, 2, 0, 1]


def test_repeated_numbers_read_as_their_array_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "AT_ONCE", 7)
    plain = np.array([0.5, np.nan, 0.0, 0.5] * 5)
    held = Repeated(np.array([1, 0, 2, 1] * 5, np.int8), np.array([np.nan, 0.5, 0.0]))
    assert np.array_equal(np.asarray(held), plain, equal_nan=True)
    assert fingerprint([("x", held)]) == fingerprint([("x", plain)])
    assert holding(held, lambda numbers: numbers > 0).tolist() == (plain > 0).tolist()
    for places in (slice(1, 9), plain > 0, np.array([3, 2, 1])):
        assert np.array_equal(np.asarray(part_of(held, places)), plain[places], equal_nan=True)
        assert np.array_equal(held[places], plain[places], equal_nan=True)
        assert repr(Column(part_of(held, places))) == repr(Column(plain[places]))


def test_rows_are_chosen_by_their_texts() -> None:
    assert encoded(["a", "b", "a", "c"]).where(lambda text: text in "ac").tolist() == [True, False, True, True]
    assert encoded([]).where(lambda text: True).tolist() == []


def test_what_no_row_has_is_left_out() -> None:
    whole = Coded(np.array([3, 1, 3]), ("a", "b", "c", "d"))
    assert [whole.compact().texts[code] for code in whole.compact().codes] == ["d", "b", "d"]
    assert set(whole.compact().texts) == {"b", "d"}


def test_a_fingerprint_tells_columns_apart_by_all_that_they_are() -> None:
    some = np.array([1.0, float("nan")])
    coded = Coded(np.array([0, 1]), ("a", "b"))
    known = fingerprint([("x", some), ("y", coded)], "words")
    assert known == fingerprint([("x", some.copy()), ("y", Coded(np.array([0, 1]), ("a", "b")))], "words")
    others = [
        fingerprint([("x", some), ("y", coded)]),
        fingerprint([("z", some), ("y", coded)], "words"),
        fingerprint([("x", some[::-1]), ("y", coded)], "words"),
        fingerprint([("x", some.astype(np.float32)), ("y", coded)], "words"),
        fingerprint([("x", some), ("y", Coded(coded.codes, ("a", "c")))], "words"),
        fingerprint([("x", some), ("y", Coded(coded.codes[::-1], coded.texts))], "words"),
    ]
    assert len({known, *others}) == 1 + len(others)
