"""An answer on the screen -> a Permalink that shows the same numbers for ever."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import zstandard

from benchdb.domain import statistics
from benchdb.models import Permalink, PermalinkBody, PermalinkExport, Run
from benchdb.questions.base import BadQuestion, Question
from benchdb.questions.kind import NEWEST
from benchdb.questions.kinds import QUESTIONS, ask
from benchdb.questions.names.former import with_names_of_today
from benchdb.wording import line

ID_LENGTHS = (12, 16)  #: characters of base 32: 60 bits, and 80 where those of another link begin with the same 60
MOST_TITLE, MOST_NOTE = 200, 2000  #: characters


def freeze(question: Question, now: datetime, title: str = "", note: str = "") -> Permalink:
    """The Permalink of what `question` says at `now` (or at its own moment). The same answer twice is the same link.

    One that an older release made in its own format is found again, too.
    """
    moment = min(question.as_of or now, now)
    title, note = checked_words(title, note)
    question, _ = with_names_of_today(question)
    answer = ask(question.at_moment(moment))
    if not answer.runs:
        raise BadQuestion("nothing to freeze")
    answer = replace(answer, query=question.at_moment(None).to_query())
    link = unstored(question.kind, answer, moment, title, note)
    return next((older for older in in_older_formats(link, answer) if older), None) or save(link)


def unstored(kind: str, answer: Any, moment: datetime, title: str, note: str) -> Permalink:
    runs = list(Run.objects.filter(pk__in=answer.runs).select_related("file"))
    return Permalink(
        kind=kind,
        title=title,
        note=note,
        headline=line(answer.headline),
        query=answer.query,
        as_of=moment,
        run_ids=list(answer.runs),
        logs=sorted({run.file.log_id for run in runs}),
        versions={
            "statistics": statistics.VERSION,
            "parsers": sorted({f"{run.format} {run.parser_version}" for run in runs}),
        },
        result=canonical(QUESTIONS[kind].to_data(answer, NEWEST)),
    )


def in_older_formats(link: Permalink, answer: Any) -> Iterator[Permalink | None]:
    """The same answer, where it was frozen in an older format."""
    newest, kind = link.result, QUESTIONS[link.kind]
    for form in kind.formats:
        link.result = canonical(kind.to_data(answer, form))
        ids = [content_digest(link)[:length] for length in ID_LENGTHS]
        older = Permalink.objects.filter(pk__in=ids)
        yield next((one for one in older if content(one) == content(link)), None)
    link.result = newest


def checked_words(title: str, note: str) -> tuple[str, str]:
    """Title and note as they are kept: no NUL, one kind of line end. BadQuestion where they are too long."""
    title, note = " ".join(title.split()), note.replace("\r\n", "\n").strip()
    if "\0" in title + note:
        raise BadQuestion("NUL in a title")
    if len(title) > MOST_TITLE or len(note) > MOST_NOTE:
        raise BadQuestion("too long for a permalink", most_title=MOST_TITLE, most_note=MOST_NOTE)
    return title, note


def save(unsaved: Permalink) -> Permalink:
    """The row with this content, made where it is new."""
    fields = [field.name for field in unsaved._meta.concrete_fields if field.name != "id"]
    defaults = {name: getattr(unsaved, name) for name in fields}
    for length in ID_LENGTHS:
        link, _ = Permalink.objects.get_or_create(id=content_digest(unsaved)[:length], defaults=defaults)
        if content(link) == content(unsaved):
            return link
    raise BadQuestion("address of a permalink is taken")


def content(link: Permalink) -> str:
    """All that the address is made from: question, runs and numbers are in the result; words only if there are any."""
    words = [link.title, link.note] if link.title or link.note else []
    kind = [] if link.kind == "compare" else [link.kind]
    return canonical([link.result, link.logs, link.versions, *words, *kind])


def content_digest(link: Permalink) -> str:
    return base64.b32encode(hashlib.sha256(content(link).encode()).digest()).decode().lower()


def canonical(value: object) -> str:
    """JSON with one spelling only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def shown(link: Permalink) -> Any:
    """The answer as it was frozen."""
    return QUESTIONS[link.kind].from_data(json.loads(link.result))


def export_bytes(link: Permalink, name: str, render: Callable[[], bytes]) -> bytes:
    """An export's bytes as they were first rendered; rendered now, and kept, where nobody has asked for it before."""
    kept = PermalinkExport.objects.filter(permalink=link, name=name).values_list("data", flat=True).first()
    if kept is None:
        data = zstandard.ZstdCompressor(level=9).compress(render())
        made, _ = PermalinkExport.objects.get_or_create(permalink=link, name=name, defaults={"data": data})
        kept = made.data
    return zstandard.ZstdDecompressor().decompress(bytes(kept))


def page_body(link: Permalink, code: str, draw: Callable[[], str]) -> str:
    """The HTML of the frozen answer as this version of the code draws it: one is kept of each permalink."""
    source = hashlib.sha256(f"{code}\n{link.result}".encode()).hexdigest()
    kept = PermalinkBody.objects.filter(permalink=link, source=source).values_list("data", flat=True).first()
    if kept is not None:
        return zstandard.ZstdDecompressor().decompress(bytes(kept)).decode()
    body = draw()
    data = zstandard.ZstdCompressor(level=9).compress(body.encode())
    PermalinkBody.objects.update_or_create(permalink=link, defaults={"source": source, "data": data})
    return body
