"""Aborted runs do not count unless somebody asks for them, and the answer says so."""

from __future__ import annotations

from dataclasses import replace

from benchdb.questions.comparison.tabulate import tabulate
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import sentences

SEEN = [seen(1, 100, status="complete"), seen(2, 9, status="aborted"), seen(3, 8, status="interrupted")]


def test_runs_that_were_stopped_are_left_out_and_counted() -> None:
    answer = tabulate(QUESTION, SEEN)
    assert answer.runs == (1,)
    assert sentences(answer.caveats)[0] == "2 runs that were stopped before the end are left out."


def test_they_count_where_the_question_names_the_status() -> None:
    asked_for = replace(QUESTION, where=(("status", ("aborted", "complete", "interrupted")),))
    assert tabulate(asked_for, SEEN).runs == (1, 2, 3)
    in_columns = [replace(one, column=one.conditions["status"]) for one in SEEN]
    assert tabulate(replace(QUESTION, cols="status"), in_columns).runs == (1, 2, 3)
