"""How far the paths of chosen files are of a pattern's form: said before anything is sent. Pure.

A browser puts the name of a chosen folder before every path, `benchdb import FOLDER` does not: where the pattern
matches none of the paths as they are, they are compared without what they all begin with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchdb.domain.patterns import PathPattern
from ingest.declared.facts import BUNDLE_FILE

#: Files that have paths of their own within.
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst")


@dataclass(frozen=True, slots=True)
class PatternFit:
    paths: int  #: of logs; what archives hold is not known yet
    matching: int
    folder: str  #: that every path begins with, where the pattern matches only without it
    example: str  #: a path that matches; where none does, one that does not. "" where there is none
    stated: Mapping[str, str] = field(default_factory=dict)  #: what the example states


def pattern_fit(pattern: PathPattern, paths: Sequence[str]) -> PatternFit:
    logs = [path for path in paths if path.rpartition("/")[2] != BUNDLE_FILE and not path.lower().endswith(ARCHIVES)]
    fit = compared(pattern, logs)
    folder = common_folder(logs)
    if fit.matching or not folder:
        return fit
    inside = compared(pattern, [path.removeprefix(f"{folder}/") for path in logs], folder)
    return inside if inside.matching else fit


def compared(pattern: PathPattern, paths: Sequence[str], folder: str = "") -> PatternFit:
    matching = [path for path in paths if pattern.stated(path) is not None]
    example = next(iter(matching or paths), "")
    return PatternFit(len(paths), len(matching), folder, example, pattern.stated(example) or {})


def common_folder(paths: Sequence[str]) -> str:
    """The folder that all of them lie in, `logs` of `logs/a/run1.log`; "" where there is none."""
    folders = {path.partition("/")[0] if "/" in path else "" for path in paths}
    return folders.pop() if len(folders) == 1 else ""
