"""Tags put on runs and taken off, each time with an entry in the audit log."""

from __future__ import annotations

import re

from django.db import transaction

from benchdb.accounts.audit import record
from benchdb.held_rows import wait_briefly
from benchdb.models import Run, Tag
from benchdb.wording import words

WORD = r"[A-Za-z0-9_][A-Za-z0-9_.:+\-]{0,59}"
MOST = 30  #: on one run


class BadTag(ValueError):
    """A tag that cannot be; the message says why."""


@transaction.atomic
def tag(run: Run, word: str) -> Tag:
    """Put `word` on the run; nothing changes if it is there.

    OperationalError where an upload that ends holds the run (`held_rows.has_waited`).
    """
    wait_briefly()
    if not re.fullmatch(WORD, word):
        raise BadTag(words("bad tag", tag=word[:80]))
    run = Run.objects.select_for_update().get(pk=run.pk)
    known, _ = Tag.objects.get_or_create(name__iexact=word, defaults={"name": word})  # others may make it meanwhile
    if run.tags.filter(pk=known.pk).exists():
        return known
    if run.tags.count() >= MOST:
        raise BadTag(words("most tags", run=run.pk, most=MOST))
    known.runs.add(run)
    record("run.tagged", str(run), after={"tag": known.name}, page=f"/runs/{run.pk}/")
    return known


@transaction.atomic
def untag(run: Run, word: str) -> bool:
    """Take `word` off the run; a tag that is on no run any more goes. False where it was not there."""
    wait_briefly()
    known = run.tags.filter(name__iexact=word).first()
    if known is None:
        return False
    known.runs.remove(run)
    record("run.untagged", str(run), before={"tag": known.name}, page=f"/runs/{run.pk}/")
    if not known.runs.exists():
        known.delete()
    return True
