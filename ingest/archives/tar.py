"""A tar archive, read once from front to back, in little memory whatever its headers say.

Source of the header's layout: POSIX.1-2017 pax, "ustar Interchange Format"; read by Python's `tarfile`.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, BinaryIO, cast

from benchdb.domain.compression import BROKEN
from ingest.archives.limits import Budget
from ingest.archives.member import PIECE, BadMember, BrokenArchive, Member
from ingest.archives.names import Names, shown
from ingest.records import Problem

BLOCK = 512
ENDS = ("EOFHeaderError", "EmptyHeaderError")  #: a block of zeros, nothing at all: how an archive may end
MOST_HEADER = 4 * 2**20  #: bytes that `tarfile` may ask for at once: a long name, or a pax header


def begins(head: bytes) -> bool:
    """Whether a tar's first header stands here; its checksum tells, for tars older than the word `ustar` as well."""
    try:
        return bool(tarfile.TarInfo.frombuf(head[:BLOCK], "utf-8", "surrogateescape").name)
    except tarfile.HeaderError:
        return False


#: Headers that are followed by more of themselves: long names, and what pax says of the next file or of all.
LONG = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)


class Forward:
    """A stream that `tarfile` may only read onwards, and not too much at once."""

    def __init__(self, stream: BinaryIO, budget: Budget) -> None:
        self._stream, self._budget, self._offset, self._ends = stream, budget, 0, 0

    def tell(self) -> int:
        return self._offset

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= MOST_HEADER:
            raise tarfile.ReadError(f"a header of {size:,} bytes at byte {self._offset:,}")
        piece = self._stream.read(size)
        self._budget.take(len(piece))
        self._offset += len(piece)
        self._ends += size > 0 and not piece
        if self._ends > 2:  # a header that goes on behind the end would be read for ever
            raise tarfile.ReadError("unexpected end of data")
        return piece

    def seek(self, to: int) -> None:
        while self._offset < to:
            if not self.read(min(PIECE, to - self._offset)):
                raise tarfile.ReadError("unexpected end of data")


class Header(tarfile.TarInfo):
    """A header that remembers why it could not be read: `tarfile` takes a broken one for the end of the archive."""

    @classmethod
    def frombuf(cls, buf: bytes, encoding: str, errors: str) -> tarfile.TarInfo:  # type: ignore[override]
        return checked_size(super().frombuf(buf, encoding, errors))

    @classmethod
    def _frombuf(cls, *buf: Any, **more: Any) -> tarfile.TarInfo:
        """What newer Pythons call instead: they read a long name piece by piece, however long it says it is."""
        return checked_size(super()._frombuf(*buf, **more))  # type: ignore[misc]

    @classmethod
    def fromtarfile(cls, tarfile_: tarfile.TarFile) -> tarfile.TarInfo:  # type: ignore[override]
        try:
            return super().fromtarfile(tarfile_)
        except tarfile.HeaderError as error:
            if type(error).__name__ not in ENDS:
                tarfile_.broken_by = error  # type: ignore[attr-defined]
            raise


def checked_size(header: tarfile.TarInfo) -> tarfile.TarInfo:
    """ReadError for a header whose long name, or what pax says in it, has too many bytes."""
    if header.type in LONG and header.size > MOST_HEADER:
        raise tarfile.ReadError(f"a header of {header.size:,} bytes")
    return header


def members(stream: BinaryIO, budget: Budget) -> Iterator[Member | Problem]:
    """The files of a tar, and a Problem for each that is refused. BrokenArchive where it breaks off."""
    names, last = Names(is_posix=True), ""
    try:
        forward = cast(BinaryIO, Forward(stream, budget))
        with tarfile.open(fileobj=forward, mode="r:", tarinfo=Header) as archive:
            while header := archive.next():
                archive.members = []  # type: ignore[attr-defined] # it would keep them all
                last = shown(header.name)
                try:
                    if name := checked_name(header, names, budget):
                        yield from counted(member_of(archive, header, name), names)
                except BadMember as error:
                    yield Problem(0, f"{last}: left out, {error}.")
            if broken := getattr(archive, "broken_by", None):
                raise BrokenArchive(str(broken))
    except (*BROKEN, tarfile.TarError, BrokenArchive) as error:
        raise BrokenArchive(fault(error, last)) from error


def member_of(archive: tarfile.TarFile, header: tarfile.TarInfo, name: str) -> Member:
    return Member(name, header.size, partial(pieces, archive, header), float(header.mtime) or None)


def counted(member: Member, names: Names) -> Iterator[Member | Problem]:
    """The last one of a name stands for those before it, as it does where a tar is unpacked (`tar -r` adds it so)."""
    if not names.is_again(member.name):
        yield member
        return
    yield replace(member, is_again=True)
    yield Problem(0, f"{shown(member.name)}: the archive has an earlier file of this name; the last one counts.")


def fault(error: Exception, last: str) -> str:
    where = f"behind {last}" if last else "at its beginning"
    return f"The archive cannot be read on {where}: {error}"


def checked_name(header: tarfile.TarInfo, names: Names, budget: Budget) -> str:
    """The name to keep a member under, "" for none. BadMember where it is refused."""
    if header.isdir():
        return ""
    if header.issym() or header.islnk():
        raise BadMember("it is a link")
    if not header.isreg():
        raise BadMember("it is neither a file nor a folder")
    budget.check_member(header.size)
    if name := names.clean(header.name):
        budget.another()
        return name
    return ""


def pieces(archive: tarfile.TarFile, header: tarfile.TarInfo) -> Iterator[bytes]:
    """A member's bytes. BrokenArchive where they break off."""
    try:
        stream = archive.extractfile(header)
        while stream and (piece := stream.read(PIECE)):
            yield piece
    except (*BROKEN, tarfile.TarError) as error:
        raise BrokenArchive(f"The archive breaks off inside {shown(header.name)}: {error}") from error
