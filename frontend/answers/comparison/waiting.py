"""Recordings that wait for their day, as a page says it: in words, and where the day is said."""

from __future__ import annotations

from collections.abc import Iterable

from benchdb.domain.caveats import Caveat
from benchdb.recordings.caveats.waiting import WAITING, caveats, path_of
from benchdb.wording.sentences import sentence
from frontend.answers.presentation import Link


def waiting(known: Iterable[Caveat]) -> Link | None:
    """Of an answer's caveats."""
    return next((Link(sentence(one), path_of(one)) for one in known if one.kind == WAITING), None)


def waiting_of(runs: Iterable[int]) -> Link | None:
    return waiting(caveats(list(runs)))
