"""Studies as editors make and change them: words, questions, runs. What is frozen from them stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from django.db import transaction
from django.utils.text import slugify

from benchdb.accounts.audit import record
from benchdb.models import Study
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import QUESTIONS, question_of
from benchdb.reads.packed.census import latest
from benchdb.reads.search.newest import every, newest
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection
from benchdb.wording import words

WORDS = ("title", "summary", "source", "notes")
LONGEST = {"title": 200, "summary": 2000, "source": 2000, "notes": 50_000}  #: characters
MOST_RUNS = 5000  #: added at once
MOST_QUESTIONS = 40
OPTIONAL = ("title", "answer", "short")  #: of a question


class BadStudy(ValueError):
    """A study that cannot be; the message says what to do."""


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """One figure of a study, as somebody types it: the address is that of its page."""

    title: str  #: the question; "" where it belongs to the one above
    address: str
    note: str
    answer: str = ""
    short: str = ""  #: the answer in a few words


def as_entry(typed: TypedQuestion) -> dict[str, str]:
    """As the study keeps it. BadStudy where the address is no question's."""
    parts = urlsplit(typed.address.strip())
    kind = parts.path.strip("/")
    if kind not in QUESTIONS or not parts.query:
        raise BadStudy(words("address of a question", title=typed.title))
    try:
        question = question_of(kind, parse_qsl(parts.query))
    except BadQuestion as error:
        raise BadStudy(f"“{typed.title}”: {error}") from error
    texts = {name: text for name in OPTIONAL if (text := getattr(typed, name))}
    return {**texts, "page": kind, "query": question.to_query(), "note": typed.note}


@transaction.atomic
def make_study(title: str) -> Study:
    """A new study, still empty."""
    title = cleaned(title, "title")
    slug = slugify(title)[:40] or "study"
    taken = set(Study.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    free = next(name for name in (slug, *(f"{slug}-{n}" for n in range(2, len(taken) + 3))) if name not in taken)
    study = Study.objects.create(slug=free, title=title, position=Study.objects.count() + 1)
    record("study.made", f"study {title}", after={"title": title}, page=f"/studies/{free}/")
    return study


@transaction.atomic
def edit_study(study: Study, texts: Mapping[str, str], questions: Sequence[TypedQuestion]) -> Study:
    """Its words and its questions, in the order typed. The audit log keeps what they were."""
    study = Study.objects.select_for_update().get(pk=study.pk)
    for name in WORDS:
        setattr(study, name, cleaned(texts.get(name, ""), name))
    if len(questions) > MOST_QUESTIONS:
        raise BadStudy(words("most questions of a study", most=MOST_QUESTIONS))
    if questions and not questions[0].title:
        raise BadStudy(words("title of a question"))
    study.comparisons = [as_entry(one) for one in questions]
    study.save()
    return study


def cleaned(text: str, name: str) -> str:
    text = text.replace("\0", "").replace("\r\n", "\n").strip()
    if name == "title" and not text:
        raise BadStudy(words("title of a study"))
    if len(text) > LONGEST[name]:
        raise BadStudy(words("too long for a study", name=name, most=LONGEST[name]))
    return text


@transaction.atomic
def add_runs(study: Study, search: str) -> int:
    """Runs that a search lets through belong to the study from now on. How many it found; BadTerm for a bad search,
    BadStudy for one that finds none."""
    runs = newest(matching(search), None, MOST_RUNS + 1)
    if not runs:
        raise BadStudy(words("no runs for a study", search=search))
    if len(runs) > MOST_RUNS:
        raise BadStudy(words("most runs for a study", most=MOST_RUNS))
    study.runs.add(*runs)
    record("study.changed", str(study), after={"runs added": len(runs)}, page=f"/studies/{study.slug}/")
    return len(runs)


@transaction.atomic
def remove_runs(study: Study, search: str) -> int:
    """The runs of the study that a search lets through do not belong to it any more. How many it found; BadStudy for
    none."""
    own = list(study.runs.values_list("pk", flat=True))
    runs = np.intersect1d(every(matching(search)), own).tolist()
    if not runs:
        raise BadStudy(words("no runs of the study", search=search))
    study.runs.remove(*runs)
    record("study.changed", str(study), before={"runs removed": len(runs)}, page=f"/studies/{study.slug}/")
    return len(runs)


def matching(search: str) -> Selection:
    if not search.strip():
        raise BadStudy(words("runs of a study"))
    return selected(latest.census(), (), search)
