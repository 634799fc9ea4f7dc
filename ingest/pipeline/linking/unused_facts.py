"""What a `benchdb.toml` says of nothing: a pattern that no file matches, a machine that no run was made on; and what
it says of everything, against the paths."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Q

from benchdb.domain.place import Place
from benchdb.domain.text.tomls import toml_text
from benchdb.models import UploadFile
from benchdb.wording import words
from ingest.declared.declared_facts import DeclaredFacts, Scope
from ingest.declared.facts import BUNDLE_FILE
from ingest.declared.overruled_paths import fact_line, overruled
from ingest.declared.path_sections import about_none
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.parts import others
from ingest.pipeline.outcomes import NOTICE, OF_PATH, problem_as_json
from ingest.records import Problem

MOST = 20  #: of one `benchdb.toml`


def note_unused(ingestion: Ingestion, machines: Collection[str]) -> None:
    """Notices on each `benchdb.toml`, with their lines. `machines`: names of which there is no machine.

    Of a folder that comes in several uploads, by all that is there now: what was noted on an earlier part and is no
    longer true is taken back.
    """
    scopes = ingestion.declared.scopes
    if not any(scope.bundle.by_pattern or scope.bundle.common for scope in scopes) and not machines:
        return
    rows = ingestion.upload.files.select_related("log")
    places, noted = places_of(ingestion), dict[tuple[str, str], list[Problem]]()
    for scope in scopes:
        for file in rows.filter(name=scope.file, archive=scope.archive)[:1]:
            problems = list(notices(ingestion.declared, scope, places, machines, text_of(file)))
            noted[file.name, file.log_id] = problems
            if problems:
                note(file, problems)
    forget_notices(ingestion, noted)


def places_of(ingestion: Ingestion) -> list[Place]:
    """Of the upload's files, and of those of the other parts that came by themselves."""
    ours = ingestion.upload.files.values_list("name", "archive")
    theirs = UploadFile.objects.filter(upload__in=others(ingestion), archive=None).values_list("name", "archive")
    return [Place(name, archive) for name, archive in chain(ours, theirs if others(ingestion) else ())]


def forget_notices(ingestion: Ingestion, noted: Mapping[tuple[str, str], Sequence[Problem]]) -> None:
    """Those on the same `benchdb.toml` of other parts, but for what is still `noted` of it."""
    for file in tomls_of_parts(ingestion):
        if (file.name, file.log_id) not in noted:
            continue
        still = [problem_as_json(problem) for problem in noted[file.name, file.log_id]]
        kept = [one for one in file.problems if not one.get(NOTICE) or as_noted(one) in still]
        if kept != file.problems:
            file.problems = kept
            file.save(update_fields=("problems",))


def tomls_of_parts(ingestion: Ingestion) -> Iterable[UploadFile]:
    """With notices; those of archives speak of these alone."""
    if not others(ingestion):
        return ()
    rows = UploadFile.objects.filter(upload__in=others(ingestion), archive=None).exclude(problems=[])
    return rows.filter(Q(name=BUNDLE_FILE) | Q(name__endswith=f"/{BUNDLE_FILE}"))


def as_noted(problem: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in problem.items() if name not in (OF_PATH, NOTICE)}


def notices(
    declared: DeclaredFacts, scope: Scope, places: Collection[Place], machines: Collection[str], document: str
) -> Iterator[Problem]:
    """Of one `benchdb.toml`, which holds `document`."""
    unused = [*unmatched(scope, places), *undescribed(scope, machines)]
    for section, text in unused[:MOST]:
        yield Problem(section_line(section, document), text)
    logs = [place for place in places if place.name != BUNDLE_FILE]
    for name, text in list(overruled(declared, scope, logs))[:MOST]:
        yield Problem(fact_line(name, document), text)


def text_of(file: UploadFile) -> str:
    with file.log.open() as stream:
        return toml_text(stream.read())


def unmatched(scope: Scope, places: Collection[Place]) -> Iterator[tuple[str, str]]:
    """(section, what is to be said of it)."""
    paths = [path for place in places if (path := scope.relative(place)) is not None and place.name != BUNDLE_FILE]
    for pattern in about_none([pattern for pattern, _ in scope.bundle.by_pattern], paths):
        yield f"files.{pattern}", words("pattern of no file", pattern=pattern)


def undescribed(scope: Scope, machines: Collection[str]) -> Iterator[tuple[str, str]]:
    for name in scope.bundle.machines:
        if name in machines:
            yield f"machines.{name}", words("machine of no run", machine=name)


def note(file: UploadFile, problems: Iterable[Problem]) -> None:
    noted = [{**problem_as_json(problem), OF_PATH: True, NOTICE: True} for problem in problems]
    file.problems = [*file.problems, *noted]
    file.save(update_fields=("problems",))


def section_line(section: str, document: str) -> int:
    """Where `[files."*.sar"]` stands; 0 where it is written otherwise."""
    kind, _, name = section.partition(".")
    begin = re.compile(rf"""\s*\[\s*{kind}\s*\.\s*(["']?){re.escape(name)}\1\s*\]""")
    return next((number for number, line in enumerate(document.split("\n"), 1) if begin.match(line)), 0)
