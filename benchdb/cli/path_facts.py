"""What the paths of a folder state, by `--pattern` or by the `benchdb.toml` above each; and what is wrong with that."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence

from benchdb.cli.folder import LogFile
from benchdb.cli.recording.bundle import READERS, BadStatement, checked_facts
from benchdb.domain.patterns import BadPattern, PathPattern, path_pattern
from benchdb.domain.text.tomls import toml_text


class PathFacts:
    """As the site reads them: `--pattern` stands above every `benchdb.toml`, the inner one above the outer."""

    def __init__(self, stated: PathPattern | None, tomls: Sequence[LogFile] = ()) -> None:
        self._stated = stated
        self._by_folder = {} if stated else dict(patterns_of(tomls))

    def __bool__(self) -> bool:
        return self._stated is not None or bool(self._by_folder)

    def of(self, file: LogFile) -> Mapping[str, str] | None:
        """Field -> text. {} where no pattern is meant for it, None where its pattern does not match."""
        if self._stated:
            return self._stated.stated(file.name)
        folder = file.name.rpartition("/")[0]
        while folder not in self._by_folder and folder:
            folder = folder.rpartition("/")[0]
        if folder not in self._by_folder:
            return {}
        return self._by_folder[folder].stated(file.name.removeprefix(f"{folder}/"))

    def unmatched(self, files: Sequence[LogFile]) -> list[str]:
        """Paths that their pattern does not match."""
        return [file.name for file in files if self.of(file) is None]

    def misread(self, files: Sequence[LogFile]) -> dict[str, list[str]]:
        """Path -> what is wrong with what it states, where something is."""
        faults = {
            file.name: [fault for field, text in (self.of(file) or {}).items() if (fault := fault_of(field, text))]
            for file in files
        }
        return {path: of_path for path, of_path in faults.items() if of_path}


def patterns_of(tomls: Sequence[LogFile]) -> Iterator[tuple[str, PathPattern]]:
    """Folder -> its pattern. One that is none was refused by the site before."""
    for file in tomls:
        try:
            pattern = tomllib.loads(toml_text(file.path.read_bytes())).get("pattern")
            if isinstance(pattern, str) and pattern.strip():
                yield file.name.rpartition("/")[0], path_pattern(pattern.strip())
        except (ValueError, BadPattern):
            continue


def fault_of(field: str, text: str) -> str:
    """What is wrong with one field of a path; "" for nothing. The site says the same, and counts the other fields."""
    try:
        checked_facts({field: text} if field in READERS else {"machine": text})
    except BadStatement as bad:
        return f"{field}: {bad.fault}"
    return ""
