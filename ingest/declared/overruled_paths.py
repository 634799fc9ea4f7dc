"""Lines of `[facts]` that stand above what the paths say of every file: mostly nobody meant that. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchdb.domain.dimensions import TUNING
from benchdb.domain.place import Place
from benchdb.wording import words
from ingest.declared.declared_facts import DeclaredFacts, Scope

SECTION = re.compile(r"\s*\[\s*([^\]]*?)\s*\]")


def flat(facts: Mapping[str, Any]) -> dict[str, str]:
    """Facts as text, each setting by itself: `tuning.KeepAlive`."""
    settings = {f"{TUNING}{name}": value for name, value in facts.get("tuning", {}).items()}
    return {name: str(value) for name, value in {**facts, **settings}.items() if name != "tuning"}


def overruled(declared: DeclaredFacts, scope: Scope, places: Iterable[Place]) -> Iterator[tuple[str, str]]:
    """(the fact, what is to be said of it) of those that this `benchdb.toml` states of all its files."""
    common, other = flat(scope.bundle.common), flat(declared.stated)
    by_paths = {name: dict[str, None]() for name in common if name not in other}
    for place in places if by_paths else ():
        by_path = flat(declared.facts_by_path(place)) if scope.relative(place) is not None else {}
        names = by_paths.keys() & by_path.keys()
        facts = flat(declared.facts_of(place)[0]) if names else {}
        for name in names:
            if facts.get(name) == common[name] != by_path[name]:
                by_paths[name][by_path[name]] = None
            else:
                del by_paths[name]
    for name, stated in by_paths.items():
        if stated:
            yield name, words("paths overruled", name=name, value=common[name], stated=tuple(stated))


def fact_line(name: str, document: str) -> int:
    """Where `[facts]` states it; 0 where that is written otherwise."""
    setting = re.escape(name.removeprefix(TUNING))
    begins = {"facts": rf"""\s*["']?{re.escape(name)}["']?\s*="""}
    if name.startswith(TUNING):
        begins |= {"facts": rf"\s*tuning\s*[.=].*\b{setting}\b", "facts.tuning": rf"""\s*["']?{setting}["']?\s*="""}
    section = ""
    for number, line in enumerate(document.split("\n"), 1):
        if header := SECTION.match(line):
            section = header[1]
        elif section in begins and re.match(begins[section], line):
            return number
    return 0
