"""A comparison on the screen -> a Permalink that shows the same numbers for ever."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import zstandard

from benchdb import stats
from benchdb.comparison.answer import Comparison
from benchdb.comparison.headline import headline
from benchdb.comparison.select import compared
from benchdb.comparison.spec import BadSpec, Spec
from benchdb.models import KeptTwin, Permalink, Run

ID_LENGTHS = (12, 16)  #: characters of base 32: 60 bits, and 80 where those of another link begin with the same 60
MOST_TITLE, MOST_NOTE = 200, 2000  #: characters


def frozen(spec: Spec, now: datetime, title: str = "", note: str = "") -> Permalink:
    """The Permalink of what `spec` says at `now` (or at its own moment). The same answer twice is the same link."""
    spec = replace(spec, as_of=min(spec.as_of or now, now))
    title, note = worded(title, note)
    answer = compared(spec)
    if not answer.runs:
        raise BadSpec("no runs answer this question, so there is nothing to freeze")
    known = {run.pk: run for run in Run.objects.filter(pk__in=answer.runs).select_related("file")}
    told = Permalink(
        title=title,
        note=note,
        headline=headline(answer),
        query=spec.without_moment().to_query(),
        as_of=spec.as_of,
        run_ids=list(answer.runs),
        logs=sorted({run.file.log_id for run in known.values()}),
        versions={
            "statistics": stats.VERSION,
            "parsers": sorted({f"{run.format} {run.parser_version}" for run in known.values()}),
        },
        result=canonical(replace(answer, query=spec.without_moment().to_query()).to_json()),
    )
    return stored(told)


def worded(title: str, note: str) -> tuple[str, str]:
    """Title and note as they are kept: no NUL, one kind of line end. BadSpec where they are too long."""
    title, note = " ".join(title.split()), note.replace("\r\n", "\n").strip()
    if "\0" in title + note:
        raise BadSpec("a NUL is no part of a title or a note")
    if len(title) > MOST_TITLE or len(note) > MOST_NOTE:
        raise BadSpec(f"a title has at most {MOST_TITLE} characters, a note {MOST_NOTE}")
    return title, note


def stored(told: Permalink) -> Permalink:
    """The row with this content, made where it is new."""
    for length in ID_LENGTHS:
        defaults = {field.name: getattr(told, field.name) for field in told._meta.concrete_fields if field.name != "id"}
        link, _ = Permalink.objects.get_or_create(id=content_digest(told)[:length], defaults=defaults)
        if content(link) == content(told):
            return link
    raise BadSpec("another permalink has this one's address")


def content(link: Permalink) -> str:
    """All that the address is made from: Spec, runs and numbers are in the result; the words only if there are any."""
    words = [link.title, link.note] if link.title or link.note else []
    return canonical([link.result, link.logs, link.versions, *words])


def content_digest(link: Permalink) -> str:
    return base64.b32encode(hashlib.sha256(content(link).encode()).digest()).decode().lower()


def canonical(value: object) -> str:
    """JSON with one spelling only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def shown(link: Permalink) -> Comparison:
    """The comparison as it was frozen."""
    return Comparison.from_json(json.loads(link.result))


def kept_twin(link: Permalink, name: str, render: Callable[[], bytes]) -> bytes:
    """A twin's bytes as they were first rendered; rendered now, and kept, where nobody has asked for it before."""
    kept = KeptTwin.objects.filter(permalink=link, name=name).values_list("data", flat=True).first()
    if kept is None:
        data = zstandard.ZstdCompressor(level=9).compress(render())
        made, _ = KeptTwin.objects.get_or_create(permalink=link, name=name, defaults={"data": data})
        kept = made.data
    return zstandard.ZstdDecompressor().decompress(bytes(kept))
