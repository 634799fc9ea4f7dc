"""What is fed with made-up bytes. Each target returns whatever the bytes are; what it raises is a fault."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from urllib.parse import parse_qsl

from benchdb.dev.fuzz import kit
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import QUESTIONS
from benchdb.reads.search.language import terms
from benchdb.reads.search.moments import moments_of
from benchdb.reads.search.term import BadTerm
from ingest.archives import BadMember, BrokenArchive, Limits, Member, members
from ingest.declared.facts import BadFact, bundle, clean
from ingest.formats import HEAD_SIZE, formats
from ingest.pipeline.identify import as_utf8, identify
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.tests.promises import read

Target = Callable[[bytes], None]
NOW = datetime(2026, 11, 22, tzinfo=UTC)
SMALL = Limits(members=50, member=100_000, total=500_000, ratio=100, always=200_000)


def text_of(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def search(content: bytes) -> None:
    with suppress(BadTerm):
        for term in terms(text_of(content)):
            if term.kind == "moment":
                moments_of(term, NOW)


def question(kind: str, content: bytes) -> None:
    """As an address has it; a question comes back from its own address."""
    ask = QUESTIONS[kind].question.from_query
    with suppress(BadQuestion):
        made = ask(parse_qsl(text_of(content), keep_blank_values=True))
        assert ask(parse_qsl(made.to_query(), keep_blank_values=True)) == made


def bundle_file(content: bytes) -> None:
    with suppress(BadFact):
        bundle(content)


def stated_facts(content: bytes) -> None:
    with suppress(BadFact):
        clean(dict(parse_qsl(text_of(content), keep_blank_values=True)))


def archive(content: bytes) -> None:
    with suppress(BrokenArchive):
        for member in members(io.BytesIO(content), len(content), SMALL):
            if isinstance(member, Member):
                with suppress(BadMember):
                    list(member.pieces())


def identification(content: bytes) -> None:
    with suppress(Unreadable):
        identify(as_utf8(content[:HEAD_SIZE]))


TARGETS: dict[str, Target] = {
    "search": search,
    "benchdb.toml": bundle_file,
    "facts": stated_facts,
    "archives": archive,
    "identify": identification,
    **kit.TARGETS,
    **{f"question {kind}": partial(question, kind) for kind in sorted(QUESTIONS)},
    **{name: partial(read, name) for name in sorted(formats())},
}
