"""The programs that `record` starts: the load tool, whose words are kept and shown, and sysstat beside it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePath

PIECE = 64 * 1024  #: bytes read at once
PATIENCE = 10  #: seconds for sysstat to write its averages
#: sysstat's text as it is the same everywhere: English, ISO dates, UTC.
PLAIN = {"LC_ALL": "C", "TZ": "UTC", "S_TIME_FORMAT": "ISO", "S_COLORS": "never"}

#: Tools whose reports do not print all that was asked of them, and whose formats read an echoed command line: with -q,
#: ab does not even show how many requests were asked for.
ECHOED = frozenset(
    ("ab", "autocannon", "bombardier", "h2load", "hey", "k6", "oha", "plow", "rewrk", "siege", "vegeta", "weighttp")
) | {"wrk", "wrk2"}
#: Programs that run another one as they were asked to.
WRAPPERS = frozenset(("chrt", "env", "ionice", "nice", "numactl", "setsid", "stdbuf", "sudo", "taskset", "timeout"))
VERSIONS = {"wrk": ("-v", re.compile(r"^wrk \S+ \[\w+\] Copyright.*$", re.MULTILINE))}
VERSION_PATIENCE = 5  #: seconds for a tool to say its version


class NoTool(RuntimeError):
    """The load tool could not be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a tool ended."""

    status: int  #: its exit status, 128 + n for a signal
    is_interrupted: bool  #: by Ctrl-C


def run(command: Sequence[str], log: Path, heading: bytes = b"") -> Outcome:
    """Run the tool; what it says goes to `log`, below `heading`, and to the screen.

    Ctrl-C goes to the tool too, which then prints what it has: that is kept.
    """
    try:
        process = subprocess.Popen([*command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as error:
        raise NoTool(f"{command[0]} cannot be started: {error.strerror}") from error
    assert process.stdout is not None
    with log.open("wb") as file, interrupts_for(process) as interrupts:
        file.write(heading)
        while piece := os.read(process.stdout.fileno(), PIECE):
            file.write(piece)
            with suppress(OSError):  # nobody looks any more; the log is kept all the same
                sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()
        code = process.wait()
    return Outcome(128 - code if code < 0 else code, bool(interrupts))


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
        done = subprocess.run([program, option], capture_output=True, timeout=VERSION_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = pattern.search((done.stdout + done.stderr).decode("utf-8", "replace"))
    return match[0] if match else ""


@contextmanager
def interrupts_for(process: subprocess.Popen[bytes]) -> Iterator[list[float]]:
    """Ctrl-C is for the tool alone, which gets it as we do. The second one ends a tool that does not listen."""
    interrupts: list[float] = []

    def interrupted(*_: object) -> None:
        interrupts.append(time.monotonic())
        if len(interrupts) > 1:
            process.kill()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def sysstat(log: Path, interval: int) -> Iterator[bool]:
    """`sar -A` while the block runs; False where it is not installed."""
    if not shutil.which("sar") or interval <= 0:
        yield False
        return
    environment = {**os.environ, **PLAIN}
    with log.open("wb") as file:
        words = ["sar", "-A", str(interval)]
        # A group of its own: Ctrl-C is for the load tool; sar is asked to end when that has ended.
        process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL, env=environment, process_group=0)
    try:
        yield True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
