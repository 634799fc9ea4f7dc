"""Which values succeed each other, and which come and go."""

from __future__ import annotations

import pytest

from benchdb.domain.turns import take_turns


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("", False),
        ("aaaa", False),
        ("aabbcc", False),  # upgrades
        ("aabaa", False),  # one that was taken back
        ("abab", True),
        ("aabaaba", True),  # the one comes back twice
        ("abcabc", True),
    ],
)
def test_values_that_come_back_take_turns(values: str, expected: bool) -> None:
    assert take_turns(values) is expected
