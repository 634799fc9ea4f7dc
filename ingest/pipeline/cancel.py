"""An upload that is given up: by its state alone, so that no worker and no restart goes on with it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.held_rows import wait_briefly
from benchdb.models import Upload
from benchdb.models.uploads import CANCELLED
from ingest.pipeline.attempts import fail_queued
from ingest.pipeline.tasks import queue_next_part


def cancel(upload_id: int, name: str) -> bool:
    """In the name of `name`: what is stored stays, the rest is not read. False where it is finished already.

    OperationalError where it is just ending (`held_rows.has_waited`).
    """
    with transaction.atomic():
        wait_briefly()
        upload = Upload.objects.select_for_update().get(pk=upload_id)
        if upload.is_finished:
            return False
        upload.state, upload.error, upload.finished_at = Upload.State.FAILED, f"Cancelled by {name}.", timezone.now()
        upload.save(update_fields=("state", "error", "finished_at"))
        fail_queued(upload, f"It was not read: the upload was cancelled by {name}.", **{CANCELLED: True})
        record("upload.cancelled", str(upload), page=f"/uploads/{upload.pk}/")
        transaction.on_commit(lambda: queue_next_part(upload_id))
    return True
