"""`benchdb COMMAND …`: reads the words and calls one function."""

from __future__ import annotations

import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from benchdb.cli.asking import SINGLE, compare, log_in, open_page, parselog
from benchdb.cli.importing import import_folder
from benchdb.cli.login import BadLogin, login
from benchdb.cli.recording import record
from benchdb.cli.site import Refused, Site
from benchdb.cli.uploading import upload

FACTS = {
    "machine": "the hardware",
    "kernel": "as Linux 6.1.0-18-amd64",
    "server": "as nginx 1.22.1",
    "zone": "as global",
    "cpus": "CPUs online",
    "trial": "number of the repetition",
    "started_at": "as 2026-11-21T14:05:00Z",
    "tuning": "as KeepAlive=Off; MaxClients=1000",
    "notes": "anything else",
}
PATTERN = "what the paths say, as {machine}/{zone}/c{concurrency}/run{trial}.log"


def parser() -> ArgumentParser:
    main = ArgumentParser(prog="benchdb", description="Send benchmark logs to a benchdb site, and ask it.")
    main.add_argument("--url", default="", help="the site, instead of the one that was logged in to")
    commands = main.add_subparsers(dest="name", required=True, metavar="COMMAND")

    one = commands.add_parser("login", help="keep a site's address and a token for it")
    one.add_argument("site", metavar="URL")
    one.add_argument("--token", help="- reads it from standard input; asked for where it is left out")
    one.set_defaults(run=log_in)

    one = commands.add_parser("upload", help="send logs, or a bundle (.zip, .tar.gz) of them")
    one.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_facts(one, pattern=True)
    one.set_defaults(run=upload)

    one = commands.add_parser("import", help="send a folder of logs; goes on where it was interrupted")
    one.add_argument("folder", type=Path, metavar="DIR")
    one.add_argument("--dry-run", action="store_true", help="only say what would be sent")
    add_facts(one, pattern=True)
    one.set_defaults(run=import_folder)

    one = commands.add_parser("record", help="run a load tool with sysstat beside it, and send both")
    add_facts(one)
    one.add_argument("--target", default="", help="the server's address, where the tool's words hold no URL")
    one.add_argument("--interval", type=int, default=1, help="seconds between sysstat's samples; 0 = without")
    one.add_argument("--output", type=Path, help="keep the bundle in this file")
    one.add_argument("--no-upload", dest="upload", action="store_false", help="only make the bundle")
    one.add_argument("command", nargs=REMAINDER, metavar="-- TOOL …")
    one.set_defaults(run=record)

    one = commands.add_parser("compare", help="print a comparison")
    one.add_argument("where", nargs="*", metavar="DIMENSION=VALUE", help="as zone=global; or a comparison's link")
    for name in SINGLE:
        one.add_argument(f"--{name}", default="")
    one.add_argument("--metric", action="append", default=[])
    one.add_argument("--format", default="txt", choices=("txt", "json", "csv", "md"))
    one.add_argument("--json", dest="format", action="store_const", const="json")
    one.set_defaults(run=compare)

    one = commands.add_parser("open", help="show a page in the browser")
    one.add_argument("page", nargs="?", default="", metavar="PATH", help="as runs/12; the first page where left out")
    one.set_defaults(run=open_page)

    one = commands.add_parser("parselog", help="print what logs say; stores nothing")
    one.add_argument("files", nargs="+", type=Path, metavar="FILE")
    one.set_defaults(run=parselog)
    return main


def add_facts(parser: ArgumentParser, *, pattern: bool = False) -> None:
    """The facts that a log cannot know."""
    for name, text in FACTS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", dest=f"fact_{name}", default="", metavar="TEXT", help=text)
    if pattern:
        parser.add_argument("--pattern", dest="fact_pattern", default="", metavar="PATTERN", help=PATTERN)
        parser.add_argument("--no-wait", dest="wait", action="store_false", help="return once the bytes are stored")


def facts(options: Namespace) -> dict[str, str]:
    """The facts among the options, by name."""
    told = {name: value for name, value in vars(options).items() if name.startswith("fact_")}
    return {name.removeprefix("fact_"): value for name, value in told.items() if value}


def main(words: Sequence[str] | None = None) -> int:
    options = parser().parse_args(words)
    options.facts = facts(options)
    if getattr(options, "command", None) and options.command[0] == "--":
        del options.command[0]
    try:
        return int(options.run(options, Site(login(options.url))))
    except (Refused, BadLogin, OSError) as error:
        print(f"benchdb: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
