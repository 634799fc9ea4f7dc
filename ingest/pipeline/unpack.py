"""Step: an upload's archives -> their members, each a file of the upload with bytes of its own.

Members are stored a batch at a time, so that a page can show how far it is. Killed in between, the next worker reads
the archive from its beginning and stores what is not stored yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TypeGuard

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from benchdb.domain.compression import BROKEN, decompressed
from benchdb.models import Log, UploadFile
from ingest.archives import TAR, BadMember, BrokenArchive, Limits, Member, kind_of, members
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import check_wanted, note_progress, save_outcome
from ingest.records import Problem

HEAD = 512  #: bytes that tell an archive
SMALL = 1024 * 1024  #: bytes; larger members are stored by themselves, piece by piece
BATCH = 4 * 1024 * 1024  #: bytes of small members stored at once
MOST_IN_BATCH = 250  #: files


def is_archive(file: UploadFile) -> bool:
    """Whether a file that was sent is an archive; an archive inside an archive is not unpacked."""
    if file.archive_id is not None or file.log.size < HEAD // 8:
        return False
    with file.log.open() as raw:
        start = raw.read(HEAD)
        if kind_of(start):
            return True
        raw.seek(0)
        try:
            return kind_of(decompressed(raw).read(HEAD)) == TAR
        except BROKEN:
            return False


def unpack(ingestion: Ingestion) -> None:
    """Every archive of the upload. An archive is done once all its members are stored."""
    if ingestion.files is None:
        loose = ingestion.upload.files.filter(state=UploadFile.State.QUEUED, archive=None).select_related("log")
    else:
        loose = [file for file in ingestion.waiting() if file.archive_id is None]
        Log.fetch([file.log for file in loose])
    for archive in archives(loose):
        ingestion.files = None  # there will be more
        problems = unpack_archive(archive)
        with transaction.atomic():
            has_members = archive.members.exists()
            save_outcome(archive, UploadFile.State.UNPACKED if has_members else UploadFile.State.FAILED, problems)
            note_progress(ingestion.upload)


def archives(waiting: Iterable[UploadFile]) -> Iterator[UploadFile]:
    """Those of the files that wait which are to be unpacked."""
    return (file for file in waiting if is_archive(file))


def unpack_archive(file: UploadFile) -> list[Problem]:
    """Store the members of an archive as files of its upload. Returns what was refused, and where it breaks off."""
    unpacking, problems = Unpacking(file), list[Problem]()
    with file.log.open() as raw:
        try:
            for member in members(raw, file.log.size, Limits(**settings.ARCHIVE_LIMITS)):
                problems += [member] if isinstance(member, Problem) else unpacking.take(member)
        except BrokenArchive as error:
            fault = str(error)
            before = f"The {unpacking.number} files that came before count."
            problems.append(Problem(0, f"{fault[:1].upper()}{fault[1:]}. {before}"))
    unpacking.flush()
    if not unpacking.number and not problems:
        problems.append(Problem(0, "There is no file in this archive."))
    return problems


class Unpacking:
    """The members of one archive, gathered and stored many at once."""

    def __init__(self, archive: UploadFile) -> None:
        self._archive, self.number = archive, 0
        self._stored = set(archive.members.values_list("name", flat=True))  # by a worker that was killed
        self._position = UploadFile.objects.filter(upload=archive.upload_id).aggregate(last=Max("position"))["last"]
        self._small: list[tuple[Member, bytes]] = []

    def take(self, member: Member) -> Iterator[Problem]:
        """Store a member, now or with the next ones. A problem where it cannot be read."""
        try:
            if member.is_again:
                self._replace(member)
                return
            if member.name in self._stored:
                pass  # and its pieces are passed over
            elif member.size <= SMALL:
                self._small.append((member, b"".join(limited(member))))
            else:
                self.flush()
                with transaction.atomic():
                    self._file(member, Log.of(limited(member))).save()
        except BadMember as error:
            yield Problem(0, f"{member.name}: left out, {error}.")
            return
        self.number += 1
        if len(self._small) >= MOST_IN_BATCH or sum(len(content) for _, content in self._small) >= BATCH:
            self.flush()

    def _replace(self, member: Member) -> None:
        """Its bytes for those of the earlier member of its name, of which nothing is read yet."""
        self.flush()
        with transaction.atomic():
            file = self._file(member, Log.of(limited(member)))
            rows = UploadFile.objects.filter(archive=self._archive, name=member.name)
            if not rows.update(log=file.log, modified_at=file.modified_at):
                file.save()  # the earlier one could not be read

    def flush(self) -> None:
        """Store the small members gathered so far. Cancelled where nobody wants them any more."""
        with transaction.atomic():
            check_wanted(self._archive.upload, lock=True)
            logs = Log.of_each([content for _, content in self._small])
            UploadFile.objects.bulk_create(
                self._file(member, log) for (member, _), log in zip(self._small, logs, strict=True)
            )
        self._small.clear()

    def _file(self, member: Member, log: Log) -> UploadFile:
        self._position += 1
        return UploadFile(
            upload_id=self._archive.upload_id,
            archive=self._archive,
            position=self._position,
            name=member.name,
            modified_at=datetime.fromtimestamp(member.modified, UTC) if plausible(member.modified) else None,
            log=log,
        )


def plausible(modified: float | None) -> TypeGuard[float]:
    """A time after 1990 and before 2100; archives are also made with no time, or with 1980."""
    return modified is not None and 631_152_000 < modified < 4_102_444_800


def limited(member: Member) -> Iterator[bytes]:
    """The member's pieces, refused where they are more than its header says."""
    size = 0
    for piece in member.pieces():
        size += len(piece)
        if size > member.size:
            raise BadMember("it is longer than the archive says")
        yield piece
