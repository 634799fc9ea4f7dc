"""What is kept until the data change."""

from __future__ import annotations

from unittest.mock import patch

from benchdb.reads import versions
from benchdb.reads.versions import UntilChanged, Version


def test_as_many_are_kept_as_it_says_and_those_asked_for_last() -> None:
    made = list[int]()
    kept = UntilChanged(lambda key: made.append(key) or -key, most=4)
    with patch.object(versions, "data_version", return_value=Version(1, "")):
        assert [kept(key) for key in (1, 2, 3, 4, 1, 5, 1, 4, 3)] == [-1, -2, -3, -4, -1, -5, -1, -4, -3]
        assert made == [1, 2, 3, 4, 5], "2 had to go, which nobody had asked for again"


def test_a_change_makes_all_anew() -> None:
    made = list[int]()
    kept = UntilChanged(lambda key: made.append(key) or key)
    for changes in (1, 1, 2, 2):
        with patch.object(versions, "data_version", return_value=Version(changes, "")):
            kept(7)
    assert made == [7, 7]
