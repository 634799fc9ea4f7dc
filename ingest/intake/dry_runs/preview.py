"""What files look like before they are sent for good: the dry run, file by file, as the upload page says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q, QuerySet

from benchdb.curation.withdrawn_uploads import withdrawn_among
from benchdb.models import Run, UploadFile
from benchdb.wording import counted, words
from ingest.formats import formats
from ingest.intake.dry_runs.tried import tried
from ingest.intake.uploads import IncomingFile

State = UploadFile.State
MOST_NAMED = 3  #: runs
UNFINISHED = "unfinished"  #: state of a file with a run that was stopped before its end


@dataclass(frozen=True, slots=True)
class Preview:
    """One file as it was sent, and what would become of it."""

    name: str
    state: str  #: stored, unfinished, known, failed, facts, unpacked
    sentence: str


def previews(incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> list[Preview]:
    """What an upload of these files would give; nothing of it is kept."""
    with tried(incoming, facts) as received:
        files = received.upload.files.filter(archive=None).select_related("log").order_by("position")
        is_read = received.is_new or received.is_tried_again
        by_name = {file.name: preview_of(file, is_read) for file in files}
    return [by_name[name] for name in by_name]


def previews_as_json(incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> list[dict[str, str]]:
    return [asdict(seen) for seen in previews(incoming, facts)]


def preview_of(file: UploadFile, is_read: bool) -> Preview:
    if not is_read or file.state == State.KNOWN:
        return Preview(file.name, str(State.KNOWN), already_here(file))
    if file.state == State.UNPACKED:
        return Preview(file.name, file.state, members(file.members.all()))
    if file.state == State.FACTS:
        return Preview(file.name, file.state, words("file of facts"))
    if file.state == State.NOTE:
        return Preview(file.name, file.state, words("no log but kept"))
    if file.state == State.FAILED:
        return Preview(file.name, file.state, trouble(file))
    unfinished = unfinished_of(Run.objects.filter(file=file))
    return Preview(file.name, UNFINISHED if unfinished else str(file.state), read_as(file, unfinished))


def read_as(file: UploadFile, unfinished: int) -> str:
    """`ApacheBench (ab), 2 runs`; `ApacheBench (ab), 1 run, stopped before the end`"""
    known = formats().get(file.format)
    runs = file.runs.filter(retired_at=None).count()
    read = runs_in_words(runs, unfinished) if runs else "system activity"
    return f"{known.title if known else file.format}, {read}"


def runs_in_words(runs: int, unfinished: int) -> str:
    """`2 runs`; `2 runs, 1 of them stopped before the end`"""
    whole = counted(runs, "run")
    if not unfinished:
        return whole
    return words("stopped" if unfinished == runs else "some stopped", runs=whole, stopped=unfinished)


def unfinished_of(runs: QuerySet[Run]) -> int:
    """How many were stopped before their end."""
    return runs.filter(retired_at=None).exclude(status=Run.Status.COMPLETE).count()


def trouble(file: UploadFile) -> str:
    if not file.format:
        return words("no known log") if file.log.size else "an empty file"
    first = file.problems[0] if file.problems else {}
    where = f"line {first['line']}: " if first.get("line") else ""
    return f"{where}{first.get('message', 'nothing could be read')}"


def members(files: QuerySet[UploadFile]) -> str:
    """`301 files: 300 runs, 1 file is no log we know`"""
    runs = Run.objects.filter(file__in=files, retired_at=None).count()
    known, failed = (files.filter(state=state).count() for state in (State.KNOWN, State.FAILED))
    unfinished = unfinished_of(Run.objects.filter(file__in=files))
    parts = [runs_in_words(runs, unfinished)]
    parts += [f"{counted(known, 'file')} already here"] if known else []
    parts += [f"{counted(failed, 'file')} not read"] if failed else []
    return f"{counted(files.count(), 'file')}: {', '.join(parts)}"


def already_here(file: UploadFile) -> str:
    """`already here: run 38`"""
    same = Q(file__log=file.log_id) | Q(file__archive__log=file.log_id)
    runs = list(Run.objects.active().filter(same).order_by("pk").values_list("pk", flat=True)[: MOST_NAMED + 1])
    if not runs:
        return " ".join(["already here", *(f"({one.sentence})" for one in withdrawn_among([file.log_id]))])
    more = ", …" if len(runs) > MOST_NAMED else ""
    return f"already here: run {', '.join(map(str, runs[:MOST_NAMED]))}{more}"
