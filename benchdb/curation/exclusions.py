"""Runs that do not count, each with its reason; and back again. Nothing is deleted, and the audit log keeps both."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from benchdb.models import Run
from benchdb.wording import words

LONGEST = 500  #: characters


class BadExclusion(ValueError):
    """An exclusion that cannot be; the message says why."""


class AlreadyExcluded(BadExclusion):
    """It has a reason, and keeps it."""


@transaction.atomic
def exclude(run: Run, reason: str) -> Run:
    """From now on comparisons leave the run out. Links that were frozen still show it."""
    reason = " ".join(reason.replace("\0", "").split())
    if not 3 <= len(reason) <= LONGEST:
        raise BadExclusion(words("reason of an exclusion", most=LONGEST))
    run = Run.objects.select_for_update().get(pk=run.pk)
    if run.excluded_at:
        raise AlreadyExcluded(f"run {run.pk} is already excluded: {run.excluded_because}")
    run.excluded_at, run.excluded_because = timezone.now(), reason
    run.save(update_fields=("excluded_at", "excluded_because"))
    return run


@transaction.atomic
def include(run: Run) -> Run:
    """The run counts again; one that was not excluded stays as it is."""
    run = Run.objects.select_for_update().get(pk=run.pk)
    run.excluded_at, run.excluded_because = None, ""
    run.save(update_fields=("excluded_at", "excluded_because"))
    return run
