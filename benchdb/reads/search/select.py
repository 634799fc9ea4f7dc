"""Filters and a search -> the Selection of runs that they let through: by setups first, by single runs after."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
from django.db import connection
from django.utils import timezone

from benchdb.domain.dimensions import dimension
from benchdb.domain.failures import FAILED
from benchdb.models.packed import NO_START, NO_TRIAL
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import Census, Mask
from benchdb.reads.packed.failures import failing
from benchdb.reads.packed.figures import figure_bounds, figures_of
from benchdb.reads.packed.moments import microseconds
from benchdb.reads.packed.runs import runs_of
from benchdb.reads.packed.series import OF_RUNS
from benchdb.reads.packed.wanted import RUN_IDS
from benchdb.reads.search.former_names import LED, Led, led, of_today, where_of_today
from benchdb.reads.search.language import parts_of, terms
from benchdb.reads.search.moments import MADE, STORED, moments_of
from benchdb.reads.search.ordered import chosen
from benchdb.reads.search.selection import Selection, everything, nothing, of_ids, single_runs
from benchdb.reads.search.setups import rows_with_setting, rows_with_term, rows_with_word
from benchdb.reads.search.term import BadTerm, Term, number_of

MOST_FILES = 2_000  #: the newest that a word is found in
#: The newest runs with a word in the name of their file, in their notes, their citation or the title of a study.
ELSEWHERE = """
SELECT id FROM benchdb_run WHERE file_id IN (
  SELECT id FROM benchdb_uploadfile WHERE benchdb_words(name) @@ %(words)s::tsquery ORDER BY id DESC LIMIT %(most)s)
UNION SELECT id FROM benchdb_run
  WHERE (notes <> '' OR citation <> '') AND benchdb_words(notes || ' ' || citation) @@ %(words)s::tsquery
UNION SELECT run_id FROM benchdb_study_runs WHERE study_id IN (
  SELECT id FROM benchdb_study WHERE benchdb_words(title) @@ %(words)s::tsquery)
"""


def selected(census: Census, where: Where, query: str = "", now: datetime | None = None) -> Selection:
    """The runs that all filters and all terms of the search let through. BadTerm for a term that cannot be."""
    return selection_of(census, where, terms(query, census.settings) if query else (), now)


def selection_of(census: Census, where: Where, parsed: Sequence[Term], now: datetime | None = None) -> Selection:
    """The same of terms that are read."""
    selection = everything(census)
    for key, values in where_of_today(where):
        selection = selection.and_also(filtered_by(census, selection, key, values))
    moment = now or timezone.now()
    if any(term.key == FAILED and not term.is_not and asks_for_more_than_none(term) for term in parsed):
        selection = selection.and_also(Selection(census, failing(census)))  # before the bounds of all others are read
    for term in sorted(parsed, key=cost):
        matching = TERMS[term.kind](selection, term, moment)
        selection = selection.without(matching) if term.is_not else selection.and_also(matching)
    return selection


def undated(census: Census, where: Where, query: str, now: datetime | None = None) -> int:
    """How many runs a search for when they were made leaves out as nobody knows; 0 where it asks for no such time."""
    parsed = terms(query, census.settings) if query else ()
    if not any(term.key in MADE and not term.is_not for term in parsed):
        return 0
    selection = selection_of(census, where, [term for term in parsed if term.key not in MADE], now)
    runs = runs_of(census, selection.counts > 0, moments="started")
    return int(np.count_nonzero(chosen(selection, runs) & (runs.moments == NO_START)))


def names_led(census: Census, where: Where, query: str = "") -> tuple[Led, ...]:
    """The names in filters and in a search that lead on to what is called otherwise today."""
    pairs = [(key, value) for key, values in where for value in values]
    for term in terms(query, census.settings) if query else ():
        if term.kind == "dimension":
            pairs += ((term.key, text) for text in (term.text, *term.either))
        elif term.kind == "word" and not rows_named(census, term.text).any():
            pairs += ((key, term.text) for key in LED)
    return led(pairs)


def filtered_by(census: Census, start: Selection, key: str, values: Sequence[str]) -> Selection:
    """The runs that have one of the values, at least those that are in `start`."""
    if key in RUN_IDS:
        return of_ids(census, np.unique(np.array(RUN_IDS[key](values), np.int64)))
    if key == "trial":
        return of_trials(start, values)
    return Selection(census, census.having(key, values))


def of_trials(start: Selection, values: Sequence[str]) -> Selection:
    numbers = [NO_TRIAL if (number := dimension("trial").value(value)) is None else number for value in values]
    runs = runs_of(start.census, start.counts > 0)
    keep = np.isin(runs.trials, numbers)
    return single_runs(nothing(start.census), runs.runs[keep], runs.rows[keep])


def with_word(start: Selection, term: Term, now: datetime) -> Selection:
    """A word names a machine, kernel, server, tool, zone or document, else a setting; else what was called so before.
    What names none is elsewhere."""
    if (rows := rows_named(start.census, term.text)).any():
        return Selection(start.census, rows)
    if names := {key: name for key in LED if (name := of_today(key, term.text)) != term.text}:
        rows = np.logical_or.reduce([start.census.having(key, [name]) for key, name in names.items()])
        return Selection(start.census, rows)
    return elsewhere(start.census, term.text)


def rows_named(census: Census, word: str) -> Mask:
    """The rows that a word names today."""
    rows = rows_with_word(census, word)
    return rows if rows.any() else rows_with_setting(census, word)


def elsewhere(census: Census, word: str) -> Selection:
    parts = parts_of(word)
    if not parts:
        return nothing(census)
    words = " & ".join(f"'{part}':*" for part in parts)
    with connection.cursor() as cursor:
        cursor.execute(ELSEWHERE, {"words": words, "most": MOST_FILES})
        ids = np.array([run for (run,) in cursor.fetchall()], np.int64)
    return of_ids(census, ids, len(ids) >= MOST_FILES)


def with_condition(start: Selection, term: Term, now: datetime) -> Selection:
    if term.key not in OF_RUNS:
        return Selection(start.census, rows_with_term(start.census, term))
    if term.is_range or "*" in term.text:
        raise BadTerm("value of a term", key=term.key, text=term.text or "…")
    values = term.either or (term.text,)
    for text in values:
        try:
            dimension(term.key).value(text)
        except ValueError as error:
            raise BadTerm("not a value of", text=text, dimension=term.key) from error
    return filtered_by(start.census, start, term.key, values)


def with_number(start: Selection, term: Term, now: datetime) -> Selection:
    """The runs whose metric lies between the bounds, or is just that."""
    mask, whole = start.counts > 0, nothing(start.census)
    if term.key != FAILED:
        mask, whole = by_bounds(start.census, mask, term)
    elif term.is_not and asks_for_more_than_none(term):
        mask &= failing(start.census)
    numbers = figures_of(start.census, mask, term.key)
    keep = np.ones(len(numbers.values), bool)
    for edge, compare in edges(term):
        keep &= compare(numbers.values, edge)
    return single_runs(whole, numbers.runs[keep], numbers.rows[keep])


def by_bounds(census: Census, mask: Mask, term: Term) -> tuple[Mask, Selection]:
    """(rows some of whose runs may be let through, those all of whose runs are): most are all in or all out."""
    bounds = figure_bounds(census, mask, term.key)
    can_be, is_whole = np.ones(len(bounds.rows), bool), bounds.counts == census.counts[bounds.rows]
    for edge, compare in edges(term):
        lowest, highest = compare(bounds.lowest, edge), compare(bounds.highest, edge)
        is_whole &= lowest & highest
        can_be &= lowest | highest | ((bounds.lowest < edge) & (edge < bounds.highest))
    whole, some = np.zeros(len(mask), bool), np.zeros(len(mask), bool)
    whole[bounds.rows[is_whole]] = True
    some[bounds.rows[can_be & ~is_whole]] = True
    return some, Selection(census, whole)


def asks_for_more_than_none(term: Term) -> bool:
    """No 0 is let through: `failed:>0`, `failed:50`."""
    return not all(compare(0.0, edge) for edge, compare in edges(term))


def edges(term: Term) -> list[tuple[float, Callable[..., np.ndarray]]]:
    bounds: list[tuple[float, Callable[..., np.ndarray]]] = []
    if term.text:
        bounds.append((number_of(term.text), operator.eq))
    if term.low:
        bounds.append((number_of(term.low), operator.ge if term.has_low else operator.gt))
    if term.high:
        bounds.append((number_of(term.high), operator.le if term.has_high else operator.lt))
    return bounds


def at_a_time(start: Selection, term: Term, now: datetime) -> Selection:
    """The runs made since a moment, or until one, or stored then. When others were made nobody knows: none of them."""
    runs = runs_of(start.census, start.counts > 0, moments="stored" if term.key == STORED else "started")
    keep = runs.moments != NO_START
    low, high = moments_of(term, now)
    keep &= runs.moments >= microseconds(low) if low else True
    keep &= runs.moments < microseconds(high) if high else True
    return single_runs(nothing(start.census), runs.runs[keep], runs.rows[keep])


TERMS: dict[str, Callable[[Selection, Term, datetime], Selection]] = {
    "dimension": with_condition,
    "word": with_word,
    "moment": at_a_time,
    "metric": with_number,
}
COSTS = {"dimension": 0, "word": 2, "moment": 4, "metric": 6}


def cost(term: Term) -> int:
    """What is cheap comes first: what comes later has fewer runs to look at. Of failures no bound is known."""
    return COSTS[term.kind] + (term.key in OF_RUNS or term.key == FAILED)
