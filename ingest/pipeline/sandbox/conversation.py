"""Conversation: logs sent to one child and its answers received, both at once, so that neither waits for the other."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator

from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.sandbox.frames import frame
from ingest.pipeline.sandbox.limits import Job, Limits, Source
from ingest.pipeline.sandbox.piped import PIECE, Piped
from ingest.pipeline.sandbox.wire import Done, Receiver, Skipped, dumped

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "ingest.pipeline.sandbox.child")
POLL = 0.1  #: seconds between two checks of the child's memory
HEAR = 1.0  #: seconds of waiting between two calls of `on_wait`

#: Signals that a machine or its keeper sends, the OOM killer say; others a program brings upon itself.
FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)

Message = ParsedItem | Skipped | Done


class Conversation(Piped):
    def __init__(self) -> None:
        super().__init__(COMMAND)
        self._sending = deque[Iterator[bytes]]()  #: frames of the sources that are not sent yet
        self._sources = self._answered = 0  #: sources
        self._checked = 0.0

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
            while self.received:
                message = receiver.decoded(self.received.popleft())
                if isinstance(message, Done):
                    self._answered += 1
                    yield message
                    return
                yield message
            began = time.monotonic()
            is_alive = self.exchange()
            waited += time.monotonic() - began
            if waited > heard + HEAR:
                heard = waited
                on_wait()
            if sentence := self._excess(waited, limits):
                self.kill()
                yield Done(limit=sentence, is_last=True)
                return
            if not is_alive and not self.received:
                yield self._last_words(limits)
                return

    def next_piece(self) -> bytes | None:
        while self._sending:
            if (piece := next(self._sending[0], None)) is not None:
                return piece
            self._sending.popleft()
        return None

    def _excess(self, waited: float, limits: Limits) -> str:
        """A sentence where the child must be ended: it waits too long, or has grown too large."""
        if waited > limits.wall_seconds:
            return limits.wall_sentence
        if time.monotonic() - self._checked < POLL:
            return ""
        self._checked = time.monotonic()
        return limits.memory_sentence if self.memory() > limits.memory else ""

    def _last_words(self, limits: Limits) -> Done:
        code = self.status()
        if code == -signal.SIGXCPU:
            return Done(cpu_seconds=limits.cpu_seconds, limit=limits.cpu_sentence, is_last=True)
        log.error("the child that reads logs ended with status %s", code)
        return Done(fault=f"its reader ended with status {code}", is_last=True, is_killed=-code in FROM_OUTSIDE)
