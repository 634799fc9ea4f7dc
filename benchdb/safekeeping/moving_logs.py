"""Raw logs go to where RAW_LOGS says, from wherever they are, while the site goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchdb.host import objects
from benchdb.models import LogChunk
from benchdb.models.logs import SMALL, packed_bytes

YOUNG = timedelta(days=1)  #: what is younger may be of a transaction that goes on


def elsewhere_than(place: str) -> QuerySet[LogChunk]:
    """The chunks that should be in a place ("" being PostgreSQL), and are not."""
    chunks = LogChunk.objects.filter(log__size__gt=SMALL)
    return chunks.exclude(elsewhere__startswith=f"{place}/") if place else chunks.exclude(elsewhere="")


def move_logs(place: str) -> Iterator[int]:
    """Move chunk by chunk, and yield the size of each as it is kept. Begun again, it goes on where it was ended."""
    for chunk in list(elsewhere_than(place).order_by("pk").values_list("pk", flat=True)):
        yield move_chunk(chunk, place)


@transaction.atomic
def move_chunk(chunk: int, place: str) -> int:
    """The new copy is read back before the row names it, and the old one goes when the row does. Its size in bytes.

    What a copy of a site takes out of the original's place stays there as well.
    """
    row = elsewhere_than(place).select_for_update(of=("self",)).filter(pk=chunk).first()
    if row is None:  # somebody gave it up, or moved it, meanwhile
        return 0
    packed, old = packed_bytes(row.data, row.elsewhere), row.elsewhere
    row.keep(packed, place)
    if packed_bytes(row.data, row.elsewhere) != packed:
        raise objects.Unreachable(f"{row.elsewhere} is not what was written")
    row.save(update_fields=("data", "elsewhere"))
    if old:
        transaction.on_commit(lambda: objects.remove([old]))
    return len(packed)


def strays() -> list[str]:
    """The addresses of objects that no chunk has, of more than a day; none in a place of another site."""
    if not settings.RAW_LOGS or objects.is_anothers(settings.RAW_LOGS):
        return []
    old = timezone.now() - YOUNG
    there = [address for address, written in objects.objects(settings.RAW_LOGS) if written < old]
    known = set(LogChunk.objects.exclude(elsewhere="").values_list("elsewhere", flat=True))
    return [address for address in there if address not in known]
