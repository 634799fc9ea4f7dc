"""Which queue an upload waits in: small ones never stand behind large ones, for which there is a worker of its own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Sum

from benchdb.models import UploadFile
from ingest.pipeline.unpack import is_archive

HEAVY = "heavy"
MOST_FILES = 100  #: of a light upload
PARSE = "ingest.tasks.parse"


def is_heavy(upload_id: int) -> bool:
    """By bytes and by files; an archive may hold thousands."""
    files = UploadFile.objects.filter(upload=upload_id, archive=None)
    if (files.aggregate(size=Sum("log__size"))["size"] or 0) > settings.LIGHT_SIZE:
        return True
    some = list(files.select_related("log")[: MOST_FILES + 1])
    return len(some) > MOST_FILES or any(is_archive(file) for file in some)


def route(name: str, args: Any, kwargs: Any, options: Any, task: Any = None, **_: object) -> dict[str, str] | None:
    """Celery asks this for every task that names no queue."""
    return {"queue": HEAVY} if name == PARSE and args and is_heavy(args[0]) else None
