"""The command line of another run of h2load."""

from benchdb.domain.reproduce import counted

COMMANDS = {"h2load": counted("h2load")}
