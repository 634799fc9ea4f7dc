"""AuditEntry: who changed what, when. Rows are only ever added; a trigger of the database refuses the rest."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class AuditEntry(models.Model):
    """One change. People are named by text: the entry outlives their account."""

    happened_at = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=160)
    via = models.CharField(max_length=120, blank=True, help_text="a token's name; empty for a session")
    action = models.CharField(max_length=60, db_index=True, help_text="run.excluded, token.made…")
    subject = models.CharField(max_length=260, help_text="what was changed")
    address = models.CharField(max_length=300, blank=True, help_text="its page")
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"
