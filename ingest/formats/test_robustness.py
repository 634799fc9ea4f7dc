"""What no file may do to any format: make it raise, make it say what cannot be printed, take more than linear time."""

from __future__ import annotations

import gc
import io
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.formats import HEAD_SIZE, formats
from ingest.formats.kit.claims import clean
from ingest.pipeline.identify import Unreadable, identify
from ingest.tests.fillers import GENERAL, OWN
from ingest.tests.promises import read
from ingest.tests.test_golden import LOGS, all_logs

FORMATS = sorted(formats())
LONGEST = 24_000  #: bytes of a sample; the longer ones repeat themselves
EXAMPLES = max(settings.default.max_examples // 3, 10)  # type: ignore[union-attr]


@cache
def samples(name: str) -> list[bytes]:
    """Real logs of a format; long ones up to a line's end."""
    contents = [log.read_bytes() for log in all_logs() if log.relative_to(LOGS).parts[0] == name]
    return [
        content if len(content) <= LONGEST else content[: content.rfind(b"\n", 0, LONGEST) + 1] for content in contents
    ]


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


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", [name for name in FORMATS if samples(name)])
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_no_damage_makes_a_format_raise(
    name: str, damage: Callable[[st.DrawFn, bytes], bytes], data: st.DataObject
) -> None:
    read(name, damage(data.draw, data.draw(st.sampled_from(samples(name)))))


@pytest.mark.parametrize("name", FORMATS)
@given(st.binary(max_size=600))
def test_no_bytes_make_a_format_raise(name: str, content: bytes) -> None:
    read(name, content)


# Time

SMALL, LARGE = HEAD_SIZE // 32, HEAD_SIZE // 2
TIMES = LARGE // SMALL
ROOM = 4  #: by how much the growth may miss that of the file: other programs run on the machine
TRIES = 6
SURELY_MORE = TIMES**1.8


def seconds(work: Callable[[bytes], object], content: bytes) -> float:
    """Of this thread's own CPU time. Nothing of `content` is known from the time before."""
    clean.cache_clear()
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


def repeated(filler: bytes, head: bytes = b"", tail: bytes = b"") -> Callable[[int], bytes]:
    return lambda size: head + filler * (size // len(filler)) + tail


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
