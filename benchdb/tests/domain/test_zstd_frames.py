"""Where zstd's bytes may end, for frames of every kind: a log that is cut must not count as whole."""

from __future__ import annotations

import io

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.compression import decompressed_log, fault_of
from benchdb.domain.compression.zstd_frames import Frames, Reader

SKIPPED = st.binary(max_size=40).map(lambda content: b"\x5a\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content)
CONTENTS = st.one_of(st.binary(max_size=300), st.integers(0, 400_000).map(lambda size: b"ab" * (size // 2)))


def frame(content: bytes, level: int, has_checksum: bool, has_size: bool) -> bytes:
    packer = zstandard.ZstdCompressor(level=level, write_checksum=has_checksum, write_content_size=has_size)
    return packer.compress(content)


FRAMES = st.builds(frame, CONTENTS, st.integers(-5, 12), st.booleans(), st.booleans()) | SKIPPED


@given(st.lists(FRAMES, min_size=1, max_size=3), st.integers(0, 10**9), st.integers(1, 70))
def test_bytes_are_whole_between_frames_alone(several: list[bytes], cut: int, piece: int) -> None:
    whole = b"".join(several)
    ends = {sum(map(len, several[:count])) for count in range(len(several) + 1)}
    cut %= len(whole) + 1
    frames = Frames(io.BytesIO(whole[:cut]))
    while frames.read(piece):
        pass
    assert frames.are_whole == (cut in ends)


@given(CONTENTS, st.integers(0, 10**9), st.booleans())
def test_a_cut_frame_gives_what_comes_before_and_says_so(content: bytes, cut: int, has_checksum: bool) -> None:
    whole = frame(content, 3, has_checksum, has_size=False)
    cut %= len(whole)
    stream = decompressed_log(io.BytesIO(whole[:cut]))
    text = stream.read()
    if cut >= 4:  # the magic number shows what it is
        assert content.startswith(text)
        assert fault_of(stream) is not None
    assert decompressed_log(io.BytesIO(whole)).read() == content


def test_what_cannot_be_read_is_no_break() -> None:
    class Gone(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:
            raise OSError("the disk is gone")

    packed = zstandard.compress(bytes(range(256)) * 900)
    stream = decompressed_log(Chained(packed[:200], Gone()))  # type: ignore[arg-type]
    with pytest.raises(OSError, match="the disk is gone"):
        stream.read()
    with pytest.raises(EOFError):
        Reader(io.BytesIO(packed[:20])).read1(100)


class Chained(io.RawIOBase):
    """Some bytes, then another stream."""

    def __init__(self, first: bytes, behind: io.RawIOBase) -> None:
        self._first, self._behind = io.BytesIO(first), behind

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:
        return self._first.readinto(buffer) or self._behind.readinto(buffer) or 0
