"""The tasks that check watched histories. None of them stands in the way of uploads: theirs is another queue.

Nothing happens while runs are stored. Every minute those watches are checked whose site has other data than before.
"""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.utils import timezone

from benchdb.models import Watch, WatchedChange
from benchdb.reads.versions import data_version
from benchdb.watches import check as checks
from benchdb.watches import mail
from benchdb.wording import words

EVERY = 60  #: seconds, as beat has it: a message that waited longer has a successor


class Checking(Task):
    """What ends a check, a bug or its time, would end the next one: it is said, and tried when the data changes."""

    def on_failure(self, exc: Exception, task_id: str, args: tuple[int], kwargs: dict[str, Any], einfo: object) -> None:
        checks.note_fault(args[0], words("check failed", fault=type(exc).__name__, words=str(exc)))


@shared_task(base=Checking, soft_time_limit=300, time_limit=checks.LONGEST.total_seconds())
def check(watch_id: int) -> None:
    """Ask one watched question again."""
    checks.check(watch_id)


@shared_task(soft_time_limit=60, time_limit=mail.LONGEST.total_seconds())
def send_mail(change_id: int) -> None:
    """One attempt to write to whoever watches."""
    mail.send(change_id)


@shared_task
def check_watches() -> None:
    """Queue what may have changed, and the mails that are due."""
    now = timezone.now()
    waiting = Watch.objects.exclude(data_version=data_version().changes).exclude(next_at__gt=now).order_by("pk")
    for watch_id in waiting.values_list("pk", flat=True):
        check.apply_async((watch_id,), expires=EVERY)
    if mail.can_send():
        due = WatchedChange.objects.filter(mail_due__lte=now).order_by("pk")
        for change_id in due.values_list("pk", flat=True):
            send_mail.apply_async((change_id,), expires=EVERY)
