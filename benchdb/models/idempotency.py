"""SentKey: an upload that a program may send again without knowing whether it arrived."""

from __future__ import annotations

from django.db import models

from benchdb.models.uploads import Upload


class SentKey(models.Model):
    """An `Idempotency-Key` that somebody sent, and the answer it got."""

    who = models.CharField(max_length=160)
    key = models.CharField(max_length=200)
    content = models.CharField(max_length=64, help_text="SHA-256 over the files' own and what was stated of them")
    upload = models.ForeignKey(Upload, on_delete=models.CASCADE)
    is_new = models.BooleanField(help_text="whether the first answer was 202")
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("who", "key"), name="one_upload_per_key"),)

    def __str__(self) -> str:
        return self.key
