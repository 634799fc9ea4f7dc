"""`benchdb COMMAND …`: reads the words and calls one function."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from benchdb.cli.gate import NOT_JUDGED
from benchdb.cli.login import BadLogin, login
from benchdb.cli.options import parser
from benchdb.cli.site import Refused, Site
from benchdb.cli.summaries import keep_fault


def facts(options: Namespace) -> dict[str, str]:
    """The facts among the options, by name."""
    words = {name: value for name, value in vars(options).items() if name.startswith("fact_")}
    return {name.removeprefix("fact_"): value for name, value in words.items() if value}


def main(words: Sequence[str] | None = None) -> int:
    options = parser().parse_args(words)
    options.facts = facts(options)
    if getattr(options, "command", None) and options.command[0] == "--":
        del options.command[0]
    try:
        return int(options.run(options, Site(login(options.url))))
    except (Refused, BadLogin, OSError) as error:
        print(f"benchdb: {error}", file=sys.stderr)
        if not getattr(options, "fail_if", ""):
            return 1
        keep_fault(options, f"{error}; nothing is compared.")
        return NOT_JUDGED
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
