"""What is stated of a folder's files, held against what the site has of their bytes."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass

from tqdm import tqdm

from benchdb.cli.folder import LogFile
from benchdb.cli.importing.outcome import Known
from benchdb.cli.site import Refused, Site
from benchdb.domain.patterns import BadPattern, PathPattern, path_pattern
from benchdb.domain.text.tomls import NotText, toml_text


def read_pattern(text: str) -> PathPattern | None:
    try:
        return path_pattern(text) if text else None
    except BadPattern as error:
        raise Refused(f"--pattern: {error}") from error


@dataclass(frozen=True, slots=True)
class There:
    """What the site has of a folder."""

    states: Known  #: path -> upload and state, of those that need not be sent
    apart: set[str]  #: paths whose bytes are there as those of other runs, by what is stated of them, or of other loads


def those_there(site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], options: Namespace) -> There:
    by_digest = site.existing_logs([file.sha256 for file in bar(files, "look")])
    apart = of_other_runs(site, [file for file in files if file.sha256 in by_digest], tomls, options)
    there = (file for file in files if file.sha256 in by_digest and file.name not in apart)
    return There({file.name: by_digest[file.sha256] for file in there}, apart)


def of_other_runs(site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], options: Namespace) -> set[str]:
    """Paths of those that are there and of which the site would store another run, by what is stated of them, and of
    recordings that lie beside other loads here."""
    if options.facts.get("own_runs"):
        return set()
    return site.of_other_runs([(file.sha256, file.name) for file in files], options.facts, texts_of(tomls))


def under_other_facts(
    site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], options: Namespace
) -> dict[str, list[str]]:
    """Path -> which of the stated facts hold for nothing that is stored of its bytes."""
    if options.facts.get("own_runs"):
        return {}
    return site.not_applied([(file.sha256, file.name) for file in files], options.facts, texts_of(tomls))


def texts_of(tomls: Sequence[LogFile]) -> dict[str, str]:
    """Folder -> what its `benchdb.toml` holds."""
    return {file.name.rpartition("/")[0]: text_of(file) for file in tomls}


def text_of(file: LogFile) -> str:
    try:
        return toml_text(file.path.read_bytes())
    except NotText as error:
        raise Refused(f"{file.name}, line {error.line}: {error}") from error


def bar(files: Sequence[LogFile], word: str) -> tqdm[LogFile]:
    return tqdm(files, desc=word, unit=" files", disable=not sys.stderr.isatty())
