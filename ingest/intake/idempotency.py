"""`Idempotency-Key`: the same key again gives the first answer again, and never another upload."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchdb.accounts.actor import Actor
from benchdb.models import SentKey
from benchdb.wording import words
from ingest.intake.uploads import BadUpload, IncomingFile, Received, receive

KEPT = timedelta(days=7)
KEY = r"[!-~]{1,200}"


class KeyReused(BadUpload):
    """The key came before with another content."""


def check_key(key: str) -> None:
    if not re.fullmatch(KEY, key):
        raise BadUpload(words("bad key"))


def check_part(name: str) -> None:
    if not re.fullmatch(KEY, name):
        raise BadUpload(words("bad part"))


def is_posix(paths: str) -> bool:
    """Whether a backslash in the paths is part of a name, by the header that says so. BadUpload for another value."""
    if paths not in ("", "posix"):
        raise BadUpload(words("bad kind of paths", value=paths[:80]))
    return paths == "posix"


@transaction.atomic
def create_once(
    key: str, actor: Actor, incoming: Sequence[IncomingFile], facts: Mapping[str, Any], *, part_of: str = ""
) -> Received:
    """As `receive`, but for a key that came before the answer it got. KeyReused leaves nothing stored."""
    SentKey.objects.filter(received_at__lt=timezone.now() - KEPT).delete()
    received = receive(incoming, facts, actor.user, part_of=part_of)
    is_new = received.is_new or received.is_tried_again
    content = hashlib.sha256(json.dumps([received.upload.digest, facts], sort_keys=True).encode()).hexdigest()
    first = {"content": content, "upload": received.upload, "is_new": is_new}
    sent, is_first = SentKey.objects.select_for_update().get_or_create(who=actor.name[:160], key=key, defaults=first)
    if is_first:
        return received
    if sent.content != content:
        raise KeyReused(words("key reused", key=key))
    return Received(received.upload, sent.is_new, files=received.files)
