"""Where a file of an upload lay: what a `benchdb.toml`, a path pattern and a directory's recordings go by."""

from __future__ import annotations

from dataclasses import dataclass

#: Key among an upload's facts, and no fact: what all parts of one folder are called, where it was sent in several.
IMPORT = "import"
#: What people write beside logs: by the end of its name, or by what comes before that.
NOTES = (".md", ".markdown", ".rst", ".adoc", ".org")
NOTE_STEMS = frozenset(
    (
        "readme",
        "note",
        "notes",
        "todo",
        "license",
        "licence",
        "copying",
        "changelog",
        "changes",
        "origin",
        "authors",
        "about",
    )
)


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

    @property
    def is_of_a_note(self) -> bool:
        """Whether a file of this name is no log, where nothing in it can be read as one."""
        return self.name.lower().endswith(NOTES) or self.stem.lower() in NOTE_STEMS
