"""A change -> a mail to whoever watches. Tried again as webhooks are; every attempt has the same Message-ID.

So a mail that was sent by a worker that died before it could say so is one mail to its reader.
"""

from __future__ import annotations

import smtplib
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from benchdb.models import WatchedChange
from benchdb.watches.error_rates import false_alarms
from benchdb.webhooks.delivery import MOST_ATTEMPTS, pause_after
from benchdb.wording import words

LONGEST = timedelta(seconds=90)  #: its worker is ended then


def can_send() -> bool:
    """Whether this site was given a mail server."""
    return bool(settings.EMAIL_HOST)


def send(change_id: int) -> None:
    """Try once, if it is due and no other worker tries."""
    change = begun(change_id)
    if change is None:
        return
    try:
        message_of(change).send()
        change.mailed_at, change.mail_due, change.mail_error = timezone.now(), None, ""
    except (OSError, smtplib.SMTPException, ValueError) as error:
        change.mail_error = f"{type(error).__name__}: {error}"[:300]
        if change.mail_attempts >= MOST_ATTEMPTS:
            change.mail_due = None
    change.save(update_fields=("mailed_at", "mail_due", "mail_error"))


@transaction.atomic
def begun(change_id: int) -> WatchedChange | None:
    """The attempt is counted before anything is sent, as a webhook's is. Until `mail_due` it is nobody else's."""
    free = WatchedChange.objects.select_for_update(skip_locked=True, of=("self",))
    due = free.filter(mail_due__lte=timezone.now()).exclude(event=None)
    change = due.select_related("watch__owner", "event").filter(pk=change_id).first()
    if change is None:
        return None
    refused = refusal(change)
    if refused:
        change.mail_due, change.mail_error = None, refused
        change.save(update_fields=("mail_due", "mail_error"))
        return None
    change.mail_attempts += 1
    change.mail_due = timezone.now() + max(pause_after(change.mail_attempts), LONGEST)
    change.save(update_fields=("mail_attempts", "mail_due"))
    return change


def refusal(change: WatchedChange) -> str:
    """Why it is not tried, or not any more; "" where it is."""
    owner = change.watch.owner
    if owner is not None and not owner.is_active:
        return words("mail of a closed account")
    return words("last attempt was killed") if change.mail_attempts >= MOST_ATTEMPTS else ""


def message_of(change: WatchedChange) -> EmailMessage:
    event, watch = change.event, change.watch
    if event is None:
        raise ValueError(f"{change} has no event")
    site = watch.site.rstrip("/")
    given = {"title": event.title, "site": site, "path": event.path, "watch": watch.pk}
    text = words("mail of a change", **given, false_alarms=false_alarms(watch.is_quiet))
    identity = f"<benchdb-change-{change.pk}@{urlsplit(site).hostname or 'benchdb'}>"
    headers = {"Message-ID": identity, "Auto-Submitted": "auto-generated"}
    return EmailMessage(one_line(event.title), text, to=[watch.mail], headers=headers)


def one_line(text: str) -> str:
    """A subject: no line breaks, and not longer than a mailbox shows."""
    return " ".join(text.split())[:150]
