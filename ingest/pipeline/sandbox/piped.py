"""Piped: a child process that is written to and heard at once, so that neither waits for the other."""

from __future__ import annotations

import os
import select
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from benchdb.host.paths import ROOT
from ingest.pipeline.sandbox.frames import Frames

PIECE = 256 * 1024  #: bytes sent or received at once
WAIT = 0.1  #: seconds that one exchange takes at most
PAGE = os.sysconf("SC_PAGE_SIZE")


class Piped:
    """What it is sent is `next_piece`'s; what it says is in `received`, frame by frame."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, bufsize=0)
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._input, self._output = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._input, False)
        self._outgoing, self._frames, self.received = memoryview(b""), Frames(), deque[bytes]()

    def next_piece(self) -> bytes | None:
        """What is to be sent next; None where there is nothing now."""
        raise NotImplementedError

    def exchange(self) -> bool:
        """Send what the child can take, receive what it has to say. False where it has ended."""
        self._load()
        ready, free, _ = select.select([self._output], [self._input] if self._outgoing else [], [], WAIT)
        if free:
            with suppress(BlockingIOError, BrokenPipeError):
                self._outgoing = self._outgoing[os.write(self._input, self._outgoing) :]
        if not ready:
            return True
        piece = os.read(self._output, PIECE)
        self.received += self._frames.feed(piece)
        return bool(piece)

    def _load(self) -> None:
        """Have something to send, if anything is left."""
        while not self._outgoing and (piece := self.next_piece()) is not None:
            self._outgoing = memoryview(piece)

    def memory(self) -> int:
        """Bytes that the child has in memory; 0 where it has ended."""
        try:
            return int(Path(f"/proc/{self._child.pid}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            return 0

    @property
    def has_ended(self) -> bool:
        return self._child.poll() is not None

    def kill(self) -> None:
        self._child.kill()

    def status(self) -> int:
        """What it ended with; waits until it has."""
        return self._child.wait()

    def end(self) -> None:
        self.kill()
        self.status()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
