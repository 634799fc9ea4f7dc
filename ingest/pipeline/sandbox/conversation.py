"""Conversation: logs sent to one child and its answers received, both at once, so that neither waits for the other."""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from benchdb.host.paths import ROOT
from ingest.pipeline.identify import ParsedItem
from ingest.pipeline.sandbox.frames import Frames, frame
from ingest.pipeline.sandbox.limits import Job, Limits, Source
from ingest.pipeline.sandbox.wire import Done, Receiver, Skipped, dumped

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "ingest.pipeline.sandbox.child")
PIECE = 256 * 1024  #: bytes sent or received at once
LOOK = 0.1  #: seconds between two looks at the child's memory
HEAR = 1.0  #: seconds of waiting between two calls of `on_wait`
PAGE = os.sysconf("SC_PAGE_SIZE")

Message = ParsedItem | Skipped | Done


class Conversation:
    def __init__(self) -> None:
        self._child = subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._input, self._output = self._child.stdin.fileno(), self._child.stdout.fileno()
        os.set_blocking(self._input, False)
        self._sending = deque[Iterator[bytes]]()  #: frames of the sources that are not sent yet
        self._outgoing = memoryview(b"")
        self._sources = self._answered = 0  #: sources
        self._frames, self._received, self._looked = Frames(), deque[bytes](), 0.0

    def send(self, source: Source, limits: Limits) -> None:
        """From now on, while answers are waited for."""
        self._sending.append(self._frames_of(source, limits, self._sources))
        self._sources += 1

    def _frames_of(self, source: Source, limits: Limits, number: int) -> Iterator[bytes]:
        yield frame(dumped(Job(source.size, limits)))
        with source.open() as stream:
            while (piece := stream.read(PIECE)) and self._answered <= number:  # what nobody reads is not sent
                yield frame(piece)
        yield frame(b"")

    def answers(self, limits: Limits, on_wait: Callable[[], None]) -> Iterator[Message]:
        """What the next source says, Done last. `is_last` where the child had to be ended, or ended by itself."""
        receiver, waited, heard = Receiver(), 0.0, 0.0
        while True:
            while self._received:
                message = receiver.decoded(self._received.popleft())
                if isinstance(message, Done):
                    self._answered += 1
                    yield message
                    return
                yield message
            began = time.monotonic()
            is_alive = self._exchange()
            waited += time.monotonic() - began
            if waited > heard + HEAR:
                heard = waited
                on_wait()
            if sentence := self._excess(waited, limits):
                self._child.kill()
                yield Done(limit=sentence, is_last=True)
                return
            if not is_alive and not self._received:
                yield self._last_words(limits)
                return

    def _exchange(self) -> bool:
        """Send what the child can take, receive what it has to say. False where it has ended."""
        self._load()
        ready, free, _ = select.select([self._output], [self._input] if self._outgoing else [], [], LOOK)
        if free:
            with suppress(BlockingIOError, BrokenPipeError):
                self._outgoing = self._outgoing[os.write(self._input, self._outgoing) :]
        if not ready:
            return True
        piece = os.read(self._output, PIECE)
        self._received += self._frames.feed(piece)
        return bool(piece)

    def _load(self) -> None:
        """Have something to send, if anything is left."""
        while not self._outgoing and self._sending:
            piece = next(self._sending[0], None)
            if piece is None:
                self._sending.popleft()
            else:
                self._outgoing = memoryview(piece)

    def _excess(self, waited: float, limits: Limits) -> str:
        """A sentence where the child must be ended: it waits too long, or has grown too large."""
        if waited > limits.wall_seconds:
            return limits.wall_sentence
        if time.monotonic() - self._looked < LOOK:
            return ""
        self._looked = time.monotonic()
        return limits.memory_sentence if self.memory() > limits.memory else ""

    def memory(self) -> int:
        """Bytes that the child has in memory; 0 where it has ended."""
        try:
            return int(Path(f"/proc/{self._child.pid}/statm").read_text().split()[1]) * PAGE
        except (OSError, IndexError):
            return 0

    def _last_words(self, limits: Limits) -> Done:
        code = self._child.wait()
        if code == -signal.SIGXCPU:
            return Done(cpu_seconds=limits.cpu_seconds, limit=limits.cpu_sentence, is_last=True)
        log.error("the child that reads logs ended with status %s", code)
        return Done(fault=f"its reader ended with status {code}", is_last=True)

    def end(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
