"""The words of the command `benchdb`: its subcommands, their options, and what --help says of them."""

from __future__ import annotations

from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from benchdb import __version__
from benchdb.cli.check import check
from benchdb.cli.gating.options import add_gate
from benchdb.cli.import_folder import import_folder
from benchdb.cli.questions import SINGLE, compare, export, freeze, log_in, open_page, parselog
from benchdb.cli.recording.plan import configuration, count, interval, seconds
from benchdb.cli.recording.record import record
from benchdb.cli.site import Site
from benchdb.cli.upload import upload
from benchdb.domain.dimensions import STATED_SETTINGS

FACTS = {
    "machine": "the hardware",
    "kernel": "such as Linux 6.1.0-18-amd64",
    "server": "such as nginx 1.22.1",
    "zone": "such as global",
    "cpus": "CPUs online",
    "trial": "number of the repetition",
    "started_at": "such as 2026-11-21T14:05:00Z",
    "booted_at": "of the machine, such as 2026-11-21T14:05:00Z",
    "tuning": "such as KeepAlive=Off; MaxClients=1000",
    "notes": "anything else",
    **{name: title[0].lower() + title[1:] for name, title in STATED_SETTINGS.items()},
    "same_machine": "yes or no: whether the load generator runs on the machine under load",
}
OWN_RUNS = "store logs as separate runs even if the site has the same bytes under other facts"
PATTERN = "what the paths say, such as {machine}/{zone}/c{concurrency}/run{trial}.log"
#: (in one line, for `benchdb --help`; what `benchdb COMMAND --help` begins with)
HELP = {
    "login": (
        "keep a site's address and a token for it",
        "Keep a site's address and a token for it, and say whether the token works and what it may do.",
    ),
    "upload": (
        "send logs, or a bundle (.zip, .tar.gz) of them",
        "Send logs as one upload, wait until they are read, and print links and problems.",
    ),
    "import": (
        "send a folder of logs; resumes after an interruption",
        "Send a folder of any number of logs. What the site already has is not sent again, so the same command "
        "resumes after an interruption.",
    ),
    "record": (
        "run a load tool with sysstat beside it, and send both",
        "Run a load tool with sysstat beside it, and send both with what is known of this machine. With --trials and "
        "--each, runs alternate between configurations, so that a drift of the machine affects all of them alike.",
    ),
    "check": (
        "record a load, and fail if it is worse than an earlier one",
        "Record a load, compare it with runs that are already there, and end with 1 if it is worse: for a build. 0 = "
        "fine, 2 = the load failed or the site could not be asked, 3 = not comparable, 4 = undecided: too few runs, or "
        "it cannot be told from drift.",
    ),
    "compare": (
        "print a comparison, or use it as a gate",
        "Print a comparison. With --fail-if its verdicts decide the exit status: 0 = fine, 1 = failed, 2 = the site "
        "could not be asked, 3 = not comparable, 4 = undecided: too few runs, or it cannot be told from drift.",
    ),
    "freeze": (
        "keep an answer's numbers as they are today",
        "Freeze a comparison, a scaling, a history or a cost: print a link that shows these numbers for ever. Title "
        "and note cannot be changed later.",
    ),
    "export": (
        "write everything the site has to CSV or Parquet files",
        "Write all runs with their facts and measurements, and all recorded series, into a new folder: one CSV file "
        "per table, or one folder of Parquet files per table. Needs a token that may upload.",
    ),
    "open": ("show a page in the browser", "Show a page of the site in the browser; its address is printed too."),
    "parselog": (
        "print what logs say; stores nothing",
        "Print what logs say: one JSON object per line with the parsers installed, else a site’s answer.",
    ),
    "completion": (
        "print a script that completes these words",
        'Print a script for bash that completes the words of benchdb: eval "$(benchdb completion)".',
    ),
}


class Words(ArgumentParser):
    """Tells what is wrong in a line, without all that there is to know."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. All options: {self.prog} --help\n")


def parser() -> ArgumentParser:
    main = Words(prog="benchdb", description="Send benchmark logs to a benchdb site, and ask it.")
    main.add_argument("--version", action="version", version=f"benchdb {__version__}")
    main.add_argument("--url", default="", help="the site, instead of the one that was logged in to")
    commands = main.add_subparsers(dest="name", required=True, metavar="COMMAND")
    for name, add in COMMANDS.items():
        one_line, sentence = HELP[name]
        command = commands.add_parser(name, help=one_line, description=sentence)
        command.add_argument("--url", default=SUPPRESS, help="the site, instead of the one that was logged in to")
        add(command)
    return main


def add_login(command: ArgumentParser) -> None:
    command.add_argument("site", metavar="URL")
    command.add_argument("--token", help="- reads it from standard input; without it, it is asked for")
    command.set_defaults(run=log_in)


def add_upload(command: ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add_facts(command, pattern=True)
    command.set_defaults(run=upload)


def add_import(command: ArgumentParser) -> None:
    command.add_argument("folder", type=Path, metavar="DIR")
    command.add_argument("--dry-run", action="store_true", help="only say what would be sent")
    add_facts(command, pattern=True)
    command.set_defaults(run=import_folder)


def add_load(command: ArgumentParser) -> None:
    """What `record` and `check` share: the load, how often, in which configurations."""
    add_facts(command)
    command.add_argument("--target", default="", help="the server's address, if the command contains no URL")
    command.add_argument("--interval", type=interval, default=1, help="seconds between sysstat's samples; 0 = without")
    command.add_argument("--trials", type=count, default=1, help="number of runs (a test needs several)")
    command.add_argument("--warm-up", action="store_true", help="run each load once first, without keeping it")
    command.add_argument("--rest", type=seconds, default=0.0, metavar="SECONDS", help="wait between two runs")
    command.add_argument("--output", type=Path, help="keep the bundle in this file")
    command.add_argument("command", nargs=REMAINDER, metavar="-- TOOL …")


def add_record(command: ArgumentParser) -> None:
    command.add_argument(
        "--each",
        type=configuration,
        nargs="+",
        default=[],
        metavar="'NAME=VALUE: COMMAND'",
        help="configurations to measure in turn: the sh command that prepares each; or, without a load after --, each "
        "one's load, run without a shell",
    )
    command.add_argument("--no-upload", dest="upload", action="store_false", help="only make the bundle")
    add_load(command)
    command.set_defaults(run=record)


def add_check(command: ArgumentParser) -> None:
    command.add_argument(
        "--cols", required=True, metavar="DIMENSION", help="what changed, such as tuning.build or server"
    )
    command.add_argument("--baseline", required=True, metavar="VALUE", help="its value to compare this load with")
    command.add_argument("--metric", action="append", default=[], help="a metric; without it, requests_per_second")
    add_gate(command, fail_if="worse")
    add_load(command)
    command.set_defaults(run=check, each=[], upload=True)


def add_compare(command: ArgumentParser) -> None:
    command.add_argument(
        "where", nargs="*", metavar="DIMENSION=VALUE", help="such as zone=global; or a comparison's link"
    )
    for name in SINGLE:
        command.add_argument(f"--{name}", default="")
    command.add_argument("--metric", action="append", default=[])
    form = command.add_mutually_exclusive_group()
    form.add_argument("--format", default="txt", choices=("txt", "json", "csv", "md"))
    form.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    add_gate(command)
    command.set_defaults(run=compare, refuse=command.error)


def add_freeze(command: ArgumentParser) -> None:
    command.add_argument(
        "where", nargs="+", metavar="LINK", help="an answer's link, or dimension=value such as zone=global"
    )
    for name in SINGLE:
        command.add_argument(f"--{name}", default="")
    command.add_argument("--metric", action="append", default=[])
    command.add_argument("--title", default="", help="title of the permalink")
    command.add_argument("--note", default="", help="note on the permalink")
    command.set_defaults(run=freeze)


def add_export(command: ArgumentParser) -> None:
    command.add_argument("folder", type=Path, metavar="DIR", help="created if it does not exist; must be empty")
    command.add_argument("--format", choices=("csv", "parquet"), default="csv", help="without it, csv")
    command.set_defaults(run=export)


def add_open(command: ArgumentParser) -> None:
    command.add_argument(
        "page", nargs="?", default="", metavar="PATH", help="such as runs/12; without it, the home page"
    )
    command.set_defaults(run=open_page)


def add_parselog(command: ArgumentParser) -> None:
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=parselog)


def add_completion(command: ArgumentParser) -> None:
    command.set_defaults(run=completion)


COMMANDS: dict[str, Callable[[ArgumentParser], None]] = {
    "login": add_login,
    "upload": add_upload,
    "import": add_import,
    "record": add_record,
    "check": add_check,
    "compare": add_compare,
    "freeze": add_freeze,
    "export": add_export,
    "open": add_open,
    "parselog": add_parselog,
    "completion": add_completion,
}


def add_facts(parser: ArgumentParser, *, pattern: bool = False) -> None:
    """The facts that a log cannot know."""
    for name, text in FACTS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", dest=f"fact_{name}", default="", metavar="TEXT", help=text)
    if pattern:
        parser.add_argument("--pattern", dest="fact_pattern", default="", metavar="PATTERN", help=PATTERN)
        kept = "fact_own_runs"
        parser.add_argument("--own-runs", dest=kept, action="store_const", const="true", default="", help=OWN_RUNS)
        parser.add_argument("--no-wait", dest="wait", action="store_false", help="return once the bytes are stored")


def completion(options: Namespace, _: Site) -> int:
    """Print a script for bash that completes commands, their options, and files elsewhere."""
    commands = next(action for action in parser()._actions if isinstance(action, _SubParsersAction))
    cases = "".join(
        f"    {name}) words='{' '.join(word for action in command._actions for word in action.option_strings)}' ;;\n"
        for name, command in commands.choices.items()
    )
    print(
        "_benchdb() {\n"
        '  local words current="${COMP_WORDS[COMP_CWORD]}"\n'
        f"  if [ \"$COMP_CWORD\" = 1 ]; then words='{' '.join(commands.choices)}'; else\n"
        f'  case "${{COMP_WORDS[1]}}" in\n{cases}  esac; fi\n'
        '  COMPREPLY=($(compgen -W "$words" -- "$current"))\n'
        '  [ -n "$COMPREPLY" ] || COMPREPLY=($(compgen -f -- "$current"))\n'
        "}\ncomplete -o filenames -F _benchdb benchdb"
    )
    return 0
