"""Step: what the upload's fields and every `benchdb.toml` among its files declare of the logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q

from benchdb.models import UploadFile
from benchdb.wording import words
from ingest.declared.declared_facts import DeclaredFacts, Folder, Scope
from ingest.declared.facts import BUNDLE_FILE, BadFact, Bundle, bundle, in_file, with_path
from ingest.declared.systems import MOST_BYTES, NAMED, System, system_of
from ingest.pipeline.attempts import fail_queued
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import OF_FACTS, save_outcome
from ingest.pipeline.rows.studies import check_study
from ingest.records import Problem

MAX_BUNDLE = 2**20  #: bytes

State = UploadFile.State
Faults = list[tuple[Scope, BadFact]]  #: what a `benchdb.toml` that cannot be read would be about, and why it cannot


def declare(ingestion: Ingestion) -> None:
    """BadFact where a study cannot be as it is declared, or where no file is left to read."""
    files = ingestion.files
    if files is None:
        named = Q(name__endswith=BUNDLE_FILE) | Q(name__icontains=NAMED)
        files = list(ingestion.upload.files.filter(named).select_related("log"))
    faults: Faults = []
    ingestion.declared = DeclaredFacts(ingestion.upload.facts, list(scopes(files, faults)), dict(systems(files)))
    check_studies(ingestion)
    refuse_below(ingestion, faults)


def scopes(files: Iterable[UploadFile], faults: Faults) -> Iterator[Scope]:
    """What each `benchdb.toml` says, and of which files. It is no log, and done when it is read.

    One that cannot be read is added to `faults`: it says nothing, and the files that it is about are not read.
    """
    for file in files:
        if file.place.name != BUNDLE_FILE:
            continue
        try:
            declared = facts_in(file)
        except BadFact as error:
            faults.append((Scope(file.place.archive, file.place.folder, Bundle()), error))
            save_outcome(file, State.FAILED, [Problem(0, str(error))])
            continue
        yield Scope(file.place.archive, file.place.folder, declared)
        if file.state != State.FACTS:
            save_outcome(file, State.FACTS, [])


def facts_in(file: UploadFile) -> Bundle:
    """BadFact, which names the file, where it cannot be read."""
    content = b""
    try:
        content = content_of(file)
        return bundle(content)
    except BadFact as error:
        raise with_path(file.place.path, error, content) from error


def check_studies(ingestion: Ingestion) -> None:
    declared = ingestion.declared
    try:
        check_study(declared.study, ingestion.upload)
    except BadFact as error:
        raise with_path(next(scope.file for scope in declared.scopes if scope.bundle.study), error) from error


def refuse_below(ingestion: Ingestion, faults: Faults) -> None:
    """The files beside and below a `benchdb.toml` that cannot be read fail: what holds for them is not known."""
    for scope, fault in faults:
        sentence = words("not read for its facts", fault=fault.phrase)
        fail_queued(ingestion.upload, sentence, below(scope), **{OF_FACTS: True})
        ingestion.files = None  # as they were
    if faults and ingestion.is_empty and not ingestion.waiting(1):
        raise faults[0][1]


def below(scope: Scope) -> Q:
    """The files of an upload that a `benchdb.toml` is about, as `Scope.relative` has it."""
    if scope.archive is None and not scope.folder:
        return Q()
    within = Q(archive=scope.archive)
    return within & Q(name__startswith=f"{scope.folder}/") if scope.folder else within


def systems(files: Iterable[UploadFile]) -> Iterator[tuple[Folder, System]]:
    """What `uname -a` printed beside logs. Such a file is no log either."""
    for file in files:
        if NAMED not in file.place.name.lower() or file.log.size > MOST_BYTES or file.state == State.UNPACKED:
            continue
        if system := system_of(content_of(file).decode("utf-8", "replace")):
            yield (file.archive_id, file.place.folder), system
            if file.state != State.FACTS:
                save_outcome(file, State.FACTS, [])


def content_of(file: UploadFile) -> bytes:
    """A file that people write by hand. BadFact where it cannot be one."""
    if file.log.size > MAX_BUNDLE:
        raise in_file("too large a file of facts", bytes=file.log.size, most=MAX_BUNDLE)
    with file.log.open() as stream:
        return stream.read()
