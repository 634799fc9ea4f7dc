"""A zip archive, by its directory. Source of the layout: APPNOTE.TXT 6.3.10 (PKWARE); read by Python's `zipfile`."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from benchdb.domain.compression import BROKEN
from ingest.archives import salvage
from ingest.archives.limits import Budget
from ingest.archives.member import PIECE, BadMember, Member
from ingest.archives.names import Names, shown
from ingest.records import Problem

STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
END = b"PK\x05\x06"
END_SIZE = 22 + 65535  #: bytes: the record that ends a zip, with the longest comment
MOST_DIRECTORY = 32 * 2**20  #: bytes; it is held in memory
EXTENDED_TIMESTAMP = 0x5455
UNREADABLE = (*BROKEN, zipfile.BadZipFile, NotImplementedError, RuntimeError, UnicodeDecodeError, struct.error)


def begins(head: bytes) -> bool:
    return head.startswith(STARTS)


def members(raw: BinaryIO, budget: Budget) -> Iterator[Member | Problem]:
    """The files of a zip, and a Problem for each that is refused.

    Without its directory it is read file by file up to where it breaks off: BrokenArchive.
    """
    try:
        check_directory(raw)
        raw.seek(0)
        archive = zipfile.ZipFile(raw)
    except UNREADABLE:
        yield from salvage.members(raw, budget)
        return
    names = Names()
    with archive:
        for entry in archive.infolist():
            try:
                if name := checked_name(entry, names, budget):
                    yield Member(name, entry.file_size, partial(pieces, archive, entry, budget), modified(entry))
            except BadMember as error:
                yield Problem(0, f"{shown(entry.filename)}: left out, {error}.")


def check_directory(raw: BinaryIO) -> None:
    """BadZipFile where the directory is missing, or too large to be held in memory."""
    size = raw.seek(0, 2)
    raw.seek(max(0, size - END_SIZE))
    tail = raw.read(END_SIZE)
    offset = tail.rfind(END)
    if offset < 0 or len(tail) < offset + 22:
        raise zipfile.BadZipFile("there is none; the file breaks off")
    (directory,) = struct.unpack_from("<I", tail, offset + 12)
    if directory > MOST_DIRECTORY:
        raise zipfile.BadZipFile(f"it is larger than {MOST_DIRECTORY // 2**20} MiB")


def modified(entry: zipfile.ZipInfo) -> float | None:
    """When a file was last written, in seconds since 1970. A zip's own date has no zone; an extended timestamp is UTC.

    Source: the ZIP application note's extra field 0x5455 (flags, then a 32 bit time where bit 0 is set).
    """
    extra = entry.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == EXTENDED_TIMESTAMP and size >= 5 and len(extra) >= 9 and extra[4] & 1:
            return float(struct.unpack_from("<i", extra, 5)[0])
        extra = extra[4 + size :]
    return None


def checked_name(entry: zipfile.ZipInfo, names: Names, budget: Budget) -> str:
    """The name to keep a member under, "" for none. BadMember where it is refused."""
    mode = entry.external_attr >> 16
    if not entry.filename:
        raise BadMember("it has no name")
    if entry.is_dir():
        return ""
    if stat.S_ISLNK(mode):
        raise BadMember("it is a link")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise BadMember("it is neither a file nor a folder")
    if entry.flag_bits & 1:
        raise BadMember("it is encrypted; pack it without a password")
    budget.check_member(entry.file_size)
    if name := names.clean(entry.filename):
        budget.another()
        return name
    return ""


def pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: Budget) -> Iterator[bytes]:
    """A member's bytes. BadMember where they are not what the directory says."""
    if entry.header_offset < 0:  # the directory counts bytes that are not there, and Python reckons from its end
        raise BadMember("it cannot be read: some of the archive before it is missing")
    try:
        with archive.open(entry) as stream:
            while piece := stream.read(PIECE):
                budget.take(len(piece))
                yield piece
    except UNREADABLE as error:
        raise BadMember(f"it cannot be read: {shown(str(error))}") from error
