"""Event, Webhook, Delivery: what happened, who wants to know, and whether they were told."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from benchdb.models.encrypted import EncryptedTextField

KINDS = {
    "runs.stored": "new runs are stored",
    "permalink.drifted": "today's data no longer says what a permalink shows",
    "history.changed": "a watched history changed",
    "webhook.tested": "an admin tries the webhook",
}


class Event(models.Model):
    """Something that happened here. The feed shows them; webhooks are told of them."""

    kind = models.CharField(max_length=40, db_index=True)
    title = models.CharField(max_length=300)
    path = models.TextField(help_text="the page about it")
    payload = models.JSONField(default=dict)
    happened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "benchdb_announcement"
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.title


class Webhook(models.Model):
    """An address that events are sent to. The secret signs what is sent."""

    url = models.URLField(max_length=500)
    secret = EncryptedTextField(editable=False)
    kinds = ArrayField(models.CharField(max_length=40), help_text="what it is told of")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"webhook {self.url}"


class Delivery(models.Model):
    """One event on its way to one webhook."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, db_column="announcement_id")
    identity = models.CharField(
        max_length=40, blank=True, default="", db_default="", help_text="random; empty: of before, and its number"
    )
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(help_text="not before")
    status = models.PositiveIntegerField(null=True, help_text="HTTP, of the last attempt")
    error = models.CharField(max_length=300, blank=True, help_text="of the last attempt")
    tried_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("next_at",), condition=models.Q(state="waiting"), name="deliveries_due"),)

    def __str__(self) -> str:
        return f"delivery {self.pk}"

    @property
    def message_id(self) -> str:
        """The same at every attempt, and no other delivery's: of no other site, nor of one that was restored."""
        return self.identity or f"benchdb_{self.pk}"
