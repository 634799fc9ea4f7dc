"""The command line of another run of oha."""

from benchdb.domain.reproduce import counted

COMMANDS = {"oha": counted("oha", "--no-tui")}
