"""Archives: what is inside comes out, and nothing in them can do harm."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile
from collections.abc import Callable

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.archives import BadMember, BrokenArchive, Limits, Member, kind_of, members
from ingest.records import Problem

FILES = {"a/run1.log": b"one\n" * 400, "a/run2.log": b"two\n" * 900, "b/run1.log": b""}
SMALL = Limits(members=5, member=10_000, total=50_000, ratio=10, always=20_000)


def tarred(files: dict[str, bytes], **more: tarfile.TarInfo) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            header = tarfile.TarInfo(name)
            header.size = len(content)
            archive.addfile(header, io.BytesIO(content))
        for header in more.values():
            archive.addfile(header)
    return packed.getvalue()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def unpacked(packed: bytes, limits: Limits | None = None) -> tuple[dict[str, bytes], list[str]]:
    """(name -> bytes, what was told of the rest)."""
    contents: dict[str, bytes] = {}
    problems: list[str] = []
    try:
        for member in members(io.BytesIO(packed), len(packed), limits or Limits()):
            if isinstance(member, Problem):
                problems.append(member.message)
                continue
            try:
                contents[member.name] = b"".join(member.pieces())
            except BadMember as error:
                problems.append(f"{member.name}: {error}")
    except BrokenArchive as error:
        problems.append(str(error))
    return contents, problems


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_a_tar_gives_its_files_whatever_its_compression(compress: Callable[[bytes], bytes]) -> None:
    assert unpacked(compress(tarred(FILES))) == (FILES, [])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_gives_its_files_whatever_its_method(method: int) -> None:
    assert unpacked(zipped(FILES, method)) == (FILES, [])


@pytest.mark.parametrize("pack", [tarred, zipped])
def test_an_archive_is_known_by_its_first_bytes(pack: Callable[[dict[str, bytes]], bytes]) -> None:
    assert kind_of(pack(FILES))
    assert not kind_of(b"This is ApacheBench, Version 2.3\n" * 30)
    assert not kind_of(bytes(1024))


@pytest.mark.parametrize("pack", [tarred, zipped])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/etc/passwd", "its path is absolute"),
        ("C:\\log.txt", "its path is absolute"),
        ("../../out.log", "leads out of the archive"),
        ("a/../../out.log", "leads out of the archive"),
        ("x" * 300, "longer than 255"),
    ],
)
def test_a_path_that_leads_elsewhere_is_refused_alone(pack: Callable[..., bytes], name: str, reason: str) -> None:
    contents, problems = unpacked(pack({"a.log": b"1", name: b"2", "z.log": b"3"}))
    assert contents == {"a.log": b"1", "z.log": b"3"}
    assert len(problems) == 1
    assert reason in problems[0]


@pytest.mark.parametrize("pack", [tarred, zipped])
def test_what_a_file_manager_leaves_is_passed_over_without_a_word(pack: Callable[..., bytes]) -> None:
    junk = {"__MACOSX/a/._run.log": b"x", "a/.DS_Store": b"x", "a/._run.log": b"x", ".git/config": b"x"}
    assert unpacked(pack({**junk, "./a//run.log": b"1"})) == ({"a/run.log": b"1"}, [])


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_a_link_or_a_device_in_a_tar_is_refused_alone(kind: bytes) -> None:
    header = tarfile.TarInfo("trap")
    header.type, header.linkname = kind, "/etc/passwd"
    contents, problems = unpacked(tarred(FILES, trap=header))
    assert contents == FILES
    assert problems[0].startswith("trap: left out, it is ")


def test_a_link_in_a_zip_is_refused_alone() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        link = zipfile.ZipInfo("trap")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.log", b"1")
    assert unpacked(packed.getvalue()) == ({"a.log": b"1"}, ["trap: left out, it is a link."])


def test_an_encrypted_member_is_refused_with_what_to_do() -> None:
    packed = bytearray(zipped({"secret.log": b"1"}))
    packed[6] |= 1
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    assert "pack it without a password" in unpacked(bytes(packed))[1][0]


def test_the_first_of_two_files_of_one_name_in_a_zip_counts() -> None:
    contents, problems = unpacked(zipped({"a.log": b"1", "./a.log": b"2"}))
    assert contents == {"a.log": b"1"}
    assert "the first one counts" in problems[0]


def test_the_last_of_two_files_of_one_name_in_a_tar_counts_as_where_it_is_unpacked() -> None:
    contents, problems = unpacked(tarred({"a.log": b"1", "./a.log": b"2"}))
    assert contents == {"a.log": b"2"}
    assert problems == ["a.log: the archive has an earlier file of this name; the last one counts."]


@pytest.mark.parametrize("pack", [lambda files: gzip.compress(tarred(files)), zipped])
def test_a_bomb_is_stopped_and_what_came_before_counts(pack: Callable[[dict[str, bytes]], bytes]) -> None:
    bomb = {"first.log": b"1", **{f"{n}.log": bytes(9_000) for n in range(4)}}
    contents, problems = unpacked(pack(bomb), SMALL)
    assert contents["first.log"] == b"1"
    assert "10 times its size" in problems[-1]
    assert sum(map(len, contents.values())) <= SMALL.always


def test_too_many_and_too_large_files_are_refused() -> None:
    contents, problems = unpacked(zipped({f"{n}": b"x" for n in range(9)}), SMALL)
    assert (len(contents), problems) == (5, ["it has more than 5 files"])
    contents, problems = unpacked(tarred({"large": os.urandom(10_001), "small": b"x"}), SMALL)
    assert (list(contents), len(problems)) == (["small"], 1)


def test_a_header_that_asks_for_gigabytes_is_refused() -> None:
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 2**32
    contents, problems = unpacked(tarred({"a.log": b"1"})[:1024] + header.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    assert contents == {"a.log": b"1"}
    assert "a header of 4,294,967,296 bytes" in problems[0]


def test_a_tar_that_breaks_off_says_behind_which_file() -> None:
    whole = gzip.compress(tarred({f"{n}.log": os.urandom(3000) for n in range(9)}))
    contents, problems = unpacked(whole[: len(whole) // 2])
    assert list(contents)[:3] == ["0.log", "1.log", "2.log"]
    assert any("4.log" in member or "3.log" in member for member in problems)


def test_a_broken_header_in_the_middle_is_no_silent_end() -> None:
    broken = bytearray(tarred({"a.log": b"1", "b.log": b"2"}))
    broken[1024:1100] = b"\xff" * 76
    contents, problems = unpacked(bytes(broken))
    assert contents == {"a.log": b"1"}
    assert "behind a.log" in problems[0]


def test_a_damaged_file_in_a_zip_leaves_the_others_alone() -> None:
    packed = bytearray(zipped({"a.log": b"1" * 50, "b.log": b"2" * 50}, zipfile.ZIP_STORED))
    packed[packed.index(b"1" * 50)] ^= 1
    contents, problems = unpacked(bytes(packed))
    assert contents == {"b.log": b"2" * 50}
    assert problems[0].startswith("a.log: it cannot be read: Bad CRC")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("sizes_come_later", [False, True])
def test_a_zip_without_its_end_gives_what_came_before(method: int, sizes_come_later: bool) -> None:
    files = {f"d/{n}.log": os.urandom(3000) + b"x" * 3000 for n in range(9)} | {"d/": b"", "__MACOSX/x": b"x"}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed if not sizes_come_later else Piped(packed), "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    whole = packed.getvalue()
    contents, problems = unpacked(whole[: len(whole) // 2])
    assert problems[-1].startswith("The zip archive has lost its directory, which stands at its end")
    if sizes_come_later and method == zipfile.ZIP_STORED:
        assert "only up to d/0.log" in problems[-1]
        return
    complete = {name: content for name, content in contents.items() if files[name] == content}
    assert 3 <= len(complete) == len(contents) <= 5
    assert f"inside d/{len(contents)}.log" in problems[-1]


class Piped(io.RawIOBase):
    """Where nobody can go back, a zip's sizes stand behind each file."""

    def __init__(self, target: io.BytesIO) -> None:
        self.target = target

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self.target.write(data)


def test_a_damaged_file_in_a_zip_without_its_end_leaves_the_others_alone() -> None:
    packed = bytearray(zipped({"a.log": b"1" * 50, "b.log": b"2" * 50}, zipfile.ZIP_STORED))
    packed[packed.index(b"1" * 50)] ^= 1
    contents, problems = unpacked(bytes(packed[: packed.index(b"PK\x01\x02")]))
    assert contents == {"b.log": b"2" * 50}
    assert problems[0] == "a.log: it is damaged: its checksum does not match"
    assert problems[1].endswith("it breaks off behind b.log")


@pytest.mark.parametrize("pack", [tarred, zipped])
def test_a_name_of_garbage_is_shown_short_and_printable(pack: Callable[[dict[str, bytes]], bytes]) -> None:
    name = "/begins" + "\x07\x9b" * 4000 + "ends.log"
    (problem,) = unpacked(pack({name: b"1"}))[1]
    assert problem.startswith(r"/begins\x07\x9b")
    assert "ends.log: left out, its path is absolute" in problem
    assert problem.isprintable()
    assert len(problem) < 200


def test_a_zip_whose_header_is_garbage_is_not_quoted_at_length() -> None:
    packed = zipped({"a" * 200: b"1" * 50}, zipfile.ZIP_STORED)
    begins = packed.index(b"a" * 200)
    whole = packed[:begins] + b"\xdb\x01" * 100 + packed[begins + 200 :]
    (of_whole,) = unpacked(whole)[1]
    without_end = unpacked(whole[: whole.rindex(b"PK\x01\x02") - 10])[1]
    assert "differ" in of_whole
    assert without_end[-1].startswith("The zip archive has lost its directory")
    assert all(len(problem) < 400 for problem in (of_whole, *without_end))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_damage_makes_it_raise(data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from([tarred, zipped, lambda files: gzip.compress(tarred(files))]))
    whole = bytearray(pack(FILES))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    del whole[data.draw(st.integers(1, len(whole))) :]
    unpacked(bytes(whole), SMALL)


def test_a_member_is_a_stream() -> None:
    (member,) = members(io.BytesIO(tarred({"a.log": b"x" * 3_000_000})), 3_000_000)
    assert isinstance(member, Member)


def test_a_zip_knows_when_a_file_was_written_if_it_says_so_in_utc() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, extra in (("a.log", struct.pack("<HHBi", 0x5455, 5, 1, 1_763_732_395)), ("b.log", b"")):
            entry = zipfile.ZipInfo(name)
            entry.extra = extra
            archive.writestr(entry, b"x")
    packed = out.getvalue()
    contents = [member for member in members(io.BytesIO(packed), len(packed)) if isinstance(member, Member)]
    assert [member.modified for member in contents] == [1_763_732_395.0, None]
