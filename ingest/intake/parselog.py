"""`python -m ingest.intake.parselog [--format NAME] FILE…`: what a log says, a JSON object per line. Needs no database.

Exit status: 0 = records and no problem, 1 = there were problems, 2 = nothing could be read. An interface: keep it.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import IO, Any

from ingest.jsonlines import lines_of
from ingest.pipeline.identify import read
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.records import Problem


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--format", default="", help="the format's name, instead of recognising it")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a log, or - for standard input")


def print_lines(files: Sequence[str], format_name: str, output: IO[str]) -> int:
    """Print what the files say; the exit status."""
    records = problems = 0
    for file in files:
        for line in json_lines(file, format_name):
            records += line["kind"] != "problem"
            problems += line["kind"] == "problem"
            output.write(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n")
    output.flush()
    return 2 if not records else int(problems > 0)


def json_lines(file: str, format_name: str) -> Iterator[dict[str, Any]]:
    """The JSON lines of one file; one problem where it cannot be opened or read."""
    try:
        with open(sys.stdin.fileno() if file == "-" else file, "rb", closefd=file != "-") as raw:
            for item in read(raw, format_name):
                yield from lines_of(file, item.format, [item.what])
    except (OSError, Unreadable) as error:
        message = f"{file}: {error.strerror}" if isinstance(error, OSError) else str(error)
        yield from lines_of(file, "", [Problem(0, message)])


def main(arguments: Sequence[str]) -> int:
    """The command line; its exit status."""
    parser = ArgumentParser(prog="parselog", description="Print what logs say as JSON lines, without a database")
    add_arguments(parser)
    options = parser.parse_args(arguments)
    return print_lines(options.files, options.format, sys.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
