"""Retention: the bytes of old raw logs are given up by a rule. Runs, numbers, recordings and permalinks stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from benchdb.accounts.audit import record
from benchdb.models import Log, LogChunk, Permalink, Upload, UploadFile

AT_ONCE = 200  #: logs of a transaction: the site goes on meanwhile


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What a rule gives up."""

    logs: int
    size: int  #: bytes, as they were uploaded
    runs: int  #: whose page shows no raw log any more
    permalinks: int  #: that name one of the logs; they keep all that they show


def old_logs(older_than: timedelta, now: datetime) -> QuerySet[Log]:
    """Those that no upload has which is younger, or is still read, and whose bytes did not come back since."""
    files = UploadFile.objects.filter(log=OuterRef("pk"))
    younger = files.filter(upload__created_at__gt=now - older_than)
    unfinished = files.filter(upload__state__in=(Upload.State.QUEUED, Upload.State.PARSING))
    kept = Log.objects.filter(Exists(files), ~Exists(younger), ~Exists(unfinished), withdrawn_at=None)
    return kept.exclude(came_back_at__gt=now - older_than)


def withdrawal(logs: QuerySet[Log]) -> Withdrawal:
    rows = list(logs.values_list("pk", "size", "files__runs"))
    sizes, runs = {pk: size for pk, size, _ in rows}, {run for *_, run in rows if run}
    links = Permalink.objects.filter(logs__overlap=[*sizes]).count() if sizes else 0
    return Withdrawal(len(sizes), sum(sizes.values()), len(runs), links)


def named_logs(logs: QuerySet[Log], most: int) -> list[UploadFile]:
    """The first of them, each as it was first sent."""
    files = UploadFile.objects.filter(log__in=logs.order_by("pk").values("pk")[:most])
    return list(files.order_by("log", "pk").distinct("log"))


def named_permalinks(logs: QuerySet[Log], most: int) -> list[Permalink]:
    """The newest of those that name one of the logs."""
    digests = list(logs.values_list("pk", flat=True))
    return list(
        Permalink.objects.filter(logs__overlap=digests).only("pk", "title", "headline")[:most] if digests else ()
    )


def withdraw_logs(older_than: timedelta) -> int:
    """Give up the bytes; interrupted, it goes on where it is begun again. How many logs."""
    now, count = timezone.now(), 0
    while some := withdraw_some(older_than, now):
        count += some
    if count:
        record("logs.withdrawn", rule(older_than), after={"logs": count})
    return count


@transaction.atomic
def withdraw_some(older_than: timedelta, now: datetime) -> int:
    free = old_logs(older_than, now).order_by("pk").select_for_update(of=("self",), skip_locked=True)
    digests = list(free.values_list("pk", flat=True)[:AT_ONCE])  # what somebody sends again now is held by him
    # Whoever has an upload read anew locks it first: either its logs are seen as wanted, or it is refused.
    list(Upload.objects.filter(files__log__in=digests).order_by("pk").select_for_update().values_list("pk"))
    # Asked again now that all is ours: what was sent or queued since it was asked first is wanted.
    digests = list(old_logs(older_than, now).filter(pk__in=digests).values_list("pk", flat=True))
    LogChunk.discard(LogChunk.objects.filter(log__in=digests))
    return Log.objects.filter(pk__in=digests).update(withdrawn_at=now, withdrawn_by=rule(older_than))


def rule(older_than: timedelta) -> str:
    return f"older than {older_than.days} days"
