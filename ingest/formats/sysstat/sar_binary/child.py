"""The machine's own `sadf` as a child process: its output, within limits of time, memory and size.

No shell, nothing of our environment but the path; the limits are set on the child from outside, because code between
fork and exec is not safe in a worker with threads. Where the system has no `prlimit` only time and size are limited.
"""

from __future__ import annotations

import resource
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
READ = 256 * 1024
LONGEST_COMPLAINT = 4000  #: bytes of what the child says on its standard error


@dataclass(frozen=True, slots=True)
class Limits:
    """What one child may use."""

    cpu_seconds: int = 300
    wall_seconds: float = 600.0
    memory: int = 2 * 2**30  #: bytes of address space
    output: int = 16 * 2**30  #: bytes


class ChildFailed(Exception):
    """The child ended in trouble, or was ended; the message says how. What it printed before may still be read."""


def output_of(command: list[str], limits: Limits) -> Iterator[bytes]:
    """What `command` prints, piece by piece. ChildFailed at the end, if it did not end well."""
    with tempfile.TemporaryFile() as complaints:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, env=ENVIRONMENT, bufsize=0
        )
        try:
            limit(child.pid, limits, 2**20)
            yield from pieces_of(child, limits)
            status = child.wait(limits.wall_seconds)
        except subprocess.TimeoutExpired:
            raise ChildFailed("it did not end in time") from None
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
            cast(BinaryIO, child.stdout).close()
        complaints.seek(0)
        complaint = complaints.read(LONGEST_COMPLAINT)
        if status or complaint.strip():
            raise ChildFailed(ending(status, complaint))


def into_file(command: list[str], file: BinaryIO, limits: Limits) -> None:
    """The same into a file. ChildFailed if it did not end well, or wrote more than the limit."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    try:
        limit(child.pid, limits, limits.output)
        status = child.wait(limits.wall_seconds)
    except subprocess.TimeoutExpired:
        raise ChildFailed("it did not end in time") from None
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
    if status:
        raise ChildFailed(ending(status, b""))


def limit(pid: int, limits: Limits, file_size: int) -> None:
    """Limit a child that has just begun; one that has ended already needs none."""
    wanted = {
        resource.RLIMIT_CPU: limits.cpu_seconds,
        resource.RLIMIT_AS: limits.memory,
        resource.RLIMIT_FSIZE: file_size,
        resource.RLIMIT_CORE: 0,
    }
    if not hasattr(resource, "prlimit"):
        return
    for name, most in wanted.items():
        try:
            resource.prlimit(pid, name, (most, most))
        except (ProcessLookupError, PermissionError):
            return


def pieces_of(child: subprocess.Popen[bytes], limits: Limits) -> Iterator[bytes]:
    """What comes through the pipe until it is closed."""
    pipe = cast(BinaryIO, child.stdout)
    size, last = 0, time.monotonic() + limits.wall_seconds
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, last - time.monotonic()))
        if not ready:
            raise ChildFailed("it did not end in time")
        piece = pipe.read(READ)
        if not piece:
            return
        size += len(piece)
        if size > limits.output:
            raise ChildFailed(f"it printed more than {limits.output} bytes")
        yield piece


def ending(status: int, complaints: bytes) -> str:
    """How a child ended, in words."""
    if status < 0:
        name = signal.Signals(-status).name if -status in set(signal.Signals) else str(-status)
        return f"it was ended by {name}"
    messages = " ".join(dict.fromkeys(line.strip() for line in complaints.decode("utf-8", "replace").splitlines()))
    how = f"it ended with status {status}" if status else "it said"
    return f"{how}: {messages}" if messages else how
