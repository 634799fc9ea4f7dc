"""The command line of another run of bombardier."""

from benchdb.domain.reproduce import counted

COMMANDS = {"bombardier": counted("bombardier")}
