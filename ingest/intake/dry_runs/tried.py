"""Files as an upload that is read at once and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from ingest.intake.uploads import IncomingFile, Received, create_upload
from ingest.pipeline.parse_upload import parse_upload


@contextmanager
def tried(incoming: Sequence[IncomingFile], facts: Mapping[str, Any]) -> Iterator[Received]:
    """The upload that it would be; read, unless one of the same bytes is here and waits for a worker of its own."""
    with transaction.atomic():
        received = create_upload(incoming, facts)
        if received.is_new or received.is_tried_again:
            parse_upload(received.upload.pk)
            received.upload.refresh_from_db()
        yield received
        transaction.set_rollback(True)
