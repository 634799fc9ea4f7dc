"""A zip that lost its end, and with it its directory: its files by the header that stands before each.

Source of the layout: APPNOTE.TXT 6.3.10 (PKWARE), 4.3.7 "Local file header", 4.3.9 "Data descriptor".
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.archives.limits import Budget
from ingest.archives.member import PIECE, BadMember, BrokenArchive, Member
from ingest.archives.names import Names, shown
from ingest.records import Problem

HEADER = struct.Struct("<4s5H3I2H")
FILE, DESCRIPTOR = b"PK\x03\x04", b"PK\x07\x08"
ENCRYPTED, SIZE_COMES_LATER, UTF8 = 1, 8, 2048
LOST = "The zip archive has lost its directory, which stands at its end"
BEYOND = 2**32 - 1  #: a size that stands elsewhere (zip64)


@dataclass
class Entry:
    """One file, as its own header tells it, and the place where the next one begins once it is read."""

    raw: BinaryIO
    budget: Budget
    flags: int
    method: int
    crc: int
    packed: int  #: bytes; 0 where they come later
    size: int
    name: str
    _read: int = field(default=0)

    def pieces(self) -> Iterator[bytes]:
        """The file's bytes. BrokenArchive where they break off; nothing behind it can be found then."""
        crc = 0
        for piece in self._unpacked():
            crc = zlib.crc32(piece, crc)
            self.budget.take(len(piece))
            yield piece
        if not self.flags & SIZE_COMES_LATER and crc != self.crc:
            raise BadMember("it is damaged: its checksum does not match")

    def _unpacked(self) -> Iterator[bytes]:
        if self.method == zipfile.ZIP_STORED:
            yield from self._packed()
            return
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        for piece in self._packed():
            try:
                yield inflating.decompress(piece, PIECE)
                while inflating.unconsumed_tail:
                    yield inflating.decompress(inflating.unconsumed_tail, PIECE)
            except zlib.error as error:
                raise BrokenArchive(f"{LOST}, and {shown(self.name)} is damaged: {error}") from error
            if inflating.eof:
                self.raw.seek(-len(inflating.unused_data), io.SEEK_CUR)
                return

    def _packed(self) -> Iterator[bytes]:
        left = BEYOND if self.flags & SIZE_COMES_LATER else self.packed
        while left:
            piece = self.raw.read(min(PIECE, left))
            if not piece:
                raise BrokenArchive(f"{LOST}: it breaks off inside {shown(self.name)}")
            left -= len(piece)
            yield piece

    def pass_descriptor(self) -> None:
        """Behind a file whose size came later: its checksum and sizes, with or without a word before them."""
        if self.flags & SIZE_COMES_LATER:
            self.raw.read(12 if self.raw.read(4) == DESCRIPTOR else 8)


def members(raw: BinaryIO, budget: Budget) -> Iterator[Member | Problem]:
    """The files up to where the zip breaks off, which it always does: BrokenArchive ends it."""
    names, last, offset = Names(), "", 0
    while True:
        raw.seek(offset)
        entry = next_entry(raw, budget, last)
        last, begins, was_read = entry.name, raw.tell(), False

        def pieces(entry: Entry = entry) -> Iterator[bytes]:
            nonlocal was_read
            yield from entry.pieces()
            was_read = True

        try:
            if name := checked_name(entry, names):
                yield Member(name, BEYOND if entry.flags & SIZE_COMES_LATER else entry.size, pieces)
        except BadMember as error:
            yield Problem(0, f"{shown(last)}: left out, {error}.")
        if entry.flags & SIZE_COMES_LATER:
            if not was_read:
                raw.seek(begins)
                for _ in entry.pieces():
                    pass
            entry.pass_descriptor()
            offset = raw.tell()
        else:
            offset = begins + entry.packed


def next_entry(raw: BinaryIO, budget: Budget, last: str) -> Entry:
    """The file whose header stands here. BrokenArchive where none does."""
    where = f"behind {shown(last)}" if last else "at its beginning"
    header = raw.read(HEADER.size)
    if len(header) < HEADER.size or not header.startswith(FILE):
        raise BrokenArchive(f"{LOST}: it breaks off {where}")
    _, _, flags, method, _, _, crc, packed, size, name_size, extra = HEADER.unpack(header)
    name = raw.read(name_size).decode("utf-8" if flags & UTF8 else "cp437", "replace")
    raw.read(extra)
    budget.another()
    readable = method == zipfile.ZIP_DEFLATED or (method == zipfile.ZIP_STORED and not flags & SIZE_COMES_LATER)
    if BEYOND in (packed, size) or (flags & SIZE_COMES_LATER and not readable):
        raise BrokenArchive(f"{LOST}; what is left of it can be read only up to {shown(name)}")
    return Entry(raw, budget, flags, method, crc, packed, size, printable(name))


def checked_name(entry: Entry, names: Names) -> str:
    """The name to keep a file under, "" for none. BadMember where it is refused."""
    if entry.name.endswith("/"):
        return ""
    if entry.flags & ENCRYPTED:
        raise BadMember("it is encrypted; pack it without a password")
    if entry.method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadMember(f"it is compressed by method {entry.method}, which only a whole zip can be read with")
    entry.budget.check_member(entry.size)
    return names.clean(entry.name)
