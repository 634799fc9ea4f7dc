"""`manage.py parselog [--format NAME] FILE…`: what a log says, one JSON object per line. Needs no database.

Exit status: 0 = records and no problem, 1 = there were problems, 2 = nothing could be read. An interface: keep it.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from ingest.jsonlines import lines_of
from ingest.reading import Unreadable, read
from ingest.records import Problem


class Command(BaseCommand):
    help = "Print what logs say as JSON lines, without a database"
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="", help="the format's name, instead of recognising it")
        parser.add_argument("files", nargs="+", metavar="FILE", help="a log, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        records = problems = 0
        for file in options["files"]:
            for line in said_by(file, options["format"]):
                records += line["kind"] != "problem"
                problems += line["kind"] == "problem"
                self.stdout.write(json.dumps(line, ensure_ascii=False, allow_nan=False))
        self.stdout.flush()
        if not records:
            sys.exit(2)
        if problems:
            sys.exit(1)


def said_by(file: str, format_name: str) -> Iterator[dict[str, Any]]:
    """The JSON lines of one file; one problem where it cannot be opened or read."""
    try:
        with open(sys.stdin.fileno() if file == "-" else file, "rb", closefd=file != "-") as raw:
            for found in read(raw, format_name):
                yield from lines_of(file, found.format, [found.what])
    except (OSError, Unreadable) as error:
        message = f"{file}: {error.strerror}" if isinstance(error, OSError) else str(error)
        yield from lines_of(file, "", [Problem(0, message)])
