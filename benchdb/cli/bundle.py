"""Files and what is said of them -> one .tar.gz with a `benchdb.toml`."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w


def packed(target: Path, files: Sequence[Path], told: Mapping[str, Any]) -> Path:
    """Write the bundle to `target`. What is said comes first, so that a bundle that breaks off still says it."""
    with tarfile.open(target, "w:gz") as archive:
        content = tomli_w.dumps(told).encode()
        header = tarfile.TarInfo("benchdb.toml")
        header.size, header.mtime = len(content), int(max((file.stat().st_mtime for file in files), default=0))
        archive.addfile(header, io.BytesIO(content))
        for file in files:
            archive.add(file, file.name, recursive=False)
    return target
