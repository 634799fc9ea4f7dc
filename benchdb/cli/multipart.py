"""A form with files as bytes, piece by piece: files of any size in little memory. Source: RFC 7578."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PIECE = 256 * 1024  #: bytes


class Form:
    """Fields, and files in the field `file`. Can be sent again: every iteration reads the files anew."""

    def __init__(self, fields: Mapping[str, str], files: Sequence[Path]) -> None:
        self._boundary = secrets.token_hex(16)
        self._end = f"--{self._boundary}--\r\n".encode()
        self._fields = b"".join(
            self._head(f'name="{name}"') + f"{value}\r\n".encode() for name, value in fields.items()
        )
        self._files = [(path, self._head(f'name="file"; filename="{plain(path.name)}"')) for path in files]

    def _head(self, disposition: str) -> bytes:
        return f"--{self._boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode()

    @property
    def headers(self) -> dict[str, str]:
        size = len(self._fields) + sum(len(head) + path.stat().st_size + 2 for path, head in self._files)
        kind = f"multipart/form-data; boundary={self._boundary}"
        return {"Content-Type": kind, "Content-Length": str(size + len(self._end))}

    def __iter__(self) -> Iterator[bytes]:
        yield self._fields
        for path, head in self._files:
            yield head
            with path.open("rb") as file:
                while piece := file.read(PIECE):
                    yield piece
            yield b"\r\n"
        yield self._end


def plain(name: str) -> str:
    """A file's name as the header can hold it; the field `paths` has the true one."""
    return "".join(c if c.isprintable() and c not in '"\\' else "_" for c in name).encode("utf-8", "replace").decode()
