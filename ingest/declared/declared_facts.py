"""All that people say of an upload's files (fields, each `benchdb.toml`, the path pattern) -> the facts of one file.

A `benchdb.toml` speaks of the files beside and below it; inside an archive, of that archive's files alone. The fields
stand above them all, the inner `benchdb.toml` above the outer one, and all of them above what the path says. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchdb.domain.caveats import Phrase
from benchdb.domain.patterns import DECIMAL, FIELDS, PathPattern, path_pattern
from benchdb.domain.place import Place
from benchdb.domain.versions import other_server
from benchdb.wording import sentences, words
from ingest.declared.facts import BUNDLE_FILE, OF_ALL_FILES, OWN_RUNS, BadFact, Bundle, clean, in_file
from ingest.declared.systems import System
from ingest.records import Problem, RunRecord

#: What a log mostly says itself: its own word stands above the path's.
OF_THE_LOG = {"concurrency": "concurrency", "rate": "rate_planned"}


@dataclass(frozen=True, slots=True)
class Scope:
    """What one `benchdb.toml` says, and of which files."""

    archive: int | None
    folder: str
    bundle: Bundle

    @property
    def file(self) -> str:
        """The path of the `benchdb.toml` itself."""
        return f"{self.folder}/{BUNDLE_FILE}" if self.folder else BUNDLE_FILE

    def relative(self, place: Place) -> str | None:
        """The file's path as seen from here; None where this says nothing of it."""
        if self.archive is None and not self.folder:
            return place.path
        if self.archive != place.archive:
            return None
        inside = f"{self.folder}/" if self.folder else ""
        return place.path.removeprefix(inside) if place.path.startswith(inside) else None


Folder = tuple[int | None, str]  #: (the archive it is in, its path)


class DeclaredFacts:
    """What is said of an upload's files."""

    def __init__(
        self, stated: Mapping[str, Any], scopes: Sequence[Scope] = (), systems: Mapping[Folder, System] | None = None
    ) -> None:
        """`stated`: the upload's fields, clean. BadFact where two files describe a study."""
        self.systems = systems or {}
        self.stated = {name: value for name, value in stated.items() if name not in OF_ALL_FILES}
        self.own_runs = bool(stated.get(OWN_RUNS))  #: bytes known under other facts are stored under these too
        self._pattern = stated.get("pattern", "")
        self.scopes = sorted(scopes, key=lambda scope: (scope.archive is not None, scope.folder.count("/")))
        studies = [scope for scope in self.scopes if scope.bundle.study]
        if len(studies) > 1:
            raise in_file("two studies", files=tuple(scope.file for scope in studies))
        self.study: Mapping[str, Any] = studies[0].bundle.study if studies else {}
        self.machines = {name: facts for scope in self.scopes for name, facts in scope.bundle.machines.items()}

    def facts_of(self, place: Place) -> tuple[dict[str, Any], dict[str, Any]]:
        """(what stands above the log's own word, what stands below it)."""
        facts: dict[str, Any] = {}
        for scope in self.scopes:
            if (path := scope.relative(place)) is not None:
                facts = merged(facts, scope.bundle.facts_of(path))
        by_path, below = self._by_path(place)
        stated = merged(merged(by_path, facts), self.stated)
        return {name: fact for name, fact in stated.items() if fact is not None}, below

    def facts_by_path(self, place: Place) -> dict[str, Any]:
        """What the path says that stands above the log's own word; anything else that is said stands above that."""
        return self._by_path(place)[0]

    def pattern_for(self, place: Place) -> tuple[PathPattern | None, str]:
        """The pattern that holds for a file, and the path to compare with it."""
        if self._pattern:
            return path_pattern(self._pattern), place.path
        for scope in reversed(self.scopes):
            path = scope.relative(place)
            if path is not None and scope.bundle.pattern:
                return path_pattern(scope.bundle.pattern), path
        return None, place.path

    def _by_path(self, place: Place) -> tuple[dict[str, Any], dict[str, Any]]:
        pattern, path = self.pattern_for(place)
        stated = (pattern.stated(path) if pattern else None) or {}
        above, _ = readable(stated)  # `trouble` tells what is not
        return above, {fact: number(name, stated[name]) for name, fact in OF_THE_LOG.items() if name in stated}

    def unmatched(self, place: Place) -> str:
        """That the path is not of the pattern's form, as a sentence; "" where it is, or there is no pattern."""
        pattern, path = self.pattern_for(place)
        if pattern is None or pattern.stated(path) is not None:
            return ""
        return words("path of another form", path=path, pattern=pattern.text)

    def trouble(self, place: Place) -> list[Problem]:
        """A problem for whatever the path says that cannot be."""
        pattern, path = self.pattern_for(place)
        stated = (pattern.stated(path) if pattern else None) or {}
        _, faults = readable(stated)
        kind = "path says what cannot be" if len(stated) > len(faults) else "path says nothing"
        by = {"path": path, "pattern": pattern.text if pattern else ""}
        return [Problem(0, words(kind, **by, fault=fault)) for fault in faults]

    def contradictions(self, place: Place, record: RunRecord) -> list[Problem]:
        """A problem where the path says otherwise than the log what the log measured itself, or people otherwise than
        the server that answered."""
        above, below = self.facts_of(place)
        problems = [Problem(record.line, text) for text in sentences(other_server(above.get("server"), record.facts))]
        return problems + [
            Problem(record.line, words("path against log", name=name, stated=below[fact], logged=record.facts[fact]))
            for name, fact in OF_THE_LOG.items()
            if fact in below and record.facts.get(fact) not in (None, below[fact])
        ]


def readable(stated: Mapping[str, str]) -> tuple[dict[str, Any], list[Phrase]]:
    """(the facts that a path states above its log's own word, what is wrong with those that cannot be)."""
    facts, faults = dict[str, Any](), list[Phrase]()
    for name, value in stated.items():
        if name in OF_THE_LOG:
            continue
        try:
            facts = merged(facts, clean(as_facts({name: value})))
        except BadFact as error:
            faults.append(error.phrase)
    return facts, faults


def as_facts(stated: Mapping[str, str]) -> dict[str, object]:
    """`tuning.NAME` as settings of the fact `tuning`."""
    settings = {name.removeprefix("tuning."): value for name, value in stated.items() if name.startswith("tuning.")}
    facts: dict[str, object] = {name: value for name, value in stated.items() if not name.startswith("tuning.")}
    return facts | ({"tuning": settings} if settings else {})


def number(name: str, value: str) -> int | float:
    return float(value) if FIELDS[name] == DECIMAL else int(value)


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both; where both state a fact, `above`. Settings are merged one by one, notes are joined."""
    facts = {**below, **above}
    if below.get("tuning") and above.get("tuning"):
        facts["tuning"] = {**below["tuning"], **above["tuning"]}
    if below.get("notes") and above.get("notes"):
        facts["notes"] = f"{above['notes']}\n{below['notes']}"
    return facts
