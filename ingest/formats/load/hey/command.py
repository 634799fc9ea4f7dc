"""The command line of another run of hey."""

from benchdb.domain.reproduce import counted

COMMANDS = {"hey": counted("hey")}
