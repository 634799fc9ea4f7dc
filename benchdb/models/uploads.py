"""Upload, UploadFile: the files that came in, and what became of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connection, models

from benchdb.domain.place import IMPORT, Place
from benchdb.models.logs import Log

HOLD_IMPORT = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
OURS = 0x62_64_62  #: what our locks are told from others' by
CANCELLED = "cancelled"  #: key of a file's problem: it was left unread because somebody cancelled its upload


class Upload(models.Model):
    """Files that came in together, with what their logs cannot know. The same files again are the same upload."""

    class State(models.TextChoices):
        QUEUED = "queued"
        PARSING = "parsing"
        STORED = "stored"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 over the files' own")
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED, db_index=True)
    facts = models.JSONField(default=dict, blank=True, help_text="machine, kernel, server, zone, cpus, trial…")
    created_at = models.DateTimeField(auto_now_add=True)
    queued_again_at = models.DateTimeField(null=True, blank=True, help_text="when it was last to be read once more")
    finished_at = models.DateTimeField(null=True, blank=True)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="uploads"
    )
    attempts = models.PositiveIntegerField(default=0, help_text="how often a worker began, since a file was last done")
    takes_long = models.BooleanField(
        default=False, db_default=False, help_text="found so on the quick queue: it waits in the heavy one"
    )
    error = models.TextField(blank=True, help_text="why nothing could be stored")
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="since when its runs do not count")
    withdrawn_because = models.TextField(blank=True)
    withdrawn_by = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"upload {self.pk}"

    @property
    def stated(self) -> dict[str, Any]:
        """What people said of its files."""
        return {name: value for name, value in self.facts.items() if name != IMPORT}

    def hold_import(self) -> None:
        """Of the parts of its folder no other one ends, is withdrawn or restored before this transaction does."""
        if name := self.facts.get(IMPORT):
            with connection.cursor() as cursor:
                cursor.execute(HOLD_IMPORT, [OURS, f"{self.sender_id} {name}"])

    @property
    def other_parts(self) -> models.QuerySet[Upload]:
        """The uploads that brought the rest of its folder, from the same sender, as far as they are read and count."""
        return self._parts_read.filter(withdrawn_at=None)

    @property
    def withdrawn_parts(self) -> models.QuerySet[Upload]:
        """Likewise, those that were withdrawn."""
        return self._parts_read.exclude(withdrawn_at=None)

    @property
    def _parts_read(self) -> models.QuerySet[Upload]:
        if IMPORT not in self.facts:
            return Upload.objects.none()
        finished = Upload.objects.filter(state__in=(self.State.STORED, self.State.FAILED))
        return finished.filter(sender=self.sender_id, facts__import=self.facts[IMPORT]).exclude(pk=self.pk)

    @property
    def tuning_text(self) -> str:
        """The tuning facts as they are typed: `KeepAlive=Off; MaxClients=1000`."""
        return "; ".join(f"{name}={value}" for name, value in self.facts.get("tuning", {}).items())

    @property
    def seconds(self) -> float | None:
        """From its arrival, or from when it was last queued again, to its end; None while it is not finished."""
        begin = self.queued_again_at or self.created_at
        return (self.finished_at - begin).total_seconds() if self.finished_at and self.is_finished else None

    @property
    def is_cancelled(self) -> bool:
        """Somebody gave it up before all of its files were read: it failed, and wants nothing."""
        left = {"state": UploadFile.State.FAILED, "problems__0__has_key": CANCELLED}
        return self.state == self.State.FAILED and self.files.filter(**left).exists()

    @property
    def is_finished(self) -> bool:
        return self.state in (self.State.STORED, self.State.FAILED)


class UploadFile(models.Model):
    """One file of an upload: as it was sent, or out of an archive that was."""

    class State(models.TextChoices):
        QUEUED = "queued"
        STORED = "stored", "stored"
        KNOWN = "known", "known already"
        FAILED = "failed", "no log"
        UNPACKED = "unpacked"
        FACTS = "facts"
        NOTE = "note", "passed over"

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="files")
    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="files")
    position = models.PositiveIntegerField()
    name = models.CharField(max_length=255)
    modified_at = models.DateTimeField(null=True, blank=True, help_text="of a file in an archive, where that knows UTC")
    archive = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="members", help_text="what it came out of"
    )
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    format = models.CharField(max_length=40, blank=True, help_text="which parser read it; empty if none could")
    problems = models.JSONField(default=list, blank=True, help_text="line, column, message, excerpt of each")

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("upload", "position"), name="file_of_upload"),)
        indexes = (models.Index(fields=("upload", "state")),)

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> Place:
        """Where it lay when it was sent."""
        return Place(self.name, self.archive_id)
