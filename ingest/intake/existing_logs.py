"""`POST /api/v1/logs`: which files are here already, by their SHA-256, so that only the others are sent.

Whoever says facts of them is told of which files they do not hold: these are stored under other facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Any

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from ninja import Router, Schema
from ninja.errors import HttpError
from pydantic import Field, StrictBool

from benchdb.accounts.actor import actor_of
from benchdb.curation.withdrawn_uploads import withdrawn_among
from benchdb.domain.place import Place
from benchdb.domain.roles import Action
from benchdb.domain.text.names import kept_path
from benchdb.models import Machine, Recording, Run, Upload, UploadFile
from benchdb.models.uploads import CANCELLED
from benchdb.reads.versions import one_version
from benchdb.web.access import Forbidden
from benchdb.web.bodies.json_body import JsonBody
from benchdb.wording import words
from benchdb.wording.patterns import pattern
from ingest.declared.declared_facts import DeclaredFacts, Scope
from ingest.declared.facts import BadFact, Bundle, bundle, clean, with_path
from ingest.declared.overruled_paths import flat
from ingest.intake.api import StatedFacts, UploadForm, WithdrawnUpload, numbers_too, withdrawn_as_json
from ingest.pipeline.linking.unused_facts import notices
from ingest.pipeline.outcomes import OF_FACTS, OURS
from ingest.pipeline.rows.existing import existing_of

MOST = 5000  #: digests in one question
MOST_UNFINISHED = 100  #: uploads in one answer
MOST_RUNS = 1000  #: that facts are held against, for who may not upload; again for each path that has them
MOST_TEXT = 2_000_000  #: characters of facts, each as often as it is held against a run, likewise
Digest = Annotated[str, Field(pattern=pattern("^[0-9a-f]{64}$", "form: digest"))]  #: SHA-256

#: The fields of an upload, which are all that there are.
FACTS: dict[str, Any] = {
    "properties": {
        name: about
        for name, about in numbers_too(UploadForm.model_json_schema()["properties"]).items()
        if name != "paths"
    },
    "additionalProperties": False,
}

router = Router()


class ExistingLogsQuestion(JsonBody):
    sha256: list[Digest] = Field(max_length=MOST)
    paths: list[str] = Field([], max_length=MOST)  #: of the files, in their order; needed where facts are said
    facts: StatedFacts = Field({}, json_schema_extra=FACTS)
    tomls: dict[str, str] = {}  #: folder -> what its benchdb.toml holds
    stated: StrictBool = False  #: say, too, what would hold of each path: for a dry run


class ExistingFile(Schema):
    upload: int
    state: str


class NoticeOfToml(Schema):
    file: str
    line: int
    message: str


class ExistingLogs(Schema):
    known: dict[str, ExistingFile]  #: those that are not here are left out
    withdrawn: list[WithdrawnUpload]  #: uploads that were withdrawn, and how many of these files count nowhere for it
    not_applied: dict[str, list[str]]  #: path -> what is said of it and holds for no run that its bytes gave
    stated: dict[str, dict[str, str]]  #: path -> fact -> its value, of all that is said of it, as it would be stored
    notices: list[NoticeOfToml]  #: what a benchdb.toml says of none of the paths, or against all of them
    of_other_runs: list[str]  #: paths of which a start, say, is stated that no run of their bytes has: to be sent
    of_other_folders: list[str]  #: paths of recordings that are here from other folders alone: to be sent, too
    unfinished: list[int]  #: uploads that failed when such files of them had been read: sent again, they are finished


@router.post("", response=ExistingLogs)
def existing_logs(request: HttpRequest, question: ExistingLogsQuestion) -> Any:
    """Of these files, the ones that were read, or are to be, and what became of them."""
    files = UploadFile.objects.filter(log__in=question.sha256).exclude(upload__state=Upload.State.FAILED)
    to_be_read = Q(problems__contains=[{OF_FACTS: True}]) | Q(problems__contains=[{OURS: True}])
    files = files.exclude(to_be_read, state=UploadFile.State.FAILED)
    existing = [*files.order_by("-pk").values_list("log_id", "upload_id", "state")]
    existing.sort(key=lambda row: row[2] == UploadFile.State.STORED)  # a copy of it may have come before
    check_size(request, question)
    try:
        contradicted, of_other_runs = not_applied(question)
        stated, of_tomls = would_hold(question) if question.stated else ({}, [])
    except BadFact as error:
        raise HttpError(400, str(error)) from error
    apart = {*of_other_runs.values()}
    known = {digest: {"upload": upload, "state": state} for digest, upload, state in existing if digest not in apart}
    withdrawn = withdrawn_as_json(request, withdrawn_among(question.sha256))
    answer = {"known": known, "withdrawn": withdrawn, "not_applied": contradicted}
    answer |= {"stated": stated, "notices": of_tomls, "of_other_runs": [*of_other_runs]}
    return {**answer, "of_other_folders": of_other_folders(question), "unfinished": unfinished_among(question.sha256)}


def of_other_folders(question: ExistingLogsQuestion) -> list[str]:
    """Paths of recordings of which the bytes lie in other folders alone, and belong to the loads there."""
    pairs = list(zip(question.sha256, map(folders, question.paths), strict=False))
    recordings = Recording.objects.filter(file__log__in=[digest for digest, _ in pairs]) if pairs else None
    recorded = set(recordings.values_list("file__log", flat=True)) if recordings is not None else ()
    files = UploadFile.objects.filter(log__in=recorded).exclude(upload__state=Upload.State.FAILED)
    files = files.exclude(state=UploadFile.State.FAILED)
    lying = {(digest, Place(name).folder) for digest, name in files.values_list("log", "name")} if recorded else ()
    apart = [digest in recorded and not any((digest, folder) in lying for folder in own) for digest, own in pairs]
    return [path for path, is_apart in zip(question.paths, apart, strict=False) if is_apart]


def folders(path: str) -> set[str]:
    """Where a file of this path lies, whether a backslash in it is part of a name or parts folders."""
    return {Place(kept_path(path, is_posix=is_posix)).folder for is_posix in (True, False)}


def unfinished_among(digests: Sequence[str]) -> list[int]:
    """Uploads of which such files were read, and that failed all the same; the first of those that can be tried again:
    once they are finished, the next ones are named."""
    files = UploadFile.objects.filter(upload=OuterRef("pk"))
    read = files.filter(log__in=set(digests), state__in=(UploadFile.State.STORED, UploadFile.State.KNOWN))
    is_cancelled = Q(state=UploadFile.State.FAILED, problems__0__has_key=CANCELLED)
    lost = files.filter(is_cancelled | Q(log__withdrawn_at__isnull=False))
    failed = Upload.objects.filter(Exists(read), ~Exists(lost), state=Upload.State.FAILED)
    return [*failed.order_by("pk").values_list("pk", flat=True)[:MOST_UNFINISHED]]


def check_size(request: HttpRequest, question: ExistingLogsQuestion) -> None:
    """Facts are held against every run of each path: much of it only for who may upload. Forbidden, or LoginNeeded."""
    if not (question.facts or question.tomls) or actor_of(request).may(Action.UPLOAD):
        return
    pairs = pairs_of(question.sha256)
    if pairs > MOST_RUNS:
        raise Forbidden(words("most runs for facts", most=MOST_RUNS))
    if pairs * sum(map(len, (*question.facts.values(), *question.tomls.values()))) > MOST_TEXT:
        raise Forbidden(words("most text for facts"))


def pairs_of(digests: Sequence[str]) -> int:
    """How many pairs of a path and what its bytes gave there are; of very many the first. A digest may come often."""
    rows = (model.objects.filter(file__log__in=set(digests)) for model in (Run, Recording))
    logs = chain.from_iterable(some.values_list("file__log", flat=True).order_by()[: MOST_RUNS + 1] for some in rows)
    given = Counter(logs)
    return sum(given[digest] for digest in digests)


def not_applied(question: ExistingLogsQuestion) -> tuple[dict[str, list[str]], dict[str, str]]:
    """(what an upload of these files would not apply, path -> bytes that it would store as another run). BadFact where
    what is said cannot be read."""
    if not (question.facts or question.tomls):
        return {}, {}
    with one_version():  # names lead to what they led to when it was asked
        return told_otherwise(question)


def scope_of(folder: str, text: str) -> Scope:
    """BadFact, which names the file, where it cannot be read."""
    try:
        return Scope(None, folder, bundle(text.encode()))
    except BadFact as error:
        raise with_path(Scope(None, folder, Bundle()).file, error, text.encode()) from error


def declared_in(question: ExistingLogsQuestion) -> DeclaredFacts:
    return DeclaredFacts(clean(question.facts), [scope_of(*pair) for pair in question.tomls.items()])


def would_hold(question: ExistingLogsQuestion) -> tuple[dict[str, dict[str, str]], list[dict[str, Any]]]:
    """(path -> the facts that are stated of it, what is to be said of each `benchdb.toml`)."""
    declared = declared_in(question)
    both = {path: declared.facts_of(Place(path)) for path in question.paths}
    stated = {path: flat(above) | flat(below) for path, (above, below) in both.items()}
    machines = {facts["machine"] for facts in stated.values() if "machine" in facts}
    unknown = {name for name in declared.machines if name not in machines and not Machine.called(name).exists()}
    places = [Place(path) for path in question.paths]
    problems = (
        (scope.file, problem)
        for scope in declared.scopes
        for problem in notices(declared, scope, places, unknown, question.tomls[scope.folder])
    )
    of_tomls = [{"file": file, "line": problem.line, "message": problem.message} for file, problem in problems]
    return stated, sorted(of_tomls, key=lambda one: (one["file"], one["line"])) if places else []


def told_otherwise(question: ExistingLogsQuestion) -> tuple[dict[str, list[str]], dict[str, str]]:
    declared = declared_in(question)
    existing, of_other_runs = existing_of(question.sha256), dict[str, str]()
    differing: dict[str, list[str]] = {}
    for digest, path in zip(question.sha256, question.paths, strict=False):
        facts = declared.facts_of(Place(path))[0]
        if existing[digest].is_of_another_run(facts, path):
            of_other_runs[path] = digest
        elif existing[digest] and (contradicted := existing[digest].contradicted(facts)):
            differing[path] = contradicted
    return differing, of_other_runs
