"""`benchdb import DIR --dry-run`: what would be sent, and what would be known of each file.

Of files that the pattern does not match, only logs of loads are told: it is not meant for what was recorded beside
them. Which is which the site says, which reads the beginnings of the new ones and keeps nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchdb.cli.folder import LogFile, parts
from benchdb.cli.path_facts import PathFacts, fault_of
from benchdb.cli.site import Refused, Site
from benchdb.cli.upload import as_line
from benchdb.domain.text.tomls import is_almost

MOST_SHOWN = 20  #: paths, and of each kind of trouble
BEGINNING = 2**18  #: bytes of a file by which the site knows what it is
LONGEST = 80  #: characters of a fact
NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class WouldHold:
    """What the site says of a folder's paths."""

    stated: Mapping[str, Mapping[str, str]]  #: path -> fact -> value; empty where the site is of before
    notices: Sequence[Mapping[str, Any]]  #: of a `benchdb.toml` as a whole


def show(
    files: Sequence[LogFile], known: Mapping[str, Any], by_path: PathFacts, would: WouldHold, unmatched: Collection[str]
) -> None:
    """Each of the first files, with its facts. `unmatched`: paths of which it is told that the pattern says nothing."""
    for file in files[:MOST_SHOWN]:
        facts = facts_of(file, by_path, would.stated.get(file.name))
        words = ["does not match the pattern", *facts] if file.name in unmatched else facts
        print(f"{'known ' if file.name in known else 'new   '} {file.name}  {'  '.join(words)}".rstrip())
    if len(files) > MOST_SHOWN:
        print(f"and {len(files) - MOST_SHOWN} more")
    there = sum(file.name in known for file in files)
    print(f"{len(files)} files: {len(files) - there} would be sent, {there} are there already")
    for notice in would.notices[:MOST_SHOWN]:
        print(as_line(notice), file=sys.stderr)
    for file in (file for file in files if is_almost(file.path.name)):
        print(f"  {file.name}: facts are read from files of the name benchdb.toml alone", file=sys.stderr)


def facts_of(file: LogFile, by_path: PathFacts, stated: Mapping[str, str] | None) -> list[str]:
    """What is stated of a file, in the order of its path; what cannot be is said not to be applied. A site of before
    does not say what else than the path there is (`stated` is None)."""
    of_path = by_path.of(file) or {}
    faulty = {name: f"{text} (not applied)" for name, text in of_path.items() if fault_of(name, text)}
    facts = {**(of_path if stated is None else stated), **faulty}
    return [f"{name}={short(facts[name])}" for name in dict.fromkeys((*of_path, *facts)) if name in facts]


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def logs_among(site: Site, files: Sequence[LogFile], known: Mapping[str, Any]) -> set[str]:
    """The paths of those that are logs of loads, and of those of which nobody knows."""
    there, new = ([file for file in files if (file.name in known) is is_known] for is_known in (True, False))
    uploads = {known[file.name]["upload"] for file in there}
    logs = with_runs(site.status(number) for number in sorted(uploads))
    return {file.name for file in there if file.name in logs} | new_logs(site, new)


def with_runs(statuses: Iterable[Mapping[str, Any]]) -> set[str]:
    """The files of which runs were stored."""
    return {run["file"] for status in statuses for run in (*status["runs"], *status["excluded"])}


def new_logs(site: Site, files: Sequence[LogFile]) -> set[str]:
    """As many as one dry run takes are looked at, one of each name first; of the others, what is called alike says."""
    by_kind = dict[str, list[LogFile]]()
    for file in files:
        by_kind.setdefault(kind(file), []).append(file)
    first = [some[0] for some in by_kind.values()]
    looked = next(parts([*first, *(file for some in by_kind.values() for file in some[1:])], BEGINNING), [])
    if not looked:
        return set()
    try:
        logs = run_files(site, looked)
    except Refused:  # a site that is busy, or that this token may not send to: then all are told
        return {file.name for file in files}
    names = {file.name: kind(file) in {kind(one) for one in looked if one.name in logs} for file in files}
    names |= {file.name: file.name in logs for file in looked}
    unseen = by_kind.keys() - {kind(file) for file in looked}
    return {file.name for file in files if names[file.name] or kind(file) in unseen}


def kind(file: LogFile) -> str:
    """Files that are called alike, but for numbers, are mostly of one kind."""
    return NUMBERS.sub("#", file.path.name)


def run_files(site: Site, files: Sequence[LogFile]) -> set[str]:
    """Those in whose beginning a run is. Nothing of them is kept."""
    with TemporaryDirectory() as folder:
        beginnings = [(beginning(file, Path(folder, str(number))), file.name) for number, file in enumerate(files)]
        answer = site.upload(beginnings, {}, dry_run="true")
    return {run["file"] for run in answer.get("runs", ())}


def beginning(file: LogFile, place: Path) -> Path:
    """The file itself, where it is short."""
    if file.size <= BEGINNING:
        return file.path
    with file.path.open("rb") as content:
        place.write_bytes(content.read(BEGINNING))
    return place
