"""What a `benchdb.toml` says of nothing: a pattern that no file matches, a machine that no run was made on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fnmatch import translate

from benchdb.domain.place import Place
from benchdb.models import UploadFile
from benchdb.wording import words
from ingest.declared.declared_facts import Scope
from ingest.declared.facts import BUNDLE_FILE
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import NOTICE, OF_PATH, problem_as_json
from ingest.records import Problem

MOST = 20  #: of one `benchdb.toml`


def note_unused(ingestion: Ingestion, machines: Collection[str]) -> None:
    """Notices on each `benchdb.toml`, with their lines. `machines`: names of which there is no machine."""
    if not any(scope.bundle.by_pattern for scope in ingestion.declared.scopes) and not machines:
        return
    rows = ingestion.upload.files.select_related("log")
    places = [Place(name, archive) for name, archive in rows.values_list("name", "archive")]
    for scope in ingestion.declared.scopes:
        if unused := [*unmatched(scope, places), *undescribed(scope, machines)][:MOST]:
            for file in rows.filter(name=scope.file, archive=scope.archive)[:1]:
                note(file, unused)


def unmatched(scope: Scope, places: Collection[Place]) -> Iterator[tuple[str, str]]:
    """(section, what is to be said of it)."""
    paths = [path for place in places if (path := scope.relative(place)) is not None and place.name != BUNDLE_FILE]
    for pattern, _ in scope.bundle.by_pattern:
        matches = re.compile(translate(pattern)).match
        if not any(map(matches, paths)):
            yield f"files.{pattern}", words("pattern of no file", pattern=pattern)


def undescribed(scope: Scope, machines: Collection[str]) -> Iterator[tuple[str, str]]:
    for name in scope.bundle.machines:
        if name in machines:
            yield f"machines.{name}", words("machine of no run", machine=name)


def note(file: UploadFile, unused: Collection[tuple[str, str]]) -> None:
    with file.log.open() as stream:
        document = stream.read().decode("utf-8-sig", "replace")
    problems = [problem_as_json(Problem(section_line(section, document), text)) for section, text in unused]
    file.problems = [*file.problems, *({**problem, OF_PATH: True, NOTICE: True} for problem in problems)]
    file.save(update_fields=("problems",))


def section_line(section: str, document: str) -> int:
    """Where `[files."*.sar"]` stands; 0 where it is written otherwise."""
    kind, _, name = section.partition(".")
    begin = re.compile(rf"""\s*\[\s*{kind}\s*\.\s*(["']?){re.escape(name)}\1\s*\]""")
    return next((number for number, line in enumerate(document.split("\n"), 1) if begin.match(line)), 0)
