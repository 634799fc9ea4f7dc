"""`benchdb import DIR --pattern …`: a folder of logs, however many.

What the site has already is not sent again, so that the same command goes on where it was interrupted.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tqdm import tqdm

from benchdb.cli.folder import LogFile, files_below, is_toml, left_out, name_of, parts
from benchdb.cli.packed_folder import has_study, send_packed
from benchdb.cli.path_facts import PathFacts, fault_of
from benchdb.cli.site import Refused, Site
from benchdb.cli.upload import NOT_READ, as_line, counted, report_withdrawn, unread, waited
from benchdb.domain.patterns import BadPattern, PathPattern, path_pattern

MOST_SHOWN = 20  #: paths of a dry run, and of each kind of trouble
MOST_OF_FILE = 3  #: problems
MOST_ASKED = 200  #: uploads whose problems are told, the newest first
MOST_NAMED = 3  #: uploads that have more problems
WORDS = {"note": "passed over"}  #: for what became of a file
Known = dict[str, dict[str, Any]]


def import_folder(options: Namespace, site: Site) -> int:
    """0 = every file is read, 1 = not, or some are there under other facts or withdrawn, 130 = interrupted."""
    pattern = read_pattern(options.facts.get("pattern", ""))
    if not options.folder.is_dir():
        raise Refused(f"{options.folder} is not a folder")
    for path, what in left_out(options.folder):
        print(f"  {path}: left out, it is {what}", file=sys.stderr)
    every = as_the_pattern_says(files_below(options.folder), pattern, options.folder.resolve().name)
    tomls, files = [file for file in every if is_toml(file)], [file for file in every if not is_toml(file)]
    if not files:
        raise Refused(f"there is no file in {options.folder}")
    is_study = has_study(tomls)
    site.check_tomls(texts_of(tomls))
    by_path = PathFacts(pattern, tomls)
    others = by_path.unmatched(files)
    if pattern and len(others) == len(files):
        sentence = f"the pattern {pattern.text} matches no file, such as {others[0]}, with or without the folder's name"
        raise Refused(f"{sentence}; nothing was sent")
    known = site.existing_logs(digests(files))
    if options.dry_run:
        dry_run(files, known, by_path)
        if is_study:
            print("they would be sent as one bundle: a benchdb.toml among them describes a study")
        contradicted = under_other_facts(site, [file for file in files if file.sha256 in known], tomls, options)
        report(contradicted)
        return 1 if report_withdrawn(site.withdrawn([*known])) or contradicted else 0
    if is_study:
        return send_packed(options, site, every)
    status = imported(site, files, tomls, known, pattern, options)
    if pattern:  # of others the site says it
        report_unmatched(others)
        report_misread(by_path.misread(files))
    return status


def as_the_pattern_says(files: list[LogFile], pattern: PathPattern | None, folder: str) -> list[LogFile]:
    """The files; with the folder's own name before every path, as the upload page sends them, where the pattern matches
    none without it."""
    inside = [LogFile(file.path, f"{folder}/{file.name}") for file in files]
    logs = [file for file in files if not is_toml(file)]
    is_lost = pattern is not None and len(unmatched(logs, pattern)) == len(logs)
    return inside if is_lost and len(unmatched(inside, pattern)) < len(inside) else files


def unmatched(files: Sequence[LogFile], pattern: PathPattern | None) -> list[str]:
    """Paths that the pattern does not match."""
    return [file.name for file in files if pattern and pattern.stated(file.name) is None]


def report_paths(paths: Sequence[str]) -> None:
    for path in paths[:MOST_SHOWN]:
        print(f"  {path}: does not match the pattern", file=sys.stderr)


def report_unmatched(paths: Sequence[str]) -> None:
    report_paths(paths)
    if paths:
        sentence = (
            "does not match the pattern: it counts" if len(paths) == 1 else "do not match the pattern: they count"
        )
        print(f"benchdb: {counted(len(paths), 'file')} {sentence} without what it states", file=sys.stderr)


def report_misread(faults: Mapping[str, Sequence[str]]) -> None:
    for path, of_path in list(faults.items())[:MOST_SHOWN]:
        print(f"  {path}: {'; '.join(of_path)}", file=sys.stderr)
    if faults:
        verb, their = ("counts", "its") if len(faults) == 1 else ("count", "their")
        print(f"benchdb: {counted(len(faults), 'file')} {verb} without that part of {their} path", file=sys.stderr)


def under_other_facts(
    site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], options: Namespace
) -> dict[str, list[str]]:
    """Path -> which of the stated facts hold for nothing that is stored of its bytes."""
    if options.facts.get("own_runs"):
        return {}
    return site.not_applied([(file.sha256, file.name) for file in files], options.facts, texts_of(tomls))


def texts_of(tomls: Sequence[LogFile]) -> dict[str, str]:
    """Folder -> what its `benchdb.toml` holds."""
    return {file.name.rpartition("/")[0]: file.path.read_text("utf-8-sig") for file in tomls}


def report(others: dict[str, list[str]]) -> None:
    """Say which files are there under other facts, and how to keep both."""
    for path, facts in list(others.items())[:MOST_SHOWN]:
        print(f"  {path}: not applied: {', '.join(facts)}", file=sys.stderr)
    if others:
        which = f"{counted(len(others), 'file')} {'is' if len(others) == 1 else 'are'} already stored under other facts"
        print(f"benchdb: {which}; --own-runs stores the same bytes under these facts too", file=sys.stderr)


def read_pattern(text: str) -> PathPattern | None:
    try:
        return path_pattern(text) if text else None
    except BadPattern as error:
        raise Refused(f"--pattern: {error}") from error


def digests(files: Sequence[LogFile]) -> list[str]:
    return [file.sha256 for file in bar(files, "look")]


def bar(files: Sequence[LogFile], word: str) -> tqdm[LogFile]:
    return tqdm(files, desc=word, unit=" files", disable=not sys.stderr.isatty())


def dry_run(files: Sequence[LogFile], known: Known, by_path: PathFacts) -> None:
    """Say what would be sent, and what each path states. Sends nothing."""
    for file in files[:MOST_SHOWN]:
        stated = by_path.of(file)
        words = [
            f"{name}={text}{' (not applied)' if fault_of(name, text) else ''}" for name, text in (stated or {}).items()
        ]
        facts = "does not match the pattern" if stated is None else "  ".join(words)
        print(f"{'known ' if file.sha256 in known else 'new   '} {file.name}  {facts}".rstrip())
    if len(files) > MOST_SHOWN:
        print(f"and {len(files) - MOST_SHOWN} more")
    there = sum(file.sha256 in known for file in files)
    print(f"{len(files)} files: {len(files) - there} would be sent, {there} are there already")
    if others := by_path.unmatched(files):
        print(f"{len(others)} do not match the pattern; they would be sent without what it states")
        report_paths(others)
    report_misread(by_path.misread(files))


def copies_last(files: Sequence[LogFile], pattern: PathPattern | None) -> list[LogFile]:
    """The files in their order; but of the same bytes, which give their runs once, that whose path says most."""
    says = {file.name: len((pattern.stated(file.name) if pattern else None) or ()) for file in files}
    first: dict[str, str] = {}
    for file in sorted(files, key=lambda file: -says[file.name]):
        first.setdefault(file.sha256, file.name)
    return sorted(files, key=lambda file: first[file.sha256] != file.name)


def imported(
    site: Site,
    files: Sequence[LogFile],
    tomls: Sequence[LogFile],
    known: Known,
    pattern: PathPattern | None,
    options: Namespace,
) -> int:
    """Send what is not there, wait until all is read, and say what became of it."""
    is_own = bool(options.facts.get("own_runs"))  # the site knows which of the bytes are stored under these facts
    missing = [file for file in files if is_own or file.sha256 not in known]
    uploads = {state["upload"] for state in known.values() if state["state"] == "queued"}
    sent = len(files) - len(missing)
    with tqdm(total=len(files), initial=sent, desc="send", unit=" files", disable=not sys.stderr.isatty()) as progress:
        try:
            name = name_of([*tomls, *files], options.facts)
            for part in parts(copies_last(missing, pattern)):
                sent_now = [(file.path, file.name) for file in (*tomls, *part)]
                answer = site.upload(sent_now, options.facts, part_of=name)
                uploads.add(answer["id"])
                sent += len(part)
                progress.update(len(part))
            if options.wait:
                waited(site, sorted(uploads))
        except KeyboardInterrupt:
            progress.close()
            print(f"Interrupted: {sent} of {len(files)} files are sent. The same command resumes.", file=sys.stderr)
            return 130
    own = {*unmatched(files, pattern), *PathFacts(pattern).misread(files)}
    status = summary(site, files, tomls, len(missing), uploads, own)
    times = Counter(file.sha256 for file in files)
    shared = [file for file in files if file.sha256 in known or times[file.sha256] > 1]
    others = under_other_facts(site, shared, tomls, options)
    report(others)
    is_withdrawn = report_withdrawn(site.withdrawn([file.sha256 for file in files]))
    return 1 if others or is_withdrawn else status


def summary(
    site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], new: int, uploads: set[int], own: set[str]
) -> int:
    """Count what became of the folder's files, by asking for them once more. `own`: paths that are told of below."""
    known = site.existing_logs([file.sha256 for file in files])
    states = Counter(known[file.sha256]["state"] if file.sha256 in known else "failed" for file in files)
    words = ", ".join(f"{number} {WORDS.get(state, state)}" for state, number in sorted(states.items()))
    print(f"{len(files)} files: {new} sent now, {len(files) - new} were there already; {words}")
    failed = [file for file in files if known.get(file.sha256, {}).get("state", "failed") == "failed"]
    report_failed(site, failed, uploads | {known[file.sha256]["upload"] for file in failed if file.sha256 in known})
    in_archives = unread_in_archives(site, known)
    every = sorted(uploads | {state["upload"] for state in known.values()})
    whole = [*files, *tomls] if len(every) == 1 else files  # of a part, more of a benchdb.toml is of no file
    report_problems(site, every, {file.sha256 for file in whole}, own)
    for number in every:
        print(f"upload   {site.login.url}/uploads/{number}/")
    return 1 if states["failed"] or in_archives else 0


def report_failed(site: Site, failed: Sequence[LogFile], uploads: set[int]) -> None:
    """Say why, as their uploads do."""
    why = reasons(site, uploads) if failed else {}
    for file in failed[:MOST_SHOWN]:
        print(f"  not read: {file.name}: {why.get(file.sha256) or 'no upload says why'}", file=sys.stderr)
    if len(failed) > MOST_SHOWN:
        print(f"  and {len(failed) - MOST_SHOWN} more", file=sys.stderr)


def report_problems(site: Site, uploads: Sequence[int], digests: set[str], own: set[str]) -> None:
    """Say what is wrong with files that were read all the same: some of each file, and some of all.

    What is of no line is of the path itself; of `own` paths the command says that in its own words.
    """
    shown, more, of_file = 0, Counter[str](), Counter[str]()
    for status in (site.status(number) for number in uploads[-MOST_ASKED:]):
        for problem in problems_of_read(status, digests):
            if not problem["line"] and problem["file"] in own:
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
    if (left := len(uploads) - MOST_ASKED) > 0:
        print(f"  the problems of {counted(left, 'older upload')} stand on their pages", file=sys.stderr)


def problems_of_read(status: dict[str, Any], digests: set[str]) -> list[dict[str, Any]]:
    """An upload's problems of these files, and of what its archives among them held, by file and line. Those that
    failed or were unpacked are told as not read."""
    ours = [file for file in status["files"] if file["sha256"] in digests]
    has_archive = any(file["state"] == "unpacked" for file in ours)
    read = {file["name"] for file in (status["files"] if has_archive else ours) if file["state"] not in NOT_READ}
    problems = [problem for problem in status["problems"] if problem["file"] in read]
    return sorted(problems, key=lambda problem: (problem["file"], problem["line"]))


def reasons(site: Site, uploads: set[int]) -> dict[str, str]:
    """SHA-256 of each file that failed -> why; the upload's own fault where nothing is told of the file."""
    why: dict[str, str] = {}
    for status in map(site.status, sorted(uploads)):
        first = {problem["file"]: problem["message"] for problem in reversed(status["problems"])}
        failed = (file for file in status["files"] if file["state"] == "failed")
        why |= {file["sha256"]: first.get(file["name"], status["error"]) for file in failed}
    return why


def unread_in_archives(site: Site, known: Known) -> int:
    """Say what of the folder's archives was refused or not read. How much."""
    archives = sorted({state["upload"] for state in known.values() if state["state"] == "unpacked"})
    problems = [problem for number in archives for problem in unread(site.status(number))]
    for problem in problems[:MOST_SHOWN]:
        print(f"  not read: {problem['file']}: {problem['message']}", file=sys.stderr)
    if len(problems) > MOST_SHOWN:
        print(f"  and {len(problems) - MOST_SHOWN} more in the archives", file=sys.stderr)
    return len(problems)
