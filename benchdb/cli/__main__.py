"""`benchdb COMMAND …`: reads the words and calls one function."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from signal import SIGPIPE

from benchdb.cli.gating.gate import NOT_JUDGED
from benchdb.cli.gating.options import with_signs
from benchdb.cli.login import BadLogin, login
from benchdb.cli.options import parser
from benchdb.cli.site import Refused, Site
from benchdb.cli.summaries import keep_fault

SIGNALLED = 128  #: and the signal's number: exit status of what a signal ended


def facts(options: Namespace) -> dict[str, str]:
    """The facts among the options, by name."""
    words = {name: value for name, value in vars(options).items() if name.startswith("fact_")}
    return {name.removeprefix("fact_"): value for name, value in words.items() if value}


def main(words: Sequence[str] | None = None) -> int:
    options = parser().parse_args(with_signs(sys.argv[1:] if words is None else words))
    options.facts = facts(options)
    if getattr(options, "command", None) and options.command[0] == "--":
        del options.command[0]
    try:
        status = int(options.run(options, Site(login(options.url))))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return unread_output(options)
    except (Refused, BadLogin, OSError) as error:
        print(f"benchdb: {error}", file=sys.stderr)
        if not getattr(options, "fail_if", ""):
            return 1
        keep_fault(options, f"{error}; nothing is compared.")
        return NOT_JUDGED
    except KeyboardInterrupt:
        return 130


def unread_output(options: Namespace) -> int:
    """Whoever reads our output, as `head`, has enough: end as if the signal had ended us, and without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be flushed
    if not getattr(options, "fail_if", ""):
        return SIGNALLED + SIGPIPE
    keep_fault(options, "Nobody read the output; nothing was judged.")
    return NOT_JUDGED


if __name__ == "__main__":
    sys.exit(main())
