"""`benchdb import DIR --pattern …`: a folder of logs, however many.

What the site has already is not sent again, so that the same command goes on where it was interrupted.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchdb.cli.folder import LogFile, files_below, is_toml, left_out
from benchdb.cli.importing.dry_run import MOST_SHOWN, WouldHold, logs_among, show
from benchdb.cli.importing.outcome import Known, summary
from benchdb.cli.importing.sending import Sending
from benchdb.cli.importing.stated import There, read_pattern, texts_of, those_there, under_other_facts
from benchdb.cli.packed_folder import has_study, send_packed
from benchdb.cli.path_facts import PathFacts
from benchdb.cli.site import Refused, Site
from benchdb.cli.upload import counted, report_withdrawn
from benchdb.domain.patterns import PathPattern
from benchdb.domain.text.names import kept_path


def import_folder(options: Namespace, site: Site) -> int:
    """0 = every file is read, 1 = not, or some are there under other facts or withdrawn, 130 = interrupted."""
    pattern = read_pattern(options.facts.get("pattern", ""))
    if not options.folder.is_dir():
        raise Refused(f"{options.folder} is not a folder")
    for path, what in left_out(options.folder):
        print(f"  {path}: left out, it is {what}", file=sys.stderr)
    every = as_the_pattern_says(files_below(options.folder), pattern, options.folder.resolve().name)
    site.sent_as = {file.name: file.raw for file in every}
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
    there = those_there(site, files, tomls, options)
    if options.dry_run:
        return dry_run(site, Folder(files, tomls, by_path), there.states, options)
    if is_study:
        return send_packed(options, site, every)
    status, logs = imported(site, files, tomls, there, options)
    if pattern:  # of others the site says it
        report_unmatched([path for path in others if logs is None or path in logs])
        report_misread(by_path.misread(files))
    return status


@dataclass(frozen=True, slots=True)
class Folder:
    """What is below the folder, and what its paths say."""

    files: Sequence[LogFile]
    tomls: Sequence[LogFile]
    by_path: PathFacts

    @property
    def unmatched(self) -> list[LogFile]:
        """Files that their pattern does not match; but for copies of those that it does, which are not read."""
        others = set(self.by_path.unmatched(self.files))
        read = {file.sha256 for file in self.files if file.name not in others}
        return [file for file in self.files if file.name in others and file.sha256 not in read]


def as_the_pattern_says(files: list[LogFile], pattern: PathPattern | None, folder: str) -> list[LogFile]:
    """The files; with the folder's own name before every path, as the upload page sends them, where the pattern matches
    none without it."""
    raw = [f"{folder}/{file.raw}" for file in files]
    inside = [LogFile(file.path, kept_path(name, is_posix=True), name) for file, name in zip(files, raw, strict=True)]
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


def report(others: dict[str, list[str]]) -> None:
    """Say which files are there under other facts, and how to keep both."""
    for path, facts in list(others.items())[:MOST_SHOWN]:
        print(f"  {path}: not applied: {', '.join(facts)}", file=sys.stderr)
    if others:
        which = f"{counted(len(others), 'file')} {'is' if len(others) == 1 else 'are'} already stored under other facts"
        print(f"benchdb: {which}; --own-runs stores the same bytes under these facts too", file=sys.stderr)


def dry_run(site: Site, folder: Folder, known: Known, options: Namespace) -> int:
    """Say what would be sent, and what would be known of each file. Sends nothing that is kept. The exit status."""
    files, tomls = folder.files, texts_of(folder.tomls)
    would = WouldHold(*site.would_hold([file.name for file in files], options.facts, tomls))
    logs = logs_among(site, folder.unmatched, known)
    show(files, known, folder.by_path, would, logs)
    if unmatched := [file.name for file in files if file.name in logs]:
        print(f"{len(unmatched)} do not match the pattern; they would be sent without what it states")
        report_paths(unmatched)
    report_misread(folder.by_path.misread(files))
    if has_study(folder.tomls):
        print("they would be sent as one bundle: a benchdb.toml among them describes a study")
    there = [file for file in files if file.name in known]
    contradicted = under_other_facts(site, there, folder.tomls, options)
    report(contradicted)
    return 1 if report_withdrawn(site.withdrawn([file.sha256 for file in there])) or contradicted else 0


def imported(
    site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], there: There, options: Namespace
) -> tuple[int, set[str] | None]:
    """Send what is not there, wait until all is read, and say what became of it. (The exit status, the paths of logs of
    loads; None where that is not known yet)."""
    is_own = bool(options.facts.get("own_runs"))  # the site knows which of the bytes are stored under these facts
    missing = [file for file in files if is_own or file.name not in there.states]
    unread = [file for file in files if there.states.get(file.name, {}).get("state") == "queued"]
    sending = Sending(site, files, tomls, options)
    sending.uploads |= {there.states[file.name]["upload"] for file in unread}
    try:
        again = sending.send_again(site.unfinished([file.sha256 for file in files]))
        sending.send([file for file in missing if file not in again])
        if options.wait and (late := sending.left_apart(unread)):
            sending.send(late)
    except KeyboardInterrupt:
        sent = len(files) - len(missing) + sending.new
        print(f"Interrupted: {sent} of {len(files)} files are sent. The same command resumes.", file=sys.stderr)
        return 130, None
    return outcome(site, files, tomls, there, sending, options)


def outcome(
    site: Site,
    files: Sequence[LogFile],
    tomls: Sequence[LogFile],
    there: There,
    sending: Sending,
    options: Namespace,
) -> tuple[int, set[str] | None]:
    """Say what became of them. As `imported`."""
    pattern = read_pattern(options.facts.get("pattern", ""))
    own = {*unmatched(files, pattern), *PathFacts(pattern).misread(files)}
    apart = sending.left_apart([file for file in files if file.name in there.apart])
    left = {file.name: "failed" if options.wait else "queued" for file in apart}
    is_own = bool(options.facts.get("own_runs"))
    status, logs = summary(site, files, tomls, sending.new, sending.uploads, own, left, is_of_own_runs=is_own)
    times = Counter(file.sha256 for file in files)
    shared = [file for file in files if file.name in there.states or times[file.sha256] > 1]
    others = under_other_facts(site, shared, tomls, options)
    report(others)
    is_withdrawn = report_withdrawn(site.withdrawn([file.sha256 for file in files]))
    return 1 if others or is_withdrawn else status, logs if options.wait else None
