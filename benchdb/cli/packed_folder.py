"""A folder that describes a study -> one bundle, since a study is one upload; sent and reported as `upload` does."""

from __future__ import annotations

import gzip
import tarfile
import tomllib
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchdb.cli.folder import LogFile
from benchdb.cli.site import Site
from benchdb.cli.upload import upload
from benchdb.domain.text.tomls import toml_text


def has_study(tomls: Sequence[LogFile]) -> bool:
    """Whether a `benchdb.toml` describes one. Of one that is no TOML the site says why."""
    return any(map(describes_study, tomls))


def describes_study(file: LogFile) -> bool:
    try:
        return "study" in tomllib.loads(toml_text(file.path.read_bytes()))
    except ValueError:
        return False


def send_packed(options: Namespace, site: Site, files: Sequence[LogFile]) -> int:
    """The exit status, as of `upload`: the same folder sent again stores nothing twice."""
    with TemporaryDirectory() as folder:
        bundle = Path(folder, f"{options.folder.resolve().name or 'folder'}.tar.gz")
        pack(bundle, files)
        print(f"benchdb: {len(files)} files are sent as one bundle: a benchdb.toml among them describes a study")
        return upload(Namespace(files=[bundle], facts=options.facts, wait=options.wait), site)


def pack(bundle: Path, files: Sequence[LogFile]) -> None:
    """The same files always give the same bytes."""
    with (
        bundle.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(mode="w", fileobj=packed) as archive,
    ):
        for file in files:
            with file.path.open("rb") as content:
                entry = archive.gettarinfo(arcname=file.name, fileobj=content)
                entry.type, entry.size = tarfile.REGTYPE, file.size  # a second link to a file is a file, too
                entry.uid, entry.gid, entry.uname, entry.gname, entry.mode = 0, 0, "", "", 0o644
                archive.addfile(entry, content)
