"""The questions of the house: saved under a name, listed for everybody, removed by who saved them or an editor."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from django.db import IntegrityError, transaction

from benchdb.accounts.audit import record
from benchdb.models import SavedQuestion
from benchdb.questions.kinds import question_of
from benchdb.wording import words

LONGEST = 120  #: characters of a name
MOST = 500  #: questions


class BadName(ValueError):
    """A question that cannot be saved so; the message says what to do."""


@transaction.atomic
def save_question(name: str, kind: str, query: str, user: Any) -> SavedQuestion:
    """Keep the question under `name`. BadName, or BadQuestion for what is none."""
    name = " ".join(name.replace("\0", "").split())
    if not 0 < len(name) <= LONGEST:
        raise BadName(words("name of a question", most=LONGEST))
    if SavedQuestion.objects.count() >= MOST:
        raise BadName(words("most questions", most=MOST))
    question = question_of(kind, parse_qsl(query))
    try:
        with transaction.atomic():
            saved = SavedQuestion.objects.create(name=name, kind=kind, query=question.to_query(), made_by=user)
    except IntegrityError as error:
        raise BadName(words("question's name is taken", name=name)) from error
    record("question.saved", name, after={"kind": kind, "query": saved.query}, page="/questions/")
    return saved


@transaction.atomic
def remove_question(saved: SavedQuestion) -> None:
    """Take it off the list; what it asked about stays."""
    record("question.removed", saved.name, before={"kind": saved.kind, "query": saved.query}, page="/questions/")
    saved.delete()
