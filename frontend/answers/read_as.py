"""A search as it was read: each of its terms in words, with the search without it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import Unit, figure
from benchdb.domain.units import BYTES, TIMES, scale_of
from benchdb.reads.search.language import PIECES, terms
from benchdb.reads.search.moments import MADE
from benchdb.reads.search.term import Term
from benchdb.wording import inside
from benchdb.wording.values import shown_value

MOMENTS = {"since": "made since", "until": "made until", "stored": "stored"}


def read_as(search: str, settings: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """(what a term is of, what it asks of that, the search without it). BadTerm where one says nothing.

    `settings`: those that some run records, as dimensions.
    """
    pieces = [match.group() for match in PIECES.finditer(search)]
    for place, piece in enumerate(pieces):
        for term in terms(piece, settings):
            yield subject(term), value_words(term), " ".join(pieces[:place] + pieces[place + 1 :])


def subject(term: Term) -> str:
    """`concurrency`, `not zone`, `failed requests`; of a word, where it is sought."""
    name = {
        "word": lambda: "anywhere",
        "moment": lambda: MOMENTS[term.key],
        "dimension": lambda: inside(dimension(term.key).title),
        "metric": lambda: inside(figure(term.key).title),
    }[term.kind]()
    return f"not {name}" if term.is_not else name


def value_words(term: Term) -> str:
    """`≥ 100`, `2 to 8`, `Sun Fire V125`."""
    low, high = (shown(term, edge) for edge in (term.low, term.high))
    if term.key in MADE:
        return low or high
    if low and high:
        return f"{low} to {high}"
    if low:
        return f"{'≥' if term.has_low else '>'} {low}"
    if high:
        return f"{'≤' if term.has_high else '<'} {high}"
    return " or ".join(shown(term, text) for text in term.either or (term.text,))


def shown(term: Term, text: str) -> str:
    """With its unit, so that a bare number is seen to be of seconds."""
    if not text or term.kind in ("word", "moment"):
        return text
    if term.kind == "metric":
        return amount_of(float(text), figure(term.key).unit)
    return shown_value(term.key, text)


def amount_of(value: float, unit: Unit) -> str:
    """All its digits: 0.00144 s -> `1.44 ms`. Titles of rates say what they are per."""
    if unit in ("s", "B", "B/s") and value:
        size, name = scale_of(value, TIMES if unit == "s" else BYTES)
        return f"{value / size:.12g} {name}{'/s' if unit == 'B/s' else ''}"
    if unit == "fraction":
        return f"{100 * value:.12g}%"
    return f"{value:,.12g}"
