"""Uploads that nobody works on and no queue holds: of workers that died, and of a broker that lost what it held.

The broker keeps nothing on disk, so a mark in it tells whether it is still the one that the uploads were queued in.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from celery import Celery
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from kombu import Queue

from benchdb.models import Upload
from ingest.pipeline.queues.turns import parts_in_turn, waiting_parts
from ingest.pipeline.queues.weight import PARSE, QUEUES
from ingest.pipeline.upload_lock import upload_lock

MARK = "benchdb.remembers"  #: a key of the broker

State = Upload.State


def unfinished(app: Celery, now: datetime, patience: timedelta) -> set[int]:
    """Those to be queued again. What has waited longer than `patience` is missed; without any, all that no queue holds:
    a long queue would be doubled by every worker that starts.

    A part of an import is missed as soon as its turn has come: its message may have been forgotten before, and whoever
    was to queue it then may have been killed. One whose turn has not come is missed by nobody.
    """
    waiting = Upload.objects.filter(state=State.QUEUED)
    if patience and not lost_all(app):
        waiting = missed(app, waiting, now, patience)
    uploads = {*abandoned(), *waiting.values_list("pk", flat=True), *filter(is_free, parts_in_turn())}
    uploads -= waiting_parts()
    return uploads - held(app) if uploads else uploads


def abandoned() -> Iterable[int]:
    """Begun, and no worker has them any more."""
    begun = Upload.objects.filter(state=State.PARSING).values_list("pk", flat=True)
    return [upload_id for upload_id in begun if is_free(upload_id)]


def is_free(upload_id: int) -> bool:
    """Whether no worker has it."""
    with upload_lock(upload_id) as is_free:
        return is_free


def missed(app: Celery, waiting: QuerySet[Upload], now: datetime, patience: timedelta) -> QuerySet[Upload]:
    """Those that wait although nothing is queued. A long queue holds them: queued again they would make it longer.

    What came in at a moment that is still to come was sent while the clock was wrong.
    """
    if queued(app):
        return waiting.none()
    since = waiting.annotate(since=Coalesce("queued_again_at", "created_at"))
    return since.filter(Q(since__lte=now - patience) | Q(since__gt=now))


def queued(app: Celery) -> int:
    """Messages that no worker has taken yet."""
    with app.connection_for_write() as broker:
        return sum(Queue(name)(broker.default_channel).queue_declare().message_count for name in QUEUES)


def held(app: Celery) -> set[int]:
    """The uploads whose messages no worker has taken yet."""
    uploads = set[int]()
    with app.connection_for_write() as broker:
        client = broker.default_channel.client
        for name in QUEUES:
            for key in client.scan_iter(match=f"{name}*", _type="list"):  # one for each priority
                messages = map(json.loads, client.lrange(key, 0, -1))
                uploads |= {upload for message in messages for upload in uploads_of(message)}
    return uploads


def uploads_of(message: dict[str, Any]) -> list[int]:
    """Which upload a message asks to be read: its task's arguments are the first of a body in JSON, in base64."""
    if message["headers"]["task"] != PARSE:
        return []
    positional, _, _ = json.loads(b64decode(message["body"]))
    return [int(upload_id) for upload_id in positional]


def lost_all(app: Celery) -> bool:
    """Whether the broker holds nothing of what was queued when it was last marked."""
    with app.connection_for_write() as broker:
        return not broker.default_channel.client.exists(MARK)


def mark(app: Celery) -> None:
    """What is queued from now on is in this broker."""
    with app.connection_for_write() as broker:
        broker.default_channel.client.set(MARK, 1)
