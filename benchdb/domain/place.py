"""Where a file of an upload lay: what a `benchdb.toml`, a path pattern and a directory's recordings go by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A file's path, and the archive it came out of."""

    path: str
    archive: int | None = None

    @property
    def folder(self) -> str:
        """`a/b/run1.log` lies in `a/b`; loose files lie in ""."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]
