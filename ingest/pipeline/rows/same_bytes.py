"""Of an upload's files with the very same bytes, which are read once: the one to be read, by what is stated of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from benchdb.models import UploadFile
from ingest.declared.declared_facts import DeclaredFacts
from ingest.pipeline.ingestion import Ingestion

MOST_OTHERS = 1000  #: files behind the next ones that are looked at because of their bytes


def with_same_bytes(ingestion: Ingestion, files: Sequence[UploadFile]) -> list[UploadFile]:
    """The files that are next, and those behind them which have the bytes of one."""
    logs, ours = {file.log_id: file.log for file in files}, {file.pk for file in files}
    if ingestion.files is not None:  # the very rows: what becomes of them is noted on these
        return [*files, *(file for file in ingestion.waiting() if file.log_id in logs and file.pk not in ours)]
    waiting = ingestion.upload.files.filter(state=UploadFile.State.QUEUED, log__in=logs).exclude(pk__in=ours)
    others = list(waiting[:MOST_OTHERS])
    for file in others:
        file.log = logs[file.log_id]  # whose bytes may be here already
    return [*files, *others]


def most_stated(declared: DeclaredFacts, files: Iterable[UploadFile], before: Collection[int] = ()) -> list[UploadFile]:
    """One file of the same bytes: that of which most is stated, else the first. In the order in which they came.

    Read anew are those that gave runs `before`: tags, studies and corrections are at these.
    """
    chosen = dict[str, UploadFile]()
    for file in files:
        first = chosen.setdefault(file.log_id, file)
        if first is not file and rank(declared, file, before) > rank(declared, first, before):
            chosen[file.log_id] = file
    return list(chosen.values())


def rank(declared: DeclaredFacts, file: UploadFile, before: Collection[int]) -> tuple[bool, int]:
    return file.pk in before, count(declared, file)


def count(declared: DeclaredFacts, file: UploadFile) -> int:
    """How many facts are stated of it, each setting by itself."""
    above, below = declared.facts_of(file.place)
    return len({*above} - {"tuning"}) + len(above.get("tuning", ())) + len(below)
