"""What no file may do to any format: make it raise, or make it say what cannot be printed."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats import formats
from ingest.tests.promises import read
from ingest.tests.samples import samples

pytestmark = [pytest.mark.thorough, pytest.mark.long]

FORMATS = sorted(formats())
EXAMPLES = max(settings.default.max_examples // 2, 10)  # type: ignore[union-attr]


# Damage


def cut(draw: st.DrawFn, log: bytes) -> bytes:
    return log[: draw(st.integers(0, len(log)))]


def begun_late(draw: st.DrawFn, log: bytes) -> bytes:
    return log[draw(st.integers(0, len(log))) :]


def cut_and_followed(draw: st.DrawFn, log: bytes) -> bytes:
    return cut(draw, log) + draw(st.binary(max_size=60))


def overwritten(draw: st.DrawFn, log: bytes) -> bytes:
    begin, scribble = draw(st.integers(0, len(log))), draw(st.binary(min_size=1, max_size=30))
    return log[:begin] + scribble + log[begin + len(scribble) :]


def shuffled(draw: st.DrawFn, log: bytes) -> bytes:
    lines = log.splitlines(keepends=True)[:200] * draw(st.integers(1, 2))
    draw(st.randoms(use_true_random=False)).shuffle(lines)
    return b"".join(lines)


def doubled(draw: st.DrawFn, log: bytes) -> bytes:
    again = draw(st.sets(st.integers(0, 60)))
    lines = enumerate(log.splitlines(keepends=True))
    return b"".join(line * 2 if number in again else line for number, line in lines)


def retold(draw: st.DrawFn, log: bytes) -> bytes:
    """With lines of text that nobody expects between its own."""
    lines = log.splitlines(keepends=True)
    texts = draw(st.lists(st.text(st.characters(exclude_categories=("Cs",)), max_size=50), min_size=1, max_size=9))
    place = draw(st.integers(0, len(lines)))
    return b"".join(lines[:place]) + "\n".join(texts).encode() + b"\n" + b"".join(lines[place:])


DAMAGES = (cut, begun_late, cut_and_followed, overwritten, shuffled, doubled, retold)


@pytest.mark.parametrize("name", [name for name in FORMATS if samples(name)])
@given(st.data())
def test_no_damage_makes_a_format_raise(name: str, data: st.DataObject) -> None:
    damage = data.draw(st.sampled_from(DAMAGES))
    read(name, damage(data.draw, data.draw(st.sampled_from(samples(name)))))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=600))
def test_no_bytes_make_a_format_raise(name: str, content: bytes) -> None:
    read(name, content)


# Numbers

NUMBER = re.compile(rb"\d+(?:[.,]\d+)*")
#: What a pattern of digits and points takes, and what no float or row can hold.
NO_NUMBERS = (b"1.2.3", b".", b"9" * 400, b"")
MOST_NUMBERS = 40  #: of a sample
MOST_SHAPES = 3
LARGEST = 3000  #: bytes of a sample, cut from its beginning


def shapes(name: str) -> list[bytes]:
    """Of a format's samples the smallest of each shape: reports in text, in JSON, in HTML begin otherwise."""
    smallest: dict[bytes, bytes] = {}
    for log in sorted(samples(name), key=lambda log: (len(log), log)):
        smallest.setdefault(log.lstrip()[:1], log[:LARGEST])
    return list(smallest.values())[:MOST_SHAPES]


@pytest.mark.parametrize("name", [name for name in FORMATS if samples(name) and name != "sar_binary"])
def test_whatever_stands_where_a_number_stood_makes_no_format_raise(name: str) -> None:
    """sar_binary's numbers are no digits."""
    for log in shapes(name):
        for number in islice(NUMBER.finditer(log), MOST_NUMBERS):
            for odd in NO_NUMBERS:
                read(name, log[: number.start()] + odd + log[number.end() :])
