"""What the pages and the API of watches share: who finds one, what it is about, and who may end it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from benchdb.accounts.actor import Actor
from benchdb.domain.roles import Action
from benchdb.questions.base import BadQuestion
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.watches.check import question_of_watch
from benchdb.watches.keep import remove_watch, watch_of
from benchdb.web.access import Forbidden, require
from benchdb.wording import words


def end_watch(request: HttpRequest, watch_id: int) -> None:
    """Forbidden for others; Http404 where there is none."""
    actor = require(request, Action.UPLOAD)
    watch = watch_or_404(watch_id)
    if not may_remove(actor, watch):
        raise Forbidden(words("watch is another's"))
    remove_watch(watch)


def may_remove(actor: Actor, watch: Any) -> bool:
    return actor.may(Action.EDIT) or (actor.may(Action.UPLOAD) and actor.user is not None and actor.user == watch.owner)


def watch_or_404(watch_id: int) -> Any:
    watch = watch_of(watch_id)
    if watch is None:
        raise Http404(f"there is no watch {watch_id}")
    return watch


def runs_of(watch: Any) -> int | None:
    """How many runs its question is about today; None where it cannot be asked."""
    try:
        return selected(latest.census(), question_of_watch(watch).where).total
    except BadQuestion:
        return None
