"""No file makes a format take more than linear time: growth ratios, with room, over hostile fillers."""

from __future__ import annotations

import gc
import io
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from ingest.formats import HEAD_SIZE, bare_head, formats
from ingest.formats.kit.claims import clean
from ingest.pipeline.identify import identify
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.tests.fillers import GENERAL, OWN
from ingest.tests.samples import samples

pytestmark = [pytest.mark.thorough, pytest.mark.long]

FORMATS = sorted(formats())
SMALL, LARGE = HEAD_SIZE // 64, HEAD_SIZE // 4
TIMES = LARGE // SMALL
ROOM = 4  #: by how much the growth may miss that of the file: other programs run on the machine
TRIES = 6
SURELY_MORE = TIMES**1.8


def seconds(work: Callable[[bytes], object], content: bytes) -> float:
    """Of this thread's own CPU time. Nothing of `content` is known from the time before."""
    clean.cache_clear()
    bare_head.cache_clear()
    began = time.thread_time()
    work(content)
    return time.thread_time() - began


def growth(work: Callable[[bytes], object], small: bytes, large: bytes) -> float:
    """How many times as long the large content takes."""
    least = min(seconds(work, small) for _ in range(3))
    return seconds(work, large) / max(least, 1e-6)


def assert_linear(work: Callable[[bytes], object], content: Callable[[int], bytes]) -> None:
    """A content of TIMES the length takes about TIMES as long; quadratic time would be TIMES ** 2."""
    small, large = content(SMALL), content(LARGE)
    grown = list[float]()
    while len(grown) < TRIES and not (len(grown) > 1 and min(grown) > SURELY_MORE):
        grown.append(growth(work, small, large))
        if grown[-1] < ROOM * TIMES:
            return
        gc.collect()
    pytest.fail(f"{TIMES} times as long a file takes {min(grown):.0f} times as long: {large[-60:]!r}")


@pytest.mark.parametrize(("pattern", "filler"), [(rb"\s*x", b" "), (rb"(?:\d+,)*;", b"1,")])
def test_what_looks_again_at_all_that_follows_is_caught(pattern: bytes, filler: bytes) -> None:
    with pytest.raises(pytest.fail.Exception, match="times as long"):
        assert_linear(re.compile(pattern).search, repeated(filler))


def repeated(filler: bytes, head: bytes = b"", tail: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: head + filler * max(1, size // len(filler)) + tail


def fillers(name: str) -> list[bytes]:
    return [filler.encode() for filler in (*GENERAL, *OWN.get(name, ()), *typical_lines(name))]


def typical_lines(name: str, most: int = 8) -> Iterator[str]:
    """A sample's first line, two, four and eight of them; and some lines that are unlike each other."""
    lines = [line + "\n" for line in shortest(name).decode("utf-8", "replace").splitlines()]
    yield from ("".join(lines[:count]) for count in (1, 2, 4, 8) if lines[:count])
    yield from list({line.split()[0]: line for line in lines if line.strip()}.values())[:most]


def shortest(name: str) -> bytes:
    return min(samples(name), key=len, default=b"")


@pytest.mark.parametrize("name", FORMATS)
def test_a_hostile_head_is_recognised_in_linear_time(name: str) -> None:
    for filler in fillers(name):
        assert_linear(formats()[name].sniff, repeated(filler))


@pytest.mark.parametrize("name", FORMATS)
def test_a_hostile_log_is_read_in_linear_time(name: str) -> None:
    log = shortest(name)[:4000]
    begun = log[: log.rfind(b"\n", 0, len(log) // 2) + 1]

    def parse(content: bytes) -> None:
        for _ in formats()[name].parse(io.BytesIO(content)):
            pass

    for filler in fillers(name):
        assert_linear(parse, repeated(filler, begun, log[len(begun) :]))


@pytest.mark.parametrize("filler", GENERAL, ids=repr)
def test_a_hostile_file_is_identified_in_linear_time(filler: str) -> None:
    def identified(head: bytes) -> None:
        with suppress(Unreadable):
            identify(head)

    assert_linear(identified, repeated(filler.encode()))
