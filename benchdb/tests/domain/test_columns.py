"""Columns answer as NumPy's own functions do, however far apart the numbers lie."""

from __future__ import annotations

import numpy as np
import pytest

from benchdb.domain.columns import Coded, among, encoded, fingerprint, how_many_more


@pytest.mark.parametrize("spread", [10, 1_000, 10**12])
def test_which_numbers_are_chosen_is_what_numpy_says(spread: int) -> None:
    random = np.random.default_rng(3)
    for sizes in ((0, 0), (50, 0), (0, 50), (50, 1), (200, 60)):
        numbers, chosen = (random.integers(-spread, spread, size) for size in sizes)
        chosen = np.append(chosen, numbers[: len(chosen) // 2])
        assert among(numbers, chosen).tolist() == np.isin(numbers, chosen).tolist()
        assert how_many_more(numbers, chosen) == len(np.setdiff1d(numbers, chosen))


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
