"""A folder of logs: its files, their digests, and the parts they are sent in."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from pathlib import Path

from benchdb.domain.text.names import kept_path

AT_ONCE = 200  #: files of one upload
MOST_BYTES = 64 * 2**20  #: of one upload, where it has more than one file
TOML = "benchdb.toml"
OTHERS = ((Path.is_fifo, "a pipe"), (Path.is_socket, "a socket"), (Path.is_block_device, "a device"))


@dataclass(frozen=True)
class LogFile:
    """One file below the folder."""

    path: Path
    name: str  #: from the folder on, with slashes, as the site keeps it
    raw: str = ""  #: likewise, as the disk has it

    @cached_property
    def size(self) -> int:
        return self.path.stat().st_size

    @cached_property
    def sha256(self) -> str:
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def files_below(folder: Path) -> list[LogFile]:
    """Every file, in the order of names; hidden files and folders are passed over, links to folders not followed."""
    paths = [path for _, files in walked(folder) for path in files if path.is_file()]
    names = [path.relative_to(folder).as_posix() for path in paths]
    kept = [kept_path(name, is_posix=True) for name in names]
    times = Counter(kept)  # two that would be kept under one name stay two
    return [
        LogFile(path, as_kept if times[as_kept] == 1 else name, name)
        for path, name, as_kept in zip(paths, names, kept, strict=True)
    ]


def left_out(folder: Path) -> Iterator[tuple[str, str]]:
    """(path from the folder on, what it is) of what is neither a file nor a folder of its own: links to folders, which
    may lead elsewhere or above, links to nothing, pipes, sockets, devices."""
    for folders, files in walked(folder):
        for path in (*folders, *files):
            if what := what_else(path):
                yield path.relative_to(folder).as_posix(), what


def what_else(path: Path) -> str:
    """ "" for a file and for a folder."""
    if path.is_dir():
        return "a link to a folder" if path.is_symlink() else ""
    if path.is_file():
        return ""
    if not path.exists():
        return "a link to nothing"
    return next((what for is_one, what in OTHERS if is_one(path)), "no file")


def walked(folder: Path) -> Iterator[tuple[list[Path], list[Path]]]:
    """The folders and the files of each folder that is not hidden, in the order of names."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not hidden(name))
        yield [Path(where, name) for name in folders], [Path(where, name) for name in sorted(names) if not hidden(name)]


def hidden(name: str) -> bool:
    return name.startswith(".") or name in ("__MACOSX", "Thumbs.db", "desktop.ini")


def is_toml(file: LogFile) -> bool:
    return file.path.name == TOML


def parts(files: Sequence[LogFile], most_of_each: int = MOST_BYTES) -> Iterator[list[LogFile]]:
    """The files in their order, cut so that none is too large: between two folders, where both fit. The same files are
    always cut alike. `most_of_each`: bytes that are sent of a file.
    """
    part = list[LogFile]()
    for _, beside in groupby(files, key=lambda file: file.name.rpartition("/")[0]):
        folder = list(beside)
        if part and not fits([*part, *folder], most_of_each) and fits(folder, most_of_each):
            yield part
            part = []
        for file in folder:
            if part and not fits([*part, file], most_of_each):
                yield part
                part = []
            part.append(file)
    if part:
        yield part


def fits(files: Sequence[LogFile], most_of_each: int) -> bool:
    """Whether they are one upload."""
    if len(files) > AT_ONCE:
        return False
    return len(files) == 1 or sum(min(file.size, most_of_each) for file in files) <= MOST_BYTES


def name_of(files: Sequence[LogFile], facts: Mapping[str, str]) -> str:
    """Of a folder that is sent in several uploads, by all that is in it and said of it; "" where one is enough.

    The command that goes on after an interruption has the same name for it.
    """
    if len(list(islice(parts(files), 2))) < 2:
        return ""
    every = [sorted(facts.items()), sorted((file.name, file.sha256) for file in files)]
    return hashlib.sha256(json.dumps(every).encode()).hexdigest()
