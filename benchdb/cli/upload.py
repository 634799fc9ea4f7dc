"""`benchdb upload FILE…`, and what follows every upload: waiting until it is read, and saying what became of it."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from tqdm import tqdm

from benchdb.cli.site import Refused, Site

PAUSE = 0.5  #: seconds between two questions
MOST_TOLD = 10  #: problems
MOST_LISTED = 40  #: runs in an address; more are on the upload's page
FINISHED = ("stored", "failed")  #: states of an upload
OF_FORMATS = ("Not a log we know", "This looks like")  #: how the site begins what it says of a log of no known form
NOT_READ = ("failed", "unpacked")  #: files whose problems say what was not read: archives, of what they hold


def upload(options: Namespace, site: Site) -> int:
    """Send the files as one upload. 0 = all of it is read and counts, and what was said of it holds; 1 = not."""
    for folder in (path for path in options.files if path.is_dir()):
        raise Refused(f"{folder} is a folder: benchdb import {folder} --pattern '{{zone}}/run{{trial}}.log'")
    sent = site.upload([(path, named(path)) for path in options.files], options.facts)
    if not options.wait:
        print(sent["url"])
        return int(report_withdrawn(sent.get("withdrawn", ())))
    waited(site, [sent["id"]])
    return report(site.status(sent["id"]), was_here=sent["state"] in FINISHED)


def named(path: Path) -> str:
    """The path as it was given, without what leads to it from elsewhere."""
    return path.name if path.is_absolute() or ".." in path.parts else path.as_posix()


def waited(site: Site, uploads: Iterable[int]) -> None:
    """Return once all of these uploads are read; a bar says how far they are."""
    left = dict.fromkeys(uploads, (0, 1))  #: upload -> (files read, files)
    with tqdm(desc="read", unit=" files", total=len(left), disable=not sys.stderr.isatty()) as bar:
        unread = list(left)
        while unread:
            for number in list(unread):
                status = site.status(number, brief=True)
                left[number] = (status["progress"]["done"], status["progress"]["total"])
                if status["state"] in FINISHED:
                    unread.remove(number)
            bar.total = sum(total for _, total in left.values())
            bar.update(sum(done for done, _ in left.values()) - bar.n)
            if unread:
                time.sleep(PAUSE)


def report(status: dict[str, Any], *, was_here: bool = False) -> int:
    """Print what became of one upload; the exit status. `was_here`: the same files with the same facts, before."""
    runs, files = counted(len(status["runs"]), "run"), counted(status["progress"]["total"], "file")
    known = status["progress"].get("known", 0)
    is_known = bool(known) and not status["progress"].get("stored")
    is_known |= was_here and status["state"] == "stored"
    some = "" if is_known or not known else f", {counted(known, 'file')} already here"
    print(f"{'already here' if is_known else status['state']}: {runs} from {files}{some}{cause(status)}")
    problems = [problem for problem in status["problems"] if problem["message"] != status["error"]]
    problems.sort(key=lambda problem: (problem["file"], problem["line"]))
    causes = by_cause(problems)
    for first, *alike in causes[:MOST_TOLD]:
        print(as_line(first, len(alike)), file=sys.stderr)
    if more := sum(map(len, causes[MOST_TOLD:])):
        print(f"  and {more} more: {status['url']}", file=sys.stderr)
    if any(problem["message"].startswith(OF_FORMATS) for problem in status["problems"]):
        print(f"  formats that can be read: {site_of(status)}/uploads/#formats", file=sys.stderr)
    print(f"upload   {status['url']}")
    if len(status["runs"]) == 1:
        print(f"run      {status['runs'][0]['url']}")
    if is_worth_comparing(status["compare_url"]):
        print(f"compare  {status['compare_url']}")
    elif 1 < len(status["runs"]) <= MOST_LISTED:
        print(f"runs     {listed(status)}")
    if others := status.get("not_applied"):  # sites of before this did not say
        which = f"{counted(others, 'file')} {'is' if others == 1 else 'are'} already stored under other facts"
        print(f"benchdb: {which}; --own-runs stores the same bytes under these facts too", file=sys.stderr)
    withdrawn = report_withdrawn(status.get("withdrawn", ()))  # likewise
    return 0 if status["state"] == "stored" and not others and not withdrawn and not unread(status) else 1


def by_cause(problems: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Those of whole files that say the same, together: a cancelled upload says it of each file that is left."""
    causes: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for problem in problems:
        place = (problem["file"], problem["line"]) if problem["line"] else ()
        causes.setdefault((problem["message"], *place), []).append(problem)
    return list(causes.values())


def as_line(problem: Mapping[str, Any], others: int = 0) -> str:
    """`  run1.log:17: the report breaks off …`; `others`: how many files more it is said of."""
    line = f":{problem['line']}" if problem["line"] else ""
    more = f" and {others} more" if others else ""
    return f"  {problem['file']}{line}{more}: {problem['message']}"


def report_withdrawn(uploads: Sequence[Mapping[str, Any]]) -> bool:
    """Say which files count nowhere, because the upload that they came with was withdrawn. Whether one does."""
    for one in uploads:
        print(f"benchdb: {one['message']} {one['url']}", file=sys.stderr)
    return bool(uploads)


def unread(status: dict[str, Any]) -> list[dict[str, Any]]:
    """The problems of files of which nothing was read, and of archives of which something was refused."""
    names = {file["name"] for file in status["files"] if file["state"] in NOT_READ}
    return [problem for problem in status["problems"] if problem["file"] in names]


def is_worth_comparing(address: str | None) -> bool:
    """Not where only trials differ: a run a column, of which nothing can be said."""
    return bool(address) and ("cols", "trial") not in parse_qsl(urlsplit(str(address)).query)


def listed(status: dict[str, Any]) -> str:
    """The address of just these runs: trials of one setup. Those of no other upload are named by theirs."""
    if not status["progress"].get("known"):
        return f"{site_of(status)}/runs/?upload={status['id']}"
    query = urlencode([("run", run["id"]) for run in status["runs"]])
    return f"{site_of(status)}/runs/?{query}"


def site_of(status: dict[str, Any]) -> str:
    return str(status["url"]).rpartition("/uploads/")[0]


def cause(status: dict[str, Any]) -> str:
    return f": {status['error']}" if status["error"] else ""


def counted(number: int, what: str) -> str:
    """`1 run`, `2 runs`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
