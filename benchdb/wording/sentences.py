"""A phrase or caveat -> its sentence, by the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached

from benchdb.domain.caveats import Caveat, Phrase, Stored, of_row, phrase
from benchdb.wording.catalogue import CATALOGUE
from benchdb.wording.gaps import Gaps, MarkedGaps

DAY = re.compile(
    r"\b(?:\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: \d{4})?|\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)\b"
)
SENTENCES = 4_096  #: that are remembered


def as_written(one: Phrase | Caveat) -> tuple[str, str]:
    """Its kind and its parameters as they are written: 1 and 1.0 are equal and read otherwise."""
    return one.kind, repr(one.parameters)


@cached(LRUCache[tuple[str, str], str](SENTENCES), key=as_written, lock=Lock())
def sentence(one: Phrase | Caveat) -> str:
    """The words of one phrase or caveat; remembered, because the cells of an answer say the same few."""
    return worded(one)


def worded(one: Phrase | Caveat) -> str:
    """The same, not remembered: for what may hold whatever somebody typed."""
    return GAPS.vformat(CATALOGUE[one.kind], (), dict(one.parameters))


def words(kind: str, **parameters: Any) -> str:
    """The line of the catalogue called `kind`: a heading, a link, what stands around an answer."""
    return sentence(phrase(kind, **parameters))


def sentences(caveats: Iterable[Phrase | Caveat]) -> tuple[str, ...]:
    """The words of several, each sentence once."""
    return tuple(dict.fromkeys(map(sentence, caveats)))


def sentences_of(kept: Iterable[Stored]) -> list[str]:
    """The words of the caveats that a row keeps."""
    return [sentence(of_row(one)) for one in kept]


def full_sentences(caveats: Iterable[Phrase | Caveat]) -> tuple[str, ...]:
    """The same, each with its full stop: for where they stand one after the other."""
    return tuple(f"{text.rstrip('.')}." for text in sentences(caveats))


def line(headline: Iterable[Phrase]) -> str:
    """A headline's phrases as one line."""
    return begun(" ".join(map(sentence, headline)))


def marked_line(headline: Iterable[Phrase]) -> str:
    """The same as HTML, in which what it turns on stands out, and no line ends within a day."""
    return DAY.sub(unbroken, begun(" ".join(map(marked, headline))))


def unbroken(day: re.Match[str]) -> str:
    """`13 Nov 2026`, `2026-11-28 03:32`, in which no line ends: the text stays as it is, also where it is copied or
    frozen."""
    return f'<span class="nowrap">{day[0]}</span>'


def begun(text: str) -> str:
    """With a capital, where it begins with words of ours: a name, such as nginx, is left as it is."""
    return OURS.sub(lambda match: match[1] + match[2].upper(), text, count=1)


def marked(one: Phrase) -> str:
    return MARKED.vformat(CATALOGUE[one.kind], (), dict(one.parameters))


#: Of curves without a name, of zones, or of many at once.
OURS = re.compile(
    r"^((?:<[^>]*>)*)([rten])(?=uns without |he curve of runs |he \S+ zone\b|very \S+ kernel |one of the |he other )"
)
GAPS, MARKED = Gaps(sentence), MarkedGaps(marked)
