"""What stands above a load tool's words in `run.log`: its version and command line, where its report lacks them.

The formats read both as they would in a shell's log, so settings are facts with a line of their own.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import PurePath

#: Tools whose reports do not print all that was asked of them, and whose formats read an echoed command line.
ECHOED = frozenset(
    ("autocannon", "bombardier", "h2load", "hey", "k6", "oha", "plow", "rewrk", "siege", "vegeta", "weighttp")
) | {"wrk", "wrk2"}
#: Programs that run another one as they were asked to.
WRAPPERS = frozenset(("chrt", "env", "ionice", "nice", "numactl", "setsid", "stdbuf", "sudo", "taskset", "timeout"))
VERSIONS = {"wrk": ("-v", re.compile(r"^wrk \S+ \[\w+\] Copyright.*$", re.MULTILINE))}
PATIENCE = 5  #: seconds for a tool to say its version


def heading(command: Sequence[str]) -> bytes:
    """Lines to stand above what `command` prints; b"" for a tool that says all itself, or that nobody knows.

    Programs before the tool (`taskset -c 1 wrk …`) are left out: they are in the run's notes.
    """
    names = [PurePath(word).name for word in command]
    reach = len(names) if names[0] in WRAPPERS else 1
    place = next((place for place, name in enumerate(names[:reach]) if name in ECHOED), None)
    if place is None:
        return b""
    lines = [version(command[place]), f"$ {shlex.join(command[place:])}"]
    return "".join(f"{line}\n" for line in lines if line).encode("utf-8", "surrogateescape")


def version(program: str) -> str:
    """The line in which the tool names its version, where its report does not; "" where it says none."""
    option, pattern = VERSIONS.get(PurePath(program).name, ("", None))
    if pattern is None:
        return ""
    try:
        done = subprocess.run([program, option], capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = pattern.search((done.stdout + done.stderr).decode("utf-8", "replace"))
    return match[0] if match else ""
