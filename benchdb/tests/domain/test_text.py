import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.text import lines

TEXT = "Server Software:        nginx\nTime taken:  1.5 seconds\n"


def read(content: bytes) -> list[tuple[int, str]]:
    return list(lines(io.BytesIO(content)))


PLAIN = read(TEXT.encode())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_encoding_gives_the_same_lines(encoding: str) -> None:
    assert read(TEXT.encode(encoding)) == PLAIN


def test_line_ends_and_colours_do_not_matter() -> None:
    assert read(TEXT.replace("\n", "\r\n").encode()) == PLAIN
    assert read(TEXT.replace("nginx", "\x1b[1;31mnginx\x1b[0m").encode()) == PLAIN


def test_progress_redrawn_on_one_line_keeps_its_number() -> None:
    assert read(b"a\rb\rc\nd\n") == [(1, "a"), (1, "b"), (1, "c"), (2, "d")]


def test_a_byte_that_is_no_utf8_is_read_as_latin1() -> None:
    assert read(b"caf\xe9\n") == [(1, "café")]


@given(st.binary(max_size=300))
def test_no_bytes_are_too_strange(content: bytes) -> None:
    numbers = [number for number, _ in read(content)]
    assert numbers == sorted(numbers)


def test_a_line_without_end_is_cut_and_counted_once() -> None:
    numbered = read(b"x" * (3 << 20) + b"\nnext\n")
    assert [(number, len(text)) for number, text in numbered] == [(1, 1 << 20), (2, 4)]


@given(st.text("ab\n\r\x1b[m1é", max_size=60), st.integers(1, 20), st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
def test_where_a_read_ends_does_not_matter(log: str, size: int, encoding: str) -> None:
    content = log.encode(encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("benchdb.domain.text.BLOCK", size)
        in_pieces = read(content)
    assert in_pieces == read(content)


def test_what_came_before_a_fault_of_the_stream_is_read() -> None:
    class Faulty(io.RawIOBase):
        pieces = iter([b"one\ntw", b"o\nthr"])

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = next(self.pieces, None)
            if piece is None:
                raise EOFError("the archive breaks off")
            buffer[: len(piece)] = piece
            return len(piece)

    numbered = lines(Faulty())  # type: ignore[arg-type]
    assert [next(numbered), next(numbered)] == [(1, "one"), (2, "two")]
    with pytest.raises(EOFError):
        next(numbered)
