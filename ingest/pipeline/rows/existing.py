"""What the bytes of a file gave before, in this upload or in another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from benchdb.models import Recording, Run

MOST_NAMED = 5  #: runs in the sentence


@dataclass(slots=True)
class Existing:
    """The active runs and the recordings of some bytes; false where there are none."""

    runs: list[Run] = field(default_factory=list)
    recordings: list[Recording] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.runs or self.recordings)

    @property
    def sentence(self) -> str:
        """Where they are."""
        if not self.runs:
            file = self.recordings[0].file
            return f"These bytes are stored already as {file.name} in upload {file.upload_id}."
        file = self.runs[0].file
        numbers = ", ".join(str(run.pk) for run in self.runs[:MOST_NAMED])
        more = "…" if len(self.runs) > MOST_NAMED else ""
        where = f"as {file.name} in upload {file.upload_id}"
        machine = self.runs[0].setup.machine
        whose = f", of {machine.name}" if machine else ""  # the sender may say another one
        return f"These bytes are stored already {where} (run {numbers}{more}{whose}); they were not stored twice."


Exclusion = tuple[datetime | None, str]  #: since when, and why; (None, "") where it counts


def exclusions_of(logs: Iterable[str]) -> dict[tuple[str, int], Exclusion]:
    """(SHA-256, line) -> whether the measurement that begins there was excluded, as its last reading had it.

    An exclusion is of what was measured, not of a row: it stays when the file is read anew or a fact is corrected.
    """
    retired = Run.objects.filter(retired_at__isnull=False, file__log__in=set(logs)).order_by("pk")
    rows = retired.values_list("file__log", "line", "excluded_at", "excluded_because")
    return {(digest, line): (since, reason) for digest, line, since, reason in rows}


def existing_of(logs: Iterable[str]) -> dict[str, Existing]:
    """SHA-256 -> what these bytes gave, in two queries however many they are."""
    existing: dict[str, Existing] = defaultdict(Existing)
    digests = set(logs)
    runs = Run.objects.filter(retired_at=None, file__log__in=digests)
    for run in runs.select_related("file", "setup__machine").order_by("ordinal"):
        existing[run.file.log_id].runs.append(run)
    for recording in Recording.objects.filter(file__log__in=digests).select_related("file").order_by("pk"):
        existing[recording.file.log_id].recordings.append(recording)
    return existing
