"""A deleted person's watches stay with the site: in its feeds and webhooks, without mail, for editors to remove."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models.signals import pre_delete

from benchdb.models import Watch, WatchedChange
from benchdb.wording import words


def stop_mail(instance: Any, **_: Any) -> None:
    """Nothing more is sent to the addresses that they gave: who is deleted may no longer read the site."""
    due = WatchedChange.objects.filter(watch__owner=instance, mail_due__isnull=False)
    due.update(mail_due=None, mail_error=words("mail of a deleted account"))
    Watch.objects.filter(owner=instance).update(mail="")


def listen() -> None:
    """Listen to accounts that are deleted, through whichever door; called once, when the app is ready."""
    pre_delete.connect(stop_mail, sender=get_user_model(), dispatch_uid="watches: without an owner")
