"""What became of a file: its state, and what could not be read in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from benchdb.domain.caveats import phrase
from benchdb.models import Upload, UploadFile
from benchdb.wording import sentence
from ingest.pipeline.rows.alike import Copy
from ingest.records import Fault, Problem

MOST_PROBLEMS = 200  #: kept per file; a file full of noise need not fill the database
NOT_APPLIED = "not_applied"  #: key of a known file's first problem: facts that hold for nothing that is stored
OF_LOADS = "of_loads"  #: likewise, of a recording: the end of its message, of the loads beside it
OF_PATH = "of_path"  #: key of a problem with what a path says: nothing is wrong with the log
OF_COPY = "of_copy"  #: likewise, of a report with the numbers of another one
OF_FACTS = "of_facts"  #: key of the problem of a file that is not read, for what the `benchdb.toml` above it says
OURS = "ours"  #: likewise, for what was wrong with us: it is read where it comes again
UNMATCHED = "unmatched"  #: likewise, of a path that the pattern does not match
MISREAD = "misread"  #: likewise, of what a path states by its pattern, and cannot be
RENAMED = "renamed"  #: key of one with a name that was said: it leads to what has another name now
NOTICE = "notice"  #: likewise, of what is to be read, and nobody need do anything
ONCE = "once"  #: likewise, what it is about: told anew where an upload is read once more, it takes this one's place
OUTCOME = ("format", "state", "problems")  #: the columns that say it
SAVE = """
UPDATE benchdb_uploadfile AS file
SET format = outcome.format::varchar(40), state = outcome.state, problems = outcome.problems::jsonb
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[]) AS outcome (id, format, state, problems)
WHERE file.id = outcome.id
"""
LONGEST_TIME = 64  #: bytes
LONE_TIME = re.compile(  #: ISO 8601, `date`, seconds since the epoch
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)? ?(?:Z|UTC|[+-]\d\d:?\d\d)?"
    r"|[A-Z][a-z]{2},? [ \w]{1,7} [ \w]{1,4} [\d:]{5,8}(?: [ \w]{1,8}){0,2} \d{4}"
    r"|\d{10}(?:\.\d{1,9})?"
)
WANTED = "SELECT 1 FROM benchdb_upload WHERE id = %s AND state = 'parsing'"


def is_lone_time(file: UploadFile) -> bool:
    """Whether all it holds is when something began, as `date > start.txt` beside a log does: a note, and no log."""
    if file.log.size > LONGEST_TIME:
        return False
    with file.log.open() as stream:
        return LONE_TIME.fullmatch(stream.read().decode("utf-8", "replace").strip()) is not None


def problem_as_json(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "excerpt": problem.excerpt,
        **({OURS: True} if isinstance(problem, Fault) else {}),
    }


def set_outcome(
    file: UploadFile, state: object, problems: Sequence[Problem], skipped: int = 0, of_path: Sequence[Problem] = ()
) -> None:
    """Note on the row what became of its file; whoever has many rows saves them together.

    `skipped`: how many more problems there are. `of_path`: those with what the path says.
    """
    file.state = state
    file.problems = [problem_as_json(problem) for problem in problems[:MOST_PROBLEMS]]
    if more := skipped + max(0, len(problems) - MOST_PROBLEMS):
        file.problems.append(problem_as_json(Problem(0, sentence(phrase("more problems", problems=more)))))
    file.problems += [problem_as_json(problem) | {OF_PATH: True} for problem in of_path[:MOST_PROBLEMS]]


def note_contradicted(file: UploadFile, contradicted: Sequence[str]) -> None:
    """Add to a known file's sentence what was said of it and holds for nothing that is stored."""
    if contradicted:
        note = file.problems[0]
        note["message"] += f" {sentence(phrase('not applied', facts=list(contradicted)))}"
        note[NOT_APPLIED] = list(contradicted)


def note_copies(file: UploadFile, copies: Sequence[Copy]) -> None:
    """Add which of its reports have the numbers of another one."""
    for copy in copies[:MOST_PROBLEMS]:
        done = phrase("copy is excluded" if copy.excludes else "copy counts")
        rest = "" if copy.is_decided and copy.is_sure else f" {sentence(done)}"
        problem = Problem(copy.line, f"{sentence(copy.of)}{rest}")
        file.problems = [*file.problems, problem_as_json(problem) | {OF_COPY: True}]


def note_unmatched(file: UploadFile, sentence: str) -> None:
    """Add that the pattern says nothing of a log, which counts nevertheless."""
    if sentence:
        file.problems = [*file.problems, problem_as_json(Problem(0, sentence)) | {OF_PATH: True, UNMATCHED: True}]


def note_misread(file: UploadFile, problems: Sequence[Problem]) -> None:
    """Add what its path states that cannot be."""
    noted = [problem_as_json(problem) | {OF_PATH: True, MISREAD: True} for problem in problems]
    file.problems = [*file.problems, *noted]


def note_renamed(file: UploadFile, renamed: Mapping[str, str]) -> None:
    """Add that a name which was said is a former one: the runs are where it leads."""
    for name, now in renamed.items():
        problem = Problem(0, f"{name} is called {now} now: the runs are there.")
        file.problems.append(problem_as_json(problem) | {OF_PATH: True, RENAMED: True})


def note_once(file: UploadFile, about: str, problem: dict[str, Any]) -> None:
    """In the place of what was noted of the same before, whatever that counted; not saved."""
    kept = [one for one in file.problems if one.get(ONCE) != about and one["message"] != problem["message"]]
    file.problems = [*kept, problem | {ONCE: about}]


def save_outcome(file: UploadFile, state: object, problems: Sequence[Problem]) -> None:
    set_outcome(file, state, problems)
    file.save(update_fields=OUTCOME)


def save_outcomes(files: Sequence[UploadFile]) -> None:
    """Of many files, in one statement. It is written by hand: Django takes longer to write it than it takes."""
    rows = [(file.pk, file.format, str(file.state), json.dumps(file.problems)) for file in files]
    with connection.cursor() as cursor:
        cursor.execute(SAVE, [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []])


class Cancelled(Exception):
    """The upload that is being worked on was given up meanwhile."""


def check_wanted(upload: Upload, *, lock: bool = False) -> None:
    """Cancelled where somebody gave it up; with `lock`, nobody does before the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(f"{WANTED} FOR UPDATE" if lock else WANTED, [upload.pk])
        if cursor.fetchone() is None:
            raise Cancelled


def note_progress(upload: Upload) -> None:
    """A file is done: whatever ended workers before, it was not the upload as a whole."""
    if upload.attempts > 1:
        upload.attempts = 1
        upload.save(update_fields=("attempts",))
