"""Bytes that are here and count nowhere, because the upload that they came with was withdrawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from benchdb.models import Upload, UploadFile
from benchdb.wording import words

State = UploadFile.State
KEPT = (State.STORED, State.UNPACKED)  #: files whose bytes were read, each for the upload that it came with


@dataclass(frozen=True, slots=True)
class WithdrawnFiles:
    """How many of some files count nowhere because of one withdrawn upload."""

    upload: Upload
    files: int

    @property
    def sentence(self) -> str:
        """By whom, when and why it was withdrawn, and what brings the files' runs back."""
        return words(
            "files of a withdrawn upload",
            files=self.files,
            upload=self.upload.pk,
            by=self.upload.withdrawn_by,
            day=f"{self.upload.withdrawn_at:%Y-%m-%d}",
            because=self.upload.withdrawn_because,
        )


def withdrawn_of(upload: Upload) -> list[WithdrawnFiles]:
    """What does not count of this upload's files: all of them where it was withdrawn, else those that came before."""
    if upload.withdrawn_at:
        return [WithdrawnFiles(upload, upload.files.filter(archive=None).count())]
    known = upload.files.filter(state=State.KNOWN).values_list("log_id", flat=True)
    return withdrawn_among(list(known))


def withdrawn_among(logs: Collection[str]) -> list[WithdrawnFiles]:
    """Likewise of some bytes, by their SHA-256. They count where they also came with an upload that counts."""
    if not logs:
        return []
    kept = UploadFile.objects.filter(log__in=set(logs), state__in=KEPT)
    counting = kept.filter(upload__withdrawn_at=None).values("log")
    lost = kept.filter(upload__withdrawn_at__isnull=False).exclude(log__in=counting)
    numbers = dict(lost.order_by().values_list("upload").annotate(files=Count("log", distinct=True)))
    uploads = Upload.objects.in_bulk(numbers)
    return [WithdrawnFiles(uploads[number], numbers[number]) for number in sorted(numbers)]
