"""Watch, WatchedChange: a question that is asked again as runs come in, and the changes it has seen."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from benchdb.models.events import Event


class Watch(models.Model):
    """A history that somebody wants to hear of when it changes."""

    class Direction(models.TextChoices):
        WORSE = "worse", "only when it gets worse"
        ANY = "any", "whenever it changes"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        help_text="none: before anybody had an account, or they were deleted",
    )
    title = models.CharField(max_length=200)
    query = models.TextField(help_text="the canonical history question, without its moment")
    direction = models.CharField(max_length=5, choices=Direction, default=Direction.ANY)
    least = models.FloatField(default=0.0, help_text="relative change below which nothing is said: 0.02 is 2%")
    is_quiet = models.BooleanField(default=True, help_text="only changes that are hardly chance")
    mail = models.EmailField(blank=True, help_text="who is written to")
    site = models.URLField(max_length=300, help_text="this site, as its maker knew it: for links in mail")
    made_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(
        null=True, db_column="looked_at", help_text="when new runs were last checked; none: not once"
    )
    data_version = models.BigIntegerField(default=-1, help_text="of the data that was last checked")
    numbers = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the numbers that were last checked")
    trouble = models.CharField(max_length=300, blank=True, help_text="why the question cannot be answered today")
    attempts = models.PositiveIntegerField(default=0, help_text="begun since the last one that ended")
    next_at = models.DateTimeField(null=True, help_text="not before, where one was begun and has not ended")

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "watches"

    def __str__(self) -> str:
        return f"watch {self.title}"


class WatchedChange(models.Model):
    """A change of level that a watch has seen: it is told once, or was there before the watch was.

    Places are moments (seconds since 1970) or versions: they outlive a run that is read again under another number.
    """

    watch = models.ForeignKey(Watch, on_delete=models.CASCADE, related_name="changes")
    curve = models.TextField(blank=True, help_text="of the history; empty where it has only one")
    begins = models.CharField(max_length=260, help_text="the first place of the level before")
    before = models.CharField(max_length=260, help_text="its last place")
    after = models.CharField(max_length=260, help_text="the first place of the level after")
    ends = models.CharField(max_length=260, help_text="its last place, when the change was seen")
    level_before = models.FloatField(help_text="median, in the metric's base unit")
    level_after = models.FloatField(help_text="likewise")
    seen_at = models.DateTimeField(auto_now_add=True)
    event = models.ForeignKey(
        Event,
        null=True,
        on_delete=models.SET_NULL,
        db_column="announcement_id",
        help_text="none: it was there before the watch",
    )
    gone_at = models.DateTimeField(
        null=True, help_text="since when the history shows it no longer: its runs were withdrawn; none: it does"
    )
    mail_due = models.DateTimeField(null=True, help_text="when its mail is to be tried; none: nothing is to be sent")
    mail_attempts = models.PositiveIntegerField(default=0)
    mail_error = models.CharField(max_length=300, blank=True, help_text="of the last attempt")
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("mail_due",), condition=models.Q(mail_due__isnull=False), name="watch_mail_due"),
        )

    def __str__(self) -> str:
        return f"change {self.pk} of {self.watch}"
