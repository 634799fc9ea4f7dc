"""A machine's memory, as people write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.memory import MOST, memory_of, memory_text


@pytest.mark.parametrize(
    ("text", "memory"),
    [
        ("512 MB", 2**29),
        ("2 GiB", 2**31),
        ("2gb", 2**31),
        ("1.5 G", 3 * 2**29),
        (" 65536 ", 2**16),
        ("2,147,483,648 bytes", 2**31),
        ("1,024 M", 2**30),
        ("640 KB", 640 * 1024),
        ("0.5 TiB", 2**39),
    ],
)
def test_an_amount_is_read(text: str, memory: int) -> None:
    assert memory_of(text) == memory


@pytest.mark.parametrize("text", ["", "512", "GiB", "1,5 GiB", "-1 GiB", "2 XB", "2 iB", "1e9", "٢ GiB", "9" * 5000])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert memory_of(text) is None


@given(st.integers(0, MOST))
def test_what_is_shown_in_the_form_is_read_as_the_same(memory: int) -> None:
    assert memory_of(memory_text(memory)) == memory
