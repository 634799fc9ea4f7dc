"""What became of a folder's files, by asking the site for them once more."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from benchdb.cli.folder import LogFile
from benchdb.cli.importing.dry_run import MOST_SHOWN, with_runs
from benchdb.cli.site import Site
from benchdb.cli.upload import NOT_READ, as_line, counted, unread

MOST_OF_FILE = 3  #: problems
MOST_TOGETHER = 3  #: paths that are named of one cause
MOST_ASKED = 200  #: uploads whose problems are told, the newest first
MOST_NAMED = 3  #: uploads that have more problems
WORDS = {"note": "passed over"}  #: for what became of a file
Known = dict[str, dict[str, Any]]


def summary(
    site: Site,
    files: Sequence[LogFile],
    tomls: Sequence[LogFile],
    new: int,
    uploads: set[int],
    own: set[str],
    apart: Mapping[str, str],
    *,
    is_of_own_runs: bool = False,
) -> tuple[int, set[str] | None]:
    """Count what became of the folder's files, by asking for them once more. `own`: paths that are told of below;
    `apart`: the states of those that are not stored, though their bytes are as those of other runs."""
    known = site.existing_logs([file.sha256 for file in files])
    every = sorted(uploads | {state["upload"] for state in known.values()})
    statuses = [site.status(number) for number in every[-MOST_ASKED:]]
    apart = {**unread_copies(statuses, files, is_of_own_runs=is_of_own_runs), **apart}
    states = Counter(state_of(file, known, apart) for file in files)
    words = ", ".join(f"{number} {WORDS.get(state, state)}" for state, number in sorted(states.items()))
    print(f"{len(files)} files: {new} sent now, {len(files) - new} were there already; {words}")
    failed = [file for file in files if state_of(file, known, apart) == "failed"]
    report_failed(site, failed, uploads | {known[file.sha256]["upload"] for file in failed if file.sha256 in known})
    in_archives = unread_in_archives(site, known, {file.name for file in failed})
    unfinished = report_unfinished(statuses)
    report_problems(statuses, files, tomls, own)
    if (left := len(every) - MOST_ASKED) > 0:
        print(f"  the problems of {counted(left, 'older upload')} stand on their pages", file=sys.stderr)
    for number in every:
        print(f"upload   {site.login.url}/uploads/{number}/")
    return 1 if states["failed"] or in_archives or unfinished else 0, with_runs(statuses) if left <= 0 else None


def unread_copies(
    statuses: Sequence[dict[str, Any]], files: Sequence[LogFile], *, is_of_own_runs: bool
) -> dict[str, str]:
    """Path -> its state, of those that failed though a copy of the same bytes was read.

    But for those that failed for a fault of the site's: the copy says all that they would, save as runs of their own.
    """
    states = {
        (file["name"], file["sha256"]): (file["state"], status) for status in statuses for file in status["files"]
    }
    unread = dict[str, str]()
    for file in files:
        state, status = states.get((file.name, file.sha256), ("", {}))
        if state == "failed" and (is_of_own_runs or not is_of_site(status, file.name)):
            unread[file.name] = state
    return unread


def is_of_site(status: Mapping[str, Any], path: str) -> bool:
    """Whether a file was not read for a fault of the site's own; sites of before did not say."""
    return any(problem["file"] == path and problem.get("ours") for problem in status["problems"])


def state_of(file: LogFile, known: Known, apart: Mapping[str, str]) -> str:
    return apart.get(file.name) or str(known.get(file.sha256, {}).get("state", "failed"))


def report_failed(site: Site, failed: Sequence[LogFile], uploads: set[int]) -> None:
    """Say why, as their uploads do."""
    why, sent = reasons(site, uploads) if failed else ({}, {})
    report_unread([(file.name, why.get(file.sha256) or why_not_there(file, sent)) for file in failed])


def report_unread(files: Sequence[tuple[str, str]], where: str = "") -> None:
    """(path, why): those of one cause together, so that none hides behind many of another."""
    by_cause: dict[str, list[tuple[str, str]]] = {}
    for path, message in files:
        by_cause.setdefault(message.partition(". ")[0], []).append((path, message))
    for some in list(by_cause.values())[:MOST_SHOWN]:
        (_, message), paths = some[0], [path for path, _ in some]
        more = f" and {len(paths) - MOST_TOGETHER} more" if len(paths) > MOST_TOGETHER else ""
        alike = len({one for _, one in some}) == 1
        cause = message if alike else f"{message.partition('. ')[0]}."
        print(f"  not read: {', '.join(paths[:MOST_TOGETHER])}{more}: {cause}", file=sys.stderr)
    if (left := sum(map(len, list(by_cause.values())[MOST_SHOWN:]))) > 0:
        print(f"  and {left} more{where}", file=sys.stderr)


def why_not_there(file: LogFile, sent: Mapping[str, int]) -> str:
    """It was hashed, and then sent; a log to which somebody writes is another one by then."""
    if number := sent.get(file.name):
        return f"it changed while it was sent; what was sent is in upload {number}. The same command sends the rest"
    return "no upload says why"


def report_unfinished(statuses: Sequence[dict[str, Any]]) -> int:
    """Say which uploads failed though files of them were read, and why. How many."""
    failed = [one for one in statuses if one["state"] == "failed" and {"stored", "known"} & states_in(one)]
    for status in failed:
        print(f"benchdb: upload {status['id']} failed after its files were read: {status['error']}", file=sys.stderr)
    return len(failed)


def states_in(status: dict[str, Any]) -> set[str]:
    return {file["state"] for file in status["files"]}


def report_problems(
    statuses: Sequence[dict[str, Any]], files: Sequence[LogFile], tomls: Sequence[LogFile], own: set[str]
) -> None:
    """Say what is wrong with files that were read all the same: some of each file, and some of all.

    What is wrong with `own` paths by the pattern the command says in its own words.
    """
    digests, shown, more, of_file = {file.sha256 for file in files}, 0, Counter[str](), Counter[str]()
    whole = of_the_whole(statuses, tomls)
    for number, status in enumerate(statuses):
        for problem in [*problems_of_read(status, digests), *(() if number else whole)]:
            if problem["file"] in own and problem.get("of_pattern", not problem["line"]):  # as sites of before
                continue
            of_file[problem["file"]] += 1
            if of_file[problem["file"]] > MOST_OF_FILE or shown == MOST_SHOWN:
                more[status["url"]] += 1
            else:
                print(as_line(problem), file=sys.stderr)
                shown += 1
    if more:
        where = " ".join(list(more)[:MOST_NAMED]) + (" …" if len(more) > MOST_NAMED else "")
        print(f"  and {more.total()} more; see {where}", file=sys.stderr)


def of_the_whole(statuses: Sequence[dict[str, Any]], tomls: Sequence[LogFile]) -> list[dict[str, Any]]:
    """What every upload with a `benchdb.toml` says of it: in one alone, it may be about a file of another one."""
    common = list[dict[str, Any]]()
    for toml in tomls:
        having = [status for status in statuses if toml.sha256 in {file["sha256"] for file in status["files"]}]
        first, *others = [problems_of_read(status, {toml.sha256}) for status in having] or [[]]
        common += [problem for problem in first if all(problem in other for other in others)]
    return common


def problems_of_read(status: dict[str, Any], digests: set[str]) -> list[dict[str, Any]]:
    """An upload's problems of these files, and of what its archives among them held, by file and line. Those that
    failed or were unpacked are told as not read."""
    ours = [file for file in status["files"] if file["sha256"] in digests]
    has_archive = any(file["state"] == "unpacked" for file in ours)
    read = {file["name"] for file in (status["files"] if has_archive else ours) if file["state"] not in NOT_READ}
    problems = [problem for problem in status["problems"] if problem["file"] in read]
    return sorted(problems, key=lambda problem: (problem["file"], problem["line"]))


def reasons(site: Site, uploads: set[int]) -> tuple[dict[str, str], dict[str, int]]:
    """SHA-256 of each file that failed -> why; the upload's own fault where nothing is told of the file. And which
    upload brought each path."""
    why, sent = dict[str, str](), dict[str, int]()
    for status in map(site.status, sorted(uploads)):
        first = {problem["file"]: problem["message"] for problem in reversed(status["problems"])}
        unfinished = status["files"] if status["state"] == "failed" else ()
        why |= {file["sha256"]: status["error"] for file in unfinished if file["state"] in ("stored", "known")}
        failed = (file for file in status["files"] if file["state"] == "failed")
        why |= {file["sha256"]: first.get(file["name"], status["error"]) for file in failed}
        sent |= {file["name"]: status["id"] for file in status["files"]}
    return why, sent


def unread_in_archives(site: Site, known: Known, shown: Collection[str] = ()) -> int:
    """Say what of the folder's archives was refused or not read, but for paths that are `shown`. How much."""
    archives = sorted({state["upload"] for state in known.values() if state["state"] == "unpacked"})
    problems = [problem for number in archives for problem in unread(site.status(number))]
    problems = [problem for problem in problems if problem["file"] not in shown]
    report_unread([(problem["file"], problem["message"]) for problem in problems], " in the archives")
    return len(problems)
