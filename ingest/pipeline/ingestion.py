"""Ingestion: the one value that goes through the steps of the pipeline."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from django.conf import settings

from benchdb.models import Log, Recording, Run, Upload, UploadFile
from benchdb.models.logs import SMALL, unpacked
from ingest.declared.declared_facts import DeclaredFacts
from ingest.pipeline.rows import copies, twofold
from ingest.pipeline.rows.existing import came_of
from ingest.pipeline.sandbox.limits import Limits

FEW = 20  #: files that are asked for once, whatever the steps want of them
NEWEST = 50  #: uploads of a sender: a folder whose logs still grow is sent again soon
#: The names of the files that the sender's newest uploads before this one brought.
SENT_BEFORE = """
SELECT earlier.name FROM benchdb_uploadfile AS earlier WHERE earlier.upload_id IN (
  SELECT id FROM benchdb_upload WHERE id < %(upload)s AND sender_id IS NOT DISTINCT FROM
    (SELECT sender_id FROM benchdb_upload WHERE id = %(upload)s)
  ORDER BY id DESC LIMIT %(newest)s
)
"""
#: With the bytes of small logs, which every step looks at.
FILES = f"""
SELECT file.*, log.size, log.withdrawn_at AS since, log.withdrawn_by AS rule, chunk.data,
       file.name IN ({SENT_BEFORE}) AS came_before
FROM benchdb_uploadfile AS file JOIN benchdb_log AS log ON log.sha256 = file.log_id
LEFT JOIN benchdb_logchunk AS chunk ON chunk.log_id = log.sha256 AND chunk.number = 0 AND log.size <= %(small)s
WHERE file.upload_id = %(upload)s ORDER BY file.position LIMIT %(most)s
"""

State = UploadFile.State


@dataclass(slots=True)
class Ingestion:
    """An upload, what people declare of its files, and the runs and recordings that came of them (known ones too)."""

    upload: Upload
    declared: DeclaredFacts = field(default_factory=lambda: DeclaredFacts({}))
    runs: dict[int, Run] = field(default_factory=dict)  #: by id, in the order they were stored
    recordings: dict[int, Recording] = field(default_factory=dict)  #: by id
    singly: int = 0  #: how many files are read one by one: among them is the one that ended a worker
    is_quick: bool = False  #: small uploads wait behind it, so that it may not take long
    cpu_seconds: float = 0.0  #: that reading its files took
    files: Sequence[UploadFile] | None = None  #: all of them with their logs, where they are few; None: to be asked for
    numbers: copies.Ours = field(default_factory=dict)  #: of its runs, by which copies are known
    loads: twofold.Ours = field(default_factory=dict)  #: its loads, by which those that are told twice are known
    went_before: bool = False  #: a worker before this one has stored some of it
    is_recalled: bool = False  #: of which `numbers` and `loads` are known again
    parts: Collection[int] = ()  #: this upload, and those that brought the rest of its folder
    withdrawn: Collection[int] = ()  #: those that brought the rest of its folder and were withdrawn
    alike: Collection[int] = ()  #: those of both of which the same is stated

    @classmethod
    def of(cls, upload: Upload) -> Ingestion:
        """With what the workers before this one have stored; nothing where no file was done yet."""
        ingestion = cls(upload, parts={upload.pk}, alike={upload.pk})
        first = first_files(upload)
        ingestion.files = first if len(first) <= FEW else None
        done = (file for file in first if file.state != State.QUEUED)
        ingestion.went_before = any(done) or (
            ingestion.files is None and upload.files.exclude(state=State.QUEUED).exists()
        )
        if not ingestion.went_before:
            return ingestion
        runs = Run.objects.filter(came_of(upload), retired_at=None)
        recordings = Recording.objects.filter(came_of(upload))
        ingestion.add(
            runs.select_related("file").distinct().order_by("pk"),
            recordings.select_related("file").distinct().order_by("pk"),
        )
        return ingestion

    @property
    def may_have_grown(self) -> bool:
        """Whether one of its files may be a longer one of what was sent before."""
        return self.files is None or any(getattr(file, "came_before", True) for file in self.files)

    def waiting(self, most: int | None = None) -> list[UploadFile]:
        """The next files that are to be read."""
        if self.files is None:
            return list(self.upload.files.filter(state=State.QUEUED).select_related("log")[:most])
        return [file for file in self.files if file.state == State.QUEUED][:most]

    @property
    def limits(self) -> Limits:
        """Of each of its files."""
        limits = Limits(**settings.READING_LIMITS)
        return limits.first_try(settings.LIGHT_CPU_SECONDS, settings.LIGHT_NUMBERS) if self.is_quick else limits

    @property
    def takes_long(self) -> bool:
        """All files together took what one of them may on the quick queue."""
        return self.is_quick and self.cpu_seconds > settings.LIGHT_CPU_SECONDS

    def add(self, runs: Iterable[Run], recordings: Iterable[Recording]) -> None:
        """Count these too; what is counted already is not counted twice."""
        for run in runs:
            self.runs.setdefault(run.pk, run)
        for recording in recordings:
            self.recordings.setdefault(recording.pk, recording)

    @property
    def is_empty(self) -> bool:
        return not self.runs and not self.recordings


def first_files(upload: Upload) -> list[UploadFile]:
    """With their logs; one more than are few."""
    values = {"upload": upload.pk, "small": SMALL, "most": FEW + 1, "newest": NEWEST}
    files = list(UploadFile.objects.raw(FILES, values))
    for file in files:
        file.log = Log(sha256=file.log_id, size=file.size, withdrawn_at=file.since, withdrawn_by=file.rule)
        file.log.content = None if file.data is None else unpacked(file.data)
    return files
