"""Step: what the upload's fields and every `benchdb.toml` among its files declare of the logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q

from benchdb.models import UploadFile
from ingest.declared.declared_facts import DeclaredFacts, Folder, Scope
from ingest.declared.facts import BUNDLE_FILE, bundle, in_file
from ingest.declared.systems import MOST_BYTES, NAMED, System, system_of
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import save_outcome
from ingest.pipeline.rows.studies import check_study

MAX_BUNDLE = 2**20  #: bytes

State = UploadFile.State


def declare(ingestion: Ingestion) -> None:
    """BadFact where a `benchdb.toml` cannot be read, or declares a study that cannot be."""
    files = ingestion.files
    if files is None:
        named = Q(name__endswith=BUNDLE_FILE) | Q(name__icontains=NAMED)
        files = list(ingestion.upload.files.filter(named).select_related("log"))
    ingestion.declared = DeclaredFacts(ingestion.upload.facts, list(scopes(files)), dict(systems(files)))
    check_study(ingestion.declared.study, ingestion.upload)


def scopes(files: Iterable[UploadFile]) -> Iterator[Scope]:
    """What each `benchdb.toml` says, and of which files. It is no log, and done when it is read."""
    for file in files:
        if file.place.name != BUNDLE_FILE:
            continue
        yield Scope(file.place.archive, file.place.folder, bundle(content_of(file)))
        if file.state != State.FACTS:
            save_outcome(file, State.FACTS, [])


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
