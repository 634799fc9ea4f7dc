"""What is typed into a search box -> terms. Pure.

apache 2.4               words, each found somewhere
kernel:2.6*              a dimension, with * for anything
machine:web1,web2        one of them
sendfile:on sendfile=on  a setting, by its name
cpus:>=4  cpus:2..8      a number or a version, by comparison or from and to
rps:>500  failed:>0      a metric of the run, by its name or a short one
latency:>5ms             with its unit: s, ms, µs (us), ns; B, KB, MB, GB (by 1000), KiB, MiB, GiB; %. A bare number is
                         in seconds, bytes, or a fraction of 1
since:2024-05-01         made on that day or later; until: likewise; since:30d for the last thirty days.
                         A run without a start on record is neither
stored:30d               stored here since then; stored:2026-11-01..2026-11-20 on these days
-zone:global  -nginx     not that
"two words"  kernel:"Linux 2.4"
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from difflib import get_close_matches

from benchdb.domain.dimensions import DIMENSIONS, TUNING, dimension
from benchdb.domain.metrics import UnknownMetric, figure
from benchdb.reads.search.moments import MOMENTS, moment_term
from benchdb.reads.search.quantities import measured
from benchdb.reads.search.term import BadTerm, Term, number_of, ranged

SHORT = {
    "rps": "requests_per_second",
    "failed": "requests_failed",
    "median": "latency_median",
    "p50": "latency_p50",
    "p90": "latency_p90",
    "p95": "latency_p95",
    "p99": "latency_p99",
    "c": "concurrency",
    "series": "kernel_series",
    "flavour": "kernel_flavour",
    "document": "path",
}
#: What people call a time, or a bound of it.
TIMES = {
    **dict.fromkeys(("started", "start", "date", "day", "time", "after", "from", "made"), "since"),
    **dict.fromkeys(("before", "to", "ended", "end"), "until"),
}
#: What people call the file of a run, whose name is looked for by words.
FILES = ("file", "files", "filename", "log", "logfile", "name")
JOINED = {"OR": "OR joins nothing", "AND": "AND joins nothing"}
MOST_TERMS = 12
MOST_LETTERS = 500  #: of a word: PostgreSQL looks for 2,046 bytes at most, which are fewer letters of other scripts
BETWEEN_PARTS = re.compile(r"[\W_]+")
PIECES = re.compile(r'(-?)(?:([A-Za-z][\w.-]*)([:=]))?("[^"]*"|[^\s"]+)')
ADDRESS = re.compile(r"[\w.-]*\.[\w.-]+:\d|localhost:\d|[A-Za-z][\w.]*:[/\\]")  #: its colon is no field's
UNFINISHED = re.compile(r'([A-Za-z][\w.-]*)[:=](?:"\s*")?')


def terms(query: str, settings: Collection[str] = ()) -> tuple[Term, ...]:
    """The terms of a search, all of which must hold. BadTerm for one that cannot be.

    `settings`: those that some run records, as dimensions (`tuning.sendfile`).
    """
    known = {name.removeprefix(TUNING).casefold(): name for name in settings}
    pieces = PIECES.findall(query.replace("\0", ""))
    check_quotes(query)
    for _, key, sign, value in pieces:
        check_value(key, sign, value, known)
    read = (term_of(minus, key, sign, value, known) for minus, key, sign, value in pieces)
    parsed = [one for one in read if one]
    if len(parsed) > MOST_TERMS:
        raise BadTerm("most terms", terms=len(parsed), most=MOST_TERMS)
    return tuple(parsed)


def check_value(key: str, sign: str, value: str, settings: Mapping[str, str]) -> None:
    """BadTerm for a name without a value: `machine:`, `sendfile=""`."""
    unfinished = UNFINISHED.fullmatch(f"{key}{sign}{value}")
    if unfinished and (field(unfinished[1], settings) or unfinished[1] in MOMENTS):
        raise BadTerm("no value", typed=unfinished[0], name=unfinished[1])


def check_quotes(query: str) -> None:
    if query.count('"') % 2:
        rest = query[query.rindex('"') :]
        raise BadTerm("open quotation", rest=rest[:80])


def term_of(minus: str, key: str, sign: str, value: str, settings: Mapping[str, str]) -> Term | None:
    """Of a piece as it was typed; None for empty quotation marks."""
    is_quoted = value.startswith('"')
    if not key and value in JOINED:
        raise BadTerm(JOINED[value])
    text = value.strip('"')
    if not text:
        return None
    parsed = term(minus == "-", key, sign, text, settings)
    values = tuple(part.strip() for part in text.split(",") if part.strip())
    if parsed.kind == "dimension" and not parsed.is_range and not is_quoted and len(values) > 1:
        return replace(parsed, either=values)
    return parsed


def term(is_not: bool, key: str, sign: str, value: str, settings: Mapping[str, str]) -> Term:
    """`settings`: the name of each, folded -> its dimension."""
    name = field(key, settings)
    if key in MOMENTS:
        return moment_term(key, value, is_not)
    word = f"{key}{sign}{value}"
    if name in DIMENSIONS or name.startswith(TUNING):
        parsed = ranged("dimension", name, value, is_not)
        return numeric(parsed, key, word) if parsed.is_range and dimension(name).kind == "number" else parsed
    if name:
        return measured(ranged("metric", name, value, is_not), figure(name), key, word)
    if sign == ":" and not ADDRESS.match(word):
        raise unknown_field(key, value, settings)
    if any(len(part) > MOST_LETTERS for part in parts_of(word)):
        raise BadTerm("too long a word", typed=word[:40], most=MOST_LETTERS)
    return Term("word", "", word, is_not=is_not)


def parts_of(word: str) -> list[str]:
    """What is looked for in texts of a word with punctuation in it: `web-1.log` is web, 1 and log."""
    return [part for part in BETWEEN_PARTS.split(word.lower()) if part]


def field(key: str, settings: Mapping[str, str]) -> str:
    """The dimension or the metric that a key is short for; "" where it is none."""
    name = SHORT.get(key, key)
    if name in DIMENSIONS or name.startswith(TUNING):
        return name
    try:
        return figure(name).name
    except UnknownMetric:
        return settings.get(key.casefold(), "")


def unknown_field(key: str, value: str, settings: Mapping[str, str]) -> BadTerm:
    if name := TIMES.get(key.casefold()):
        return BadTerm("time of a search", key=key, value=value, name=name)
    if key.casefold() in FILES:
        return BadTerm("file of a search", key=key, value=value)
    near = get_close_matches(key.casefold(), (*DIMENSIONS, *SHORT, *MOMENTS, *settings), 1)
    if near:
        return BadTerm("unknown term, but near", key=key, value=value, near=near[0])
    return BadTerm("unknown term", key=key, value=value)


def numeric(parsed: Term, key: str, typed: str) -> Term:
    """A term that compares numbers; BadTerm, with what was typed, where there is none."""
    for edge in (parsed.text, parsed.low, parsed.high):
        try:
            if edge:
                number_of(edge)
        except ValueError as error:
            raise BadTerm("number of a search", typed=typed, key=key, edge=edge) from error
    if parsed.low and parsed.high and number_of(parsed.low) > number_of(parsed.high):
        raise BadTerm("range turned round", typed=typed, key=key, low=parsed.low, high=parsed.high)
    return parsed
