"""What the workers do. Each task takes an id, calls one function, and is safe to run twice.

The names of tasks outlive moves of this file: a queue may hold them from before an upgrade.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery import Celery, Task, shared_task
from celery.signals import worker_process_init, worker_ready
from django.db import OperationalError
from django.utils import timezone

from ingest.pipeline.attempts import give_up
from ingest.pipeline.parse_upload import parse_upload
from ingest.pipeline.queues.forgotten import mark, unfinished
from ingest.pipeline.queues.turns import may_begin, next_part
from ingest.pipeline.queues.weight import HEAVY, WEIGHED, is_found_heavy
from ingest.pipeline.sandbox.limits import TakesLong
from ingest.pipeline.sandbox.reader import reader

log = logging.getLogger(__name__)


class Parsing(Task):
    """A bug in a parser must not leave an upload waiting for ever: its file fails, says so, and the others go on."""

    def on_failure(self, exc: Exception, task_id: str, args: tuple[int], kwargs: dict[str, Any], einfo: object) -> None:
        reason = f"Reading it failed inside benchdb ({type(exc).__name__}: {exc}). The bytes are kept."
        if give_up(args[0], reason):
            parse.delay(args[0])
        else:
            queue_next_part(args[0])


@shared_task(
    name="ingest.tasks.parse",
    base=Parsing,
    bind=True,
    autoretry_for=(OperationalError,),
    retry_backoff=True,
    max_retries=5,
)
def parse(self: Task, upload_id: int) -> None:
    """Parse one upload, unless another worker does or has; what takes long leaves the quick queue."""
    is_quick = (self.request.delivery_info or {}).get("routing_key", HEAVY) != HEAVY
    if is_quick and is_found_heavy(upload_id):  # by a message from before it was found
        queue(upload_id)
        return
    try:
        was_ours = parse_upload(upload_id, is_quick=is_quick)
    except TakesLong:
        queue(upload_id)
        reader().start()
    else:
        if was_ours and may_begin(upload_id):  # a message that came meanwhile was forgotten
            queue(upload_id)
        queue_next_part(upload_id)


def queue(upload_id: int, weight: int | None = None) -> None:
    """Tell the workers. If the broker is away the upload waits: `requeue_unfinished` finds it.

    `weight`: where it is known; else its files are looked at.
    """
    try:
        parse.apply_async((upload_id,), headers={WEIGHED: weight})
    except parse.OperationalError:
        log.warning("upload %s waits: the broker does not answer", upload_id)


def queue_next_part(upload_id: int) -> None:
    """Where this one has ended: a worker may have passed over the next part of its import meanwhile."""
    if following := next_part(upload_id):
        queue(following)


@shared_task(name="ingest.tasks.requeue_unfinished")
def requeue_unfinished(waiting_minutes: float = 5.0) -> None:
    """Queue the uploads that a dead worker left in the middle, and those the broker forgot."""
    for upload_id in sorted(unfinished(parse.app, timezone.now(), timedelta(minutes=waiting_minutes))):
        log.info("upload %s is unfinished: queued again", upload_id)
        parse.delay(upload_id)
    mark(parse.app)


@worker_ready.connect
def pick_up_what_was_left(sender: Any, **_: object) -> None:
    """A new worker begins with what its predecessor may have left in the middle."""
    app: Celery = sender.app
    app.send_task("ingest.tasks.requeue_unfinished", kwargs={"waiting_minutes": 0})


@worker_process_init.connect
def start_reader(**_: object) -> None:
    """The child that reads logs takes a second to start: not the first upload's."""
    reader().start()
