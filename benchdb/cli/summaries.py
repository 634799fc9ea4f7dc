"""A gate's summary: Markdown in a file, for a job's page or a comment, whatever became of what was to be judged."""

from __future__ import annotations

import hashlib
import os
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from benchdb.cli.site import Refused

#: What a summary begins with: a program that comments on a change finds its own comment by it, and replaces that.
MARKER = "<!-- benchdb: {key} -->"
PRINTED = "-"  #: instead of a file


def summary(sentence: str, key: str, markdown: str = "") -> str:
    """Markdown that begins with a marker of its own, then says what the gate decided."""
    return f"{MARKER.format(key=key)}\n**{sentence}**\n\n{markdown.strip()}".rstrip() + "\n"


def keep_summary(where: str, text: str) -> None:
    """A summary: into a file, or printed for `-`."""
    if where == PRINTED:
        print(text)
    else:
        Path(where).write_text(text, encoding="utf-8")


def check_summary(where: str | None) -> None:
    """Refused where the file could not be written afterwards, when what it was to say would be lost."""
    if not where or where == PRINTED:
        return
    path = Path(where)
    folder = path.absolute().parent
    if path.is_dir():
        raise Refused(f"--summary {where}: this is a folder")
    if not folder.is_dir():
        raise Refused(f"--summary {where}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise Refused(f"--summary {where}: this cannot be written")


def keep_fault(options: Namespace, fault: str) -> None:
    """The summary of what was not judged, and why."""
    if getattr(options, "summary", None):
        with suppress(OSError):  # which is the fault itself
            keep_summary(options.summary, summary(f"⚠️ {fault}", key_of(options)))


def key_of(options: Namespace) -> str:
    """What stays the same from one build to the next, whatever is held against whatever and however that ends."""
    metrics = [("metric", metric) for metric in options.metric]
    if options.name == "check":
        load = hashlib.sha256("\0".join(options.command).encode("utf-8", "surrogateescape")).hexdigest()[:8]
        return urlencode([("check", options.cols), *metrics, ("load", load)])
    return urlencode([("compare", options.cols), *metrics, *constant(options.where, options.cols)])


def constant(where: Sequence[str], cols: str) -> list[tuple[str, str]]:
    """What is asked by links and by words, without the sides that are compared."""
    pairs = [(name, value) for name, _, value in (word.partition("=") for word in where if "://" not in word)]
    for address in (urlsplit(word) for word in where if "://" in word):
        pairs += parse_qsl(address.query) or [("path", address.path)]
    sides = {"baseline", cols or dict(pairs).get("cols", "")}
    return sorted((name, value) for name, value in pairs if name not in sides)
