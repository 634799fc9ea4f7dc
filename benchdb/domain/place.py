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

    @property
    def stem(self) -> str:
        """What the name of a log and that of a recording beside it may share: `a/run1.log.gz` is `run1`."""
        name = self.name
        for packed in (".gz", ".bz2", ".xz", ".zst"):
            name = name.removesuffix(packed)
        return name.rpartition(".")[0] or name
